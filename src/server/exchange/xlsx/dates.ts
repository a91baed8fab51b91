/** Dates, times and percentages of a workbook are numbers: only the format of the cell tells them apart. */

/** What a number format shows: `span` is a length of time, which may exceed a day. */
export type NumberFormat = 'date' | 'time' | 'span' | 'percent'

/** Built-in formats that do not show a plain number (ECMA-376, 18.8.30). */
const builtIn = (id: number): NumberFormat | undefined => {
  if (id === 9 || id === 10) return 'percent'
  if ((id >= 18 && id <= 21) || id === 45 || id === 47) return 'time'
  if (id === 46) return 'span'
  const isDate = (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 50 && id <= 58)
  return isDate ? 'date' : undefined
}

/** Longest code of a format that is looked at. */
const MAX_CODE = 255

/** What a format shows by the letters of its code that are not quoted; undefined for a number. */
export const numberFormat = (id: number, code: string | undefined): NumberFormat | undefined => {
  if (code === undefined) return builtIn(id)
  const bare = code.slice(0, MAX_CODE).replaceAll(/"[^"]*"|\\.|_.|\*./g, '')
  if (/\[(?:h+|m+|s+)\]/i.test(bare)) return 'span'
  const letters = bare.replaceAll(/\[[^[\]]*\]/g, '')
  if (/general/i.test(letters)) return undefined
  if (letters.includes('%')) return 'percent'
  if (/[yd]/i.test(letters)) return 'date'
  if (/[hs]/i.test(letters)) return 'time'
  return /m/i.test(letters) ? 'date' : undefined
}

const DAY_MS = 86_400_000
/** Day 0; the calendar of 1900 counts a 29 February 1900 that never was. */
const BEGIN_1900 = Date.UTC(1899, 11, 30)
const BEGIN_1904 = Date.UTC(1904, 0, 1)
/** 31 December 9999, the last day of a spreadsheet. */
const LAST = 2_958_465

/** Decimals of a serial that is exact to the millisecond; others are to the second. */
const EXACT_DECIMALS = 9

/** Instant of a serial, to the second, or to the millisecond where it has that many decimals. */
const instantOf = (serial: number, begin: number, step = 1000): string =>
  new Date(begin + Math.round((serial * DAY_MS) / step) * step).toISOString()
const stepOf = (serial: number): number =>
  (String(serial).split('.')[1]?.length ?? 0) >= EXACT_DECIMALS ? 1 : 1000

/** `45000.5` is `2023-03-15 12:00:00`, without a time `2023-03-15`; undefined outside the calendar. */
export const serialDate = (serial: number, from1904: boolean): string | undefined => {
  if (!(serial >= (from1904 ? 0 : 1) && serial <= LAST + 1)) return undefined
  // Before the 29 February 1900 that never was, the calendar of 1900 is one day ahead.
  if (!from1904 && serial >= 60 && serial < 61) return undefined
  const begin = from1904 ? BEGIN_1904 : BEGIN_1900
  const at = instantOf(!from1904 && serial < 60 ? serial + 1 : serial, begin, stepOf(serial))
  if (at.endsWith('T00:00:00.000Z')) return at.slice(0, 10)
  return at.slice(0, -1).replace('.000', '').replace('T', ' ')
}

/** `0.5` is `12:00:00`; undefined for a serial of a day or more. */
const serialTime = (serial: number): string | undefined =>
  serial >= 0 && Math.round((serial * DAY_MS) / 1000) < DAY_MS / 1000
    ? instantOf(serial, 0).slice(11, 19)
    : undefined

/** `1.5` is `36:00:00`. */
const serialSpan = (serial: number): string | undefined => {
  if (!(serial >= 0 && serial <= LAST)) return undefined
  const time = instantOf(serial, 0).slice(13, 19)
  return `${String(Math.floor(Math.round(serial * 86_400) / 3600)).padStart(2, '0')}${time}`
}

/** Returns the text of a number as its format shows it; undefined for one that it cannot show. */
export const shownNumber = (
  value: number,
  format: NumberFormat,
  from1904: boolean,
): string | undefined => {
  if (format === 'percent') return `${Number((value * 100).toPrecision(15))}%`
  if (format === 'span') return serialSpan(value)
  const time = format === 'time' || !from1904 ? serialTime(value) : undefined
  // A date of 0 is an empty cell that another one refers to.
  if (time !== undefined && (format === 'time' || value > 0)) return time
  return serialDate(value, from1904)
}

/** The number of a day `YYYY-MM-DD`, or of a time after a space or `T`; undefined for other text. */
export const dateSerial = (text: string): number | undefined => {
  const at = Date.parse(`${text.slice(0, 10)}T${text.slice(11) || '00:00'}Z`)
  const serial = (at - BEGIN_1900) / DAY_MS
  return serial >= 61 && serial <= LAST + 1 ? serial : undefined
}
