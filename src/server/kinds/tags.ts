import { texts } from './parts/columns.ts'
import { WORDS, oneOf } from './parts/fill.ts'
import { asList } from './parts/read.ts'
import { asIs } from './parts/write.ts'
import type { ServerKind } from './types.ts'

export const kind: ServerKind = {
  column: texts,
  fill: (_, d) => [...new Set([oneOf(d, WORDS), oneOf(d, WORDS)])],
  read: asList,
  write: asIs,
}
