import { keyText } from './parts/columns.ts'
import { oneOf } from './parts/fill.ts'
import { countryCode } from './parts/words.ts'
import { asIs } from './parts/write.ts'
import type { ServerKind } from './types.ts'

export const kind: ServerKind = {
  column: keyText,
  fill: (_, d) => oneOf(d, ['PT', 'ES', 'FR', 'DE', 'GB']),
  read: (_, text) => countryCode(text),
  write: asIs,
}
