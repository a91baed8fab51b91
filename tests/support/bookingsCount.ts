import { readFileSync } from 'node:fs'

/** What an import of `tests/data/hotel_bookings.csv` must give, counted by other means than the importer's. Money in cents. */
export interface BookingsCount {
  readonly read: number
  readonly written: number
  readonly refused: number
  /** Row numbers, from 1 below the header, that are refused. */
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

const STATES: Record<string, string> = { Canceled: 'cancelled', 'Check-Out': 'checked_out', 'No-Show': 'no_show' }
const MONTHS = 'January February March April May June July August September October November December'.split(' ')

const add = (into: Record<string, number>, key: string): void => void (into[key] = (into[key] ?? 0) + 1)
const whole = (cell: string): number => (cell === 'NA' || cell === 'NULL' || cell === '' ? 0 : Number.parseInt(cell, 10))
/** The file has at most two decimals, so this is exact. */
const cents = (cell: string): number => {
  const [units = '0', rest = ''] = cell.split('.')
  return Number(units) * 100 + Number(rest.padEnd(2, '0').slice(0, 2))
}

/** Reads the file by lines and commas: it has no quoted cells, which is checked. */
export const countBookings = (file: URL | string = new URL('../data/hotel_bookings.csv', import.meta.url)): BookingsCount => {
  const text = readFileSync(file, 'utf8')
  if (text.includes('"')) throw new Error('The file has quoted cells; this count cannot read it.')
  const [head = '', ...lines] = text.split(/\r?\n/).filter((line) => line !== '')
  const names = head.replace('\ufeff', '').split(',')
  const count = { read: 0, written: 0, refused: 0, refusedRows: [] as number[], byState: {}, byHotel: {}, byRoomType: {}, byMonth: {}, adults: 0, children: 0, nights: 0, nightlyRates: 0, totals: 0 }
  for (const line of lines) {
    count.read++
    const cells = line.split(',')
    const cell = (name: string): string => cells[names.indexOf(name)] ?? ''
    const nights = whole(cell('stays_in_weekend_nights')) + whole(cell('stays_in_week_nights'))
    const children = whole(cell('children')) + whole(cell('babies'))
    const adults = whole(cell('adults'))
    if (nights <= 0 || adults + children === 0) {
      count.refused++
      count.refusedRows.push(count.read)
      continue
    }
    count.written++
    add(count.byState, STATES[cell('reservation_status')] ?? '?')
    add(count.byHotel, cell('hotel'))
    add(count.byRoomType, cell('reserved_room_type'))
    add(count.byMonth, `${cell('arrival_date_year')}-${String(MONTHS.indexOf(cell('arrival_date_month')) + 1).padStart(2, '0')}`)
    count.adults += adults
    count.children += children
    count.nights += nights
    count.nightlyRates += cents(cell('adr'))
    count.totals += nights * cents(cell('adr'))
  }
  return count
}
