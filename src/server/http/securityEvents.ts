import { isUuid } from '#model/uuid.ts'
import type { Model } from '#model/types.ts'
import type { Database } from '../database/pool.ts'
import { securityEvent, securityKinds } from '../security/events.ts'
import { securityCsv, securityLog, type SecurityQuery } from '../security/log.ts'

import { accessOf } from '../web/context.ts'
import { streamed } from './streamed.ts'
import { afterNoting } from './exchange.ts'
import { isInstant, queryOf, type Checks } from '../web/queryChecks.ts'
import { newRoutes, type Routes } from '../web/routes.ts'
import { requirePermission } from '../permissions/require.ts'

const DEFAULT = 50
const MOST = 200

const filters: Checks = {
  kind: (v) => securityKinds.some((kind) => kind === v),
  person: isUuid,
  address: (v) => v.length <= 64,
  from: isInstant,
  to: isInstant,
}
const paged: Checks = {
  ...filters,
  before: (v) => /^\d{1,16}_[0-9a-f-]{36}$/.test(v) && isUuid(v.slice(v.indexOf('_') + 1)),
  limit: (v) => /^\d{1,3}$/.test(v) && Number(v) >= 1 && Number(v) <= MOST,
}

/** `/api/security-events` and its CSV; requires `system.audit`. */
export const securityEventRoutes = (db: Database, model: Model): Routes =>
  newRoutes()
    .get('/', async (c) => {
      requirePermission(accessOf(c), 'system.audit')
      const { limit, ...rest } = queryOf(c, paged)
      const query: SecurityQuery = { ...rest, limit: limit === undefined ? DEFAULT : Number(limit) }
      return c.json((await securityLog(db, model, accessOf(c), query)) as never)
    })
    .get('/export.csv', (c) => {
      requirePermission(accessOf(c), 'system.audit')
      const query = queryOf(c, filters)
      const noted = securityEvent(db.query, 'export', undefined, { collection: 'security-events' })
      return c.body(streamed(afterNoting(noted, securityCsv(db, model, accessOf(c), query))), 200, {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': 'attachment; filename="security-events.csv"',
      })
    })
