import type { ValueKind } from '../types.ts'

/** A value as its format writes it. */
export const PlainValue: ValueKind = ({ text }) => text
