/** One page of a list in one statement; PostgreSQL builds the JSON of rows and titles. */
import type { ListQuery, SortKey } from '#model/query.ts'
import { fieldOf, isRef } from '#model/standard.ts'
import type { ResourceModel } from '#model/types.ts'
import type { Access } from '../../permissions/types.ts'
import { fingerprint, readCursor, writeCursor } from './cursor.ts'
import { filterSql, searchSql } from './filters.ts'
import { comparedFields, comparedNames, pastRows } from './pastRows.ts'
import { includedSql, recordJson, visibleFields } from './record.ts'
import { after, keyArray, orderBy, sortKeys, terms } from './sorting.ts'
import { titlePage, titleSort, titleTerms } from './titleSort.ts'
import { RecentSet } from './recentSet.ts'
import {
  allowedBy,
  building,
  finish,
  rowsFrom,
  rowsOf,
  run,
  unknownName,
  type Building,
  type PageContext,
  type Queryable,
  type Statement,
} from './statement.ts'

/** Larger totals are reported as at least this. */
export const MAX_TOTAL = 10_000

const MANY_MS = 5_000
// Counting to the cap costs several times the page itself, so a list beyond it is assumed to stay
// there for five seconds.
const manyRows = new WeakMap<Queryable, RecentSet>()
const manyOf = (db: Queryable): RecentSet => {
  let known = manyRows.get(db)
  if (!known) manyRows.set(db, (known = new RecentSet(1000, MANY_MS)))
  return known
}

const narrowing = (
  b: Building,
  resource: ResourceModel,
  { filter, search }: Pick<ListQuery, 'filter' | 'search'>,
): string[] => [
  ...(filter ? [filterSql(b, resource, 't', filter)] : []),
  ...(search ? searchSql(b, resource, 't', search) : []),
]

/**
 * Conditions of a list on rows under `t` of `rowsFrom`: the caller's rows, in or outside the trash,
 * filtered and searched.
 */
export const conditions = (
  b: Building,
  resource: ResourceModel,
  query: Pick<ListQuery, 'filter' | 'search' | 'exported'> & { trashed?: boolean },
): string[] => {
  const rows = ['list', ...(query.exported ? ['export'] : [])]
    .map((action) => rowsOf(b, resource, 't', `${resource.entity}.${action}`))
    .filter((condition) => condition !== 'true')
  return [
    `t.deleted_at is ${query.trashed ? 'not ' : ''}null`,
    ...rows,
    ...narrowing(b, resource, query),
  ]
}

export interface ListParts {
  readonly statement: Statement
  readonly print: string
  readonly backward: boolean
  /** Cache key of the count query, shared between callers. */
  readonly counts: string
}
interface Found {
  data: string
  included: string
  more: boolean
  first: (string | null)[] | null
  last: (string | null)[] | null
  total: number | null
}

/** What the statement of a page depends on. */
type ListContext = Omit<PageContext, 'db'>

const assertNames = (b: Building, resource: ResourceModel, query: ListQuery): void => {
  const allowed = allowedBy(b.access)
  const known = (name: string) => {
    const f = fieldOf(resource, name)
    return f && allowed(resource, name) ? f : undefined
  }
  for (const name of query.fields ?? []) if (!known(name)) throw unknownName('fields', name)
  for (const name of query.include ?? []) {
    const f = known(name)
    if (!f || !isRef(f)) throw unknownName('include', name)
  }
}

const count = (rows: string, where: readonly string[], exact: boolean): string =>
  `(select count(*)::int from (select 1 from ${rows} where ${where.join(' and ')}${exact ? '' : ` limit ${MAX_TOTAL + 1}`}) c)`

/** The rows of a list, for a FROM, and its conditions on them; at an instant, those of then. */
const selection = (
  b: Building,
  resource: ResourceModel,
  query: ListQuery,
  sort: readonly SortKey[],
): { readonly source: string; readonly where: readonly string[] } => {
  if (query.asOf === undefined) {
    return { source: rowsFrom(b, resource, 't'), where: conditions(b, resource, query) }
  }
  const fields = comparedFields(resource, comparedNames(resource, query, sort))
  const source = pastRows(b, resource, 't', { fields, key: `${resource.entity}.list` })
  return { source, where: ['true', ...narrowing(b, resource, query)] }
}

/**
 * The statement of one page. Omits the total when `counted` is false or returns false for the
 * count's cache key.
 */
