/** Parses the filter part of a list's URL, whose form `filterUrl.ts` describes. */
import { isCurrency } from '#schemas/define/currencies.ts'
import { usesOf, type Operator } from '#schemas/define/kinds.ts'
import {
  MAX_CONDITIONS,
  MAX_DEPTH,
  resolvePath,
  type Allowed,
  type QueryProblem,
} from './filterUrl.ts'
import { parseValue } from './filterValue.ts'
import { holdsPeople } from './people.ts'
import type { Condition, Filter } from './query.ts'
import type { FieldModel, Model, ResourceModel } from './types.ts'

interface Draft {
  readonly name: string
  readonly path: readonly string[]
  readonly field: FieldModel
  readonly op: Operator
  readonly raw: string[]
}
type Member =
  | Draft
  | { readonly logic: 'and' | 'or'; readonly children: Map<string, Group> }
  | { readonly logic: 'not'; readonly child: Group }
interface Group {
  readonly members: Map<string, Member>
  readonly currencies: Map<string, { name: string; value: string }>
}

const group = (): Group => ({ members: new Map(), currencies: new Map() })
const LOGIC = new Set(['and', 'or', 'not'])

class FilterParser {
  readonly problems: QueryProblem[] = []
  readonly #root = group()
  #conditions = 0
  readonly #resource: ResourceModel
  readonly #model: Model
  readonly #allowed: Allowed | undefined
  constructor(resource: ResourceModel, model: Model, allowed: Allowed | undefined) {
    this.#resource = resource
    this.#model = model
    this.#allowed = allowed
  }

  #fail(path: string, code: string, message: string): void {
    this.problems.push({ path, code, message })
  }

  add(name: string, value: string): void {
    const parts = [...name.slice('filter'.length).matchAll(/\[([^[\]]*)\]/g)].map((m) => m[1]!)
    if (!parts.length || `filter${parts.map((p) => `[${p}]`).join('')}` !== name) {
      return this.#fail(name, 'unknown_name', `"${name}" is not a filter.`)
    }
    let at = this.#root
    let i = 0
    for (let depth = 0; LOGIC.has(parts[i] ?? '');) {
      if (++depth > MAX_DEPTH) {
        return this.#fail(name, 'too_deep', `Filters nest at most ${MAX_DEPTH} deep.`)
      }
      const logic = parts[i++] as 'and' | 'or' | 'not'
      const known = at.members.get(logic)
      if (logic === 'not') {
        const member = known ?? { logic, child: group() }
        at.members.set(logic, member)
        at = (member as { child: Group }).child
        continue
      }
      const index = parts[i++]
      if (index === undefined || !/^\d{1,3}$/.test(index)) {
        return this.#fail(
          name,
          'malformed',
          `"${logic}" needs a number, as in filter[${logic}][0][field].`,
        )
      }
      const member = (known ?? { logic, children: new Map<string, Group>() }) as {
        logic: 'or'
        children: Map<string, Group>
      }
      at.members.set(logic, member)
      let child = member.children.get(index)
      if (!child) member.children.set(index, (child = group()))
      at = child
    }
    this.#condition(at, name, parts.slice(i), value)
  }

  #condition(at: Group, name: string, rest: readonly string[], value: string): void {
    const [dotted, given, ...more] = rest
    const path = dotted?.split('.') ?? []
    const steps = more.length
      ? undefined
      : resolvePath(this.#resource, this.#model, path, this.#allowed)
    const field = steps?.at(-1)?.field
    if (!field) {
      return this.#fail(name, 'unknown_name', `"${dotted ?? name}" is not a field to filter by.`)
    }
    if (given === 'currency' && field.kind === 'money') {
      if (!isCurrency(value)) {
        return this.#fail(name, 'invalid_value', 'Use a currency code such as EUR.')
      }
      if (at.currencies.has(dotted!)) {
        return this.#fail(name, 'repeated', `"${name}" is duplicated.`)
      }
      at.currencies.set(dotted!, { name, value })
      return
    }
    const operators = usesOf(field).operators
    const op = (given ?? (operators.includes('has') ? 'has' : 'eq')) as Operator
    if (!operators.includes(op)) {
      return this.#fail(name, 'unknown_operator', `"${field.label}" cannot be compared by "${op}".`)
    }
    const key = `${dotted} ${op}`
    const known = at.members.get(key) as Draft | undefined
    if (known) return void known.raw.push(value)
    if (++this.#conditions > MAX_CONDITIONS) {
      if (this.#conditions === MAX_CONDITIONS + 1) {
        this.#fail('filter', 'too_many', `At most ${MAX_CONDITIONS} conditions.`)
      }
      return
    }
    at.members.set(key, { name, path, field, op, raw: [value] })
  }

  finish(): Filter | undefined {
    return this.#filter(this.#root)
  }

  #filter({ members, currencies }: Group): Filter | undefined {
    const used = new Set<string>()
    const list = [...members.values()].flatMap((member): Filter[] => {
      if ('raw' in member) {
        const currency = currencies.get(member.path.join('.'))?.value
        used.add(member.path.join('.'))
        return this.#typed(member, currency)
      }
      if (member.logic === 'not') {
        const inner = this.#filter(member.child)
        return inner ? [{ not: inner }] : []
      }
      const inner = [...member.children]
        .sort(([a], [b]) => Number(a) - Number(b))
        .flatMap(([, child]) => this.#filter(child) ?? [])
      return inner.length ? [member.logic === 'and' ? { and: inner } : { or: inner }] : []
    })
    for (const [path, { name }] of currencies) {
      if (!used.has(path)) this.#fail(name, 'malformed', 'A currency needs an amount to go with.')
    }
    return list.length > 1 ? { and: list } : list[0]
  }

  #typed({ name, path, field, op, raw }: Draft, currency: string | undefined): Condition[] {
    const value = parseValue(field, op, raw, holdsPeople(this.#model, field))
    if (value === undefined) {
      this.#fail(name, 'invalid_value', `This is not a value of "${field.label}".`)
    } else if (field.kind === 'money' && op !== 'isNull' && !field.currency && !currency) {
      this.#fail(
        name,
        'currency_required',
        `"${field.label}" can hold several currencies: add filter[${path.join('.')}][currency].`,
      )
    } else return [{ path, op, value, ...(currency ? { currency } : {}) }]
    return []
  }
}

/** Parses the `filter…` parameters. */
export const parseFilter = (
  resource: ResourceModel,
  model: Model,
  entries: Iterable<readonly [string, string]>,
  allowed?: Allowed,
): { filter?: Filter; problems: QueryProblem[] } => {
  const parser = new FilterParser(resource, model, allowed)
  for (const [name, value] of entries) parser.add(name, value)
  const filter = parser.finish()
  return { ...(filter ? { filter } : {}), problems: parser.problems }
}
