import { build, type Plugin } from 'vite'

const WORKER = '/firebase-messaging-sw.js'

/** Bundles the push worker into one script, as a build does. */
async function pushWorker(root: string): Promise<string> {
  const made = await build({ root, mode: 'push', logLevel: 'error', build: { write: false } })
  const [output] = [made].flat()
  if (!output || !('output' in output)) throw new Error('the push worker was not built')
  return output.output[0].code
}

/**
 * Does what the real server does besides the API: injects the public configuration into the page
 * (`npm run dev` passes it as JSON in `APP_CONFIG`; the page has defaults without it) and serves
 * the push worker as one script at the site root.
 *
 * @param root Absolute path of the repository.
 */
export function developmentServer(root: string): Plugin {
  return {
    name: 'development-server',
    apply: 'serve',
    transformIndexHtml: {
      order: 'pre',
      handler: (html) =>
        html.replace(
          '<!--app-config-->',
          () =>
            `<script>window.__APP_CONFIG__=${(process.env.APP_CONFIG ?? '{}').replace(/</g, '\\u003c')}</script>`,
        ),
    },
    configureServer(server) {
      server.middlewares.use(WORKER, (_request, response, next) => {
        pushWorker(root).then(
          (code) => response.setHeader('Content-Type', 'text/javascript').end(code),
          next,
        )
      })
    },
  }
}