export const listStatement = (
  { model, access, secret }: ListContext,
  resource: ResourceModel,
  query: ListQuery,
  counted: boolean | ((counts: string) => boolean) = true,
): ListParts => {
  const b = building(model, access, query.asOf)
  assertNames(b, resource, query)
  const keys = sortKeys(b, resource, query.sort)
  const print = fingerprint(
    resource.collection,
    keys,
    query.filter ?? null,
    query.search ?? null,
    query.trashed,
    ...(query.asOf === undefined ? [] : [query.asOf]),
  )
  const place = query.cursor === undefined ? undefined : readCursor(secret, print, query.cursor)
  const backward = place?.backward ?? false
  const { source, where } = selection(b, resource, query, keys)
  const counts = JSON.stringify([source, where, b.sql.values])
  const counting = typeof counted === 'boolean' ? counted : counted(counts)
  const byTitle = titleSort(b, resource, keys)
  const order = byTitle ? titleTerms(byTitle) : terms(b, resource, keys)
  const some = (more: readonly string[] = [], what = 't.*') =>
    `select ${what} from ${source} where ${[...where, ...more].join(' and ')}`
  const size = query.limit + 1
  const offset = query.page && query.page > 1 ? (query.page - 1) * query.limit : 0
  const rows = count(source, where, query.totalExact)
  // A page that is not full ends with the last row: no need to count the rest or look up a rare
  // word twice.
  const rowTotal = place
    ? rows
    : `case when (select count(*) from p) between ${offset ? 1 : 0} and ${query.limit} then (select count(*) from p)::int + ${offset} else ${rows} end`
  const total = counting ? rowTotal : 'null::int'
  const runs = place && !byTitle ? after(b, order, place.keys, backward) : []
  const sorted = `order by ${orderBy(order, backward)} limit ${size}`
  const inOrder =
    runs.length > 1
      ? `select t.* from (${runs.map((r) => `(${some([r])} ${sorted})`).join(' union all ')}) t ${sorted}`
      : `${some(runs)} ${sorted}${offset ? ` offset ${offset}` : ''}`
  // Rows of then are computed: what is compared for all of them, the rest only for the page.
  const then = (): string =>
    `select t.* from ${source} where t.id in (${(runs.length ? runs : ['true']).map((r) => `(${some([r], 't.id')} ${sorted}${offset ? ` offset ${offset}` : ''})`).join(' union all ')}) ${sorted}`
  const today = (): string =>
    byTitle ? titlePage(b, resource, byTitle, { source, where }, { place, size, offset }) : inOrder
  const page = query.asOf === undefined ? today() : then()
  const fields = visibleFields(b, resource, { only: query.fields, trashed: query.trashed })
  const own = query.trashed || query.asOf !== undefined ? undefined : resource
  const kept = backward
    ? `select t.* from (select * from p limit ${query.limit}) t order by ${orderBy(order)}`
    : `select * from p limit ${query.limit}`
  const text = `with ${[...b.named, `p as materialized (${page})`].join(', ')}, d as materialized (${kept})
select (select concat('[', string_agg(${recordJson(fields, 't')}, ','), ']') from d t) as data,
 (${includedSql(b, fields, 'd', query.include, own)})::text as included,
 (select count(*) from p) > ${query.limit} as more,
 (select ${keyArray(order)} from d t limit 1) as first,
 (select ${keyArray(order)} from (select * from d offset greatest((select count(*) from d) - 1, 0) limit 1) t) as last,
 ${total} as total`
  return { statement: finish(b, text), print, backward, counts }
}

interface Known {
  readonly print: string
  readonly counts: string
  readonly backward: boolean
  readonly byCounted: Map<boolean, Statement>
}

const known = new WeakMap<Access, WeakMap<ListQuery, Known>>()

/**
 * Memoised `listStatement` for repeated first pages. Keyed by access object and query, so it lives
 * as long as the caller's permissions.
 */
const knownStatement = (
  context: ListContext,
  resource: ResourceModel,
  query: ListQuery,
  counted: boolean | ((counts: string) => boolean),
): ListParts => {
  if (query.cursor !== undefined) {
    return listStatement(context, resource, query, counted)
  }
  const { access } = context
  const mine = known.get(access) ?? new WeakMap<ListQuery, Known>()
  known.set(access, mine)
  const found = mine.get(query)
  const counting = typeof counted === 'boolean' ? counted : found && counted(found.counts)
  const statement = found && counting !== undefined ? found.byCounted.get(counting) : undefined
  if (found && statement) {
    return { statement, print: found.print, backward: found.backward, counts: found.counts }
  }
  let count = counting ?? false
  const parts = listStatement(
    context,
    resource,
    query,
    counting ?? ((counts) => (count = typeof counted === 'boolean' ? counted : counted(counts))),
  )
  if (found) found.byCounted.set(count, parts.statement)
  else {
    mine.set(query, {
      print: parts.print,
      counts: parts.counts,
      backward: parts.backward,
      byCounted: new Map([[count, parts.statement]]),
    })
  }
  return parts
}

export interface Page {
  readonly data: string
  readonly included: string
  readonly next: string | null
  readonly previous: string | null
  readonly total: number | null
}

/** Reads one page. */
export const readPage = async (
  context: PageContext,
  resource: ResourceModel,
  query: ListQuery,
  options: { counted?: boolean } = {},
): Promise<Page> => {
  const { db, secret } = context
  const many = manyOf(db)
  const { statement, print, backward, counts } = knownStatement(
    context,
    resource,
    query,
    options.counted ?? (query.totalExact || ((rows) => !many.has(rows))),
  )
  const [found] = await run<Found>(db, statement)
  const { data, included, more, first, last, total } = found!
  if (total !== null && total > MAX_TOTAL) many.add(counts)
  const cursor = (keys: (string | null)[] | null, back: boolean) =>
    keys ? writeCursor(secret, print, { backward: back, keys }) : null
  const started = query.cursor !== undefined || (query.page ?? 1) > 1
  return {
    data,
    included,
    total,
    next: backward || more ? cursor(last, false) : null,
    previous: (backward ? more : started) ? cursor(first, true) : null,
  }
}

/** JSON text of `{ data, included, page }`. */
export const list = async (
  context: PageContext,
  resource: ResourceModel,
  query: ListQuery,
): Promise<string> => {
  const page = await readPage(context, resource, query)
  const about = JSON.stringify(pageInfo(query, page))
  return `{"data":${page.data},"included":${page.included},"page":${about}}`
}

/** The member `page` of a response. */
export const pageInfo = (
  { limit, totalExact }: Pick<ListQuery, 'limit' | 'totalExact'>,
  { total, next, previous }: Page,
) => {
  const exact = total !== null && (totalExact || total <= MAX_TOTAL)
  return { limit, total: exact ? total : MAX_TOTAL, totalIsExact: exact, next, previous }
}
