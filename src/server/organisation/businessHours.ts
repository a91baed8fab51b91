/** When the organisation works: what counts as business time. */
import * as z from 'zod'

export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
export type Weekday = (typeof weekdays)[number]

const time = (pattern: RegExp) => z.string().regex(pattern, 'Use a time such as 09:00')
const opening = z
  .strictObject({
    from: time(/^(?:[01]\d|2[0-3]):[0-5]\d$/),
    to: time(/^(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)$/),
  })
  .refine(({ from, to }) => from < to, { path: ['to'], message: 'Choose a later time' })
const holiday = z.strictObject({
  day: z.iso.date('There is no such day'),
  name: z.string().trim().max(80),
})
const MAX_HOLIDAYS = 200

/** Opening hours in local time by weekday, null when closed, and days on which nobody works. */
export const businessHours = z.strictObject({
  week: z
    .strictObject({
      mon: opening.nullable(),
      tue: opening.nullable(),
      wed: opening.nullable(),
      thu: opening.nullable(),
      fri: opening.nullable(),
      sat: opening.nullable(),
      sun: opening.nullable(),
    })
    // Without an open day no target would ever come due.
    .refine((week) => Object.values(week).some(Boolean), 'Open on at least one day'),
  holidays: z
    .array(holiday)
    .max(MAX_HOLIDAYS)
    .refine(
      (days) => new Set(days.map(({ day }) => day)).size === days.length,
      'Each day can be listed once',
    ),
})
export type BusinessHours = z.output<typeof businessHours>

const office = { from: '09:00', to: '18:00' }
/** Monday to Friday, 9 to 18. */
export const officeHours: BusinessHours = {
  week: { mon: office, tue: office, wed: office, thu: office, fri: office, sat: null, sun: null },
  holidays: [],
}
