import { longText } from './parts/columns.ts'
import { asText } from './parts/read.ts'
import { asIs } from './parts/write.ts'
import type { ServerKind } from './types.ts'

export const kind: ServerKind = {
  column: longText,
  fill: (_, d) => `PT50${d.number.toString().padStart(12, '0')}`,
  read: asText,
  write: asIs,
}
