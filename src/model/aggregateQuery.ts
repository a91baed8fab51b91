/**
 * Parses the query string of an aggregate: `group=state,checkIn:month`, `measure=count,sum:total`,
 * the list's filters, `search`, `tz`.
 */
import { isMasked, traits, usesOf } from '#schemas/define/kinds.ts'
import type { Allowed, QueryProblem } from './filterUrl.ts'
import type { Filter } from './query.ts'
import { fieldOf } from './standard.ts'
import type { FieldModel, Model, ResourceModel } from './types.ts'
import { parseListQuery } from './urlQueryParse.ts'

export const buckets = ['day', 'week', 'month'] as const
export type Bucket = (typeof buckets)[number]
export const functions = ['count', 'sum', 'avg', 'min', 'max'] as const
export type MeasureFunction = (typeof functions)[number]

/** `key` is the original text, and the name in the response. */
export interface GroupBy {
  readonly key: string
  readonly field: FieldModel
  readonly bucket?: Bucket
}
export interface Measure {
  readonly key: string
  readonly fn: MeasureFunction
  readonly field?: FieldModel
}

export interface AggregateQuery {
  readonly group: readonly string[]
  readonly measures: readonly string[]
  readonly filter?: Filter
  readonly search?: string
  readonly timeZone: string
}

const NUMERIC = new Set(['integer', 'double', 'money'])
const ORDERED = new Set([...NUMERIC, 'date', 'timestamptz'])

const readable = (
  resource: ResourceModel,
  name: string,
  allowed?: Allowed,
): FieldModel | undefined => {
  const field = fieldOf(resource, name)
  return field && (allowed?.(resource, name) ?? true) ? field : undefined
}

/**
 * Parses `checkIn:month`; undefined when the field is unknown, not allowed or cannot be grouped
 * this way.
 */
export const parseGroup = (
  resource: ResourceModel,
  key: string,
  allowed?: Allowed,
): GroupBy | undefined => {
  const [name = '', bucket, ...rest] = key.split(':')
  const field = rest.length ? undefined : readable(resource, name, allowed)
  if (field?.tagsOf !== undefined && field.kind === 'tags') {
    return bucket === undefined ? { key, field } : undefined
  }
  if (!field || !usesOf(field).sortable || field.kind === 'money') return undefined
  if (bucket === undefined) return { key, field }
  if (
    !(buckets as readonly string[]).includes(bucket) ||
    (field.kind !== 'day' && field.kind !== 'instant')
  ) {
    return undefined
  }
  return { key, field, bucket: bucket as Bucket }
}

/**
 * Parses `count` or `sum:total`; undefined when the field is unknown, not allowed or has no such
 * measure.
 */
export const parseMeasure = (
  resource: ResourceModel,
  key: string,
  allowed?: Allowed,
): Measure | undefined => {
  if (key === 'count') return { key, fn: 'count' }
  const [fn = '', name = '', ...rest] = key.split(':')
  const field = rest.length ? undefined : readable(resource, name, allowed)
  if (!field || !(functions as readonly string[]).includes(fn) || fn === 'count') return undefined
  const fits = fn === 'sum' || fn === 'avg' ? NUMERIC : ORDERED
  return fits.has(traits(field.kind).storage) && !isMasked(field)
    ? { key, fn: fn as MeasureFunction, field }
    : undefined
}

/** True for a zone of the IANA database. */
export const isTimeZone = (zone: string): boolean => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
    // Intl accepts offsets such as `+01:00`, but PostgreSQL reads them with the opposite sign.
    return /^[A-Za-z]/.test(zone)
  } catch {
    return false
  }
}

/** Parameters of a list that an aggregate has no use for. */
const LIST_ONLY = ['sort', 'limit', 'cursor', 'page', 'fields', 'include', 'total', 'trashed']

/** Parses the filters and the search, which an aggregate shares with the list. */
const parseRows = (
  resource: ResourceModel,
  model: Model,
  params: URLSearchParams,
  allowed: Allowed | undefined,
): { readonly query?: Pick<AggregateQuery, 'filter' | 'search'>; problems: QueryProblem[] } => {
  const inner = new URLSearchParams(
    [...params].filter(
      ([name]) => name.startsWith('filter[') || !['group', 'measure', 'tz'].includes(name),
    ),
  )
  const problems = LIST_ONLY.filter((name) => inner.has(name)).map((name) => ({
    path: name,
    code: 'unknown_name',
    message: `"${name}" is not a parameter of an aggregate.`,
  }))
  for (const name of LIST_ONLY) inner.delete(name)
  const list = parseListQuery(resource, model, inner, allowed ? { allowed } : {})
  if ('problems' in list) return { problems: [...problems, ...list.problems] }
  const { filter, search } = list.query
  return { problems, query: { ...(filter ? { filter } : {}), ...(search ? { search } : {}) } }
}

/** Returns the problems of the groups and measures: unknown ones, repeated ones and too many. */
const keyProblems = (
  resource: ResourceModel,
  group: readonly string[],
  measures: readonly string[],
  allowed: Allowed | undefined,
): QueryProblem[] => {
  const unknown = (path: string, message: string): QueryProblem => ({
    path,
    code: 'unknown_name',
    message,
  })
  const limits = [
    ['group', group, 3],
    ['measure', measures, 10],
  ] as const
  return [
    ...group
      .filter((key) => !parseGroup(resource, key, allowed))
      .map((key) => unknown('group', `"${key}" is not a field to group by.`)),
    ...measures
      .filter((key) => !parseMeasure(resource, key, allowed))
      .map((key) => unknown('measure', `"${key}" is not a measure.`)),
    ...limits
      .filter(([, keys, max]) => keys.length > max || new Set(keys).size < keys.length)
      .map(([path, , max]) => ({
        path,
        code: 'too_many',
        message: `At most ${max} different values for "${path}".`,
      })),
  ]
}

/**
 * Parses the parameters of an aggregate; `timeZone` applies when `tz` is absent. Without `measure`
 * it counts.
 */
export const parseAggregateQuery = (
  resource: ResourceModel,
  model: Model,
  params: URLSearchParams,
  options: { allowed?: Allowed; timeZone: string },
): { query: AggregateQuery } | { problems: QueryProblem[] } => {
  const rows = parseRows(resource, model, params, options.allowed)
  const split = (name: string) => params.getAll(name).flatMap((v) => v.split(','))
  const group = split('group')
  const measures = params.has('measure') ? split('measure') : ['count']
  const problems = [...rows.problems, ...keyProblems(resource, group, measures, options.allowed)]
  const zones = params.getAll('tz')
  const timeZone = zones[0] ?? options.timeZone
  if (zones.length > 1 || !isTimeZone(timeZone)) {
    problems.push({
      path: 'tz',
      code: 'invalid_value',
      message: 'Use a time zone such as Europe/Lisbon.',
    })
  }
  if (problems.length || !rows.query) return { problems }
  return { query: { group, measures, ...rows.query, timeZone } }
}
