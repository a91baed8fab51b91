/**
 * Translates a list request to a query of a document database, or says why that is impossible.
 * Pure.
 */
import { english, say, type Said } from '../message.ts'
import { traits, type Operator } from '#schemas/define/kinds.ts'
import type { Condition, Filter, ListQuery, SortKey } from '../query.ts'
import { fieldOf } from '../standard.ts'
import type { FieldModel, Json, ResourceModel } from '../types.ts'
import { formatSort, parseSort } from '../urlQuery.ts'

export type DocumentOperator =
  | '=='
  | '!='
  | '<'
  | '<='
  | '>'
  | '>='
  | 'in'
  | 'not-in'
  | 'array-contains'
  | 'array-contains-any'
/** One comparison; `path` may lead into a map. `instant` values are ISO texts of timestamps. */
export interface Where {
  readonly path: string
  readonly op: DocumentOperator
  readonly value: Json
  readonly instant?: true
}
export interface Order {
  readonly path: string
  readonly descending: boolean
  readonly instant?: true
}
export interface DocumentQuery {
  readonly where: readonly Where[]
  /** One field; ties are broken by the document's name, in the same direction. */
  readonly order: Order
  /** Rows to show; one more is requested to detect further rows. */
  readonly limit: number
  /**
   * Where to continue: the order field's value and the id of a row, and whether to read the rows
   * before it.
   */
  readonly from?: Position
}
export interface Position {
  readonly value: Json
  readonly id: string
  readonly before: boolean
}

/** A request that a document database cannot serve; the message is shown to people. */
export class NotPossible extends Error {
  /** Stable error code. */
  readonly code: string
  /** Why, for people. */
  readonly said: Said
  constructor(code: string, said: Said) {
    super(english(said))
    this.name = 'NotPossible'
    this.code = code
    this.said = said
  }
}

/** Marks trashed documents: a separate flag, since only equality leaves the sort free. */
export const DELETED = 'deleted'
/** Maximum items of one list of values. */
const MOST_VALUES = 30
const MOST_EXCLUDED = 10

const isSet = (field: FieldModel): boolean => traits(field.kind).storage.endsWith('[]')
/** Path of a field's comparable value. */
export const pathOf = (field: FieldModel): string =>
  field.kind === 'money' ? `${field.name}.amount` : field.name
const isInstant = (field: FieldModel) =>
  field.kind === 'instant' ? { instant: true as const } : {}

/**
 * Comparisons available for filters of a field; the others have no equivalent, or one with another
 * meaning.
 */
export const documentOperators = (field: FieldModel): readonly Operator[] =>
  traits(field.kind).operators.filter(
    (op) =>
      !['contains', 'startsWith', 'endsWith', 'hasAll', 'hasNone'].includes(op) &&
      !(EXCLUDING.has(op) && !field.required && field.default === undefined),
  )
/**
 * In our API an empty field differs from every value; in the database such a comparison never
 * matches it.
 */
const EXCLUDING = new Set<string>(['ne', 'notIn'])

/** Fields available for filters: those with generated indexes. */
export const documentFilters = (resource: ResourceModel): readonly string[] =>
  resource.list.filters.filter((name) => {
    const field = fieldOf(resource, name)
    return field !== undefined && documentOperators(field).length > 0
  })

/** Fields available for sorting. */
export const documentSorts = (resource: ResourceModel): readonly string[] =>
  [...new Set([...resource.list.sortable, resource.title, 'createdAt', 'updatedAt'])].filter(
    (name) => {
      const field = fieldOf(resource, name)
      return field !== undefined && traits(field.kind).sortable && field.kind !== 'ref'
    },
  )

const RANGE: Readonly<Record<string, DocumentOperator>> = { lt: '<', lte: '<=', gt: '>', gte: '>=' }

