/**
 * A filter group being edited, and its conversion to and from a `Filter`. Pure; two levels deep.
 */
import { parseScalar, takesList } from '#model/filterValue.ts'
import { resolvePath, type Allowed } from '#model/filterUrl.ts'
import { isPeriod } from '#model/periods.ts'
import type { Filter } from '#model/query.ts'
import { fieldOf } from '#model/standard.ts'
import type { FieldModel, Json, Model, ResourceModel } from '#model/types.ts'
import { traits, usesOf, type Operator } from '#schemas/define/kinds.ts'
import { ME } from '#schemas/define/rowWords.ts'
import { minorDigits } from '#ui/minorDigits.ts'
import { readNumber } from '../kinds/parts/typedNumber.ts'
import { takesMe } from './me.ts'

export interface DraftCondition {
  readonly id: number
  readonly path: readonly string[]
  readonly op: Operator
  /** Texts as typed: one, two for `between`, any number for lists. */
  readonly values: readonly string[]
  readonly currency?: string
}
export interface DraftGroup {
  readonly id: number
  readonly all: boolean
  readonly conditions: readonly DraftCondition[]
}
/** The top level: conditions and groups of conditions. */
export interface Draft extends DraftGroup {
  readonly groups: readonly DraftGroup[]
}

let count = 0
const newId = () => ++count

/** A field usable in a condition. */
export interface Choice {
  readonly path: readonly string[]
  readonly field: FieldModel
  /** The reference that leads to it. */
  readonly through?: FieldModel
  /** Available comparisons. */
  readonly operators: readonly Operator[]
}

const filterable = (resource: ResourceModel, allowed: Allowed): FieldModel[] =>
  [...resource.fields, ...['createdAt', 'updatedAt'].map((n) => fieldOf(resource, n)!)].filter(
    (f) =>
      usesOf(f).operators.length > 0 &&
      // A URL or saved view would expose the secret searched for.
      f.kind !== 'secret' &&
      !f.hidden &&
      allowed(resource, f.name),
  )

/** Own fields, then the fields of each referenced record. */
export const choicesOf = (resource: ResourceModel, model: Model, allowed: Allowed): Choice[] => {
  const own = filterable(resource, allowed)
  const through = own
    .filter((f) => f.kind === 'ref')
    .flatMap((ref) => {
      const target = model.resources.find((r) => r.collection === ref.ref)
      return target
        ? filterable(target, allowed).map((field) => ({
            path: [ref.name, field.name],
            field,
            through: ref,
            operators: usesOf(field).operators,
          }))
        : []
    })
  return [
    ...own.map((field) => ({ path: [field.name], field, operators: usesOf(field).operators })),
    ...through,
  ]
}

/** A new condition on a field, with the first operator that fits. */
export const newCondition = (choice: Choice): DraftCondition => {
  const { operators } = choice
  const preferred = operators.find((op) => op === 'contains') ?? operators[0]!
  return {
    id: newId(),
    path: choice.path,
    op: preferred,
    values: preferred === 'isNull' ? ['true'] : [],
  }
}
export const newGroup = (all: boolean, conditions: readonly DraftCondition[]): DraftGroup => ({
  id: newId(),
  all,
  conditions,
})

const scaleOf = (field: FieldModel, currency: string | undefined): number => {
  const { storage, scale = 1 } = traits(field.kind)
  return storage === 'money' ? 10 ** minorDigits(currency ?? field.currency ?? 'EUR') : scale
}

const NUMERIC: readonly string[] = ['integer', 'double', 'money']

