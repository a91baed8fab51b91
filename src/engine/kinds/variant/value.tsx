import type { Json } from '#model/types.ts'
import { label } from '#ui/i18n.ts'
import { Parts } from '../parts/Parts.tsx'
import type { ValueKind } from '../types.ts'

/** One of several shapes: its name and its fields. */
export const value: ValueKind = ({ field, value, draw }) => {
  const parts = value as Record<string, Json>
  const kind = String(parts.kind)
  const shape = field.variants?.find((v) => v.value === kind)
  return (
    <>
      {label(shape?.label ?? kind)}:{' '}
      <Parts fields={shape?.fields ?? []} value={parts} draw={draw} bare />
    </>
  )
}
