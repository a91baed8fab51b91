/** Wake time of a snoozed conversation, in this device's time zone. */
const at9 = (day: Date, add: number): Date =>
  new Date(day.getFullYear(), day.getMonth(), day.getDate() + add, 9)
/** Tomorrow at 9:00. */
export const tomorrow = (now: Date): Date => at9(now, 1)
/** Next Monday at 9:00; on a Monday, a week later. */
export const nextMonday = (now: Date): Date => at9(now, (8 - now.getDay()) % 7 || 7)