/** A condition as in the API; undefined while incomplete or invalid. */
export const conditionOf = (
  draft: DraftCondition,
  field: FieldModel,
  currency: string,
): Filter | undefined => {
  const { storage } = traits(field.kind)
  const money = storage === 'money' && draft.op !== 'isNull'
  const unit = draft.currency ?? field.currency ?? currency
  const read = (text: string): Json | undefined => {
    const trimmed = text.trim()
    if (trimmed === '') return undefined
    if (trimmed === ME && takesMe(field)) return ME
    const scale = draft.op === 'isNull' ? 1 : scaleOf(field, unit)
    const number = readNumber(trimmed, scale)
    // As typed where it needs no reading, since that rounds.
    const plain =
      typeof number !== 'number' ||
      !NUMERIC.includes(storage) ||
      (scale === 1 && !Number.isNaN(+trimmed))
        ? trimmed
        : String(scale === 1 ? number : Math.round(number))
    return parseScalar(
      field,
      draft.op,
      storage === 'timestamptz' && /^\d{4}-\d\d-\d\d$/.test(plain) ? `${plain}T00:00:00Z` : plain,
    )
  }
  const [period] = draft.values
  if (draft.op === 'between' && isPeriod(period)) {
    return { path: draft.path, op: draft.op, value: period }
  }
  const values = draft.values.map(read)
  if (
    !values.length ||
    values.some((v) => v === undefined) ||
    (draft.op === 'between' && values.length !== 2)
  ) {
    return undefined
  }
  const extra = money ? { currency: unit } : {}
  return {
    path: draft.path,
    op: draft.op,
    value: takesList(draft.op) ? (values as Json[]) : values[0]!,
    ...extra,
  }
}

const join = (all: boolean, list: readonly Filter[]): Filter | undefined => {
  if (list.length < 2) return list[0]
  return all ? { and: list } : { or: list }
}

/**
 * The filter of a draft; `undefined` when empty, `'incomplete'` when a condition lacks its value.
 */
export const filterOfDraft = (
  draft: Draft,
  resource: ResourceModel,
  model: Model,
  currency: string,
): Filter | undefined | 'incomplete' => {
  const read = (conditions: readonly DraftCondition[]) =>
    conditions.map((c) => {
      const field = resolvePath(resource, model, c.path)?.at(-1)?.field
      return field && conditionOf(c, field, currency)
    })
  const own = read(draft.conditions)
  const groups = draft.groups.map((g) => ({ all: g.all, list: read(g.conditions) }))
  if ([...own, ...groups.flatMap((g) => g.list)].includes(undefined)) return 'incomplete'
  return join(draft.all, [
    ...(own as Filter[]),
    ...groups.flatMap((g) => join(g.all, g.list as Filter[]) ?? []),
  ])
}

/** A filter as a draft; undefined when it nests deeper than the builder shows. */
export const draftOf = (
  filter: Filter | undefined,
  resource: ResourceModel,
  model: Model,
): Draft | undefined => {
  const empty: Draft = { id: newId(), all: true, conditions: [], groups: [] }
  if (!filter) return empty
  const condition = (f: Filter): DraftCondition | undefined => {
    if (!('path' in f)) return undefined
    const field = resolvePath(resource, model, f.path)?.at(-1)?.field
    if (!field) return undefined
    const scale = f.op === 'isNull' ? 1 : scaleOf(field, f.currency)
    const text = (v: Json) => {
      if (scale > 1) return String(Number(v) / scale)
      return traits(field.kind).storage === 'timestamptz' ? String(v).slice(0, 16) : String(v)
    }
    return {
      id: newId(),
      path: f.path,
      op: f.op,
      values: ([f.value].flat() as Json[]).map(text),
      ...(f.currency ? { currency: f.currency } : {}),
    }
  }
  const group = (f: Filter): DraftGroup | undefined => {
    if (!('and' in f) && !('or' in f)) return undefined
    const list = ('and' in f ? f.and : f.or).map(condition)
    return list.includes(undefined) ? undefined : newGroup('and' in f, list as DraftCondition[])
  }
  const one = condition(filter)
  if (one) return { ...empty, conditions: [one] }
  if (!('and' in filter) && !('or' in filter)) return undefined
  const members = 'and' in filter ? filter.and : filter.or
  const conditions = members.flatMap((m) => condition(m) ?? [])
  const groups = members.flatMap((m) => ('path' in m ? [] : (group(m) ?? [])))
  if (conditions.length + groups.length !== members.length) return undefined
  return { id: newId(), all: 'and' in filter, conditions, groups }
}
