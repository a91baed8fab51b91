import type { Json } from '#model/types.ts'
import { label } from '#ui/i18n.ts'
import { Parts } from '../parts/Parts.tsx'
import type { ValueKind } from '../types.ts'

/** One of several shapes: its name and its fields. A share or an amount alone needs no name. */
export const value: ValueKind = ({ field, value, draw }) => {
  const parts = value as Record<string, Json>
  const kind = String(parts.kind)
  const shape = field.variants?.find((v) => v.value === kind)
  const fields = shape?.fields ?? []
  return (
    <>
      {/^(bps|money)$/.test(fields.map((f) => f.kind).join())
        ? ''
        : `${label(shape?.label ?? kind)}: `}
      <Parts fields={fields} value={parts} draw={draw} bare />
    </>
  )
}
