import { anyRefOf } from '#model/pointers.ts'
import { linked } from '../parts/cells.tsx'
import type { CellMaker, FormatMaker, ListKind } from '../types.ts'

const pointer: FormatMaker = () => (v) => {
  const { type, id } = anyRefOf(v)
  return `${type}/${id}`
}

const link: CellMaker = (part) => {
  const { type, id } = anyRefOf(part.value)
  return linked(part, type, id)
}

export const list: ListKind = { format: pointer, column: { fit: 'fixed' }, cell: link }
