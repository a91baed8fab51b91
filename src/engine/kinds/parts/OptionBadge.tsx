import type { ReactNode } from 'react'
import type { FieldModel, Json } from '#model/types.ts'
import { Badge } from '#ui/Badge.tsx'
import { toneOf } from './formats.ts'

interface Props {
  readonly field: FieldModel
  readonly value: Json
  readonly children: ReactNode
}

/** An option as a badge in its tone. */
export const OptionBadge = ({ field, value, children }: Props) => (
  <Badge tone={toneOf(field, value)}>{children}</Badge>
)
