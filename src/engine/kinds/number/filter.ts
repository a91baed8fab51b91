import { Range } from '../parts/quickEditors.tsx'
import type { FilterKind } from '../types.ts'

export const filter: FilterKind = { Quick: Range, input: 'number', Condition: null }
