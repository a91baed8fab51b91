/** When a person is to be left alone: what server and settings share. */
import { aheadMs, nextDay } from './zone.ts'

/** Key of the preference it is kept under. */
export const QUIET_HOURS = 'quietHours'

export interface QuietHours {
  readonly on: boolean
  /**
   * Times on the person's clock, `HH:MM`; when `to` is not after `from`, it is that of the next
   * day.
   */
  readonly from: string
  readonly to: string
  /** Weekdays on which it begins, 0 is Sunday. */
  readonly days: readonly number[]
  /** IANA zone of the person's clock. */
  readonly zone: string
  /** Whether what is urgent comes through all the same. */
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

/** Quiet without end ends all the same after so many stretches. */
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

/** The quiet hours of a preference (any JSON): what is not plainly a choice is as by default. */
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
 * Instant at which a clock shows that: of a time it skips in spring an hour on, of one it shows
 * twice in autumn the second.
 */
const instantOf = (day: string, time: string, zone: string): number => {
  const wall = Date.parse(`${day}T${time}:00Z`)
  return wall - aheadMs(wall - aheadMs(wall, zone), zone)
}
const dayAt = (at: number): string => new Date(at).toISOString().slice(0, 10)

/** The end of the stretch an instant lies in; undefined when it lies in none. */
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
 * Until when it is quiet, in milliseconds of the epoch; undefined when it is not. Stretches that
 * touch are one, of a week at most.
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
