/** Business time: Monday to Friday, 9 to 18 in local time. */
const OPENS_HOUR = 9
const CLOSES_HOUR = 18
const DAY_MS = 86_400_000

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

/** Opening and closing time of a working day, in ms since the epoch. Undefined on a weekend. */
const hoursOf = (day: number, zone: string): readonly [number, number] | undefined => {
  const weekday = new Date(day).getUTCDay()
  if (weekday === 0 || weekday === 6) return undefined
  return [
    instantOf(day + OPENS_HOUR * 3_600_000, zone),
    instantOf(day + CLOSES_HOUR * 3_600_000, zone),
  ]
}

const localDay = (at: number, zone: string): number =>
  Math.floor(wallTime(at, zone) / DAY_MS) * DAY_MS

/** Adds `ms` of business time to `from`; subtracts when negative. Zero returns `from` itself. */
export const addBusinessTime = (from: Date, ms: number, zone: string): Date => {
  const step = ms < 0 ? -DAY_MS : DAY_MS
  let left = Math.abs(ms)
  const at = from.getTime()
  for (let day = localDay(at, zone); left > 0; day += step) {
    const hours = hoursOf(day, zone)
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
export const businessTime = (from: Date, to: Date, zone: string): number => {
  let sum = 0
  for (let day = localDay(from.getTime(), zone); day <= to.getTime() + DAY_MS; day += DAY_MS) {
    const hours = hoursOf(day, zone)
    if (hours) {
      sum += Math.max(0, Math.min(hours[1], to.getTime()) - Math.max(hours[0], from.getTime()))
    }
  }
  return sum
}
