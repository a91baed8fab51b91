/** Wall-clock time in a zone, `YYYY-MM-DDTHH:MM`, of an instant. */
export const toLocal = (instant: string, timeZone: string): string => {
  const at = new Date(instant)
  if (Number.isNaN(at.getTime())) return ''
  return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
    .format(at)
    .replace(' ', 'T')
}

/**
 * The instant of a wall-clock time in a zone. A skipped hour gives the hour after it; a repeated
 * hour gives the first occurrence.
 */
export const fromLocal = (local: string, timeZone: string): string | null => {
  const guess = /^\d{4,6}-\d\d-\d\dT\d\d:\d\d$/.test(local)
    ? Date.parse(`${local}:00Z`)
    : Number.NaN
  if (Number.isNaN(guess)) return null
  const offset = (at: number) =>
    Date.parse(`${toLocal(new Date(at).toISOString(), timeZone)}:00Z`) - at
  const first = guess - offset(guess)
  return new Date(guess - offset(first)).toISOString()
}
