import { uuid } from './parts/columns.ts'
import { oneOf } from './parts/fill.ts'
import { asTrimmed } from './parts/read.ts'
import { asTitles } from './parts/write.ts'
import type { ServerKind } from './types.ts'

export const kind: ServerKind = {
  column: uuid,
  fill: (f, d) => {
    const ids = d.targets(f.ref!)
    return ids.length ? oneOf(d, ids) : undefined
  },
  read: asTrimmed,
  write: asTitles,
}
