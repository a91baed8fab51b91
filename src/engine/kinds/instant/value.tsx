import { Countdown } from '../../fields/Countdown.tsx'
import type { ValueKind } from '../types.ts'

export const value: ValueKind = ({ field, value, text }) =>
  field.countdown ? <Countdown value={String(value)} /> : text
