/**
 * Lists sorted by the title of a reference. Looking up each row's title would read the whole table;
 * with a join, the database scans the titles in their index and stops when the page is full.
 */
import type { SortKey } from '#model/query.ts'
import { fieldOf } from '#model/standard.ts'
import type { FieldModel, ResourceModel } from '#model/types.ts'
import { sqlValues } from '../../permissions/rowRules.ts'
import { orderBy, titleTarget, type Term } from './sorting.ts'
import { column, isFilled, openOn, table, type Building } from './statement.ts'

/**
 * A list sorted by one reference, where the caller can see all referenced records and their titles.
 */
export interface TitleSort {
  readonly field: FieldModel
  readonly target: ResourceModel
  readonly title: FieldModel
  readonly descending: boolean
}

/**
 * Undefined for every other list: several keys, titles that may be empty, records that some callers
 * cannot see, and lists of the past.
 */
export const titleSort = (
  b: Building,
  resource: ResourceModel,
  keys: readonly SortKey[],
): TitleSort | undefined => {
  const [key, ...more] = keys
  const field = key && !more.length ? fieldOf(resource, key.field) : undefined
  const found = field && titleTarget(b, field)
  // Uses separate values: if the condition is not used, its values would be parameters without a
  // type.
  if (
    !key ||
    !found ||
    b.past !== undefined ||
    !isFilled(found.title) ||
    openOn(b, found.target, 'o', found.title.name) !== undefined ||
    b.access.rows(found.target, 'o', sqlValues(), 'read') !== 'true'
  ) {
    return undefined
  }
  return { field: field!, ...found, descending: key.descending }
}

/** The order over rows of `titlePage`. */
export const titleTerms = ({ descending }: TitleSort): readonly Term[] => [
  { exprs: ['t.sort_title'], types: ['text'], descending, nullable: true },
  { exprs: ['t.id'], types: ['uuid'], descending, nullable: false },
]

/** Which rows of the order: `size`, after the row with these keys, or before it, or by offset. */
export interface TitleRows {
  readonly place:
    | { readonly keys: readonly (string | null)[]; readonly backward: boolean }
    | undefined
  readonly size: number
  readonly offset: number
}

/**
 * The rows of one page plus one, with their sort title as `sort_title`: rows with a title, and rows
 * without a reference or whose target is in the trash. Null titles sort as largest, as in every
 * order here.
 */
export const titlePage = (
  b: Building,
  resource: ResourceModel,
  sort: TitleSort,
  { source, where }: { readonly source: string; readonly where: readonly string[] },
  { place, size, offset }: TitleRows,
): string => {
  const { field, target, title, descending } = sort
  const backward = place?.backward ?? false
  const down = descending !== backward
  const [name, id] = [place?.keys[0] ?? null, place?.keys[1]]
  const [at, past] = [column('o', title), down ? '<' : '>']
  const direction = down ? ' desc' : ''
  const reach = size + offset
  const titled = (): string => {
    const value = name === null ? '' : `${b.sql.add(name)}::text`
    const beyond =
      name === null
        ? []
        : [`${at} ${past}= ${value}`, `(${at}, t.id) ${past} (${value}, ${b.sql.add(id)}::uuid)`]
    return `(select t.*, ${at} as sort_title from ${source} join ${table(target)} o on o.id = ${column('t', field)} and o.deleted_at is null
 where ${[...where, ...beyond].join(' and ')} order by ${at}${direction}, t.id${direction} limit ${reach})`
  }
  const untitled = (): string => {
    const gone = `${column('t', field)} in (select o.id from ${table(target)} o where o.deleted_at is not null)`
    const filled = isFilled(field) && openOn(b, resource, 't', field.name) === undefined
    const none = filled ? gone : `(${column('t', field)} is null or ${gone})`
    const beyond = place && name === null ? [`t.id ${past} ${b.sql.add(id)}::uuid`] : []
    return `(select t.*, null::text as sort_title from ${source} where ${[...where, none, ...beyond].join(' and ')} order by t.id${direction} limit ${reach})`
  }
  // Among the empty titles of an ascending order, or past them in a descending one, only one of the
  // two kinds remains.
  const parts = [
    ...(place && name === null && !down ? [] : [titled()]),
    ...(place && name !== null && down ? [] : [untitled()]),
  ]
  return `select t.* from (${parts.join(' union all ')}) t order by ${orderBy(titleTerms(sort), backward)} limit ${size}${offset ? ` offset ${offset}` : ''}`
}
