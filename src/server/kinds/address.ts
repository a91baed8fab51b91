import { json } from './parts/columns.ts'
import { fieldsOf } from './parts/fill.ts'
import { asJson } from './parts/read.ts'
import { asIs } from './parts/write.ts'
import type { ServerKind } from './types.ts'

export const kind: ServerKind = {
  column: json,
  fill: (f, d, of) => fieldsOf(f.fields ?? [], d, of),
  read: asJson,
  write: asIs,
}
