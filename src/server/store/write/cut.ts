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

/** Records that a rule was given, in order; `mark` adds one. */
export interface Witnessed {
  mark(resource: ResourceModel, row: RecordData): RecordData
  readonly records: readonly (readonly [ResourceModel, RecordData])[]
}

/** Starts to remember what a rule is given. */
export const witness = (): Witnessed => {
  const records: (readonly [ResourceModel, RecordData])[] = []
  return {
    records,
    mark(resource, row) {
      records.push([resource, row])
      return marked(resource, row)
    },
  }
}

/** Shorter texts and smaller numbers stand for anything, so they identify no hidden value. */
const LEAST_TEXT = 4
const LEAST_NUMBER = 100

const isTelling = (value: Json): boolean =>
  (typeof value === 'string' && value.length >= LEAST_TEXT) ||
  (typeof value === 'number' && Math.abs(value) >= LEAST_NUMBER)

const collect = (value: Json | undefined, into: Set<Json>): void => {
  if (typeof value === 'object' && value !== null) {
    for (const item of Object.values(value)) collect(item, into)
  } else if (value !== undefined && isTelling(value)) into.add(value)
}

const without = (value: Json, hidden: ReadonlySet<Json>): Json => {
  if (Array.isArray(value)) return value.map((item) => without(item, hidden))
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => [name, without(item, hidden)]),
    )
  }
  return hidden.has(value) ? null : value
}

/**
 * A rule's result without the values of fields that the caller cannot read on the records the rule
 * was given: a value copied out of a record has lost its mark. What the caller sent or can read
 * elsewhere on these records stays.
 */
export const withoutHidden = async (
  query: Query,
  result: Json,
  { records }: Witnessed,
  input: Json,
  access: Access,
): Promise<Json> => {
  if (result === null) return null
  const [hidden, open] = [new Set<Json>(), new Set<Json>()]
  collect(input, open)
  for (const [resource, row] of records) {
    const shown = await present(query, resource, row, access)
    collect(shown, open)
    for (const { name } of resource.fields) {
      if (JSON.stringify(shown[name]) !== JSON.stringify(row[name])) collect(row[name], hidden)
    }
  }
  for (const value of open) hidden.delete(value)
  return hidden.size === 0 ? result : without(result, hidden)
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
