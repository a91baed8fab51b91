import type { ValueKind } from '../types.ts'

export const value: ValueKind = ({ text }) => (
  <a href={`tel:${text.replace(/[^+\d]/g, '')}`}>{text}</a>
)
