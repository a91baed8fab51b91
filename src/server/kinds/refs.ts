import { uuids } from './parts/columns.ts'
import { oneOf } from './parts/fill.ts'
import { asList } from './parts/read.ts'
import { asTitles } from './parts/write.ts'
import type { ServerKind } from './types.ts'

export const kind: ServerKind = {
  column: uuids,
  fill: (f, d) => {
    const ids = d.targets(f.ref!)
    return ids.length ? [...new Set([oneOf(d, ids), oneOf(d, ids)])] : []
  },
  read: asList,
  write: asTitles,
}
