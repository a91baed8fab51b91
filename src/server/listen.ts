import type { Server } from 'node:http'
import { createAdaptorServer } from '@hono/node-server'
import type { Config } from './config.ts'
import { Problem } from './base/problem.ts'
import { StartProblem } from './base/startProblem.ts'
import { securityHeaders } from './http/securityHeaders.ts'
import { endSlowRequests, timeoutOptions, timeouts, type Timeouts } from './http/timeouts.ts'

type Fetch = (request: Request, env: never) => Response | Promise<Response>

/** Why the server is not ready yet. */
export type Starting = 'starting' | 'recovering'

const SENTENCES: Readonly<Record<Starting, string>> = {
  starting: 'The server is starting. Try again in a moment.',
  recovering: 'The database is restarting. Try again in a moment.',
}

/**
 * Response before the server is ready: `/api/health` reports the status, every other request gets a
 * retryable 503.
 */
const before = (status: Starting, request: Request): Response => {
  const { pathname } = new URL(request.url)
  const headers = { ...securityHeaders({ hsts: false }, 'other'), 'Cache-Control': 'no-store' }
  if (pathname === '/api/health') return Response.json({ status }, { headers })
  const problem = new Problem(503, status, SENTENCES[status])
  return pathname.startsWith('/api/')
    ? new Response(JSON.stringify(problem.toJSON()), {
        status: 503,
        headers: {
          ...headers,
          'Content-Type': 'application/problem+json; charset=utf-8',
          'Retry-After': '2',
        },
      })
    : new Response('The server is starting. Load this page again in a moment.\n', {
        status: 503,
        headers: { ...headers, 'Content-Type': 'text/plain; charset=utf-8', 'Retry-After': '2' },
      })
}

const listenProblem = (
  error: NodeJS.ErrnoException,
  { port, host }: Pick<Config, 'port' | 'host'>,
): Error => {
  if (error.code === 'EADDRINUSE') {
    return new StartProblem(
      `Port ${port} is already in use. Stop the other program, or choose another port: PORT=${port + 1} npm start`,
    )
  }
  if (error.code === 'EACCES' || error.code === 'EADDRNOTAVAIL') {
    return new StartProblem(
      `The server may not listen on ${host}:${port}. Choose another HOST or PORT.`,
    )
  }
  return error
}

/** A bound port. */
export interface Listening {
  readonly server: Server
  /** Such as `http://127.0.0.1:3000`. */
  readonly address: string
  /** Serves the application from now on. */
  serve(fetch: Fetch): void
}

/**
 * Binds the port and responds `starting` until the application takes over, so that a port in use is
 * detected before anything is migrated or seeded. Throws `StartProblem` with what to do.
 */
export const listen = (
  { port, host }: Pick<Config, 'port' | 'host'>,
  times: Timeouts = timeouts,
  status: () => Starting = () => 'starting',
): Promise<Listening> =>
  new Promise((resolve, reject) => {
    let respond: Fetch = (request) => before(status(), request)
    const server = createAdaptorServer({
      fetch: (request: Request, env: unknown) => respond(request, env as never),
      serverOptions: timeoutOptions(times),
    }) as Server
    endSlowRequests(server, times)
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(listenProblem(error, { port, host })),
    )
    server.listen(port, host, () => {
      const bound = server.address()
      resolve({
        server,
        address: `http://${host.includes(':') ? `[${host}]` : host}:${typeof bound === 'object' && bound ? bound.port : port}`,
        serve: (handle) => {
          respond = handle
        },
      })
    })
  })
