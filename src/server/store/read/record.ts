/**
 * Records as JSON, built by PostgreSQL: the select list of a resource, and the titles of its
 * references.
 */
import { isMasked } from '#schemas/define/kinds.ts'
import { standardFields } from '#model/standard.ts'
import type { FieldModel, ResourceModel } from '#model/types.ts'
import { quoteName } from '../../permissions/rowRules.ts'
import { maskSql } from '../mask.ts'
import { pointedSql } from './pointed.ts'
import {
  amountColumn,
  column,
  currencyColumn,
  rowsFrom,
  liveRows,
  liveRowsUsed,
  literal,
  openOn,
  sees,
  storageOf,
  type Building,
} from './statement.ts'

/** The stored value of a field. */
const storedSql = (field: FieldModel, alias: string): string => {
  if (field.kind === 'money') {
    return `case when ${amountColumn(alias, field)} is null then null else json_build_object('amount', ${amountColumn(alias, field)}, 'currency', ${currencyColumn(alias, field)}) end`
  }
  const at = column(alias, field)
  return storageOf(field) === 'timestamptz'
    ? `to_char(${at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
    : at
}

/** True for lists, which the API returns as empty lists instead of null. */
export const isMany = (field: FieldModel): boolean =>
  storageOf(field).endsWith('[]') ||
  field.kind === 'rows' ||
  field.kind === 'images' ||
  field.kind === 'files'

/** The value of a field as the API returns it. */
export const valueSql = (field: FieldModel, alias: string): string => {
  const at = storedSql(field, alias)
  if (isMasked(field)) {
    return maskSql(field, field.kind === 'money' ? amountColumn(alias, field) : at)
  }
  switch (storageOf(field)) {
    case 'uuid[]':
    case 'text[]':
      return `coalesce(${at}, '{}')`
    case 'jsonb':
      return isMany(field) ? `coalesce(${at}, '[]'::jsonb)` : at
    default:
      return at
  }
}

/**
 * The fields of a record that the caller gets: standard and readable ones, optionally limited to
 * `only` (id and version always).
 */
export const visibleFields = (
  b: Building,
  resource: ResourceModel,
  options: { only?: readonly string[] | undefined; trashed?: boolean | undefined } = {},
): readonly FieldModel[] => {
  const readable = b.access.readable(resource)
  const all = [
    ...standardFields.filter(
      (f) => f.name !== 'deletedAt' || options.trashed || options.only?.includes('deletedAt'),
    ),
    ...resource.fields.filter((f) => readable.has(f.name)),
  ]
  return options.only
    ? all.filter((f) => f.name === 'id' || f.name === 'version' || options.only!.includes(f.name))
    : all
}

/** JSON text of a field's value; `null` where it is empty. */
const jsonSql = (field: FieldModel, alias: string, value: string): string => {
  switch (storageOf(field)) {
    case 'money':
      return `case when ${amountColumn(alias, field)} is null then 'null' else concat('{"amount":', ${amountColumn(alias, field)}, ',"currency":', to_json(${currencyColumn(alias, field)}), '}') end`
    case 'integer':
    case 'boolean':
      return `coalesce(${value}::text, 'null')`
    case 'uuid':
    case 'date':
    case 'timestamptz':
      return `coalesce('"' || ${value} || '"', 'null')`
    case 'jsonb':
      return `coalesce(${value}, 'null')`
    default:
      return `coalesce(to_json(${value}), 'null')`
  }
}

// A PostgreSQL function takes at most a hundred arguments.
const MOST_ARGUMENTS = 90
const concat = (parts: readonly string[]): string => {
  if (parts.length <= MOST_ARGUMENTS) return `concat(${parts.join(', ')})`
  const groups = Array.from({ length: Math.ceil(parts.length / MOST_ARGUMENTS) }, (_, i) =>
    parts.slice(i * MOST_ARGUMENTS, (i + 1) * MOST_ARGUMENTS),
  )
  return concat(groups.map(concat))
}

const objectSql = (fields: readonly FieldModel[], json: (field: FieldModel) => string): string =>
  concat([
    ...fields.flatMap((f, i) => [literal(`${i ? ',' : '{'}${JSON.stringify(f.name)}:`), json(f)]),
    "'}'",
  ])

/**
 * JSON text of a record, with the output format chosen once per type: `row_to_json` looks it up for
 * every value, which makes a page a sixth slower.
 */
export const recordJson = (fields: readonly FieldModel[], alias: string): string =>
  objectSql(fields, (f) =>
    isMasked(f)
      ? `coalesce((${valueSql(f, alias)})::text, 'null')`
      : jsonSql(f, alias, valueSql(f, alias)),
  )

/** The same for a record as stored, masked values included: for the server's own use only. */
export const storedJson = (fields: readonly FieldModel[], alias: string): string =>
  objectSql(fields, (f) => jsonSql(f, alias, storedSql(f, alias)))

export const selectList = (fields: readonly FieldModel[], alias: string): string =>
  fields.map((f) => `${valueSql(f, alias)} as ${quoteName(f.name)}`).join(', ')

/** A record's title; undefined if it has none or the caller cannot read it. */
export const titleSql = (
  b: Building,
  resource: ResourceModel,
  alias: string,
): string | undefined => {
  const field = resource.fields.find((f) => f.name === resource.title)
  return field && !isMasked(field) && b.access.readable(resource).has(field.name)
    ? `coalesce(${column(alias, field)}::text, '')`
    : undefined
}

/**
 * Conditions that the caller can read the title on rows under `alias`: without it a record is not
 * named at all.
 */
export const titleOpen = (b: Building, resource: ResourceModel, alias: string): string[] => {
  const open = openOn(b, resource, alias, resource.title)
  return open === undefined ? [] : [open]
}

/**
 * Referenced collections with the selects of their ids; only those whose titles the caller can
 * read.
 */
const targets = (
  b: Building,
  fields: readonly FieldModel[],
  source: string,
): Map<ResourceModel, { readonly ids: string[]; readonly fields: Set<FieldModel> }> => {
  const found = new Map<ResourceModel, { ids: string[]; fields: Set<FieldModel> }>()
  for (const field of fields) {
    for (const { collection, ids } of pointedSql(field, source)) {
      const target = b.model.resources.find((r) => r.collection === collection)
      if (!target || !sees(b.access, target) || !b.access.readable(target).has(target.title)) {
        continue
      }
      const known = found.get(target) ?? { ids: [], fields: new Set() }
      known.ids.push(ids)
      known.fields.add(field)
      found.set(target, known)
    }
  }
  return found
}

/**
 * `{ "<collection>": { "<id>": { id, title } } }` for every reference of the rows in `source` (a
 * table expression with the resource's columns), including child rows. References in `include` add
 * the readable fields of their targets. `own` says that all rows are live ones of the caller, of
 * this resource.
 */
export const includedSql = (
  b: Building,
  fields: readonly FieldModel[],
  source: string,
  include: readonly string[] = [],
  own?: ResourceModel,
): string => {
  const parts = [...targets(b, fields, source)].map(([target, pointed]) => {
    const pointing = [...pointed.fields]
    const extra = pointing.some((field) => include.includes(field.name))
      ? visibleFields(b, target).filter((f) => f.name !== 'id' && f.name !== 'title')
      : []
    const list = [
      `s.id`,
      `${titleSql(b, target, 's') ?? "''"} as title`,
      ...(extra.length ? [selectList(extra, 's')] : []),
    ].join(', ')
    const source = rowsFrom(b, target, 's')
    const where = [
      `s.id in (${pointed.ids.join(' union ')})`,
      ...(own ? liveRowsUsed(b, target, 's', own, pointing) : liveRows(b, target, 's')),
      ...titleOpen(b, target, 's'),
    ].join(' and ')
    return `${literal(target.collection)}, (select coalesce(json_object_agg(x.id, x), '{}') from (select ${list} from ${source} where ${where}) x)`
  })
  return parts.length ? `json_build_object(${parts.join(', ')})` : `'{}'::json`
}
