/**
 * Sort orders and keyset pages: the same order forwards and backwards, and the rows after a row.
 */
import { isMasked, usesOf } from '#schemas/define/kinds.ts'
import type { SortKey } from '#model/query.ts'
import { fieldOf } from '#model/standard.ts'
import type { FieldModel, ResourceModel } from '#model/types.ts'
import { parseSort } from '#model/urlQuery.ts'
import {
  allowedBy,
  amountColumn,
  column,
  currencyColumn,
  rowsFrom,
  isFilled,
  liveRows,
  openOn,
  sees,
  storageOf,
  typeOf,
  unknownName,
  type Building,
} from './statement.ts'

/**
 * One step of an order. Money has two expressions: currency, then amount. Null sorts as largest,
 * PostgreSQL's default, which its indexes share.
 */
export interface Term {
  readonly exprs: readonly string[]
  readonly types: readonly string[]
  readonly descending: boolean
  readonly nullable: boolean
}

/**
 * References sort by their visible title: returns the referenced resource and its title field if
 * the caller can read them.
 */
export const titleTarget = (
  b: Building,
  field: FieldModel,
): { readonly target: ResourceModel; readonly title: FieldModel } | undefined => {
  const target =
    field.kind === 'ref' ? b.model.resources.find((r) => r.collection === field.ref) : undefined
  const title = target && fieldOf(target, target.title)
  if (
    !target ||
    !title ||
    storageOf(title) !== 'text' ||
    isMasked(title) ||
    !sees(b.access, target) ||
    !b.access.readable(target).has(title.name)
  ) {
    return undefined
  }
  return { target, title }
}

const refTitle = (b: Building, field: FieldModel): string | undefined => {
  const found = titleTarget(b, field)
  return (
    found &&
    `(select ${column('o', found.title)} from ${rowsFrom(b, found.target, 'o')} where o.id = ${column('t', field)} and ${liveRows(b, found.target, 'o').join(' and ')})`
  )
}

const term = (
  b: Building,
  resource: ResourceModel,
  field: FieldModel,
  descending: boolean,
): Term => {
  // A field that is always filled today may have been empty then.
  const nullable =
    !isFilled(field) || b.past !== undefined || openOn(b, resource, 't', field.name) !== undefined
  if (field.kind === 'money') {
    return {
      exprs: [currencyColumn('t', field), amountColumn('t', field)],
      types: ['text', 'int8'],
      descending,
      nullable,
    }
  }
  const title = refTitle(b, field)
  if (title) return { exprs: [title], types: ['text'], descending, nullable: true }
  return {
    exprs: [column('t', field)],
    types: [typeOf(storageOf(field))],
    descending,
    nullable,
  }
}

/**
 * The sort keys of a list: the requested ones, or the resource's own if the caller can read them. A
 * field indexed only for filtering is followed by the resource's own order, like its index. Throws
 * 400 for an unknown or forbidden name.
 */
export const sortKeys = (
  b: Building,
  resource: ResourceModel,
  asked: readonly SortKey[],
): readonly SortKey[] => {
  const allowed = allowedBy(b.access)
  const usable = ({ field }: SortKey) => {
    const f = fieldOf(resource, field)
    return f !== undefined && usesOf(f).sortable && allowed(resource, field)
  }
  for (const key of asked) if (!usable(key)) throw unknownName('sort', key.field)
  const own = parseSort(resource.list.sort)
  const [only] = asked
  if (
    only &&
    asked.length === 1 &&
    own.every(usable) &&
    !resource.list.sortable.includes(only.field) &&
    resource.list.filters.includes(only.field)
  ) {
    return [only, ...own.map(({ field }) => ({ field, descending: only.descending }))]
  }
  if (asked.length) return asked
  return own.every(usable) ? own : [{ field: 'createdAt', descending: true }]
}

/**
 * Terms over rows under `t`, ending with `id` in the last direction, so that one index serves both
 * directions.
 */
export const terms = (
  b: Building,
  resource: ResourceModel,
  keys: readonly SortKey[],
): readonly Term[] => {
  const list = keys.map((k) => term(b, resource, fieldOf(resource, k.field)!, k.descending))
  return [
    ...list,
    {
      exprs: ['t.id'],
      types: ['uuid'],
      descending: keys.at(-1)?.descending ?? false,
      nullable: false,
    },
  ]
}

export const orderBy = (list: readonly Term[], backward = false): string =>
  list
    .flatMap((t) => t.exprs.map((e) => `${e}${t.descending !== backward ? ' desc' : ''}`))
    .join(', ')

/** A row's sort keys as texts, for a cursor. */
export const keyArray = (list: readonly Term[]): string =>
  `json_build_array(${list.flatMap((t) => t.exprs.map((e) => `(${e})::text`)).join(', ')})`

interface Placed {
  readonly exprs: readonly string[]
  readonly values: readonly string[]
  readonly isNull: boolean
  readonly descending: boolean
  readonly nullable: boolean
}

const row = (parts: readonly string[]): string =>
  parts.length === 1 ? parts[0]! : `(${parts.join(', ')})`
const same = (p: Placed): string =>
  p.isNull ? `${p.exprs[0]!} is null` : `${row(p.exprs)} = ${row(p.values)}`
const beyond = (p: Placed): string | undefined => {
  if (p.isNull) return p.descending ? `${p.exprs[0]!} is not null` : undefined
  const past = `${row(p.exprs)} ${p.descending ? '<' : '>'} ${row(p.values)}`
  return p.nullable && !p.descending ? `(${past} or ${p.exprs[0]!} is null)` : past
}

/**
 * Conditions for the rows after the row with these keys (before it, when `backward`). Each
 * condition is one index range; together they cover the result without overlap. So the thousandth
 * page costs as much as the first.
 */
export const after = (
  b: Building,
  list: readonly Term[],
  keys: readonly (string | null)[],
  backward: boolean,
): string[] => {
  let i = 0
  const placed = list.map((t): Placed => {
    const given = t.types.map((type) => ({ type, value: keys[i++] ?? null }))
    const isNull = given.some((g) => g.value === null)
    return {
      exprs: t.exprs,
      isNull,
      values: isNull ? [] : given.map((g) => `${b.sql.add(g.value)}::${g.type}`),
      descending: t.descending !== backward,
      nullable: t.nullable,
    }
  })
  const uniform = placed.every((p) => p.descending === placed[0]!.descending)
  const byRow = () =>
    `(${placed.flatMap((p) => p.exprs).join(', ')}) ${placed[0]!.descending ? '<' : '>'} (${placed.flatMap((p) => p.values).join(', ')})`
  if (uniform && placed.every((p) => !p.nullable)) return [byRow()]
  const [first, id] = placed as [Placed, Placed]
  if (uniform && placed.length === 2) {
    const none = `${first.exprs[0]!} is null`
    if (first.isNull) {
      return [
        `${none} and ${beyond(id)!}`,
        ...(first.descending ? [`${first.exprs[0]!} is not null`] : []),
      ]
    }
    return first.descending ? [byRow()] : [byRow(), none]
  }
  const steps = placed.flatMap((p, n) => {
    const last = beyond(p)
    return last ? [[...placed.slice(0, n).map(same), last].join(' and ')] : []
  })
  return [`(${steps.map((s) => `(${s})`).join(' or ')})`]
}
