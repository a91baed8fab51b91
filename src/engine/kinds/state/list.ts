import { option } from '../parts/formats.ts'
import type { ListKind } from '../types.ts'

export const list: ListKind = {
  format: option,
  column: { px: 116, fit: 'badge' },
  edit: 'elsewhere',
}
