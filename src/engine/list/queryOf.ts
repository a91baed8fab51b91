/**
 * Builds a list's request from its search parameters: quick filters by kind, the filter group,
 * sort, page. Weeks begin as they do in the language of the page.
 */
import { filterOfQueue, queuesOf } from '#model/queues.ts'
import { validateFilter } from '#model/filterTree.ts'
import { resolvePath, type Allowed } from '#model/filterUrl.ts'
import { daysOfPeriod } from '#model/periods.ts'
import type { Condition, Filter, ListQuery, SortKey } from '#model/query.ts'
import type { FieldModel, Json, Model, ResourceModel } from '#model/types.ts'
import { followedField } from '#model/standard.ts'
import { MAX_PAGED_ROWS, parseSort } from '#model/urlQuery.ts'
import { traits, usesOf } from '#schemas/define/kinds.ts'
import { currentLanguage } from '#ui/i18n.ts'
import { firstWeekday } from '#ui/weekdays.ts'
import {
  filterFields,
  pageSizes,
  spanOf,
  type AnyFilterValue,
  type AnyListSearch,
} from '../listSearch.ts'
import { dayIn, dayStart, nextDay } from '#model/zone.ts'
import { tagConditions } from './tagConditions.ts'

const DAY = /^\d{4}-\d{2}-\d{2}$/

interface Amount {
  readonly amount: number
  readonly currency: string
}
const amountOf = (text: string): Amount | undefined => {
  const [amount, currency] = text.split(' ')
  return amount && currency && Number.isFinite(Number(amount))
    ? { amount: Number(amount), currency }
    : undefined
}

/** One end of a span, or one value, as a condition. */
const compare = (
  field: FieldModel,
  op: 'eq' | 'gte' | 'lte',
  text: string,
  zone: string,
): Condition[] => {
  const path = [field.name]
  const { storage } = traits(field.kind)
  if (storage === 'money') {
    const money = amountOf(text)
    return money ? [{ path, op, value: money.amount, currency: money.currency }] : []
  }
  if (storage === 'timestamptz' && DAY.test(text)) {
    // A day is a range of instants in the person's zone; its end is the start of the next.
    const from: Condition = { path, op: 'gte', value: dayStart(text, zone) }
    const to: Condition = { path, op: 'lt', value: dayStart(nextDay(text), zone) }
    if (op === 'eq') return [from, to]
    return op === 'gte' ? [from] : [to]
  }
  const number = storage === 'integer' || storage === 'double'
  return [{ path, op, value: number ? Number(text) : text }]
}

/** Today and a zone, which days depend on. */
interface Days {
  readonly zone: string
  /** Time in ms; default now. */
  readonly now?: number
}

const periodOf = (value: unknown, { zone, now = Date.now() }: Days) =>
  daysOfPeriod(value, dayIn(zone, new Date(now)), firstWeekday(currentLanguage()))

/** The conditions of one quick filter. */
export const conditionsOf = (field: FieldModel, value: AnyFilterValue, days: Days): Condition[] => {
  const { zone } = days
  const marked = field.tagsOf === undefined ? undefined : tagConditions(field.name, value)
  if (marked) return marked
  const path = [field.name]
  const span = periodOf(value, days) ?? spanOf(value)
  if (span && usesOf(field).operators.includes('gte')) {
    return [
      ...(span.from ? compare(field, 'gte', span.from, zone) : []),
      ...(span.to ? compare(field, 'lte', span.to, zone) : []),
    ]
  }
  const { operators } = usesOf(field)
  if (Array.isArray(value)) {
    const values = value as Json[]
    if (operators.includes('hasAny')) return [{ path, op: 'hasAny', value: values }]
    if (operators.includes('in') && traits(field.kind).storage !== 'money') {
      return [{ path, op: 'in', value: values }]
    }
    return []
  }
  const one = value as string | number | boolean
  if (operators.includes('has')) return [{ path, op: 'has', value: one }]
  if (operators.includes('gte')) return compare(field, 'eq', String(one), zone)
  if (operators.includes('contains')) return [{ path, op: 'contains', value: String(one) }]
  return operators.includes('eq') ? [{ path, op: 'eq', value: one }] : []
}

/** What a list requests from the server. */
interface ListRequest {
  readonly resource: ResourceModel
  readonly model: Model
  readonly search: AnyListSearch
  readonly zone: string
  readonly allowed?: Allowed
  /** Conditions of a preset. */
  readonly fixed?: Filter
  /** Time in ms that queues refer to; default now. */
  readonly now?: number
}

