import { texts } from './parts/columns.ts'
import { oneOf } from './parts/fill.ts'
import { asList } from './parts/read.ts'
import { asIs } from './parts/write.ts'
import type { ServerKind } from './types.ts'

export const kind: ServerKind = {
  column: texts,
  fill: (f, d) => [oneOf(d, f.options ?? []).value],
  read: asList,
  write: asIs,
}
