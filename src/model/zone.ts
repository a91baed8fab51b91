/** Converts days in a zone to instants. */
const parts = new Map<string, Intl.DateTimeFormat>()
const formatterOf = (zone: string): Intl.DateTimeFormat => {
  let known = parts.get(zone)
  if (!known) {
    parts.set(
      zone,
      (known = new Intl.DateTimeFormat('en-CA', {
        timeZone: zone,
        hourCycle: 'h23',
        year: 'numeric',
        month: '2-digit',
        day: '2-digit',
        hour: '2-digit',
        minute: '2-digit',
        second: '2-digit',
      })),
    )
  }
  return known
}

/** UTC offset of a zone at an instant, in milliseconds. */
export const aheadMs = (at: number, zone: string): number => {
  const p = Object.fromEntries(
    formatterOf(zone)
      .formatToParts(at)
      .map((x) => [x.type, Number(x.value)]),
  ) as Record<'year' | 'month' | 'day' | 'hour' | 'minute' | 'second', number>
  // Not `Date.UTC`, which takes the years before 100 for those of the last century.
  const wall = new Date(0)
  wall.setUTCFullYear(p.year, p.month - 1, p.day)
  return wall.setUTCHours(p.hour, p.minute, p.second) - Math.floor(at / 1000) * 1000
}

const DAY_MS = 86_400_000

/** At most this many days are remembered: they come from outside. */
const MOST_DAYS = 10_000
/** Zones and days whose clocks go back at some hour around them; most do not. */
const goingBack = new Map<string, boolean>()
const goesBack = (at: number, zone: string): boolean => {
  const day = Math.floor(at / DAY_MS)
  const key = `${zone} ${day}`
  let known = goingBack.get(key)
  if (known === undefined) {
    known = aheadMs((day - 1) * DAY_MS, zone) > aheadMs((day + 2) * DAY_MS, zone)
    if (goingBack.size >= MOST_DAYS) goingBack.clear()
    goingBack.set(key, known)
  }
  return known
}

/** True for an instant whose local time, `ahead` of UTC, occurs twice because clocks go back. */
export const isTwice = (at: number, ahead: number, zone: string): boolean => {
  if (!goesBack(at, zone)) return false
  const wall = at + ahead
  return [-DAY_MS, DAY_MS].some((by) => {
    const other = wall - aheadMs(at + by, zone)
    return other !== at && other + aheadMs(other, zone) === wall
  })
}

/** Instant (ISO 8601 UTC) at which a day `YYYY-MM-DD` begins in an IANA zone. */
export const dayStart = (day: string, zone: string): string => {
  const wall = Date.parse(`${day}T00:00:00Z`)
  if (Number.isNaN(wall)) return day
  // Computed twice: the first guess may be on the other side of a clock change.
  const guess = wall - aheadMs(wall, zone)
  const start = wall - aheadMs(guess, zone)
  // Where clocks skip midnight, the day begins when they do.
  const isBefore = start + aheadMs(start, zone) < wall
  return new Date(isBefore ? wall - aheadMs(start, zone) : start).toISOString()
}

/** The day after `YYYY-MM-DD`. */
export const nextDay = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10)

/** The day `YYYY-MM-DD` of an instant (ISO 8601 or a date) in an IANA zone. */
export const dayIn = (zone: string, at: string | Date): string => {
  const ms = typeof at === 'string' ? Date.parse(at) : at.getTime()
  return new Date(ms + aheadMs(ms, zone)).toISOString().slice(0, 10)
}
