import { isDeepStrictEqual } from 'node:util'
import { traits } from '#schemas/define/kinds.ts'
import { isSealed } from '#schemas/define/sealed.ts'
import { columnsOf, snake } from '#model/columns.ts'
import { searchText } from '#model/fold.ts'
import { standardFields } from '#model/standard.ts'
import type { FieldModel, Json, ResourceModel } from '#model/types.ts'
import { vaultOf } from '../../secrets/vaults.ts'
import { storedJson } from '../read/record.ts'
import type { RecordData } from '../types.ts'
import type { Values } from './rules.ts'

/**
 * A row of `selected`: its record as JSON text, which is much cheaper for the driver than as many
 * columns.
 */
export interface StoredRow {
  readonly record: string
}

/** The columns of a field; `second` holds the currency of money. */
interface Place {
  readonly field: FieldModel
  readonly first: string
  readonly second: string | undefined
}
interface Layout {
  readonly own: readonly Place[]
  readonly ownColumns: readonly string[]
}

const layouts = new WeakMap<ResourceModel, Layout>()

// Memoised: every write needs it several times.
const layoutOf = (resource: ResourceModel): Layout => {
  let layout = layouts.get(resource)
  if (!layout) {
    const place = (field: FieldModel): Place => {
      const [first, second] = columnsOf(field)
      return { field, first: first!, second }
    }
    const own = resource.fields.map(place)
    layouts.set(
      resource,
      (layout = {
        own,
        ownColumns: own.flatMap((p) => (p.second === undefined ? [p.first] : [p.first, p.second])),
      }),
    )
  }
  return layout
}

/**
 * A record with all (or the selected) fields, secrets still sealed: for the server's own use only.
 */
export const fromRow = <R = RecordData>(row: StoredRow): R => JSON.parse(row.record) as R

/** Secrets are encrypted when they become columns, so no rule has to handle encryption. */
const stored = (resource: ResourceModel, { field, first }: Place, id: string, value: Json): Json =>
  field.kind === 'secret' && typeof value === 'string' && !isSealed(value)
    ? vaultOf(resource).seal({ table: resource.table, column: first, id }, value)
    : value

/** Content of the `search` column. */
export const searchOf = (resource: ResourceModel, record: Values): string =>
  searchText(
    resource.list.search.map((name) => {
      const v = record[name]
      return typeof v === 'string' ? v : null
    }),
  )

/** All columns of a record as one JSON object, for `json_populate_record`. */
export const toColumns = (resource: ResourceModel, record: RecordData): Record<string, Json> => {
  const columns: [string, Json][] = [
    ['id', record.id],
    ['version', record.version],
    ['deleted_at', record.deletedAt ?? null],
    ['created_at', record.createdAt ?? null],
    ['search', searchOf(resource, record)],
  ]
  for (const place of layoutOf(resource).own) {
    const value = stored(resource, place, record.id, record[place.field.name] ?? null)
    if (place.second === undefined) columns.push([place.first, value])
    else {
      const money = value as { amount: number; currency: string } | null
      columns.push([place.first, money?.amount ?? null], [place.second, money?.currency ?? null])
    }
  }
  return Object.fromEntries(columns)
}

/** Columns of a resource's fields, without the standard ones. */
export const fieldColumns = (resource: ResourceModel): readonly string[] =>
  layoutOf(resource).ownColumns

/** Every field of a record, or the named ones, as one column. */
export const selected = (
  resource: ResourceModel,
  alias: string,
  only?: ReadonlySet<string>,
): string => {
  if (only) {
    return `${storedJson(
      [...standardFields, ...resource.fields].filter((f) => only.has(f.name)),
      alias,
    )} AS record`
  }
  const known = lists.get(resource) ?? new Map<string, string>()
  lists.set(resource, known)
  let list = known.get(alias)
  if (list === undefined) {
    known.set(
      alias,
      (list = `${storedJson([...standardFields, ...resource.fields], alias)} AS record`),
    )
  }
  return list
}

const lists = new WeakMap<ResourceModel, Map<string, string>>()

/** The value as the database returns it, so that sending the current value changes nothing. */
export const canonical = (field: FieldModel, value: unknown): Json => {
  if (value === undefined || value === null) return null
  if (field.kind === 'instant') return new Date(value as string).toISOString()
  const { storage } = traits(field.kind)
  if (storage === 'uuid') return (value as string).toLowerCase()
  if (storage === 'uuid[]') return (value as string[]).map((id) => id.toLowerCase())
  return Object.is(value, -0) ? 0 : (value as Json)
}

/** Values of a validated body in that form; drops unknown names. */
export const canonicalValues = (
  resource: ResourceModel,
  values: Readonly<Record<string, unknown>>,
): Record<string, Json> =>
  Object.fromEntries(
    resource.fields
      .filter((f) => Object.hasOwn(values, f.name))
      .map((f) => [f.name, canonical(f, values[f.name])]),
  )

/**
 * True when a clear-text secret equals the stored one. An unreadable stored secret counts as
 * different.
 */
const isStored = (
  resource: ResourceModel,
  name: string,
  was: Json,
  is: Json,
  id: Json,
): boolean => {
  if (typeof was !== 'string' || typeof is !== 'string' || typeof id !== 'string') {
    return false
  }
  if (!isSealed(was) || isSealed(is)) {
    return false
  }
  const vault = vaultOf(resource)
  return (
    vault.holds(was) && vault.open({ table: resource.table, column: snake(name), id }, was) === is
  )
}

/** Fields that differ between two states of a record. */
export const differing = (
  resource: ResourceModel,
  before: Values | null,
  after: Values | null,
): Set<string> => {
  const names = new Set<string>()
  for (const { name, kind } of resource.fields) {
    const [was, is] = [before?.[name] ?? null, after?.[name] ?? null]
    // An untouched value is the same object in both.
    if (was === is || isDeepStrictEqual(was, is)) {
      continue
    }
    if (kind !== 'secret' || !isStored(resource, name, was, is, after?.id ?? null)) names.add(name)
  }
  return names
}
