/**
 * Spans of days as a person says them, by today: `@d-6:0` are the last seven days, `@w0:0` is this
 * week, `@m1:1` the next month. Filters of the pages hold them; what they ask of the server has the
 * days. Pure.
 */
const PERIOD = /^@([dwmy])(-?\d{1,3}):(-?\d{1,3})$/

/** True for the text of a period. */
export const isPeriod = (value: unknown): value is string =>
  typeof value === 'string' && PERIOD.test(value)

/**
 * The first and the last day of a period; undefined for another text. `firstWeekday` is what a week
 * begins with: 1 = Monday … 7 = Sunday.
 */
export const daysOfPeriod = (
  period: unknown,
  today: string,
  firstWeekday = 1,
): { readonly from: string; readonly to: string } | undefined => {
  const [, unit, first, last] = PERIOD.exec(String(period)) ?? []
  if (!unit) return undefined
  const [year = 0, month = 0, day = 0] = today.split('-').map(Number)
  const dayAt = (by: number, back: number): string => {
    const at = new Date(0)
    if (unit === 'd') at.setUTCFullYear(year, month - 1, day + by - back)
    else if (unit === 'w') {
      at.setUTCFullYear(year, month - 1, day)
      const sinceFirst = (at.getUTCDay() - firstWeekday + 7) % 7
      at.setUTCDate(day - sinceFirst + 7 * by - back)
    } else if (unit === 'm') at.setUTCFullYear(year, month - 1 + by, 1 - back)
    else at.setUTCFullYear(year + by, 0, 1 - back)
    return at.toISOString().slice(0, 10)
  }
  return { from: dayAt(Number(first), 0), to: dayAt(Number(last) + 1, 1) }
}
