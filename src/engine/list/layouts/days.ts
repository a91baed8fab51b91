/** Local dates `YYYY-MM-DD` of a calendar. Never an instant, so no zone can shift them. Pure. */
import { dayIn } from '#model/zone.ts'

const DAY_MS = 86_400_000
const textOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

/** The date `days` later. */
export const addDays = (day: string, days: number): string =>
  textOf(Date.parse(day) + days * DAY_MS)
/** Days from one date to another. */
export const daysFrom = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS)
/** 1 = Monday … 7 = Sunday. */
export const weekday = (day: string): number => new Date(day).getUTCDay() || 7
/** Today's date in an IANA zone. */
export const todayIn = (zone: string, now = new Date()): string => dayIn(zone, now)
