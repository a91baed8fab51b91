import type { FormatMaker, ListKind } from '../types.ts'

const zone: FormatMaker = () => (v) => String(v).replace(/_/g, ' ')

export const list: ListKind = { format: zone, column: { px: 148 } }
