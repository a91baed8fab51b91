import { serverTexts } from '../texts/index.ts'
import { boolean as column } from './parts/columns.ts'
import { booleanOf } from './parts/words.ts'
import type { ServerKind } from './types.ts'

export const kind: ServerKind = {
  column,
  fill: (_, d) => d.random() < 0.5,
  read: (_, text) => booleanOf(text) ?? text,
  write: (_, value, { keys, language }) => {
    const { yes, no } = serverTexts[language].cells
    if (keys) {
      return String(value)
    }
    return value === true ? yes : no
  },
}
