import { References } from '../parts/References.tsx'
import type { ValueKind } from '../types.ts'

export const value: ValueKind = ({ field, value, included }) => (
  <References collection={field.ref ?? ''} ids={value as string[]} included={included} />
)
