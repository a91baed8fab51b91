import { double } from './parts/columns.ts'
import { asNumber } from './parts/read.ts'
import { asIs } from './parts/write.ts'
import type { ServerKind } from './types.ts'

export const kind: ServerKind = {
  column: double,
  fill: (f, d) =>
    Math.round(((f.min ?? 0) + d.random() * Math.min(1000, (f.max ?? 1000) - (f.min ?? 0))) * 10) /
    10,
  read: asNumber,
  write: asIs,
}
