import { aheadMs, isTwice } from '#model/zone.ts'
import { instant as timestamp } from './parts/columns.ts'
import { instantValue } from './parts/dateText.ts'
import { DAY_MS } from './parts/fill.ts'
import type { ServerKind } from './types.ts'

/** `+01:00` */
const offsetText = (ahead: number): string => {
  const at = new Date(Math.abs(ahead)).toISOString().slice(11, 16)
  return `${ahead < 0 ? '-' : '+'}${at}`
}

/**
 * `2026-05-31 14:30` in the zone, which spreadsheets read as a time; `exact` with seconds if it has
 * some. Where clocks go back, the times that occur twice have their offset.
 */
const localTime = (instant: string, zone: string, exact: boolean): string => {
  const at = Date.parse(instant)
  if (Number.isNaN(at)) return instant
  const ahead = aheadMs(at, zone)
  const [day = '', time = ''] = new Date(at + ahead).toISOString().slice(0, -1).split('T')
  const shown = exact ? time.replace(/(:00)?\.000$/, '') : time.slice(0, 5)
  return `${day} ${shown}${isTwice(at, ahead, zone) ? ` ${offsetText(ahead)}` : ''}`
}

export const kind: ServerKind = {
  column: timestamp,
  fill: (_, d) => new Date((d.day + d.random()) * DAY_MS).toISOString(),
  read: (_, text, rules) => instantValue(text, rules),
  write: (field, value, { zone, exact }) =>
    localTime(String(value), zone, exact && field.derived !== true),
}
