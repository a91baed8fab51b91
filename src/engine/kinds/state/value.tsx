import { OptionBadge } from '../parts/OptionBadge.tsx'
import type { ValueKind } from '../types.ts'

/** A state is always a badge. */
export const value: ValueKind = ({ field, value, text }) => (
  <OptionBadge {...{ field, value }}>{text}</OptionBadge>
)
