import { Badge } from '#ui/Badge.tsx'
import { option, toneOf } from '../parts/formats.ts'
import type { CellMaker, ListKind } from '../types.ts'

/** Pills are for states, and for what has a colour of its own; a choice is a word. */
const word: CellMaker = ({ field, value, format }) => {
  const tone = toneOf(field, value)
  return tone === 'neutral' ? format(value) : Badge({ tone, children: format(value) })
}

export const list: ListKind = { format: option, column: { px: 104, fit: 'badge' }, cell: word }
