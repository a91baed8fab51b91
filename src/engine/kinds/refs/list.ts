import { count } from '../parts/formats.ts'
import type { CellMaker, ListKind } from '../types.ts'

/** The titles that are known, otherwise how many there are. */
const titles: CellMaker = ({ field, value, included, format }) =>
  (value as string[])
    .map((id) => included[field.ref ?? '']?.[id]?.title)
    .filter(Boolean)
    .join(', ') || format(value)

export const list: ListKind = {
  format: count,
  column: { px: 136, flexible: true, fit: 'title' },
  cell: titles,
}
