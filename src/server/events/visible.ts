import type { Model, ResourceModel } from '#model/types.ts'
import { isStandard } from '#model/standard.ts'
import type { Query } from '../database/query.ts'
import type { Access, SqlValues } from '../permissions/types.ts'
import type { Change } from './changes.ts'
import { formatPosition } from './position.ts'

/** What a receiver learns of a change: no values, only names of fields they may read. */
export interface LiveEvent { readonly collection: string; readonly id: string; readonly version: number; readonly action: string; readonly changed: readonly string[] }

/** One who listens: their rights, and the collections they asked for (undefined = all). */
export interface Receiver { readonly access: Access; readonly collections: ReadonlySet<string> | undefined }

const sqlValues = (first: unknown): SqlValues => {
  const values: unknown[] = [first]
  return { values, add: (value) => `$${values.push(value)}` }
}

/** A row rule as text and parameters, the same for all receivers of one scope. */
const rowRule = (resource: ResourceModel, access: Access, ids: readonly string[]): { text: string; sql: SqlValues } => {
  const sql = sqlValues(ids)
  return { text: access.rows(resource, 't', sql, 'read', `${resource.entity}.list`), sql }
}

/**
 * Decides who sees which of a batch of changes. Visible rows are asked for once per collection and scope, not per receiver:
 * a batch lives as long as one look of the tail.
 */
export const visibility = (query: Query, model: Model, changes: readonly Change[]) => {
  const byEntity = new Map(model.resources.map((r) => [r.entity, r]))
  const idsOf = new Map<string, string[]>()
  for (const change of changes) idsOf.set(change.entity, [...(idsOf.get(change.entity) ?? []), change.recordId])
  const asked = new Map<string, Promise<ReadonlySet<string>>>()

  const visibleIds = (resource: ResourceModel, access: Access): Promise<ReadonlySet<string>> => {
    const ids = idsOf.get(resource.entity) ?? []
    const { text, sql } = rowRule(resource, access, ids)
    if (text === 'true') return Promise.resolve(new Set(ids))
    if (text === 'false') return Promise.resolve(new Set())
    const key = JSON.stringify([resource.table, text, sql.values.slice(1)])
    const known = asked.get(key)
    if (known) return known
    const answer = query<{ id: string }>(`select t.id from "${resource.table}" t where t.id = any($1::uuid[]) and (${text})`, sql.values as unknown[]).then(({ rows }) => new Set(rows.map((r) => r.id)))
    asked.set(key, answer)
    return answer
  }

  return async ({ access, collections }: Receiver): Promise<{ change: Change; event: LiveEvent }[]> => {
    const seen: { change: Change; event: LiveEvent }[] = []
    for (const change of changes) {
      const resource = byEntity.get(change.entity)
      if (!resource || (collections && !collections.has(resource.collection)) || !access.can(`${resource.entity}.list`)) continue
      if (!(await visibleIds(resource, access)).has(change.recordId)) continue
      const readable = access.readable(resource)
      const changed = change.fields.filter((f) => readable.has(f) || isStandard(f))
      // Someone changed only what this receiver may not read: for them nothing happened.
      if (change.action === 'update' && change.fields.length && !changed.length) continue
      seen.push({ change, event: { collection: resource.collection, id: change.recordId, version: change.version, action: change.action, changed } })
    }
    return seen
  }
}

/** An event as Server-Sent Events write it. */
export const asFrame = ({ change, event }: { change: Change; event: LiveEvent }): string => `id: ${formatPosition(change)}\nevent: change\ndata: ${JSON.stringify(event)}\n\n`
