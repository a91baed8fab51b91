/** Validates a filter tree (from the page's URL or a saved view) by the rules of the URL form. */
import { usesOf, type Operator } from '#schemas/define/kinds.ts'
import { MAX_CONDITIONS, MAX_DEPTH, resolvePath, type Allowed } from './filterUrl.ts'
import { formatValue, parseValue } from './filterValue.ts'
import { holdsPeople } from './people.ts'
import { isPeriod } from './periods.ts'
import type { Condition, Filter } from './query.ts'
import type { FieldModel, Json, Model, ResourceModel } from './types.ts'

const HAVE_DAYS: ReadonlySet<FieldModel['kind']> = new Set(['day', 'instant'])

interface Given {
  readonly path?: unknown
  readonly op?: unknown
  readonly value?: Json
  readonly currency?: unknown
  readonly and?: unknown
  readonly or?: unknown
  readonly not?: unknown
}

class FilterTree {
  #conditions = 0
  readonly #resource: ResourceModel
  readonly #model: Model
  readonly #allowed: Allowed | undefined
  constructor(resource: ResourceModel, model: Model, allowed: Allowed | undefined) {
    this.#resource = resource
    this.#model = model
    this.#allowed = allowed
  }

  read(raw: unknown, depth = 0): Filter | undefined {
    if (typeof raw !== 'object' || raw === null || depth > MAX_DEPTH) return undefined
    const given = raw as Given
    if (given.and !== undefined) {
      const and = this.#members(given.and, depth)
      return and && { and }
    }
    if (given.or !== undefined) {
      const or = this.#members(given.or, depth)
      return or && { or }
    }
    if (given.not !== undefined) {
      const not = this.read(given.not, depth + 1)
      return not && { not }
    }
    return this.#condition(given)
  }

  #members(raw: unknown, depth: number): Filter[] | undefined {
    if (!Array.isArray(raw) || !raw.length || raw.length > MAX_CONDITIONS) return undefined
    const members = raw.flatMap((member) => this.read(member, depth + 1) ?? [])
    return members.length === raw.length ? members : undefined
  }

  #condition({ path, op, value: given, currency }: Given): Condition | undefined {
    if (++this.#conditions > MAX_CONDITIONS || given === undefined) return undefined
    if (!Array.isArray(path) || !path.every((step) => typeof step === 'string')) return undefined
    const field = resolvePath(this.#resource, this.#model, path, this.#allowed)?.at(-1)?.field
    const operator = op as Operator
    if (!field || !usesOf(field).operators.includes(operator)) return undefined
    // Depends on today: the page replaces it by days before it asks the server.
    if (operator === 'between' && isPeriod(given) && HAVE_DAYS.has(field.kind)) {
      return { path, op: operator, value: given }
    }
    const value = parseValue(
      field,
      operator,
      [formatValue(operator, given)],
      holdsPeople(this.#model, field),
    )
    if (value === undefined) return undefined
    const condition: Condition = { path, op: operator, value }
    if (currency === undefined) {
      const needsCurrency = field.kind === 'money' && operator !== 'isNull' && !field.currency
      return needsCurrency ? undefined : condition
    }
    // The platform's list, since the first page is without ours: they are the same codes.
    return field.kind === 'money' &&
      typeof currency === 'string' &&
      Intl.supportedValuesOf('currency').includes(currency)
      ? { ...condition, currency }
      : undefined
  }
}

/**
 * Returns the filter with its values in the type of their fields; undefined when any name, operator
 * or value is invalid or not allowed, or when it exceeds the size or depth of the URL form.
 */
export const validateFilter = (
  resource: ResourceModel,
  model: Model,
  raw: unknown,
  allowed?: Allowed,
): Filter | undefined => new FilterTree(resource, model, allowed).read(raw)
