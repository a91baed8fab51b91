import { anyRefOf } from '#model/pointers.ts'
import { References } from '../parts/References.tsx'
import type { ValueKind } from '../types.ts'

export const value: ValueKind = ({ value, included }) => {
  const { type, id } = anyRefOf(value)
  return <References collection={type} ids={[id]} included={included} />
}
