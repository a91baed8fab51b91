import { YesNoCondition } from '../parts/conditions.tsx'
import { YesNo } from '../parts/quickEditors.tsx'
import type { FilterKind } from '../types.ts'

export const filter: FilterKind = { Quick: YesNo, input: 'text', Condition: YesNoCondition }
