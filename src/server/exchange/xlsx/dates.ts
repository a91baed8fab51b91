/** Dates in a workbook are numbers, which only the format of their cell tells from others. */

/** Built-in formats of dates, times and both (ECMA-376, 18.8.30). */
const isBuiltIn = (id: number): boolean =>
  (id >= 14 && id <= 22) ||
  (id >= 27 && id <= 36) ||
  (id >= 45 && id <= 47) ||
  (id >= 50 && id <= 58)

/** Longest code of a format that is looked at. */
const MAX_CODE = 255

/** True when a number format shows a date or a time: its code has a letter of one unquoted. */
export const isDateFormat = (id: number, code: string | undefined): boolean => {
  if (code === undefined) return isBuiltIn(id)
  const bare = code
    .slice(0, MAX_CODE)
    .replaceAll(/"[^"]*"|\\.|_.|\*./g, '')
    .replaceAll(/\[[^[\]]*\]/g, '')
  return /[ymdhs]/i.test(bare) && !/general/i.test(bare)
}

const DAY_MS = 86_400_000
/** Day 0; the calendar of 1900 counts a 29 February 1900 that never was. */
const BEGIN_1900 = Date.UTC(1899, 11, 30)
const BEGIN_1904 = Date.UTC(1904, 0, 1)
/** 31 December 9999, the last day of a spreadsheet. */
const LAST = 2_958_465

/** `45000.5` is `2023-03-15 12:00:00`, without a time `2023-03-15`; undefined outside the calendar. */
export const serialDate = (serial: number, from1904: boolean): string | undefined => {
  if (!(serial >= 0 && serial <= LAST + 1)) return undefined
  const begin = from1904 ? BEGIN_1904 : BEGIN_1900
  const at = new Date(begin + Math.round((serial * DAY_MS) / 1000) * 1000).toISOString()
  return at.endsWith('T00:00:00.000Z') ? at.slice(0, 10) : at.slice(0, 19).replace('T', ' ')
}

/** The number of a day `YYYY-MM-DD`, or of a time after a space or `T`; undefined for other text. */
export const dateSerial = (text: string): number | undefined => {
  const at = Date.parse(`${text.slice(0, 10)}T${text.slice(11) || '00:00'}Z`)
  const serial = (at - BEGIN_1900) / DAY_MS
  return serial >= 61 && serial <= LAST + 1 ? serial : undefined
}
