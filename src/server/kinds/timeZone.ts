import { keyText } from './parts/columns.ts'
import { oneOf } from './parts/fill.ts'
import { asText } from './parts/read.ts'
import { asIs } from './parts/write.ts'
import type { ServerKind } from './types.ts'

export const kind: ServerKind = {
  column: keyText,
  fill: (_, d) =>
    oneOf(d, ['Europe/Lisbon', 'Europe/Madrid', 'Europe/Paris', 'Europe/Berlin', 'Europe/London']),
  read: asText,
  write: asIs,
}
