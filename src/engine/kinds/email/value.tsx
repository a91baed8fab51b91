import type { ValueKind } from '../types.ts'

export const value: ValueKind = ({ text }) => <a href={`mailto:${text}`}>{text}</a>
