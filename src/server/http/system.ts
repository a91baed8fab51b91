import { timingSafeEqual } from 'node:crypto'
import { createMiddleware } from 'hono/factory'
import type { Database } from '../database/pool.ts'
import type { Room } from '../health/room.ts'

import { accessOf, type Ctx, type Env } from '../web/context.ts'
import type { Metrics } from './metrics.ts'
import { Problem } from '../base/problem.ts'
import { newRoutes, type Routes } from '../web/routes.ts'
import { requirePermission } from '../permissions/require.ts'

const FRESH = { 'Cache-Control': 'no-store' }

/**
 * Whether the process (`/health`, always 200 while it lives) and the database (`/ready`) respond;
 * no sign-in. `status` is `ok` or `ready`, `recovering` while the database restarts, or `full`
 * while writes are refused for lack of space: that is a 200 also for `/ready`, since reads still
 * work.
 */
export const systemRoutes = ({
  db,
  room,
}: {
  readonly db: Pick<Database, 'query' | 'state'>
  readonly room: Room
}): Routes =>
  newRoutes()
    .get('/health', async (c) => {
      const state = db.state()
      const writable = (await room.look()) ? 'full' : 'ok'
      return c.json({ status: state === 'ready' ? writable : state }, 200, FRESH)
    })
    .get('/ready', async (c) => {
      if (db.state() === 'recovering') {
        throw new Problem(503, 'recovering', 'The database is restarting. Try again in a moment.', {
          headers: { 'Retry-After': '2' },
        })
      }
      await db.query('select 1').catch(() => {
        throw new Problem(503, 'unavailable', 'The database does not respond.', {
          headers: { 'Retry-After': '5' },
        })
      })
      return c.json({ status: (await room.look()) ? 'full' : 'ready' }, 200, FRESH)
    })

const metricsText = (c: Ctx, metrics: Metrics): Response =>
  c.body(metrics.text(), 200, {
    'Content-Type': 'text/plain; version=0.0.4; charset=utf-8',
    'Cache-Control': 'no-store',
  })

/**
 * Runs before authentication: lets a monitor with `METRICS_TOKEN` as its bearer token read the
 * metrics.
 */
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
    requirePermission(accessOf(c), 'system.status')
    return metricsText(c, metrics)
  }

/** `GET /api/openapi.json` for signed-in callers. */
export const openApiRoute = (openApi: () => unknown): ((c: Ctx) => Response) => {
  let described: string | undefined
  return (c) => {
    described ??= JSON.stringify(openApi())
    return c.body(described, 200, { 'Content-Type': 'application/json; charset=utf-8' })
  }
}
