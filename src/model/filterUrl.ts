/**
 * The filter part of a list's URL: `filter[field]=v`, `filter[field][op]=v`,
 * `filter[ref.field][op]=v`, `filter[or][0][field][op]=v`, `filter[and]…`, `filter[not]…`,
 * `filter[total][currency]=EUR`. Adjacent conditions are joined by AND.
 */
import { formatValue } from './filterValue.ts'
import type { Condition, Filter } from './query.ts'
import { fieldOf, followedField, isRef } from './standard.ts'
import type { FieldModel, Model, ResourceModel } from './types.ts'

export const MAX_CONDITIONS = 50
/** Maximum nesting of `and`, `or`, `not`. */
export const MAX_DEPTH = 3

/** One invalid part of a query; `path` is the parameter's name. */
export interface QueryProblem {
  readonly path: string
  readonly code: string
  readonly message: string
}

/** Whether the caller may read a field; unknown and forbidden names return the same. */
export type Allowed = (resource: ResourceModel, field: string) => boolean

/**
 * The fields of a filter path: one, or a reference and a field of its target; undefined when
 * unknown or not allowed.
 */
export const resolvePath = (
  resource: ResourceModel,
  model: Model,
  path: readonly string[],
  allowed: Allowed = () => true,
): readonly { resource: ResourceModel; field: FieldModel }[] | undefined => {
  const [first, second, ...rest] = path
  if (first === followedField.name && path.length === 1) return [{ resource, field: followedField }]
  const field = first === undefined || rest.length ? undefined : fieldOf(resource, first)
  if (!field || !allowed(resource, field.name)) return undefined
  if (second === undefined) return [{ resource, field }]
  const target = isRef(field) ? model.resources.find((r) => r.collection === field.ref) : undefined
  const inner = target && fieldOf(target, second)
  return target && inner && allowed(target, inner.name)
    ? [
        { resource, field },
        { resource: target, field: inner },
      ]
    : undefined
}

const isCondition = (filter: Filter): filter is Condition => 'path' in filter

/**
 * True when conditions can be adjacent in the URL: no two share a key, and those on one field agree
 * in currency.
 */
const standApart = (filters: readonly Filter[]): boolean => {
  const keys = filters.map((f) =>
    isCondition(f) ? `${f.path.join('.')} ${f.op}` : Object.keys(f)[0]!,
  )
  const currencies = new Map<string, string | undefined>()
  return (
    new Set(keys).size === keys.length &&
    filters.every((f) => {
      if (!isCondition(f)) return true
      const path = f.path.join('.')
      const agrees = !currencies.has(path) || currencies.get(path) === f.currency
      currencies.set(path, f.currency)
      return agrees
    })
  )
}

// A further `and` among adjacent conditions needs its own brackets, or the two would merge.
const write = (filter: Filter, prefix: string, out: URLSearchParams, mayStandOpen = true): void => {
  if (isCondition(filter)) {
    const name = `${prefix}[${filter.path.join('.')}]`
    out.append(
      filter.op === 'eq' ? name : `${name}[${filter.op}]`,
      formatValue(filter.op, filter.value),
    )
    if (filter.currency) out.set(`${name}[currency]`, filter.currency)
  } else if ('not' in filter) write(filter.not, `${prefix}[not]`, out)
  else if (mayStandOpen && 'and' in filter && filter.and.length > 1 && standApart(filter.and)) {
    filter.and.forEach((f) => write(f, prefix, out, false))
  } else {
    const logic = 'and' in filter ? 'and' : 'or'
    const inner = 'and' in filter ? filter.and : filter.or
    inner.forEach((f, i) => write(f, `${prefix}[${logic}][${i}]`, out))
  }
}

/** Appends the filter's parameters to `out`. */
export const formatFilter = (filter: Filter, out: URLSearchParams): void =>
  write(filter, 'filter', out)
