import type { ValueKind } from '../types.ts'

export const value: ValueKind = ({ text }) => (
  <a dir="ltr" href={`tel:${text.replace(/[^+\d]/g, '')}`}>
    {text}
  </a>
)
