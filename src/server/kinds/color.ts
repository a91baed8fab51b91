import { longText } from './parts/columns.ts'
import { asText } from './parts/read.ts'
import { asIs } from './parts/write.ts'
import type { ServerKind } from './types.ts'

export const kind: ServerKind = {
  column: longText,
  fill: () => '#0f2051',
  read: asText,
  write: asIs,
}
