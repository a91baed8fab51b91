import { keyText } from './parts/columns.ts'
import { between } from './parts/fill.ts'
import { asText } from './parts/read.ts'
import { asIs } from './parts/write.ts'
import type { ServerKind } from './types.ts'

export const kind: ServerKind = {
  column: keyText,
  fill: (_, d) => `+351 2${between(d, 1, 9)} ${between(d, 100, 999)} ${between(d, 1000, 9999)}`,
  read: asText,
  write: asIs,
}
