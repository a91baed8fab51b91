import { between } from './parts/fill.ts'
import { asTrimmed } from './parts/read.ts'
import { isObject, major } from './parts/write.ts'
import type { ServerKind } from './types.ts'

export const kind: ServerKind = {
  column: null,
  fill: (f, d) => ({ amount: between(d, 10, 500) * 100, currency: f.currency ?? 'EUR' }),
  read: asTrimmed,
  write: (_, value) => (isObject(value) ? `${major(value)} ${String(value.currency)}` : ''),
}
