import { Words } from '../parts/quickEditors.tsx'
import type { FilterKind } from '../types.ts'

export const filter: FilterKind = { Quick: Words, input: 'text', Condition: null }
