import { ReferenceCondition } from '../parts/conditions.tsx'
import { References } from '../parts/quickEditors.tsx'
import type { FilterKind } from '../types.ts'

export const filter: FilterKind = {
  Quick: References,
  input: 'text',
  Condition: ReferenceCondition,
}
