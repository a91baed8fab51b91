/** Wake time of a snoozed conversation, in this device's time zone. */
const at9 = (day: Date, add: number): Date =>
  new Date(day.getFullYear(), day.getMonth(), day.getDate() + add, 9)
/** Tomorrow at 9:00. */
export const tomorrow = (now: Date): Date => at9(now, 1)
/** Next Monday at 9:00; on a Monday, a week later. */
export const nextMonday = (now: Date): Date => at9(now, (8 - now.getDay()) % 7 || 7)
/** An instant as a `datetime-local` value in this device's time zone: `2026-03-31T09:00`. */
export const localText = (at: Date): string => {
  const two = (n: number) => String(n).padStart(2, '0')
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}T${two(at.getHours())}:${two(at.getMinutes())}`
}
