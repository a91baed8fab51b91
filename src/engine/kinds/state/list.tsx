import { Badge } from '#ui/Badge.tsx'
import { option, toneOf } from '../parts/formats.ts'
import type { ListKind } from '../types.ts'

export const list: ListKind = {
  format: option,
  column: { px: 116, fit: 'badge' },
  cell: ({ field, value, format }) =>
    Badge({ tone: toneOf(field, value), children: format(value) }),
  edit: 'elsewhere',
}
