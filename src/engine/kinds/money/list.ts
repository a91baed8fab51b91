import { common } from '../parts/formats.ts'
import type { ListKind } from '../types.ts'

export const list: ListKind = {
  format: common('money'),
  column: { px: 116, end: true, fit: 'digits' },
}
