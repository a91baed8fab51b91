import { named } from '../parts/formats.ts'
import type { ListKind } from '../types.ts'

export const list: ListKind = { format: named('region'), column: { px: 132 } }
