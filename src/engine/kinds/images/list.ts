import { count } from '../parts/formats.ts'
import type { ListKind } from '../types.ts'

export const list: ListKind = { format: count, column: { px: 76, fit: 'fixed' }, edit: 'drawer' }
