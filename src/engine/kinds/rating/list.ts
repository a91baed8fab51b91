import type { FormatMaker, ListKind } from '../types.ts'

const stars: FormatMaker = () => (v) => '★'.repeat(Number(v)) || '—'

export const list: ListKind = {
  format: stars,
  column: { px: 104, fit: 'fixed' },
  bound: (text) => `${text}★`,
}
