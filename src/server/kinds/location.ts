import { json } from './parts/columns.ts'
import { between } from './parts/fill.ts'
import { asJson } from './parts/read.ts'
import { asIs } from './parts/write.ts'
import type { ServerKind } from './types.ts'

export const kind: ServerKind = {
  column: json,
  fill: (_, d) => ({
    lat: between(d, 36_000, 60_000) / 1000,
    lng: between(d, -9000, 20_000) / 1000,
  }),
  read: asJson,
  write: asIs,
}