const conditionsOf = (
  resource: ResourceModel,
  { path, op, value, currency }: Condition,
): Where[] => {
  if (path.length > 1) {
    throw new NotPossible(
      'relation_filter',
      'These records cannot be filtered by what they refer to.',
    )
  }
  const field = fieldOf(resource, path[0] ?? '')
  if (!field || !documentFilters(resource).includes(field.name)) {
    throw new NotPossible(
      'no_index',
      say('These records cannot be filtered by “{{field}}”: no index is kept for it.', {
        field: { label: field?.label ?? path[0] ?? '' },
      }),
    )
  }
  if (!documentOperators(field).includes(op)) {
    throw new NotPossible(
      'operator',
      say('“{{field}}” cannot be compared in this way here.', { field: { label: field.label } }),
    )
  }
  const at = op === 'isNull' ? field.name : pathOf(field)
  const facts = isInstant(field)
  const list = Array.isArray(value) ? (value as readonly Json[]) : []
  const most = op === 'notIn' ? MOST_EXCLUDED : MOST_VALUES
  if (op !== 'between' && list.length > most) {
    throw new NotPossible(
      'too_many_values',
      say('A filter of these records takes at most {{n}} values.', { n: most }),
    )
  }
  const money: Where[] =
    field.kind === 'money' && currency && op !== 'isNull'
      ? [{ path: `${field.name}.currency`, op: '==', value: currency }]
      : []
  switch (op) {
    case 'isNull':
      return [{ path: at, op: value ? '==' : '!=', value: isSet(field) ? [] : null }]
    case 'eq':
      return [...money, { path: at, op: '==', value, ...facts }]
    case 'ne':
      return [...money, { path: at, op: '!=', value, ...facts }]
    case 'between':
      return [
        ...money,
        { path: at, op: '>=', value: list[0]!, ...facts },
        { path: at, op: '<=', value: list[1]!, ...facts },
      ]
    case 'in':
      return [
        ...money,
        ...(list.length === 1
          ? [{ path: at, op: '==' as const, value: list[0]!, ...facts }]
          : [{ path: at, op: 'in' as const, value, ...facts }]),
      ]
    case 'notIn':
      return [{ path: at, op: 'not-in', value, ...facts }]
    case 'has':
      return [{ path: at, op: 'array-contains', value }]
    case 'hasAny':
      return [{ path: at, op: 'array-contains-any', value }]
    default:
      return [...money, { path: at, op: RANGE[op]!, value, ...facts }]
  }
}

/**
 * An `or` over values of one field becomes one comparison; over several fields it is impossible.
 */
const oneOf = (resource: ResourceModel, members: readonly Filter[]): Where[] => {
  const values = members.map((m) =>
    'path' in m &&
    m.path.length === 1 &&
    (m.op === 'eq' || m.op === 'in') &&
    m.currency === undefined
      ? { field: m.path[0]!, values: [m.value].flat() as Json[] }
      : undefined,
  )
  const [first] = values
  if (!first || values.some((v) => v?.field !== first.field)) {
    throw new NotPossible(
      'or',
      'These records can be filtered by all of several conditions, not by any of them.',
    )
  }
  return conditionsOf(resource, {
    path: [first.field],
    op: 'in',
    value: values.flatMap((v) => v!.values),
  })
}

const flatten = (resource: ResourceModel, filter: Filter): Where[] => {
  if ('and' in filter) return filter.and.flatMap((f) => flatten(resource, f))
  if ('or' in filter) {
    return filter.or.length === 1 ? flatten(resource, filter.or[0]!) : oneOf(resource, filter.or)
  }
  if ('not' in filter) {
    throw new NotPossible('not', 'These records cannot be filtered by what does not hold.')
  }
  return conditionsOf(resource, filter)
}

const isRange = ({ op }: Where): boolean => ['<', '<=', '>', '>=', '!=', 'not-in'].includes(op)
const isList = ({ op }: Where): boolean => ['in', 'not-in', 'array-contains-any'].includes(op)

