import { byCollection } from '#model/compile.ts'
import type { Json, ResourceModel } from '#model/types.ts'
import type { Query } from '../../database/query.ts'
import type { Access } from '../../permissions/types.ts'
import type { RecordData } from '../types.ts'
import { present } from './present.ts'
import type { RuleContext } from './rules.ts'
import type { Unit } from './unit.ts'

/**
 * Key under which a record holds its resource. A symbol: spreading copies it, JSON and
 * `Object.keys` ignore it.
 */
const origin = Symbol('resource of a record')

type Marked = RecordData & { readonly [origin]?: ResourceModel }

/** The record, marked so that `cutRecords` recognises it and its copies. */
export const marked = (resource: ResourceModel, row: RecordData): RecordData =>
  ({ ...row, [origin]: resource }) as Marked

/** A rule's context in which every loaded record passes through `map`. */
export const loading = (
  { rule, parts }: Unit,
  map: (resource: ResourceModel, row: RecordData) => RecordData | Promise<RecordData>,
): RuleContext => {
  const mapped =
    (read: RuleContext['load']): RuleContext['load'] =>
    async (collection, id) => {
      const row = await read(collection, id)
      return row && map(byCollection(parts.model, collection), row)
    }
  return Object.create(rule, {
    load: { value: mapped(rule.load) },
    lock: { value: mapped(rule.lock) },
  }) as RuleContext
}

/**
 * A rule's result in which every marked record, at any depth, keeps only the fields that the caller
 * can read.
 */
export const cutRecords = async (query: Query, value: Json, access: Access): Promise<Json> => {
  if (Array.isArray(value)) return Promise.all(value.map((item) => cutRecords(query, item, access)))
  if (typeof value !== 'object' || value === null) return value
  const { [origin]: resource } = value as Marked
  const cut = resource ? await present(query, resource, value as RecordData, access) : value
  const entries = await Promise.all(
    Object.entries(cut).map(
      async ([name, item]) => [name, await cutRecords(query, item, access)] as const,
    ),
  )
  return Object.fromEntries(entries)
}
