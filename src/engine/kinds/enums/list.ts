import { option } from '../parts/formats.ts'
import type { FormatMaker, ListKind } from '../types.ts'

const joined: FormatMaker = (field) => {
  const one = option(field, '', '')
  return (v) => (v as string[]).map(one).join(', ')
}

export const list: ListKind = { format: joined, column: { px: 168, fit: 'badges' } }
