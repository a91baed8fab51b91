import { readFileSync } from 'node:fs'

/**
 * Expected result of importing `tests/data/hotel_bookings.csv`, counted independently of the
 * importer. Money in cents.
 */
export interface BookingsCount {
  readonly read: number
  readonly written: number
  readonly refused: number
  /** Refused rows, numbered from 1 below the header. */
  readonly refusedRows: readonly number[]
  readonly byState: Readonly<Record<string, number>>
  readonly byHotel: Readonly<Record<string, number>>
  readonly byRoomType: Readonly<Record<string, number>>
  /** Bookings by month of arrival, `2015-07`. */
  readonly byMonth: Readonly<Record<string, number>>
  readonly adults: number
  readonly children: number
  readonly nights: number
  /** Sum of the nightly rates. */
  readonly nightlyRates: number
  /** Sum of nights × nightly rate. */
  readonly totals: number
}

const STATES: Record<string, string> = {
  Canceled: 'cancelled',
  'Check-Out': 'checked_out',
  'No-Show': 'no_show',
}
const MONTHS =
  'January February March April May June July August September October November December'.split(' ')

const add = (into: Record<string, number>, key: string): void =>
  void (into[key] = (into[key] ?? 0) + 1)
const whole = (cell: string): number =>
  cell === 'NA' || cell === 'NULL' || cell === '' ? 0 : Number.parseInt(cell, 10)
/** The file has at most two decimals, so this is exact. */
const cents = (cell: string): number => {
  const [units = '0', rest = ''] = cell.split('.')
  return Number(units) * 100 + Number(rest.padEnd(2, '0').slice(0, 2))
}

type Cell = (name: string) => string

/**
 * Lines of the file, each as a function that returns its cells. It has no quoted cells, which is
 * checked.
 */
const linesOf = (file: URL | string): Cell[] => {
  const text = readFileSync(file, 'utf8')
  if (text.includes('"')) throw new Error('The file has quoted cells; this count cannot read it.')
  const [head = '', ...lines] = text.split(/\r?\n/).filter((line) => line !== '')
  const names = head.replace('\ufeff', '').split(',')
  return lines.map((line) => {
    const cells = line.split(',')
    return (name) => cells[names.indexOf(name)] ?? ''
  })
}
const FILE = new URL('../data/hotel_bookings.csv', import.meta.url)
const nightsOf = (cell: Cell): number =>
  whole(cell('stays_in_weekend_nights')) + whole(cell('stays_in_week_nights'))
const childrenOf = (cell: Cell): number => whole(cell('children')) + whole(cell('babies'))
const isRefused = (cell: Cell): boolean =>
  nightsOf(cell) <= 0 || whole(cell('adults')) + childrenOf(cell) === 0

/** Stays that an import writes: state, and days as UTC milliseconds. */
export const staysOfFile = (
  file: URL | string = FILE,
): { readonly state: string; readonly checkIn: number; readonly checkOut: number }[] =>
  linesOf(file)
    .filter((cell) => !isRefused(cell))
    .map((cell) => {
      const checkIn = Date.UTC(
        whole(cell('arrival_date_year')),
        MONTHS.indexOf(cell('arrival_date_month')),
        whole(cell('arrival_date_day_of_month')),
      )
      return {
        state: STATES[cell('reservation_status')] ?? '?',
        checkIn,
        checkOut: checkIn + nightsOf(cell) * 86_400_000,
      }
    })

/** Counts the file by lines and commas. */
export const countBookings = (file: URL | string = FILE): BookingsCount => {
  const count = {
    read: 0,
    written: 0,
    refused: 0,
    refusedRows: [] as number[],
    byState: {},
    byHotel: {},
    byRoomType: {},
    byMonth: {},
    adults: 0,
    children: 0,
    nights: 0,
    nightlyRates: 0,
    totals: 0,
  }
  for (const cell of linesOf(file)) {
    count.read++
    if (isRefused(cell)) {
      count.refused++
      count.refusedRows.push(count.read)
      continue
    }
    const nights = nightsOf(cell)
    count.written++
    add(count.byState, STATES[cell('reservation_status')] ?? '?')
    add(count.byHotel, cell('hotel'))
    add(count.byRoomType, cell('reserved_room_type'))
    add(
      count.byMonth,
      `${cell('arrival_date_year')}-${String(MONTHS.indexOf(cell('arrival_date_month')) + 1).padStart(2, '0')}`,
    )
    count.adults += whole(cell('adults'))
    count.children += childrenOf(cell)
    count.nights += nights
    count.nightlyRates += cents(cell('adr'))
    count.totals += nights * cents(cell('adr'))
  }
  return count
}
