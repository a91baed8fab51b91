import { createHash } from 'node:crypto'
import type { Model, ResourceModel } from '#model/types.ts'
import { isStandard } from '#model/standard.ts'
import type { Query } from '../database/query.ts'
import { quoteName, sqlValues } from '../permissions/rowRules.ts'
import type { Access, SqlValues } from '../permissions/types.ts'
import type { Change } from './changes.ts'

/** What a receiver gets of a change: no values, only the names of fields they may read. */
export interface LiveEvent {
  readonly collection: string
  readonly id: string
  readonly version: number
  readonly action: string
  readonly changed: readonly string[]
}

/** A listener: their access, and the collections they requested (undefined = all). */
export interface Receiver {
  readonly access: Access
  readonly collections: ReadonlySet<string> | undefined
}

/**
 * Returns a row rule as text and parameters after one first parameter; the same for all receivers
 * of one scope.
 */
const rowRule = (
  resource: ResourceModel,
  access: Access,
  first: unknown,
  action: 'list' | 'read',
): { text: string; sql: SqlValues } => {
  const sql = sqlValues(first)
  return { text: access.rows(resource, 't', sql, 'read', `${resource.entity}.${action}`), sql }
}

/**
 * Digest of everything that decides what a receiver sees of any event: receivers with the same
 * digest see the same, so their events are computed once.
 */
export const classOf = (model: Model, { access, collections }: Receiver): string => {
  const digest = createHash('sha256')
  for (const resource of model.resources) {
    const asked = !collections || collections.has(resource.collection)
    // Every signal depends on whether people may be named, whatever was requested.
    if (!asked && !resource.person) continue
    const may = (['list', 'read'] as const).map((action) => {
      if (!access.can(`${resource.entity}.${action}`)) return null
      const { text, sql } = rowRule(resource, access, null, action)
      return [text, sql.values]
    })
    digest.update(
      JSON.stringify([
        resource.entity,
        asked,
        may,
        may.some(Boolean) ? [...access.readable(resource)].sort() : [],
        access.narrowed(resource, 'read').map((group) => {
          const sql = sqlValues(null)
          return [[...group.fields].sort(), group.rows('t', sql), sql.values]
        }),
      ]),
    )
  }
  return digest.digest('base64')
}

/** Records by id. */
interface Ids {
  has(id: string): boolean
}
const every: Ids = { has: () => true }
const none: Ids = { has: () => false }

/**
 * Decides who sees which of a batch of changes: returns, per receiver, a function from each change
 * to what the receiver gets of it, undefined for nothing. Visible rows are queried once per
 * collection and scope, not per receiver or change: a batch lives as long as one poll of the tail.
 */
export const visibility = (query: Query, model: Model, changes: readonly Change[]) => {
  const idsOf = new Map<string, Set<string>>()
  for (const { entity, recordId } of changes) {
    const ids = idsOf.get(entity)
    if (ids) ids.add(recordId)
    else idsOf.set(entity, new Set([recordId]))
  }
  const changed = model.resources.filter((r) => idsOf.has(r.entity))
  const asked = new Map<string, Promise<Ids>>()

  const visibleRows = async (resource: ResourceModel, access: Access): Promise<Ids> => {
    const { text, sql } = rowRule(resource, access, idsOn(resource), 'list')
    return rowsWhere(resource, text, sql)
  }
  const idsOn = (resource: ResourceModel): string[] => [...(idsOf.get(resource.entity) ?? [])]
  const rowsWhere = async (resource: ResourceModel, text: string, sql: SqlValues): Promise<Ids> => {
    if (text === 'true') return every
    if (text === 'false') return none
    const key = JSON.stringify([resource.table, text, sql.values.slice(1)])
    let found = asked.get(key)
    if (!found) {
      found = query<{ id: string }>(
        `select t.id from ${quoteName(resource.table)} t where t.id = any($1::uuid[]) and (${text})`,
        sql.values as unknown[],
      ).then(({ rows }) => new Set(rows.map((r) => r.id)))
      asked.set(key, found)
    }
    return found
  }

  /** Returns whether the receiver may read a field of one of the changed records. */
  const readableFields = async (
    resource: ResourceModel,
    access: Access,
  ): Promise<(field: string, id: string) => boolean> => {
    const all = access.readable(resource)
    const groups = await Promise.all(
      access.narrowed(resource, 'read').map(async (group) => {
        const sql = sqlValues(idsOn(resource))
        return { fields: group.fields, ids: await rowsWhere(resource, group.rows('t', sql), sql) }
      }),
    )
    return (field, id) =>
      all.has(field) && groups.every((g) => !g.fields.has(field) || g.ids.has(id))
  }

  return async ({
    access,
    collections,
  }: Receiver): Promise<(change: Change) => LiveEvent | undefined> => {
    const open = new Map<
      string,
      { collection: string; rows: Ids; reads: (field: string, id: string) => boolean }
    >()
    for (const resource of changed) {
      if (
        (collections && !collections.has(resource.collection)) ||
        !access.can(`${resource.entity}.list`)
      ) {
        continue
      }
      open.set(resource.entity, {
        collection: resource.collection,
        rows: await visibleRows(resource, access),
        reads: await readableFields(resource, access),
      })
    }
    return ({ entity, recordId, version, action, fields }) => {
      const seen = open.get(entity)
      if (!seen?.rows.has(recordId)) return undefined
      const names = fields.filter((f) => isStandard(f) || seen.reads(f, recordId))
      // Only fields that this receiver may not read were changed: they get no event.
      if (action === 'update' && fields.length && !names.length) return undefined
      return { collection: seen.collection, id: recordId, version, action, changed: names }
    }
  }
}

/**
 * Returns a function telling whether a receiver may read this record (and requested its
 * collection). Nobody gets signals about records in the trash.
 */
export const readersOf = (query: Query, model: Model, collection: string, id: string) => {
  const resource = model.resources.find((r) => r.collection === collection)
  const asked = new Map<string, Promise<boolean>>()
  return async ({ access, collections }: Receiver): Promise<boolean> => {
    if (
      !resource ||
      (collections && !collections.has(collection)) ||
      !access.can(`${resource.entity}.read`)
    ) {
      return false
    }
    const { text, sql } = rowRule(resource, access, id, 'read')
    const key = JSON.stringify([text, sql.values.slice(1)])
    let found = asked.get(key)
    if (!found) {
      found = query(
        `select 1 from ${quoteName(resource.table)} t where t.id = $1 and t.deleted_at is null and (${text})`,
        sql.values as unknown[],
      ).then(({ rows }) => rows.length > 0)
      asked.set(key, found)
    }
    return found
  }
}
