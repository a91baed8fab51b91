import { common } from '../parts/formats.ts'
import type { ListKind } from '../types.ts'

export const list: ListKind = {
  format: common('bps'),
  column: { px: 92, end: true, fit: 'digits' },
}
