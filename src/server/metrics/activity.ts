/** Recent activity on records that the caller may read. */
import type { Model, ResourceModel } from '#model/types.ts'
import type { Access } from '../permissions/types.ts'
import { actorNames } from '../store/read/actors.ts'
import { fieldsReadableOn } from '../permissions/fieldsOn.ts'
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
/** Entries queried; more than are shown, since some records are gone or hidden. */
const LOOKED_AT = 60
/** Entries queried when the caller may read only some of the records. */
const LOOKED_AT_OF_MANY = 1000

export interface ActivityEntry {
  readonly at: string
  /** Name of the actor; null for automatic actions, or if the reader may not know it. */
  readonly actor: string | null
  readonly collection: string
  readonly id: string
  readonly title: string
  /** create, update, transition, restore. */
  readonly action: string
  /** For a transition whose state the person may read: the new state. */
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

/** What may be shown of the records of one collection. */
interface Visible {
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
): Promise<Visible> => {
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
  const readable = await fieldsReadableOn(queryOf(db), access, resource, ids)
  return {
    resource,
    titles: new Map(found.map((row) => [row.id, row.title])),
    tellsState: (id) => readable(id).has('state'),
  }
}

/**
 * Returns the newest actions between two instants (ISO 8601), newest first, only the last of each
 * record. Leaves out imports, the server's own writes, and whatever the person may not read.
 */
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
  // Visibility is checked by id for the newest entries only: otherwise all visible records would
  // have to be found first.
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
  const titled = new Set<string>()
  return entries
    .flatMap((e): ActivityEntry[] => {
      const { resource, titles, tellsState } = byEntity.get(e.entity)!
      const title = titles.get(e.record_id)
      // The last action of a record is the most informative.
      if (title === undefined || titled.has(e.record_id)) return []
      titled.add(e.record_id)
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
