/** Quiet hours of a person, shared by the server and the settings. */
import { aheadMs, nextDay } from './zone.ts'

/** Key of the preference. */
export const QUIET_HOURS = 'quietHours'

export interface QuietHours {
  readonly on: boolean
  /** Local times of the person, `HH:MM`; if `to` is not after `from`, it is on the next day. */
  readonly from: string
  readonly to: string
  /** Weekdays on which quiet hours begin, 0 is Sunday. */
  readonly days: readonly number[]
  /** IANA zone of the person. */
  readonly zone: string
  /** Whether urgent notifications are still delivered. */
  readonly urgent: boolean
}

export const quietDefaults: QuietHours = {
  on: false,
  from: '22:00',
  to: '07:00',
  days: [0, 1, 2, 3, 4, 5, 6],
  zone: 'UTC',
  urgent: true,
}

/** Upper bound on consecutive quiet periods. */
const MOST_STRETCHES = 7
const DAY_MS = 86_400_000

const isTime = (value: unknown): value is string =>
  typeof value === 'string' && /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(value)
const isZone = (value: unknown): value is string => {
  if (typeof value !== 'string' || !value) return false
  try {
    return Intl.DateTimeFormat('en', { timeZone: value }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** The quiet hours of a preference (any JSON): invalid values become defaults. */
export const readQuietHours = (raw: unknown): QuietHours => {
  const { on, from, to, days, zone, urgent } = (
    typeof raw === 'object' && raw !== null ? raw : {}
  ) as Readonly<Record<string, unknown>>
  return {
    on: on === true,
    from: isTime(from) ? from : quietDefaults.from,
    to: isTime(to) ? to : quietDefaults.to,
    days: Array.isArray(days)
      ? quietDefaults.days.filter((day) => days.includes(day))
      : quietDefaults.days,
    zone: isZone(zone) ? zone : quietDefaults.zone,
    urgent: typeof urgent === 'boolean' ? urgent : quietDefaults.urgent,
  }
}

// Not in zone.ts, which every list loads.
/**
 * Instant of a wall-clock time: a time skipped in spring is one hour later, a time repeated in
 * autumn is the second occurrence.
 */
const instantOf = (day: string, time: string, zone: string): number => {
  const wall = Date.parse(`${day}T${time}:00Z`)
  return wall - aheadMs(wall - aheadMs(wall, zone), zone)
}
const dayAt = (at: number): string => new Date(at).toISOString().slice(0, 10)

/** The end of the quiet period containing an instant; undefined if there is none. */
const endOf = ({ from, to, days, zone }: QuietHours, at: number): number | undefined => {
  const wall = at + aheadMs(at, zone)
  for (const day of [dayAt(wall - DAY_MS), dayAt(wall)]) {
    if (!days.includes(new Date(`${day}T00:00:00Z`).getUTCDay())) continue
    const end = instantOf(to > from ? day : nextDay(day), to, zone)
    if (instantOf(day, from, zone) <= at && at < end) return end
  }
  return undefined
}

/**
 * End of the quiet time, in milliseconds of the epoch; undefined when it is not quiet. Adjacent
 * periods are joined, up to one week.
 */
export const quietUntil = (quiet: QuietHours, at: number): number | undefined => {
  if (!quiet.on) return undefined
  let until: number | undefined
  for (let i = 0; i < MOST_STRETCHES; i++) {
    const end = endOf(quiet, until ?? at)
    if (end === undefined) break
    until = end
  }
  return until
}
