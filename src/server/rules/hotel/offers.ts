/** What a hotel offers for a stay: price and free rooms of each room type. */
import type { Money } from '#schemas/define/fields.ts'
import type { Hotel } from '#schemas/hotel.ts'
import type { Json } from '#model/types.ts'
import { dayIn } from '#model/zone.ts'
import { forbidden, Problem } from '../../base/problem.ts'
import { listed } from '../../store/read/listed.ts'
import { building, run } from '../../store/read/statement.ts'
import type { RuleContext } from '../types.ts'
import { mostTaken, nightsOver, occupying, type Stay } from '../booking/availability.ts'
import { daysBetween, totalOf } from '../booking/money.ts'

const MOST_NIGHTS = 366
const MOST_ROOMS = 1000

/** One room type for the requested stay. */
export type Offer = {
  readonly code: string
  readonly name: string
  /** Guests that one room takes. */
  readonly adults: number
  readonly children: number
  readonly nightlyRate: Money
  /** What a booking of the stay costs without extras; null if too large. */
  readonly total: Money | null
  /** Rooms that are free on every night. */
  readonly left: number
  /** Nights, as dates at the hotel, on which fewer rooms are free than requested. */
  readonly over: readonly string[]
}
export type Offers = {
  /** Date at the hotel. */
  readonly today: string
  readonly nights: number
  /** True when the hotel takes bookings: it is not archived. */
  readonly open: boolean
  readonly types: readonly Offer[]
}

const wrong = (path: string, message: string) =>
  new Problem(400, 'bad_query', message, { errors: [{ path, code: 'invalid_value', message }] })

const dayOf = (name: string, text = ''): string => {
  const at = /^\d{4}-\d\d-\d\d$/.test(text) ? new Date(`${text}T00:00:00Z`) : undefined
  if (!at || Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== text) {
    throw wrong(name, `"${name}" is a date such as 2026-03-01.`)
  }
  return text
}

const stayOf = ({ checkIn, checkOut, rooms = '1', ...rest }: Readonly<Record<string, string>>) => {
  const [stray] = Object.keys(rest)
  if (stray) throw wrong(stray, `"${stray}" is not a parameter here.`)
  const [from, until] = [dayOf('checkIn', checkIn), dayOf('checkOut', checkOut)]
  const nights = daysBetween(from, until)
  if (nights < 1 || nights > MOST_NIGHTS) {
    throw wrong('checkOut', `"checkOut" is 1 to ${MOST_NIGHTS} nights after "checkIn".`)
  }
  const count = /^\d{1,4}$/.test(rooms) ? Number(rooms) : 0
  if (count < 1 || count > MOST_ROOMS) {
    throw wrong('rooms', `"rooms" is a whole number from 1 to ${MOST_ROOMS}.`)
  }
  return { from, until, nights, rooms: count }
}

/** Stays that the caller may list and that occupy rooms of the hotel in [from, until). */
const listedStays = async (
  hotel: Hotel,
  context: RuleContext,
  from: string,
  until: string,
): Promise<Stay[]> => {
  const b = building(context.model, context.access)
  const rows = listed(b, 'bookings', [
    'hotel',
    'roomTypeCode',
    'rooms',
    'checkIn',
    'checkOut',
    'leftOn',
    'state',
  ])
  if (!rows) throw forbidden()
  const [id, first, last, states] = [hotel.id, from, until, occupying].map((v) => b.sql.add(v))
  const text = `select t.id, t.room_type_code as type, t.check_in as from, coalesce(t.left_on, t.check_out) as until, t.rooms
 from ${rows.from('t')} where t.hotel = ${id} and t.state = any(${states}::text[]) and t.check_in < ${last}::date and coalesce(t.left_on, t.check_out) > ${first}::date and ${rows.where('t')}`
  return run<Stay>(context.tx, { text, values: b.sql.values })
}

/**
 * Preview `offers` with `checkIn`, `checkOut` and `rooms` (default 1): the price of the stay and
 * the free rooms of each room type, by the functions that price and check a booking when it is
 * saved, from bookings that the caller may list. As on save, a past stay is not checked.
 */
export const offers = async (
  hotel: Hotel,
  context: RuleContext,
  input: Readonly<Record<string, string>>,
): Promise<Json> => {
  const { from, until, nights, rooms } = stayOf(input)
  const stays = await listedStays(hotel, context, from, until)
  const today = dayIn(hotel.timezone, context.now)
  const types = hotel.roomTypes.map((type): Offer => {
    const taken = until < today ? [] : stays.filter((s) => s.type === type.code)
    const total = totalOf({
      nightlyRate: type.nightlyRate,
      checkIn: from,
      checkOut: until,
      rooms,
      extras: [],
    })
    return {
      code: type.code,
      name: type.name,
      adults: type.adults,
      children: type.children,
      nightlyRate: type.nightlyRate,
      total: total && Number.isSafeInteger(total.amount) ? total : null,
      left: Math.max(0, type.rooms - mostTaken(taken, from, until)),
      over:
        until < today
          ? []
          : nightsOver([...taken, { from, until, rooms }], type.rooms, from, until),
    }
  })
  return { today, nights, open: hotel.state !== 'archived', types } satisfies Offers
}
