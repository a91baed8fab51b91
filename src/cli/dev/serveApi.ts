import path from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { createServerModuleRunner, type Plugin, type ViteDevServer } from 'vite'
import type * as Api from './api.ts'

const OWN = /^\/(?:api|files|pay)\//
/** Sources of the server; other rooms are the browser's. */
const SOURCES = /^(?:schemas|src\/(?:server|model|cli\/dev))\/.*(?<!\.test)\.(?:ts|mjs|json)$/
const SETTLE_MS = 20
/** A saved schema is first of all to be seen: the page loads with the API of before, and again when the new one is there. */
const PAGE_FIRST_MS = 1000

type Parts = Omit<Api.ApiParts, 'generation'>

const settled = (server: ViteDevServer, root: string, parts: Parts) => {
  let generation = 0
  let current: Api.DevelopmentApi | undefined
  const start = async (): Promise<void> => {
    // A runner of its own for each generation: no module of the one before is left in it.
    const runner = createServerModuleRunner(server.environments.ssr, { hmr: false })
    try {
      const { startApi } = (await runner.import(`${root}/src/cli/dev/api.ts`)) as typeof Api
      const next = await startApi({ ...parts, generation: ++generation })
      if (!next) return
      const old = current
      current = next
      if (!old) return
      await old.close()
      parts.log.info('The API runs anew.')
      server.environments.client.hot.send({ type: 'full-reload', path: '*' })
    } catch (error) {
      const { message, stack = '' } = error instanceof Error ? error : new Error(String(error))
      parts.log.error(`The API did not start; the one before goes on where there is one.\n${stack || message}`)
      server.environments.client.hot.send({ type: 'error', err: { message: `The API did not start: ${message}`, stack, plugin: 'api' } })
    }
  }
  return { start, current: () => current }
}

/**
 * Serves the API at the dev server's own address, and anew when a source of it is saved. The API before answers until
 * the new one is ready, and goes on while that has mistakes.
 *
 * @param root Absolute path of the repository.
 * @param parts What outlives a generation. The database is not closed here.
 */
export const serveApi = (root: string, parts: Parts): Plugin => ({
  name: 'development-api',
  apply: 'serve',
  configureServer(server) {
    const api = settled(server, root, parts)
    let pending = api.start().then(() => { if (api.current()) parts.log.info(`Ready at ${parts.config.publicUrl}`) })
    let waiting = false
    const changed = (file: string): void => {
      const source = path.relative(root, file).split(path.sep).join('/')
      if (!SOURCES.test(source)) return
      server.environments.ssr.moduleGraph.onFileChange(file.split(path.sep).join('/'))
      if (waiting) return
      waiting = true
      const wait = source.startsWith('schemas/') ? PAGE_FIRST_MS : SETTLE_MS
      pending = pending.then(() => new Promise((resolve) => { setTimeout(resolve, wait) })).then(() => { waiting = false }).then(api.start)
    }
    for (const event of ['add', 'change', 'unlink'] as const) server.watcher.on(event, changed)
    const listener = getRequestListener((request, env) => {
      const running = api.current()
      return running ? running.fetch(request, env as never) : new Response('{"status":503,"code":"starting","title":"The API does not run; the terminal says why."}', { status: 503, headers: { 'Content-Type': 'application/problem+json', 'Retry-After': '2' } })
    })
    server.middlewares.use((request, response, next) => {
      if (!OWN.test(request.url ?? '')) next()
      else if (api.current() || request.url === '/api/health') void listener(request, response)
      else void pending.then(() => listener(request, response))
    })
    server.httpServer?.once('close', () => void api.current()?.close())
  },
})
