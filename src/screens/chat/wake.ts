/** When a snoozed conversation wakes, by the clock of this device. */
const at9 = (day: Date, add: number): Date => new Date(day.getFullYear(), day.getMonth(), day.getDate() + add, 9)
/** Tomorrow at nine. */
export const tomorrow = (now: Date): Date => at9(now, 1)
/** Nine o'clock of the Monday to come; on a Monday the next one. */
export const nextMonday = (now: Date): Date => at9(now, ((8 - now.getDay()) % 7) || 7)
