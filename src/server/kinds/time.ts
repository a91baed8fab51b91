import { keyText } from './parts/columns.ts'
import { between } from './parts/fill.ts'
import { asTime } from './parts/read.ts'
import { asIs } from './parts/write.ts'
import type { ServerKind } from './types.ts'

export const kind: ServerKind = {
  column: keyText,
  fill: (_, d) => `${String(between(d, 6, 22)).padStart(2, '0')}:00`,
  read: asTime,
  write: asIs,
}
