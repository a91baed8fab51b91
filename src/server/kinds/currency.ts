import { keyText } from './parts/columns.ts'
import { asText } from './parts/read.ts'
import { asIs } from './parts/write.ts'
import type { ServerKind } from './types.ts'

export const kind: ServerKind = {
  column: keyText,
  fill: () => 'EUR',
  read: asText,
  write: asIs,
}
