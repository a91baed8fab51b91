/** Local months `YYYY-MM` of a calendar, and their dates. Pure. */
import { addDays, daysFrom, weekday } from './days.ts'

/** `2026-01` and 1 → `2026-02`. */
export const addMonths = (month: string, months: number): string => {
  const d = new Date(`${month}-01`)
  d.setUTCMonth(d.getUTCMonth() + months)
  return d.toISOString().slice(0, 7)
}
/** Every date of a month, in order. */
export const daysOfMonth = (month: string): string[] =>
  Array.from({ length: daysFrom(`${month}-01`, `${addMonths(month, 1)}-01`) }, (_, i) =>
    addDays(`${month}-01`, i),
  )
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
