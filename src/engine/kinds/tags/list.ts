import type { FormatMaker, ListKind } from '../types.ts'

const joined: FormatMaker = () => (v) => (v as string[]).join(', ')

export const list: ListKind = { format: joined, column: { px: 136, flexible: true, fit: 'badges' } }
