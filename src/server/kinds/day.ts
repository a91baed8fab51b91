import { date } from './parts/columns.ts'
import { dayValue } from './parts/dateText.ts'
import { DAY_MS, between } from './parts/fill.ts'
import { asIs } from './parts/write.ts'
import type { ServerKind } from './types.ts'

export const kind: ServerKind = {
  column: date,
  fill: (_, d) => new Date((d.day += between(d, 1, 5)) * DAY_MS).toISOString().slice(0, 10),
  read: (_, text, rules) => dayValue(text, rules),
  write: asIs,
}
