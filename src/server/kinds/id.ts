import { uuid } from './parts/columns.ts'
import { asTrimmed } from './parts/read.ts'
import { asIs } from './parts/write.ts'
import type { ServerKind } from './types.ts'

export const kind: ServerKind = {
  column: uuid,
  fill: () => undefined,
  read: asTrimmed,
  write: asIs,
}
