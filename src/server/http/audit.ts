import { own } from '#schemas/define/own.ts'
import type { Model } from '#model/types.ts'
import { isUuid } from '#model/filterValue.ts'
import { auditLog, ORGANISATION, type LogQuery } from '../audit/log.ts'
import { sees, type Queryable } from '../store/read/statement.ts'
import { badQuery, need } from './collections.ts'
import { accessOf, type Ctx } from './context.ts'

const DEFAULT = 50
const MOST = 200
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,6})?)?(Z|[+-]\d\d:\d\d)$/

const checks: Readonly<Record<string, (value: string) => boolean>> = {
  person: isUuid,
  from: (v) => INSTANT.test(v) && !Number.isNaN(Date.parse(v)),
  to: (v) => INSTANT.test(v) && !Number.isNaN(Date.parse(v)),
  before: (v) => /^\d{1,16}-\d{1,15}$/.test(v),
  limit: (v) => /^\d{1,3}$/.test(v) && Number(v) >= 1 && Number(v) <= MOST,
  entity: () => true,
}

/** `GET /api/audit?person=&entity=&from=&to=&before=&limit=`: the audit log, for those who hold `system.audit`. */
export const auditRoute =
  (db: Queryable, model: Model) =>
  async (c: Ctx): Promise<Response> => {
    const access = accessOf(c)
    need(access, 'system.audit')
    const given = Object.fromEntries(new URL(c.req.url).searchParams)
    const wrong = Object.entries(given).flatMap(([path, value]) => {
      const check = own(checks, path)
      return !check
        ? [{ path, code: 'unknown_name', message: `"${path}" is not a parameter here.` }]
        : check(value)
          ? []
          : [{ path, code: 'invalid_value', message: 'This value does not fit.' }]
    })
    if (
      given.entity !== undefined &&
      given.entity !== ORGANISATION &&
      !model.resources.some((r) => r.entity === given.entity && sees(access, r))
    )
      wrong.push({ path: 'entity', code: 'invalid_value', message: 'There is no such entity.' })
    if (wrong.length) throw badQuery(wrong)
    const { limit, ...rest } = given
    return c.json(
      (await auditLog(db, model, access, {
        ...rest,
        limit: limit === undefined ? DEFAULT : Number(limit),
      } as LogQuery)) as never,
    )
  }
