/** The columns of a board. Pure. */
import type { Condition, Filter } from '#model/query.ts'
import type { FieldModel, ResourceModel } from '#model/types.ts'
import type { Tone } from '#schemas/define/index.ts'
import type { AnyFilterValue } from '../../listSearch.ts'

/** A value of the board's field. `null`: records without one. */
export interface BoardValue {
  readonly value: string | null
  readonly label: FieldModel['label']
  readonly tone: Tone
}

/** Values of the field in their declared order, those without a value last. */
export const boardValues = (
  resource: ResourceModel,
  by: FieldModel,
  chosen: AnyFilterValue | undefined,
  none: FieldModel['label'],
): readonly BoardValue[] => {
  const options = by.kind === 'state' ? resource.states : (by.options ?? [])
  const wanted = chosen === undefined ? undefined : [chosen].flat().map(String)
  const values = options.map((o) => ({ value: o.value, label: o.label, tone: o.tone ?? 'neutral' }))
  const all: BoardValue[] =
    by.kind === 'state' || by.required
      ? values
      : [...values, { value: null, label: none, tone: 'neutral' }]
  return wanted ? all.filter(({ value }) => wanted.includes(String(value))) : all
}

/** The filter of one column within that of the list. */
export const columnFilter = (
  filter: Filter | undefined,
  by: FieldModel,
  value: string | null,
): Filter => {
  const own: Condition =
    value === null
      ? { path: [by.name], op: 'isNull', value: true }
      : { path: [by.name], op: 'eq', value }
  return filter ? { and: [filter, own] } : own
}
