import type { Model } from '#model/types.ts'
import { isUuid } from '#model/uuid.ts'
import { auditLog, UNDECLARED, type LogQuery } from '../audit/log.ts'
import { sees, type Queryable } from '../store/read/statement.ts'

import { accessOf, type Ctx } from '../web/context.ts'
import { badQuery, checkedQuery, isInstant, type Checks } from '../web/queryChecks.ts'
import { requirePermission } from '../permissions/require.ts'

const DEFAULT = 50
const MOST = 200
const checks: Checks = {
  person: isUuid,
  from: isInstant,
  to: isInstant,
  before: (v) => /^\d{1,16}-\d{1,15}$/.test(v),
  limit: (v) => /^\d{1,3}$/.test(v) && Number(v) >= 1 && Number(v) <= MOST,
  entity: () => true,
}

/**
 * `GET /api/audit?person=&entity=&from=&to=&before=&limit=`: the audit log; requires
 * `system.audit`.
 */
export const auditRoute =
  (db: Queryable, model: Model) =>
  async (c: Ctx): Promise<Response> => {
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
    const { limit, ...rest } = given
    return c.json(
      (await auditLog(db, model, access, {
        ...rest,
        limit: limit === undefined ? DEFAULT : Number(limit),
      } as LogQuery)) as never,
    )
  }
