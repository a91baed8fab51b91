import { common } from '../parts/formats.ts'
import type { ListKind } from '../types.ts'

export const list: ListKind = { format: common('day'), column: { px: 126, fit: 'digits' } }
