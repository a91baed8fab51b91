import { plain } from '../parts/formats.ts'
import type { ListKind } from '../types.ts'

export const list: ListKind = { format: plain, column: null, edit: 'elsewhere' }
