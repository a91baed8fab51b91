import { keyText } from './parts/columns.ts'
import { WORDS, oneOf } from './parts/fill.ts'
import { asText } from './parts/read.ts'
import { asIs } from './parts/write.ts'
import type { ServerKind } from './types.ts'

export const kind: ServerKind = {
  column: keyText,
  fill: (_, d) => `${oneOf(d, WORDS)}.${d.number.toString(36)}@example.com`,
  read: asText,
  write: asIs,
}
