/**
 * Search parameters of a generated list: their types from a resource's declaration, their parser
 * from its model.
 */
import { isPeriod } from '#model/periods.ts'
import { UUID } from '#model/uuid.ts'
import { fieldOf } from '#model/standard.ts'
import { validateFilter } from '#model/filterTree.ts'
import { daysOf, groupsOf, mapsOf, type LayoutName } from '#model/layouts.ts'
import type { Filter } from '#model/query.ts'
import type { FieldModel, ResourceModel } from '#model/types.ts'
import { MAX_PAGED_ROWS } from '#model/urlQuery.ts'
import { traits } from '#schemas/define/kinds.ts'
import type { StandardColumn } from '#schemas/define/resource.ts'
import { ME } from '#schemas/define/rowWords.ts'
import { readAsOf } from './asOf.ts'
import { takesMe } from './list/me.ts'
import { readLayout } from './list/layouts/names.ts'
import { allResources } from './resource.ts'

/** Page sizes a person may choose; the first is the default. */
export const pageSizes = [25, 50, 100, 200] as const
export type PageSize = (typeof pageSizes)[number]

/** `from..to`, either side may be empty: `2017-07-01..`, `..4`. Both ends are inclusive. */
export type Span = `${string}..${string}`

type Listed<R> = R extends { list?: infer L } ? NonNullable<L> : never
type Part<R, K extends string> =
  Listed<R> extends { readonly [P in K]?: readonly (infer V)[] } ? V & string : never
type SortOf<R> = Part<R, 'columns'> | StandardColumn
type FilterOf<R> = Part<R, 'filters'>
type States<R> = R extends { states?: infer S }
  ? Exclude<keyof NonNullable<S>, '*'> & string
  : never
type Shape<R> = R extends { shape: { shape: infer S } } ? S : never
type Output<S> = S extends { _zod: { output: infer O } } ? NonNullable<O> : never

type Several<V> = V | readonly V[]
type Branded = { readonly [K in typeof import('zod').core.$brand]: unknown }
type FilterValue<V> = [V] extends [boolean]
  ? boolean
  : [V] extends [number]
    ? Several<number> | Span
    : [V] extends [Branded]
      ? Several<string>
      : [V] extends [string]
        ? Several<V>
        : [V] extends [readonly (infer E extends string)[]]
          ? Several<[E] extends [Branded] ? string : E>
          : string

/** Search parameters every list has. */
export interface CommonSearch {
  /** 1-based. */
  page?: number
  limit?: PageSize
  /** Cursor of a page beyond the reach of page numbers; `page` then only shows the position. */
  after?: string
  /** Endless scrolling instead of pages. */
  scroll?: true
  search?: string
  /** Only rows in the trash. */
  trashed?: true
  /** Only records the person follows. */
  followed?: true
  /** Advanced filter group. */
  where?: Filter
  /** Layout of the list; default: the person's last choice. */
  layout?: LayoutName
  /** `YYYY-MM` a calendar shows; default: the current month. */
  month?: string
  /** Field to group by, or whose days a calendar shows; default: the first. */
  by?: string
  /** Field whose values are the columns of the groups. */
  across?: string
  /** What the cells of such groups say: `sum:total`; default: the number of records. */
  measure?: string
  /** Part of the list, by its declared name. */
  queue?: string
  /** Instant (ISO 8601, UTC) at which the list is shown; default: now. */
  asOf?: string | undefined
  /** Id of the saved view that is open; without `edited`, the other parameters are the view's. */
  view?: string
  /** The other parameters replace those of the view. */
  edited?: true
}

/**
 * Search parameters of the list of resource `R`: `sort` is a column or `createdAt`, `updatedAt`,
 * descending with `-`; each declared filter takes a value of its field or several, numbers and days
 * also a `Span`.
 */
export type ListSearch<R> = CommonSearch & { sort?: SortOf<R> | `-${SortOf<R>}` } & {
  [K in FilterOf<R>]?: FilterValue<
    K extends 'state'
      ? States<R>
      : K extends StandardColumn
        ? string
        : K extends keyof Shape<R>
          ? Output<Shape<R>[K]>
          : never
  >
}

/** A filter's value for code that handles any resource. */
export type AnyFilterValue = string | number | boolean | readonly (string | number)[]

/** The same parameters for code that handles any resource. */
export interface AnyListSearch extends CommonSearch {
  sort?: string
  [filter: string]: AnyFilterValue | Filter | undefined
}

const COMMON = new Set([
  'page',
  'limit',
  'after',
  'scroll',
  'search',
  'trashed',
  'followed',
  'where',
  'sort',
  'layout',
  'month',
  'by',
  'across',
  'measure',
  'queue',
  'asOf',
  'view',
  'edited',
])
const MEASURE = /^(sum|avg):\w+$/
const DAY = /^\d{4}-\d{2}-\d{2}$/
const MONTH = /^[12]\d{3}-(0[1-9]|1[0-2])$/
const INSTANT = /^\d{4}-\d{2}-\d{2}(T[\d:.]+Z)?$/

const numeric = (v: unknown): number | undefined => {
  if (typeof v === 'number') return Number.isFinite(v) ? v : undefined
  return typeof v === 'string' && /^-?\d{1,15}(\.\d+)?$/.test(v) ? Number(v) : undefined
}

const textOf = (raw: unknown, pattern: RegExp): string | undefined =>
  typeof raw === 'string' && pattern.test(raw) ? raw : undefined

type One = (v: unknown) => string | number | undefined
const textLike =
  (pattern: RegExp): One =>
  (v) =>
    textOf(v, pattern)
