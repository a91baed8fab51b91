/** Parses the query string of a list (api.md, Collections) to a `ListQuery`. Pure. */
import { usesOf } from '#schemas/define/kinds.ts'
import { parseFilter } from './filterParse.ts'
import type { Allowed, QueryProblem } from './filterUrl.ts'
import type { ListQuery, SortKey } from './query.ts'
import { fieldOf } from './standard.ts'
import type { FieldModel, Model, ResourceModel } from './types.ts'
import { DEFAULT_LIMIT, MAX_LIMIT, MAX_PAGED_ROWS, parseSort } from './urlQuery.ts'

const MAX_SEARCH = 200

export interface ParseOptions {
  /**
   * The caller's permissions; by default every field of the model is allowed. A forbidden name is
   * reported like an unknown one.
   */
  readonly allowed?: Allowed
  /** Parameters handled by another parser (`group`, `tz`). */
  readonly ignore?: readonly string[]
  /** Whether `fields` also takes a name that the records themselves do not have. */
  readonly further?: (name: string) => boolean
}

const SINGLE = [
  'sort',
  'search',
  'limit',
  'cursor',
  'page',
  'fields',
  'include',
  'total',
  'trashed',
] as const
type Single = (typeof SINGLE)[number]

type Fail = (path: string, code: string, message: string) => void
type Singles = ReadonlyMap<Single, string>

/** Separates filters from the parameters that occur once; reports unknown and repeated ones. */
const separate = (
  params: URLSearchParams,
  ignore: readonly string[] | undefined,
  fail: Fail,
): { readonly single: Singles; readonly filters: [string, string][] } => {
  const single = new Map<Single, string>()
  const filters: [string, string][] = []
  for (const [name, value] of params) {
    if (name.startsWith('filter[')) filters.push([name, value])
    else if ((SINGLE as readonly string[]).includes(name)) {
      if (single.has(name as Single)) fail(name, 'repeated', `"${name}" is duplicated.`)
      single.set(name as Single, value)
    } else if (!ignore?.includes(name)) {
      fail(name, 'unknown_name', `"${name}" is not a parameter of this list.`)
    }
  }
  return { single, filters }
}

/** Reads parameters by their form; each reports what it does not accept. */
const readers = (single: Singles, fail: Fail) => ({
  names: (param: 'fields' | 'include', accept: (name: string) => boolean): string[] | undefined => {
    const list = single.get(param)?.split(',')
    list?.forEach((name) => {
      if (!accept(name)) fail(param, 'unknown_name', `"${name}" cannot be used in ${param}.`)
    })
    return list
  },
  whole: (param: 'limit' | 'page', max: number): number | undefined => {
    const text = single.get(param)
    if (text === undefined) return undefined
    const n = /^\d{1,6}$/.test(text) ? Number(text) : 0
    if (n < 1 || n > max) {
      fail(param, 'out_of_range', `"${param}" is a whole number from 1 to ${max}.`)
    }
    return n
  },
  one: (param: 'total' | 'trashed', word: string): boolean => {
    const text = single.get(param)
    if (text !== undefined && text !== word) {
      fail(param, 'invalid_value', `"${param}" can only be "${word}".`)
    }
    return text !== undefined
  },
})

const sortKeys = (
  text: string | undefined,
  known: (name: string) => FieldModel | undefined,
  fail: Fail,
): SortKey[] => {
  const sort = text === undefined ? [] : parseSort(text)
  sort.forEach((key, i) => {
    const field = known(key.field)
    if (!field || !usesOf(field).sortable) {
      fail('sort', 'unknown_name', `"${key.field}" is not a field to sort by.`)
    } else if (sort.findIndex((k) => k.field === key.field) < i) {
      fail('sort', 'repeated', `Duplicate sort field "${key.field}".`)
    }
  })
  if (sort.length > 5) fail('sort', 'too_many', 'Sort by at most 5 fields.')
  return sort
}

const searchText = (single: Singles, fail: Fail): string | undefined => {
  const search = single.get('search')?.trim()
  if (search !== undefined && (search.length > MAX_SEARCH || search.includes('\0'))) {
    fail('search', 'invalid_value', `A search has at most ${MAX_SEARCH} characters.`)
  }
  return search
}

/** Reads where a list begins: at a page, after a cursor, or neither. */
const position = (
  single: Singles,
  whole: ReturnType<typeof readers>['whole'],
  fail: Fail,
): Pick<ListQuery, 'limit' | 'page' | 'cursor'> => {
  const limit = whole('limit', MAX_LIMIT) ?? DEFAULT_LIMIT
  const page = whole('page', MAX_PAGED_ROWS)
  if (page !== undefined && limit <= MAX_LIMIT && page * limit > MAX_PAGED_ROWS) {
    fail(
      'page',
      'out_of_range',
      `Pages reach the first ${MAX_PAGED_ROWS} rows; continue with a cursor, or filter.`,
    )
  }
  const cursor = single.get('cursor')
  if (cursor !== undefined && page !== undefined) {
    fail('page', 'conflict', 'Give a cursor or a page, not both.')
  }
  return {
    limit,
    ...(cursor !== undefined ? { cursor } : {}),
    ...(page !== undefined ? { page } : {}),
  }
}

/**
 * Parses a list's parameters. An absent `sort` is an empty list: the reader then sorts by
 * `resource.list.sort`. Every invalid name and value is reported; `code` is `unknown_name` for
 * names that are unknown or not allowed.
 */
export const parseListQuery = (
  resource: ResourceModel,
  model: Model,
  params: URLSearchParams,
  options: ParseOptions = {},
): { query: ListQuery } | { problems: QueryProblem[] } => {
  const problems: QueryProblem[] = []
  const fail: Fail = (path, code, message) => void problems.push({ path, code, message })
  const { single, filters } = separate(params, options.ignore, fail)
  const { filter, problems: ofFilter } = parseFilter(resource, model, filters, options.allowed)
  problems.push(...ofFilter)

  const known = (name: string) => {
    const field = fieldOf(resource, name)
    return field && (options.allowed?.(resource, name) ?? true) ? field : undefined
  }
  const { names, whole, one } = readers(single, fail)
  const sort = sortKeys(single.get('sort'), known, fail)
  const search = searchText(single, fail)
  const at = position(single, whole, fail)
  const fields = names(
    'fields',
    (name) => known(name) !== undefined || (options.further?.(name) ?? false),
  )
  const include = names('include', (name) => {
    const kind = known(name)?.kind
    return kind === 'ref' || kind === 'refs'
  })
  const totalExact = one('total', 'exact')
  const trashed = one('trashed', 'true')
  if (problems.length) return { problems }
  return {
    query: {
      ...(filter ? { filter } : {}),
      sort,
      ...(search ? { search } : {}),
      ...at,
      ...(fields ? { fields } : {}),
      ...(include ? { include } : {}),
      totalExact,
      trashed,
    },
  }
}
