import { longText } from './parts/columns.ts'
import { sentences } from './parts/fill.ts'
import { asText } from './parts/read.ts'
import { asIs } from './parts/write.ts'
import type { ServerKind } from './types.ts'

export const kind: ServerKind = {
  column: longText,
  fill: sentences,
  read: asText,
  write: asIs,
}
