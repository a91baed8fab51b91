import { Options } from '../parts/quickEditors.tsx'
import type { FilterKind } from '../types.ts'

export const filter: FilterKind = { Quick: Options, input: 'text', Condition: null }
