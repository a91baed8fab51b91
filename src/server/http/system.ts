import type { Query } from '../database/query.ts'
import type { Metrics } from './metrics.ts'
import { Problem } from './problem.ts'
import { newRoutes, type Routes } from './routes.ts'

/** What the calls about the server itself need. */
export interface SystemParts {
  readonly db: { readonly query: Query }
  readonly metrics: Metrics
  readonly openApi: () => unknown
}

/** The process, the database, the counts and the description of the API; no sign-in. */
export const systemRoutes = ({ db, metrics, openApi }: SystemParts): Routes => {
  let described: string | undefined
  return newRoutes()
    .get('/health', (c) => c.json({ status: 'ok' }, 200, { 'Cache-Control': 'no-store' }))
    .get('/ready', async (c) => {
      await db.query('select 1').catch(() => {
        throw new Problem(503, 'unavailable', 'The database does not answer.', {
          headers: { 'Retry-After': '5' },
        })
      })
      return c.json({ status: 'ready' }, 200, { 'Cache-Control': 'no-store' })
    })
    .get('/metrics', (c) =>
      c.body(metrics.text(), 200, {
        'Content-Type': 'text/plain; version=0.0.4; charset=utf-8',
        'Cache-Control': 'no-store',
      }),
    )
    .get('/openapi.json', (c) => {
      described ??= JSON.stringify(openApi())
      return c.body(described, 200, {
        'Content-Type': 'application/json; charset=utf-8',
        'Cache-Control': 'no-cache',
      })
    })
}
