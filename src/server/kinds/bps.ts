import { scaled } from './parts/amounts.ts'
import { integer } from './parts/columns.ts'
import { whole } from './parts/fill.ts'
import { asNumber } from './parts/read.ts'
import type { ServerKind } from './types.ts'

export const kind: ServerKind = {
  column: integer,
  fill: whole,
  read: (field, text, rules) =>
    /[%\u066a]$/.test(text.trim())
      ? (scaled(text.trim().slice(0, -1), 2) ?? text)
      : asNumber(field, text, rules),
  write: (_, value) => String(Number(value) / 100),
}
