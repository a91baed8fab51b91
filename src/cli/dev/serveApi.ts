import path from 'node:path'
import { getRequestListener } from '@hono/node-server'
import type { Plugin, ViteDevServer } from 'vite'
import type * as Api from './api.ts'
import { load } from '../lib/bundle.mjs'

const OWN = /^\/(?:api|files|pay|portal)\//
/** Sources of the server; the other rooms run in the browser. */
const SOURCES = /^(?:schemas|src\/(?:server|model|cli\/dev))\/.*(?<!\.test)\.(?:ts|mjs|json)$/
const SETTLE_MS = 20
/**
 * Delay of the API restart after a save: the page updates first, since a restart keeps this process
 * busy.
 */
const PAGE_FIRST_MS = 300

type Parts = Omit<Api.ApiParts, 'generation' | 'db'> & { readonly db: Promise<Api.ApiParts['db']> }

const settled = (server: ViteDevServer, parts: Parts, first: Promise<typeof Api>) => {
  let generation = 0
  let failed = false
  let current: Api.DevelopmentApi | undefined
  const start = async (): Promise<void> => {
    const own = generation++
    try {
      const { startApi } = await (own === 0
        ? first
        : (load('src/cli/dev/api.ts', String(own)) as Promise<typeof Api>))
      const next = await startApi({ ...parts, db: await parts.db, generation: own })
      if (!next) return
      const old = current
      current = next
      if (!old) return
      void old.close()
      parts.log.info('The API restarted.')
      const { hot } = server.environments.client
      // An update closes the overlay of an earlier failure.
      if (failed) hot.send({ type: 'update', updates: [] })
      failed = false
      hot.send({ type: 'custom', event: 'api' })
    } catch (error) {
      failed = true
      const { message, stack = '' } = error instanceof Error ? error : new Error(String(error))
      parts.log.error(
        `The API did not start; the previous one continues if there is one.\n${stack || message}`,
      )
      server.environments.client.hot.send({
        type: 'error',
        err: { message: `The API did not start: ${message}`, stack, plugin: 'api' },
      })
    }
  }
  return { start, current: () => current }
}

/**
 * Serves the API on the dev server's address and restarts it when one of its sources is saved.
 * Requests wait until the new one is ready; if that fails, the previous one keeps running.
 *
 * @param root Absolute path of the repository.
 * @param parts Parts that outlive a generation. The database is not closed here.
 * @param first The API of the sources at start, loaded in parallel with the dev server.
 */
export const serveApi = (root: string, parts: Parts, first: Promise<typeof Api>): Plugin => ({
  name: 'development-api',
  apply: 'serve',
  configureServer(server) {
    const api = settled(server, parts, first)
    let pending = api.start().then(() => {
      if (api.current()) parts.log.info(`Ready at ${parts.config.publicUrl}`)
    })
    let waiting = false
    const changed = (file: string): void => {
      const source = path.relative(root, file).split(path.sep).join('/')
      if (!SOURCES.test(source)) return
      if (waiting) return
      waiting = true
      const wait = source.startsWith('schemas/') ? PAGE_FIRST_MS : SETTLE_MS
      pending = pending
        .then(
          () =>
            new Promise((resolve) => {
              setTimeout(resolve, wait)
            }),
        )
        .then(() => {
          waiting = false
        })
        .then(api.start)
    }
    for (const event of ['add', 'change', 'unlink'] as const) server.watcher.on(event, changed)
    const listener = getRequestListener((request, env) => {
      const running = api.current()
      return running
        ? running.fetch(request, env as never)
        : new Response(
            '{"status":503,"code":"starting","title":"The API does not run; the terminal says why."}',
            {
              status: 503,
              headers: { 'Content-Type': 'application/problem+json', 'Retry-After': '2' },
            },
          )
    })
    server.middlewares.use((request, response, next) => {
      if (!OWN.test(request.url ?? '')) next()
      else if (request.url === '/api/health') void listener(request, response)
      else void pending.then(() => listener(request, response))
    })
    server.httpServer?.once('close', () => void api.current()?.close())
  },
})
