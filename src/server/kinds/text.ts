import { keyText } from './parts/columns.ts'
import { name } from './parts/fill.ts'
import { asText } from './parts/read.ts'
import { asIs } from './parts/write.ts'
import type { ServerKind } from './types.ts'

export const kind: ServerKind = {
  column: keyText,
  fill: name,
  read: asText,
  write: asIs,
}