/** Enforces the database's rules for combined comparisons. */
const together = (where: readonly Where[], order: Order): void => {
  const ranges = new Set(
    where
      .filter(isRange)
      .map((w) => w.path)
      .filter((path) => path !== order.path),
  )
  if (ranges.size > 1) {
    throw new NotPossible(
      'ranges',
      'These records can be narrowed by the range of one field at a time.',
    )
  }
  if (where.filter((w) => w.op.startsWith('array-')).length > 1) {
    throw new NotPossible('lists', 'These records can be narrowed by one list at a time.')
  }
  if (where.filter((w) => w.op === '!=' || w.op === 'not-in').length > 1) {
    throw new NotPossible(
      'excluded',
      'These records can leave out the values of one field at a time.',
    )
  }
  const choices = where.filter(isList)
  if (choices.some((w) => w.op === 'not-in') && choices.length > 1) {
    throw new NotPossible(
      'excluded',
      'Values left out cannot be combined with a choice of several values here.',
    )
  }
  if (choices.reduce((n, w) => n * (w.value as readonly Json[]).length, 1) > MOST_VALUES) {
    throw new NotPossible(
      'too_many_values',
      say('Filters of these records take at most {{n}} combinations of values.', {
        n: MOST_VALUES,
      }),
    )
  }
}

/** The sort, or the resource's default if none is requested. */
export const sortKeyOf = (resource: ResourceModel, asked: readonly SortKey[]): SortKey => {
  const [key = parseSort(resource.list.sort)[0]!, second] = asked
  if (second) throw new NotPossible('sort', 'These records are sorted by one field at a time.')
  if (!documentSorts(resource).includes(key.field)) {
    throw new NotPossible(
      'sort',
      say('These records cannot be sorted by “{{field}}”.', {
        field: { label: fieldOf(resource, key.field)?.label ?? key.field },
      }),
    )
  }
  return key
}

const CURSOR = /^[\w-]+$/
const toText = (value: unknown): string =>
  btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify(value))))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/={1,2}$/, '')
const fromText = (text: string): unknown =>
  JSON.parse(
    new TextDecoder().decode(
      Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (c) => c.charCodeAt(0)),
    ),
  )

/** A position in a sorted list as text for a URL. Tampering with it cannot widen access. */
export const formatPosition = (sort: SortKey, { value, id, before }: Position): string =>
  toText([formatSort([sort]), value, id, ...(before ? [1] : [])])

/** Parses a cursor made for the same sort; throws `NotPossible` with the code `bad_cursor`. */
export const parsePosition = (sort: SortKey, cursor: string): Position => {
  try {
    const read = CURSOR.test(cursor) ? fromText(cursor) : undefined
    if (
      Array.isArray(read) &&
      read[0] === formatSort([sort]) &&
      typeof read[2] === 'string' &&
      (read[1] === null || ['string', 'number', 'boolean'].includes(typeof read[1]))
    ) {
      return { value: read[1] as Json, id: read[2], before: read[3] === 1 }
    }
  } catch {
    /* not a cursor of ours */
  }
  throw new NotPossible(
    'bad_cursor',
    'This place in the list is not known. Start at its beginning.',
  )
}

/** Translates a list request. Throws `NotPossible` for anything without an equivalent. */
export const toDocumentQuery = (resource: ResourceModel, query: ListQuery): DocumentQuery => {
  if (query.search) throw new NotPossible('search', 'These records cannot be searched for words.')
  if (query.page !== undefined && query.page > 1) {
    throw new NotPossible('page', 'These records have no page numbers; use the next page.')
  }
  const sort = sortKeyOf(resource, query.sort)
  const field = fieldOf(resource, sort.field)!
  const order: Order = { path: pathOf(field), descending: sort.descending, ...isInstant(field) }
  const where: Where[] = [
    { path: DELETED, op: '==', value: query.trashed },
    ...(query.filter ? flatten(resource, query.filter) : []),
  ]
  together(where, order)
  return {
    where,
    order,
    limit: query.limit,
    ...(query.cursor === undefined ? {} : { from: parsePosition(sort, query.cursor) }),
  }
}
