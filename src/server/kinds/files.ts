import { json } from './parts/columns.ts'
import { asJson } from './parts/read.ts'
import { asIs } from './parts/write.ts'
import type { ServerKind } from './types.ts'

export const kind: ServerKind = {
  column: json,
  fill: () => [],
  read: asJson,
  write: asIs,
}
