import { json as column } from './parts/columns.ts'
import { asJson } from './parts/read.ts'
import { asIs } from './parts/write.ts'
import type { ServerKind } from './types.ts'

export const kind: ServerKind = {
  column,
  fill: () => undefined,
  read: asJson,
  write: asIs,
}
