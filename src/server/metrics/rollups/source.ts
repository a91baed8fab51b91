/** The days of a metric as its records say, for everybody and for each tenant. */
import { createHash } from 'node:crypto'
import type { Model } from '#model/types.ts'
import { compileAccess, systemActor } from '../../permissions/access.ts'
import { building, literal, table, type Building } from '../../store/read/statement.ts'
import type { Declared } from '../declared.ts'
import { dayOf, onDay, partsOf, summed, type Part } from '../parts.ts'
import { EVERYBODY, tenantsOf } from './scope.ts'

/** Name of a metric among all entities'. */
export const metricKey = ({ resource, name }: Declared): string => `${resource.collection}.${name}`

/** Every metric of the model. */
export const allMetrics = (model: Model): Declared[] =>
  model.resources.flatMap((resource) =>
    Object.entries(resource.metrics ?? {}).map(([name, metric]): Declared => ({
      name,
      resource,
      metric,
    })),
  )

/** A statement under construction that sees everything. */
export const everything = (model: Model): Building => {
  const b = building(model, compileAccess(model, systemActor))
  b.volatile = true
  return b
}

const COLUMNS = 'part, scope, day, by_id, currency, value, records'

/** A SELECT of `part, scope, day, by_id, currency, value, records`; of the days in `days` (SQL of a `date[]`), or of all. `zone` is SQL of the zone's name. */
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

/** Tells one declaration of a metric from another: days made by one say nothing of the other. */
export const printOf = (model: Model, declared: Declared): string => {
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
