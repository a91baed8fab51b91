/** Local dates `YYYY-MM-DD` of a calendar. Never an instant, so no zone can shift them. Pure. */

const DAY_MS = 86_400_000
const textOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

/** The date `days` later. */
export const addDays = (day: string, days: number): string =>
  textOf(Date.parse(day) + days * DAY_MS)
/** Days from one date to another. */
export const daysFrom = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS)
/** `2026-01` and 1 → `2026-02`. */
export const addMonths = (month: string, months: number): string => {
  const d = new Date(`${month}-01`)
  d.setUTCMonth(d.getUTCMonth() + months)
  return textOf(d.getTime()).slice(0, 7)
}
/** Every date of a month, in order. */
export const daysOfMonth = (month: string): string[] =>
  Array.from({ length: daysFrom(`${month}-01`, `${addMonths(month, 1)}-01`) }, (_, i) =>
    addDays(`${month}-01`, i),
  )
/** 1 = Monday … 7 = Sunday. */
export const weekday = (day: string): number => new Date(day).getUTCDay() || 7
/**
 * The dates of a month, filled up to whole weeks that begin with the weekday `first`: 1 = Monday …
 * 7 = Sunday.
 */
export const filledWeeks = (month: string, first: number): string[] => {
  const days = daysOfMonth(month)
  const before = (weekday(days[0]!) - first + 7) % 7
  const count = 7 * Math.ceil((before + days.length) / 7)
  return Array.from({ length: count }, (_, i) => addDays(days[0]!, i - before))
}
/** Today's date in an IANA zone, as Swedes write it. */
export const todayIn = (zone: string, now = new Date()): string =>
  new Intl.DateTimeFormat('sv', { timeZone: zone }).format(now)
