/** Computes the daily rollups of a metric from its records, for everybody and for each tenant. */
import { createHash } from 'node:crypto'
import type { Model } from '#model/types.ts'
import { compileAccess, systemActor } from '../../permissions/access.ts'
import { building, literal, table, type Building } from '../../store/read/statement.ts'
import type { Declared } from '../declared.ts'
import { dayOf, onDay, partsOf, summed, type Part } from '../parts.ts'
import { EVERYBODY, tenantsOf } from './scope.ts'

/** Returns the unique name of a metric. */
export const metricKey = ({ resource, name }: Declared): string => `${resource.collection}.${name}`

/** Returns every metric of the model. */
export const allMetrics = (model: Model): Declared[] =>
  model.resources.flatMap((resource) =>
    Object.entries(resource.metrics ?? {}).map(([name, metric]): Declared => ({
      name,
      resource,
      metric,
    })),
  )

/** Returns a query builder without access restrictions. */
export const everything = (model: Model): Building => {
  const b = building(model, compileAccess(model, systemActor))
  b.volatile = true
  return b
}

const COLUMNS = 'part, scope, day, by_id, currency, value, records'

/**
 * Returns a SELECT of `part, scope, day, by_id, currency, value, records`, for the days in `days`
 * (SQL of a `date[]`) or for all. `zone` is SQL of the zone's name.
 */
export const sourceDays = (
  b: Building,
  declared: Declared,
  zone: string,
  days?: string,
): string => {
  const { resource } = declared
  const tenants = tenantsOf(b.model, resource)
  const from = (part: Part, day: string) =>
    days
      ? `unnest(${days}) d(day) cross join lateral (select * from ${table(resource)} t where ${[...part.where, 't.deleted_at is null', onDay(part, 'd.day', zone)].join(' and ')} offset 0) t`
      : `${table(resource)} t where ${[...part.where, 't.deleted_at is null', `${day} is not null`].join(' and ')}`
  const each = partsOf(b, declared).flatMap((part) => {
    const day = days ? 'd.day' : dayOf(part, zone)
    const sums = (scope: string, source: string) =>
      `select ${literal(part.name)} as part, ${scope} as scope, ${day} as day, ${part.by} as by_id, ${part.currency} as currency, ${summed(part)} as value, count(*) as records from ${source} group by 2, 3, 4, 5`
    const all = sums(`'${EVERYBODY}'::uuid`, from(part, day))
    if (!tenants) return [all]
    const owned = tenants.one ? `(select t.*, ${tenants.one} as tenant_` : `(select t.*, s.tenant_`
    const more = tenants.one
      ? ''
      : ` cross join lateral (select distinct x as tenant_ from unnest(${tenants.many}) x) s`
    const where = [...part.where, 't.deleted_at is null']
    const rows = days
      ? `unnest(${days}) d(day) cross join lateral ${owned} from ${table(resource)} t${more} where ${[...where, onDay(part, 'd.day', zone)].join(' and ')} offset 0) t where t.tenant_ is not null`
      : `${owned} from ${table(resource)} t${more} where ${[...where, `${day} is not null`].join(' and ')} offset 0) t where t.tenant_ is not null`
    return [all, sums('t.tenant_', rows)]
  })
  return `select ${COLUMNS} from (${each.join('\nunion all ')}) x`
}

const prints = new WeakMap<Model, Map<string, string>>()

/** Fingerprint of a metric's declaration: rollups of another declaration are invalid. */
export const fingerprint = (model: Model, declared: Declared): string => {
  const known = prints.get(model) ?? new Map<string, string>()
  prints.set(model, known)
  const key = metricKey(declared)
  let print = known.get(key)
  if (print === undefined) {
    const b = everything(model)
    const text = sourceDays(b, declared, 'zone')
    known.set(
      key,
      (print = createHash('sha256')
        .update(JSON.stringify([text, b.sql.values]))
        .digest('hex')
        .slice(0, 32)),
    )
  }
  return print
}