const member =
  (field: FieldModel): One =>
  (v) =>
    typeof v === 'string' && field.options?.some((o) => o.value === v) ? v : undefined

const text: One = (v) => {
  // The router already passes numbers as text; a text filter of digits stays text.
  if (typeof v === 'number') return String(v)
  return typeof v === 'string' && v.trim() !== '' && v.length <= 200 ? v : undefined
}

const readerOf = (field: FieldModel): One => {
  const { storage, pattern } = traits(field.kind)
  if (field.options) return member(field)
  switch (storage) {
    case 'uuid':
    case 'uuid[]': {
      const id = textLike(UUID)
      return (v) => (v === ME && takesMe(field) ? ME : id(v))
    }
    case 'integer':
    case 'double':
      return numeric
    case 'date':
      return textLike(DAY)
    case 'timestamptz':
      return textLike(INSTANT)
    case 'money':
      return textLike(/^-?\d+ [A-Z]{3}$/)
    default:
      return pattern ? textLike(pattern) : text
  }
}

/** Splits a `Span`; undefined if the text is not one. */
export const spanOf = (value: unknown): { from: string; to: string } | undefined => {
  if (typeof value !== 'string') return undefined
  const at = value.indexOf('..')
  return at < 0 || value === '..'
    ? undefined
    : { from: value.slice(0, at), to: value.slice(at + 2) }
}

const filterValue = (field: FieldModel, raw: unknown): AnyFilterValue | undefined => {
  if (traits(field.kind).storage === 'boolean') {
    if (raw === true || raw === 'true') return true
    return raw === false || raw === 'false' ? false : undefined
  }
  const one = readerOf(field)
  const between = traits(field.kind).operators.includes('between')
  if (between && isPeriod(raw) && one('2000-01-01')) return raw
  const range = between ? spanOf(raw) : undefined
  if (range) {
    return [range.from, range.to].every((end) => end === '' || one(end) !== undefined)
      ? (raw as string)
      : undefined
  }
  if (!Array.isArray(raw)) return one(raw)
  const values = [...new Set(raw.map(one).filter((v) => v !== undefined))]
  return values.length > 1 ? values : values[0]
}

const whereOf = (resource: ResourceModel, raw: unknown): Filter | undefined => {
  const model = { resources: allResources() }
  if (typeof raw !== 'string') return validateFilter(resource, model, raw)
  try {
    return validateFilter(resource, model, JSON.parse(raw))
  } catch {
    return undefined
  }
}

const CURSOR = /^[\w.~=-]{1,4000}$/
const wholePage = (raw: unknown, limit: number, beyond: boolean): number | undefined => {
  const n = numeric(raw)
  return n !== undefined && Number.isInteger(n) && n > 1 && (beyond || n * limit <= MAX_PAGED_ROWS)
    ? n
    : undefined
}

/**
 * Fields a list filters by, in order; a declared filter never shares a name with a common
 * parameter.
 */
export const filterFields = (resource: ResourceModel): FieldModel[] =>
  resource.list.filters.flatMap((name) => {
    const f = fieldOf(resource, name)
    return f && !COMMON.has(name) ? [f] : []
  })

/** Fields a list can be sorted by at once, as the server allows. */
const MAX_SORTS = 5
const readSort = (resource: ResourceModel, raw: unknown): string | undefined => {
  const fields = new Map<string, string>()
  for (const key of typeof raw === 'string' ? raw.split(',') : []) {
    const field = key.replace(/^-/, '')
    if (resource.list.sortable.includes(field) && !fields.has(field)) fields.set(field, key)
  }
  return [...fields.values()].slice(0, MAX_SORTS).join() || undefined
}

/**
 * Parses the search parameters of a list from any URL or link. Drops invalid values and defaults
 * (page 1, 25 rows). Known names are always present, so that a dropped one is `undefined` instead
 * of the URL's value.
 */
export const readListSearch = (
  resource: ResourceModel,
  raw: Readonly<Record<string, unknown>>,
): AnyListSearch => {
  const sort = readSort(resource, raw.sort)
  const groups = groupsOf(resource)
  const view = textOf(raw.view, UUID)
  const limit = pageSizes.find((n) => n === numeric(raw.limit))
  const search =
    typeof raw.search === 'string' || typeof raw.search === 'number'
      ? String(raw.search).trim().slice(0, 200)
      : ''
  const scroll = raw.scroll === true || raw.scroll === 'true' ? true : undefined
  const after = scroll ? undefined : textOf(raw.after, CURSOR)
  const out: AnyListSearch = {
    search: search || undefined,
    sort,
    page: scroll ? undefined : wholePage(raw.page, limit ?? pageSizes[0], after !== undefined),
    after,
    scroll,
    limit: limit === pageSizes[0] ? undefined : limit,
    trashed: raw.trashed === true || raw.trashed === 'true' ? true : undefined,
    followed: raw.followed === true || raw.followed === 'true' ? true : undefined,
    where: whereOf(resource, raw.where),
    layout: readLayout(resource, raw.layout),
    month: textOf(raw.month, MONTH),
    by: [...groups, ...daysOf(resource), ...mapsOf(resource)].find((name) => name === raw.by),
    across: groups.find((name) => name === raw.across),
    measure: textOf(raw.measure, MEASURE),
    queue: resource.list.queues?.find(({ name }) => name === raw.queue)?.name,
    asOf: readAsOf(raw.asOf),
    view,
    edited: view && String(raw.edited) === 'true' ? true : undefined,
  }
  for (const field of filterFields(resource)) out[field.name] = filterValue(field, raw[field.name])
  return out
}
