/** Business time: the time between opening and closing of working days, in local time. */
import { type BusinessHours, officeHours, type Weekday } from '../../organisation/businessHours.ts'

const DAY_MS = 86_400_000

/** Business hours in a zone, ready for counting. */
export interface Calendar {
  readonly zone: string
  /** Opening and closing time in ms since local midnight, from Sunday on; undefined when closed. */
  readonly week: readonly (readonly [number, number] | undefined)[]
  /** Local midnights of days on which nobody works, as if they were UTC. */
  readonly holidays: ReadonlySet<number>
}

const fromSunday = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const satisfies Weekday[]
const msOf = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return (hours * 60 + minutes) * 60_000
}

/** The calendar of business hours in an IANA zone; by default Monday to Friday, 9 to 18. */
export const calendarOf = (
  zone: string,
  { week, holidays }: BusinessHours = officeHours,
): Calendar => ({
  zone,
  week: fromSunday.map((day) => {
    const open = week[day]
    return open ? ([msOf(open.from), msOf(open.to)] as const) : undefined
  }),
  holidays: new Set(holidays.map(({ day }) => Date.parse(day))),
})

const formats = new Map<string, Intl.DateTimeFormat>()
const formatOf = (zone: string): Intl.DateTimeFormat => {
  let format = formats.get(zone)
  if (!format) {
    formats.set(
      zone,
      (format = new Intl.DateTimeFormat('en-US', {
        timeZone: zone,
        hourCycle: 'h23',
        year: 'numeric',
        month: 'numeric',
        day: 'numeric',
        hour: 'numeric',
        minute: 'numeric',
        second: 'numeric',
      })),
    )
  }
  return format
}

/** Local time of a zone, expressed as if it were UTC. */
const wallTime = (at: number, zone: string): number => {
  const parts: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {}
  for (const { type, value } of formatOf(zone).formatToParts(at)) parts[type] = Number(value)
  return (
    Date.UTC(parts.year!, parts.month! - 1, parts.day, parts.hour, parts.minute, parts.second) +
    (((at % 1000) + 1000) % 1000)
  )
}

/** Instant of a local time. Computed twice, since the offset there may differ from the one here. */
const instantOf = (wall: number, zone: string): number => {
  const first = wall - (wallTime(wall, zone) - wall)
  return wall - (wallTime(first, zone) - first)
}

/** Opening and closing time of a day, in ms since the epoch; undefined when closed. */
const hoursOf = (
  day: number,
  { zone, week, holidays }: Calendar,
): readonly [number, number] | undefined => {
  const open = holidays.has(day) ? undefined : week[new Date(day).getUTCDay()]
  return open && [instantOf(day + open[0], zone), instantOf(day + open[1], zone)]
}

const localDay = (at: number, zone: string): number =>
  Math.floor(wallTime(at, zone) / DAY_MS) * DAY_MS

/** Adds `ms` of business time to `from`; subtracts when negative. Zero returns `from` itself. */
export const addBusinessTime = (from: Date, ms: number, calendar: Calendar): Date => {
  const step = ms < 0 ? -DAY_MS : DAY_MS
  let left = Math.abs(ms)
  const at = from.getTime()
  for (let day = localDay(at, calendar.zone); left > 0; day += step) {
    const hours = hoursOf(day, calendar)
    if (!hours) continue
    const start = ms < 0 ? Math.min(hours[1], at) : Math.max(hours[0], at)
    const room = ms < 0 ? start - hours[0] : hours[1] - start
    if (room <= 0) continue
    if (left <= room) return new Date(ms < 0 ? start - left : start + left)
    left -= room
  }
  return from
}

/** Milliseconds of business time between two instants; 0 when `to` is not after `from`. */
export const businessTime = (from: Date, to: Date, calendar: Calendar): number => {
  let sum = 0
  for (
    let day = localDay(from.getTime(), calendar.zone);
    day <= to.getTime() + DAY_MS;
    day += DAY_MS
  ) {
    const hours = hoursOf(day, calendar)
    if (hours) {
      sum += Math.max(0, Math.min(hours[1], to.getTime()) - Math.max(hours[0], from.getTime()))
    }
  }
  return sum
}
