import type { Model } from '#model/types.ts'
import { isUuid } from '#model/uuid.ts'
import { auditCsv } from '../audit/csv.ts'
import { auditLog, UNDECLARED, type LogQuery } from '../audit/log.ts'
import { sees, type Queryable } from '../store/read/statement.ts'

import type { Database } from '../database/pool.ts'
import { securityEvent } from '../security/events.ts'
import { newRoutes, type Routes } from '../web/routes.ts'
import { afterNoting } from './exchange.ts'
import { streamed } from './streamed.ts'
import { accessOf, type Ctx } from '../web/context.ts'
import { badQuery, checkedQuery, isInstant, type Checks } from '../web/queryChecks.ts'
import { requirePermission } from '../permissions/require.ts'

const DEFAULT = 50
const MOST = 200
const filters: Checks = {
  person: isUuid,
  from: isInstant,
  to: isInstant,
  entity: () => true,
}
const paged: Checks = {
  ...filters,
  before: (v) => /^\d{1,16}-\d{1,15}$/.test(v),
  limit: (v) => /^\d{1,3}$/.test(v) && Number(v) >= 1 && Number(v) <= MOST,
}

/** The filters of a request; 403 without `system.audit`. */
const asked = (c: Ctx, model: Model, checks: Checks) => {
  const access = accessOf(c)
  requirePermission(access, 'system.audit')
  const { given, wrong } = checkedQuery(c, checks)
  if (
    given.entity !== undefined &&
    !UNDECLARED.includes(given.entity) &&
    !model.resources.some((r) => r.entity === given.entity && sees(access, r))
  ) {
    wrong.push({ path: 'entity', code: 'invalid_value', message: 'There is no such entity.' })
  }
  if (wrong.length) throw badQuery(wrong)
  return given
}

/** `/api/audit?person=&entity=&from=&to=&before=&limit=` and its CSV; requires `system.audit`. */
export const auditRoutes = (db: Database, reads: Queryable, model: Model): Routes =>
  newRoutes()
    .get('/', async (c) => {
      const { limit, ...rest } = asked(c, model, paged)
      const query: LogQuery = { ...rest, limit: limit === undefined ? DEFAULT : Number(limit) }
      return c.json((await auditLog(reads, model, accessOf(c), query)) as never)
    })
    .get('/export.csv', (c) => {
      const query = asked(c, model, filters)
      const noted = securityEvent(db.query, 'export', undefined, { collection: 'audit' })
      return c.body(streamed(afterNoting(noted, auditCsv(reads, model, accessOf(c), query))), 200, {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': 'attachment; filename="audit.csv"',
      })
    })
