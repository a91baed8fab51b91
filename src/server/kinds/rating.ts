import { integer } from './parts/columns.ts'
import { whole } from './parts/fill.ts'
import { asNumber } from './parts/read.ts'
import { asIs } from './parts/write.ts'
import type { ServerKind } from './types.ts'

export const kind: ServerKind = {
  column: integer,
  fill: whole,
  read: asNumber,
  write: asIs,
}
