import type { Json } from '#model/types.ts'
import { Parts } from '../parts/Parts.tsx'
import type { ValueKind } from '../types.ts'

export const value: ValueKind = ({ field, value, draw }) => (
  <Parts fields={field.fields ?? []} value={value as Record<string, Json>} draw={draw} />
)
