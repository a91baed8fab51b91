import { linked } from '../parts/cells.tsx'
import { plain } from '../parts/formats.ts'
import type { ListKind } from '../types.ts'

export const list: ListKind = {
  format: plain,
  column: { px: 136, flexible: true, fit: 'title' },
  cell: (part) => linked(part, part.field.ref ?? '', String(part.value)),
}
