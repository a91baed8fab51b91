import { timingSafeEqual } from 'node:crypto'
import { createMiddleware } from 'hono/factory'
import type { Query } from '../database/query.ts'
import { need } from './collections.ts'
import { accessOf, type Ctx, type Env } from './context.ts'
import type { Metrics } from './metrics.ts'
import { Problem } from './problem.ts'
import { newRoutes, type Routes } from './routes.ts'

/** Whether the process and the database respond; no sign-in. */
export const systemRoutes = (db: { readonly query: Query }): Routes =>
  newRoutes()
    .get('/health', (c) => c.json({ status: 'ok' }, 200, { 'Cache-Control': 'no-store' }))
    .get('/ready', async (c) => {
      await db.query('select 1').catch(() => {
        throw new Problem(503, 'unavailable', 'The database does not answer.', {
          headers: { 'Retry-After': '5' },
        })
      })
      return c.json({ status: 'ready' }, 200, { 'Cache-Control': 'no-store' })
    })

const metricsText = (c: Ctx, metrics: Metrics): Response =>
  c.body(metrics.text(), 200, {
    'Content-Type': 'text/plain; version=0.0.4; charset=utf-8',
    'Cache-Control': 'no-store',
  })

/** Before the sign-in: lets a monitor that sends `METRICS_TOKEN` as its bearer token read the metrics. */
export const metricsForMonitors = (metrics: Metrics, token: string | undefined) =>
  createMiddleware<Env>(async (c, next) => {
    const given = Buffer.from(c.req.header('authorization') ?? '')
    const expected = Buffer.from(`Bearer ${token ?? ''}`)
    return token && given.length === expected.length && timingSafeEqual(given, expected)
      ? metricsText(c, metrics)
      : next()
  })

/** `GET /api/metrics` for people with the permission `system.status`. */
export const metricsRoute =
  (metrics: Metrics) =>
  (c: Ctx): Response => {
    need(accessOf(c), 'system.status')
    return metricsText(c, metrics)
  }

/** `GET /api/openapi.json` for whoever is signed in. */
export const openApiRoute = (openApi: () => unknown): ((c: Ctx) => Response) => {
  let described: string | undefined
  return (c) => {
    described ??= JSON.stringify(openApi())
    return c.body(described, 200, { 'Content-Type': 'application/json; charset=utf-8' })
  }
}
