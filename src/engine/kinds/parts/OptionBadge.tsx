import type { ReactNode } from 'react'
import type { FieldModel, Json } from '#model/types.ts'
import { Badge } from '#ui/Badge.tsx'

interface Props {
  readonly field: FieldModel
  readonly value: Json
  readonly children: ReactNode
}

/** The tone of an option. */
export const toneOf = (field: FieldModel, value: Json) =>
  field.options?.find((x) => x.value === value)?.tone ?? 'neutral'

/** An option as a badge in its tone. */
export const OptionBadge = ({ field, value, children }: Props) => (
  <Badge tone={toneOf(field, value)}>{children}</Badge>
)
