/** Limits of reminders, shared by server, API description and pages. */

/** Maximum characters of a reminder's text. */
export const MAX_REMINDER_TEXT = 500
/** Maximum pending reminders of one person. */
export const MAX_REMINDERS = 500
/** How far ahead a reminder may be, in days. */
export const MAX_REMINDER_DAYS = 5 * 366