const chosenQueue = ({ resource, search, allowed = () => true }: ListRequest) =>
  search.queue === undefined
    ? undefined
    : queuesOf(resource, allowed).find(({ name }) => name === search.queue)

/** A filter whose periods are the days they are now. */
const withDays = (filter: Filter, request: ListRequest): Filter => {
  if ('and' in filter) return { and: filter.and.map((part) => withDays(part, request)) }
  if ('or' in filter) return { or: filter.or.map((part) => withDays(part, request)) }
  if ('not' in filter) return { not: withDays(filter.not, request) }
  const days = periodOf(filter.value, request)
  if (!days) return filter
  const field = resolvePath(request.resource, request.model, filter.path)?.at(-1)?.field
  if (field?.kind === 'day') return { ...filter, value: [days.from, days.to] }
  // One condition, as before: a group would nest deeper than filters may.
  const end = Date.parse(dayStart(nextDay(days.to), request.zone)) - 1
  return { ...filter, value: [dayStart(days.from, request.zone), new Date(end).toISOString()] }
}

/**
 * All conditions of a list; `without` omits one quick filter (for the counts of the state tabs).
 */
export const filterOf = (request: ListRequest, without?: string): Filter | undefined => {
  const { resource, model, search, allowed, fixed, now = Date.now() } = request
  const queue = chosenQueue(request)
  const quick = filterFields(resource).flatMap((field) => {
    const value = search[field.name] as AnyFilterValue | undefined
    if (
      value === undefined ||
      field.name === without ||
      allowed?.(resource, field.name) === false
    ) {
      return []
    }
    return conditionsOf(field, value, request)
  })
  const given = search.where && validateFilter(resource, model, search.where, allowed)
  const where = given && withDays(given, request)
  const all: Filter[] = [
    ...(fixed ? [fixed] : []),
    ...(queue ? [filterOfQueue(queue, now)] : []),
    ...quick,
    ...(search.followed ? [{ path: [followedField.name], op: 'eq' as const, value: true }] : []),
    ...(where ? [where] : []),
  ]
  return all.length > 1 ? { and: all } : all[0]
}

/** The sort of a list when the URL has none: its queue's, otherwise the resource's. */
export const usualSort = (resource: ResourceModel, { queue }: AnyListSearch): string =>
  resource.list.queues?.find(({ name }) => name === queue)?.sort ?? resource.list.sort

/** The sort of a list, first level first: from the URL, otherwise the default. */
export const sortOf = (resource: ResourceModel, search: AnyListSearch): readonly SortKey[] =>
  parseSort(search.sort ?? usualSort(resource, search))

/** Last page number reachable with this many rows per page. */
export const lastReachable = (limit: number): number => Math.floor(MAX_PAGED_ROWS / limit)

/** The request of a list. `fields` are those it shows. */
export const queryOf = (request: ListRequest, fields: readonly string[]): Partial<ListQuery> => {
  const { search, resource, allowed } = request
  const filter = filterOf(request)
  const limit = search.limit ?? pageSizes[0]
  const page = Math.min(search.page ?? 1, lastReachable(limit))
  const asked = search.sort ?? chosenQueue(request)?.sort
  const sort = asked ? parseSort(asked).filter((s) => allowed?.(resource, s.field) !== false) : []
  const numbered = page > 1 && !search.scroll && !search.after
  return {
    limit,
    sort,
    fields,
    ...(filter ? { filter } : {}),
    ...(search.search ? { search: search.search } : {}),
    ...(search.after ? { cursor: search.after } : {}),
    ...(numbered ? { page } : {}),
    ...(search.trashed ? { trashed: true } : {}),
  }
}

/** True when any filter is active. */
export const isNarrowed = (resource: ResourceModel, search: AnyListSearch): boolean =>
  Boolean(search.search || search.followed || search.where || search.queue) ||
  filterFields(resource).some((f) => search[f.name] !== undefined)

/** Search parameters that remove every filter. */
export const nothingNarrowed = (resource: ResourceModel): Partial<AnyListSearch> => ({
  search: undefined,
  followed: undefined,
  where: undefined,
  queue: undefined,
  ...Object.fromEntries(filterFields(resource).map((f) => [f.name, undefined])),
})
