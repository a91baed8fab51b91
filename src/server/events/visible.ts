import { createHash } from 'node:crypto'
import type { Model, ResourceModel } from '#model/types.ts'
import { isStandard } from '#model/standard.ts'
import type { Query } from '../database/query.ts'
import { quoteName } from '../permissions/rowRules.ts'
import type { Access, SqlValues } from '../permissions/types.ts'
import type { Change } from './changes.ts'

/** What a receiver learns of a change: no values, only names of fields they may read. */
export interface LiveEvent { readonly collection: string; readonly id: string; readonly version: number; readonly action: string; readonly changed: readonly string[] }

/** One who listens: their rights, and the collections they asked for (undefined = all). */
export interface Receiver { readonly access: Access; readonly collections: ReadonlySet<string> | undefined }

const sqlValues = (...first: unknown[]): SqlValues => {
  const values: unknown[] = [...first]
  return { values, add: (value) => `$${values.push(value)}` }
}

/** A row rule as text and parameters behind one first parameter, the same for all receivers of one scope. */
const rowRule = (resource: ResourceModel, access: Access, first: unknown, action: 'list' | 'read'): { text: string; sql: SqlValues } => {
  const sql = sqlValues(first)
  return { text: access.rows(resource, 't', sql, 'read', `${resource.entity}.${action}`), sql }
}

/**
 * Everything of a receiver that decides what they see of any event, as one short text: receivers with the same text see the
 * same, so what one of them is sent is worked out once for all of them.
 */
export const classOf = (model: Model, { access, collections }: Receiver): string => {
  const digest = createHash('sha256')
  for (const resource of model.resources) {
    if (collections && !collections.has(resource.collection)) continue
    const may = (['list', 'read'] as const).map((action) => {
      if (!access.can(`${resource.entity}.${action}`)) return null
      const { text, sql } = rowRule(resource, access, null, action)
      return [text, sql.values]
    })
    digest.update(JSON.stringify([resource.entity, may, may.some(Boolean) ? [...access.readable(resource)].sort() : []]))
  }
  return digest.digest('base64')
}

/**
 * Decides who sees which of a batch of changes. Visible rows are asked for once per collection and scope, not per receiver:
 * a batch lives as long as one look of the tail.
 */
export const visibility = (query: Query, model: Model, changes: readonly Change[]) => {
  const byEntity = new Map(model.resources.map((r) => [r.entity, r]))
  const idsOf = new Map<string, string[]>()
  for (const change of changes) {
    const ids = idsOf.get(change.entity)
    if (ids) ids.push(change.recordId)
    else idsOf.set(change.entity, [change.recordId])
  }
  const asked = new Map<string, Promise<ReadonlySet<string>>>()

  const visibleIds = (resource: ResourceModel, access: Access): Promise<ReadonlySet<string>> => {
    const ids = idsOf.get(resource.entity) ?? []
    const { text, sql } = rowRule(resource, access, ids, 'list')
    if (text === 'true') return Promise.resolve(new Set(ids))
    if (text === 'false') return Promise.resolve(new Set())
    const key = JSON.stringify([resource.table, text, sql.values.slice(1)])
    const known = asked.get(key)
    if (known) return known
    const answer = query<{ id: string }>(`select t.id from ${quoteName(resource.table)} t where t.id = any($1::uuid[]) and (${text})`, sql.values as unknown[]).then(({ rows }) => new Set(rows.map((r) => r.id)))
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

/** Answers for one record whether a receiver may read it (and asked for its collection). Records in the trash are nobody's. */
export const readersOf = (query: Query, model: Model, collection: string, id: string) => {
  const resource = model.resources.find((r) => r.collection === collection)
  const asked = new Map<string, Promise<boolean>>()
  return async ({ access, collections }: Receiver): Promise<boolean> => {
    if (!resource || (collections && !collections.has(collection)) || !access.can(`${resource.entity}.read`)) return false
    const { text, sql } = rowRule(resource, access, id, 'read')
    const key = JSON.stringify([text, sql.values.slice(1)])
    let answer = asked.get(key)
    if (!answer) {
      answer = query(`select 1 from ${quoteName(resource.table)} t where t.id = $1 and t.deleted_at is null and (${text})`, sql.values as unknown[]).then(({ rows }) => rows.length > 0)
      asked.set(key, answer)
    }
    return answer
  }
}
