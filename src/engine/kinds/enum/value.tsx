import { toneOf } from '../parts/formats.ts'
import { OptionBadge } from '../parts/OptionBadge.tsx'
import type { ValueKind } from '../types.ts'

/** Only what carries a meaning by its colour is a badge; another choice is a word. */
export const value: ValueKind = ({ field, value, text }) =>
  toneOf(field, value) === 'neutral' ? (
    text
  ) : (
    <OptionBadge {...{ field, value }}>{text}</OptionBadge>
  )
