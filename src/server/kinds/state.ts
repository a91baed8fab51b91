import { keyText } from './parts/columns.ts'
import { oneOption } from './parts/fill.ts'
import { asOption } from './parts/read.ts'
import { asIs } from './parts/write.ts'
import type { ServerKind } from './types.ts'

export const kind: ServerKind = {
  column: keyText,
  fill: oneOption,
  read: asOption,
  write: asIs,
}
