/** What people did lately with records that somebody may read. */
import type { Model, ResourceModel } from '#model/types.ts'
import type { Access } from '../permissions/types.ts'
import { actorNames } from '../store/read/actors.ts'
import { fieldsOn } from '../permissions/fieldsOn.ts'
import { titleOpen, titleSql } from '../store/read/record.ts'
import {
  building,
  finish,
  rowsFrom,
  liveRows,
  queryOf,
  run,
  type Queryable,
} from '../store/read/statement.ts'

const SHOWN = 12
/** Of some entries the record is gone or hidden; so more are looked at. */
const LOOKED_AT = 60
/** Where only some of the records are theirs. */
const LOOKED_AT_OF_MANY = 1000

export interface ActivityEntry {
  readonly at: string
  /** Name of who did it; null where it happened by itself, or the reader may not know. */
  readonly actor: string | null
  readonly collection: string
  readonly id: string
  readonly title: string
  /** create, update, transition, restore. */
  readonly action: string
  /** Where the action was a transition that the person may read: the state it led to. */
  readonly state: string | null
}

interface Entry {
  readonly at: string
  readonly actor_id: string | null
  readonly actor_name: string | null
  readonly entity: string
  readonly record_id: string
  readonly action: string
  readonly state: string | null
}

/** What of the records of one collection may be told. */
interface Told {
  readonly resource: ResourceModel
  readonly titles: ReadonlyMap<string, string>
  tellsState(id: string): boolean
}

const toldOf = async (
  db: Queryable,
  model: Model,
  access: Access,
  resource: ResourceModel,
  ids: readonly string[],
): Promise<Told> => {
  const b = building(model, access)
  const title = titleSql(b, resource, 't')
  const found = title
    ? await run<{ id: string; title: string }>(
        db,
        finish(
          b,
          `select t.id, ${title} as title from ${rowsFrom(b, resource, 't')} where t.id = any(${b.sql.add(ids)}::uuid[]) and ${[...liveRows(b, resource, 't'), ...titleOpen(b, resource, 't')].join(' and ')}`,
        ),
      )
    : []
  const readable = await fieldsOn(queryOf(db), access, resource, ids, 'read')
  return {
    resource,
    titles: new Map(found.map((row) => [row.id, row.title])),
    tellsState: (id) => readable(id).has('state'),
  }
}

/** The newest actions between two moments (ISO 8601), newest first, of each record the last; imports are left out, what the server writes for itself, and whatever the person may not read. */
export const activity = async (
  db: Queryable,
  model: Model,
  access: Access,
  since: string,
  now: string,
): Promise<ActivityEntry[]> => {
  const b = building(model, access)
  const seen = model.resources.filter((r) => r.path !== '' && access.can(`${r.entity}.read`))
  const all = seen.every((r) => liveRows(building(model, access), r, 't').length === 1)
  // Which of the newest they may see is looked up by their ids: the other way round, all they may see would have to be found first.
  const text = `select to_char(a.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, a.actor_id, a.actor_name, a.entity, a.record_id, a.action, a.patch->'state'->>1 as state
from audit a where a.at >= ${b.sql.add(since)}::timestamptz and a.at <= ${b.sql.add(now)}::timestamptz and a.action in ('create', 'update', 'transition', 'restore') and (a.channel <> 'system' or a.action = 'transition')
 and a.entity = any(${b.sql.add(seen.map((r) => r.entity))}::text[]) order by a.at desc, a.seq desc limit ${all ? LOOKED_AT : LOOKED_AT_OF_MANY}`
  const entries = await run<Entry>(db, finish(b, text))
  const byEntity = new Map(
    await Promise.all(
      [...new Set(entries.map((e) => e.entity))].map(async (entity) => {
        const found = await toldOf(
          db,
          model,
          access,
          seen.find((r) => r.entity === entity)!,
          [...new Set(entries.flatMap((e) => (e.entity === entity ? [e.record_id] : [])))],
        )
        return [entity, found] as const
      }),
    ),
  )
  const named = await actorNames(
    db,
    model,
    access,
    entries.map((e) => e.actor_id),
  )
  const told = new Set<string>()
  return entries
    .flatMap((e): ActivityEntry[] => {
      const { resource, titles, tellsState } = byEntity.get(e.entity)!
      const title = titles.get(e.record_id)
      // Of what happened to one record the last tells most.
      if (title === undefined || told.has(e.record_id)) return []
      told.add(e.record_id)
      const state = e.action === 'transition' && tellsState(e.record_id) ? e.state : null
      return [
        {
          at: e.at,
          actor: e.actor_id === null ? null : named({ id: e.actor_id, name: e.actor_name }).name,
          collection: resource.collection,
          id: e.record_id,
          title,
          action: e.action,
          state,
        },
      ]
    })
    .slice(0, SHOWN)
}
