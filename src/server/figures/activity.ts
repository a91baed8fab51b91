/** What people did lately with records that somebody may read. */
import type { Model, ResourceModel } from '#model/types.ts'
import type { Access } from '../permissions/types.ts'
import { titleSql } from '../store/read/record.ts'
import { building, finish, liveRows, run, table, type Queryable } from '../store/read/statement.ts'

const SHOWN = 12
/** Of some entries the record is gone or hidden; so more are looked at. */
const LOOKED_AT = 60

export interface Deed {
  readonly at: string
  /** Name of who did it; null where it happened by itself. */
  readonly actor: string | null
  readonly collection: string
  readonly id: string
  readonly title: string
  /** create, update, transition, restore. */
  readonly action: string
  /** Where the deed was a transition that the person may read: the state it led to. */
  readonly state: string | null
}

interface Entry { readonly at: string; readonly actor_name: string | null; readonly channel: string; readonly entity: string; readonly record_id: string; readonly action: string; readonly state: string | null }

const titlesOf = async (db: Queryable, model: Model, access: Access, resource: ResourceModel, ids: readonly string[]): Promise<[ResourceModel, ReadonlyMap<string, string>]> => {
  const b = building(model, access)
  const title = titleSql(b, resource, 't')
  const found = title ? await run<{ id: string; title: string }>(db, finish(b, `select t.id, ${title} as title from ${table(resource)} t where t.id = any(${b.sql.add(ids)}::uuid[]) and ${liveRows(b, resource, 't').join(' and ')}`)) : []
  return [resource, new Map(found.map((row) => [row.id, row.title]))]
}

/** The newest deeds between two moments (ISO 8601), newest first; imports are left out, what the server writes for itself, and whatever the person may not read. */
export const activity = async (db: Queryable, model: Model, access: Access, since: string, now: string): Promise<Deed[]> => {
  const b = building(model, access)
  // Whose rows are many or few is in the values.
  b.volatile = true
  const seen = model.resources.filter((r) => r.path !== '' && access.can(`${r.entity}.read`))
  const whole: string[] = []
  const some: string[] = []
  for (const resource of seen) {
    const [, rows] = liveRows(b, resource, 't')
    if (rows === undefined) whole.push(resource.entity)
    else if (rows !== 'false') some.push(`(a.entity = ${b.sql.add(resource.entity)} and exists (select 1 from ${table(resource)} t where t.id = a.record_id and t.deleted_at is null and ${rows}))`)
  }
  const text = `select to_char(a.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, a.actor_name, a.channel, a.entity, a.record_id, a.action, a.patch->'state'->>1 as state
from audit a where a.at >= ${b.sql.add(since)}::timestamptz and a.at <= ${b.sql.add(now)}::timestamptz and a.action in ('create', 'update', 'transition', 'restore') and (a.channel <> 'system' or a.action = 'transition') and (${[`a.entity = any(${b.sql.add(whole)}::text[])`, ...some].join(' or ')})
order by a.at desc, a.seq desc limit ${LOOKED_AT}`
  const entries = await run<Entry>(db, finish(b, text))
  const byEntity = new Map(await Promise.all([...new Set(entries.map((e) => e.entity))].map(async (entity) => {
    const found = await titlesOf(db, model, access, seen.find((r) => r.entity === entity)!, entries.flatMap((e) => (e.entity === entity ? [e.record_id] : [])))
    return [entity, found] as const
  })))
  return entries.flatMap((e): Deed[] => {
    const [resource, titles] = byEntity.get(e.entity)!
    const title = titles.get(e.record_id)
    if (title === undefined) return []
    const state = e.action === 'transition' && access.readable(resource).has('state') ? e.state : null
    return [{ at: e.at, actor: e.channel === 'system' ? null : e.actor_name, collection: resource.collection, id: e.record_id, title, action: e.action, state }]
  }).slice(0, SHOWN)
}
