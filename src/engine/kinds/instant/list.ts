import { common } from '../parts/formats.ts'
import type { ListKind } from '../types.ts'

export const list: ListKind = { format: common('instant'), column: { px: 200, fit: 'digits' } }
