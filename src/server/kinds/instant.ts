import { aheadMs } from '#model/zone.ts'
import { instant as timestamp } from './parts/columns.ts'
import { instantValue } from './parts/dateText.ts'
import { DAY_MS } from './parts/fill.ts'
import type { ServerKind } from './types.ts'

/** `2026-05-31 14:30` in the zone, which spreadsheets read as a time. */
const localTime = (instant: string, zone: string): string => {
  const at = Date.parse(instant)
  return Number.isNaN(at)
    ? instant
    : new Date(at + aheadMs(at, zone)).toISOString().slice(0, 16).replace('T', ' ')
}

export const kind: ServerKind = {
  column: timestamp,
  fill: (_, d) => new Date((d.day + d.random()) * DAY_MS).toISOString(),
  read: (_, text, rules) => instantValue(text, rules),
  write: (_, value, { zone }) => localTime(String(value), zone),
}
