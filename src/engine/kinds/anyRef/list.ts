import type { AnyRef } from '#model/pointers.ts'
import type { FormatMaker, ListKind } from '../types.ts'

const pointer: FormatMaker = () => (v) => {
  const { type, id } = v as unknown as AnyRef
  return `${type}/${id}`
}

export const list: ListKind = { format: pointer, column: { fit: 'fixed' } }
