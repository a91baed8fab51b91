import { isDeepStrictEqual } from 'node:util'
import { traits } from '#schemas/define/kinds.ts'
import { columnsOf, snake } from '#model/columns.ts'
import { searchText } from '#model/fold.ts'
import { standardFields } from '#model/standard.ts'
import type { FieldModel, Json, ResourceModel } from '#model/types.ts'
import type { RecordData } from '../types.ts'
import type { Values } from './rules.ts'

/** A row as the driver answers it. */
export type DatabaseRow = Readonly<Record<string, unknown>>

const valueOf = (field: FieldModel, row: DatabaseRow): Json => {
  const [first, second] = columnsOf(field)
  if (second === undefined) return (row[first!] ?? null) as Json
  return row[first!] === null || row[first!] === undefined ? null : { amount: row[first!] as number, currency: row[second] as string }
}

/** A record with all its fields, secrets included: for the server's own use only. */
export const fromRow = (resource: ResourceModel, row: DatabaseRow): RecordData =>
  Object.fromEntries([...standardFields, ...resource.fields].map((f) => [f.name, valueOf(f, row)])) as RecordData

const columnValues = (field: FieldModel, value: Json): [string, Json][] => {
  const [first, second] = columnsOf(field)
  if (second === undefined) return [[first!, value]]
  const money = value as { amount: number; currency: string } | null
  return [[first!, money?.amount ?? null], [second, money?.currency ?? null]]
}

/** Content of the `search` column. */
export const searchOf = (resource: ResourceModel, record: Values): string =>
  searchText(resource.list.search.map((name) => { const v = record[name]; return typeof v === 'string' ? v : null }))

/** All columns of a record as one JSON object, for `json_populate_record`. */
export const toColumns = (resource: ResourceModel, record: RecordData): Record<string, Json> => ({
  id: record.id, version: record.version, deleted_at: record.deletedAt ?? null, search: searchOf(resource, record),
  ...Object.fromEntries(resource.fields.flatMap((f) => columnValues(f, record[f.name] ?? null))),
})

/** Columns of a resource's fields, without the standard ones. */
export const fieldColumns = (resource: ResourceModel): string[] => resource.fields.flatMap((f) => [...columnsOf(f)])

/** Every column of a record, named: a prepared `*` breaks when a migration adds a column beside running processes. */
export const selected = (resource: ResourceModel, alias: string): string =>
  [...standardFields.map((f) => snake(f.name)), ...fieldColumns(resource)].map((c) => `${alias}."${c}"`).join(', ')

/** The form in which the database gives a value back, so that sending what is there already changes nothing. */
export const canonical = (field: FieldModel, value: unknown): Json => {
  if (value === undefined || value === null) return null
  if (field.kind === 'instant') return new Date(value as string).toISOString()
  const { storage } = traits(field.kind)
  if (storage === 'uuid') return (value as string).toLowerCase()
  if (storage === 'uuid[]') return (value as string[]).map((id) => id.toLowerCase())
  return Object.is(value, -0) ? 0 : (value as Json)
}

/** Values of a validated body in that form; names that are no fields are dropped. */
export const canonicalValues = (resource: ResourceModel, values: Readonly<Record<string, unknown>>): Record<string, Json> =>
  Object.fromEntries(resource.fields.filter((f) => Object.hasOwn(values, f.name)).map((f) => [f.name, canonical(f, values[f.name])]))

/** Fields in which two states of a record differ. */
export const differing = (resource: ResourceModel, before: Values | null, after: Values | null): Set<string> =>
  new Set(resource.fields.map((f) => f.name).filter((name) => !isDeepStrictEqual(before?.[name] ?? null, after?.[name] ?? null)))
