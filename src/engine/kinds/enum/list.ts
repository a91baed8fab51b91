import { option } from '../parts/formats.ts'
import type { ListKind } from '../types.ts'

export const list: ListKind = { format: option, column: { px: 104, fit: 'badge' } }
