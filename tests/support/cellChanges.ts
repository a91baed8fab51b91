/** Changes of cells in an export for people, with the values that an import then has to write. */
import { isMasked, traits } from '#schemas/define/kinds.ts'
import { isReference, type Source } from '#model/importMapping.ts'
import type { FieldModel, Json } from '#model/types.ts'

/** Another cell of a column, and the value it means. */
export interface CellChange {
  readonly column: string
  readonly cell: string
  readonly value: Json
}

const DAY_MS = 86_400_000

const textChange = (field: FieldModel, value: Json): string | undefined => {
  const before = typeof value === 'string' ? value : ''
  if (field.pattern && before === '') return undefined
  if (field.kind === 'email') return `new.${before || 'somebody@example.com'}`
  const longer = `${before || 'abcdef'}x`
  return longer.length <= (field.max ?? 1000) ? longer : `${before.slice(0, -2)}xy`
}

const numberChange = (field: FieldModel, value: Json): number => {
  const next = Number(value ?? field.min ?? 0) + 1
  return next <= (field.max ?? Infinity) ? next : next - 2
}

/** A change of the cell that a field comes from; undefined for kinds that people do not type. */
export const cellChange = (
  field: FieldModel,
  entry: Source,
  value: Json,
  idsOf: (collection: string) => readonly string[],
): CellChange | undefined => {
  if (isMasked(field)) return undefined
  if (typeof entry === 'object') {
    if (isReference(entry) || !('money' in entry) || value === null) return undefined
    const money = value as { readonly amount: number; readonly currency: string }
    if (!['EUR', 'USD'].includes(money.currency)) return undefined
    const amount = money.amount + 101
    return { column: entry.money, cell: (amount / 100).toFixed(2), value: { ...money, amount } }
  }
  const change = (cell: string, next: Json = cell): CellChange => ({
    column: entry,
    cell,
    value: next,
  })
  if (field.kind === 'ref' && field.ref) {
    const other = idsOf(field.ref).find((id) => id !== value)
    return other === undefined ? undefined : change(other)
  }
  if (field.kind === 'state' || field.kind === 'id') return undefined
  const option = field.options?.find((o) => o.value !== value)
  if (field.options && ['enum', 'choice'].includes(field.kind)) {
    return option && change(option.label, option.value)
  }
  if (field.options) return undefined
  if (field.kind === 'day' && typeof value === 'string') {
    return change(new Date(Date.parse(value) + DAY_MS).toISOString().slice(0, 10))
  }
  if (field.kind === 'instant' && typeof value === 'string') {
    // In Lisbon, which is an hour ahead of UTC in summer.
    return change('2031-07-08 10:11', '2031-07-08T09:11:00.000Z')
  }
  if (field.kind === 'bps') {
    const next = numberChange(field, value)
    return change(String(next / 100), next)
  }
  if (traits(field.kind).storage === 'boolean') {
    return change(value === true ? 'No' : 'Yes', value !== true)
  }
  if (traits(field.kind).storage === 'integer') {
    const next = numberChange(field, value)
    return change(String(next), next)
  }
  if (['text', 'longText', 'markdown', 'email'].includes(field.kind)) {
    const next = textChange(field, value)
    return next === undefined ? undefined : change(next)
  }
  return undefined
}
