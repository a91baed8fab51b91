/** Occupancy of a hotel on the coming nights. */
import type { Hotel } from '#schemas/hotel.ts'
import type { Json } from '#model/types.ts'
import { dayIn } from '#model/zone.ts'
import { forbidden, Problem } from '../../base/problem.ts'
import { listed } from '../../store/read/listed.ts'
import { building, run } from '../../store/read/statement.ts'
import type { RuleContext } from '../types.ts'
import { occupying } from '../booking/availability.ts'

const MOST_DAYS = 92
const DEFAULT_DAYS = 30
const DAY_MS = 86_400_000

/** Occupied rooms of one type per night, first night first. */
export type TypeOccupancy = {
  readonly code: string
  /** Empty for a type that the hotel no longer has but guests have booked. */
  readonly name: string
  /** Number of rooms that exist. */
  readonly rooms: number
  readonly taken: readonly number[]
}
export type Occupancy = {
  /** Date at the hotel, which is also the first night. */
  readonly today: string
  readonly days: number
  /** True when guests can book: the hotel is published. */
  readonly open: boolean
  readonly types: readonly TypeOccupancy[]
}

const daysOf = ({ days, ...rest }: Readonly<Record<string, string>>): number => {
  const wrong = (path: string, message: string) =>
    new Problem(400, 'bad_query', message, { errors: [{ path, code: 'invalid_value', message }] })
  const [stray] = Object.keys(rest)
  if (stray) throw wrong(stray, `"${stray}" is not a parameter here.`)
  const text = days ?? String(DEFAULT_DAYS)
  const n = /^\d{1,2}$/.test(text) ? Number(text) : 0
  if (n < 1 || n > MOST_DAYS) {
    throw wrong('days', `"days" is a whole number from 1 to ${MOST_DAYS}.`)
  }
  return n
}

const dayAfter = (day: string, n: number): string =>
  new Date(Date.parse(day) + n * DAY_MS).toISOString().slice(0, 10)

/**
 * Preview `occupancy` with `days` (default 30): occupied rooms per night from today at the hotel,
 * by bookings the caller may list, in one aggregate.
 */
export const occupancy = async (
  hotel: Hotel,
  context: RuleContext,
  input: Readonly<Record<string, string>>,
): Promise<Json> => {
  const days = daysOf(input)
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
  const today = dayIn(hotel.timezone, context.now)
  const [id, from, until, states] = [
    b.sql.add(hotel.id),
    b.sql.add(today),
    b.sql.add(dayAfter(today, days)),
    b.sql.add(occupying),
  ]
  const text = `select t.room_type_code as code, n.night - ${from}::date as at, sum(t.rooms)::int as taken
 from ${rows.from('t')} join lateral (select g::date as night from generate_series(greatest(t.check_in, ${from}::date)::timestamp, (least(coalesce(t.left_on, t.check_out), ${until}::date) - 1)::timestamp, '1 day') g) n on true
 where t.hotel = ${id} and t.state = any(${states}::text[]) and t.check_in < ${until}::date and coalesce(t.left_on, t.check_out) > ${from}::date and ${rows.where('t')} group by 1, 2`
  const found = await run<{ code: string; at: number; taken: number }>(context.tx, {
    text,
    values: b.sql.values,
  })
  const known = hotel.roomTypes.map(({ code, name, rooms }) => ({ code, name, rooms }))
  const gone = [...new Set(found.map((f) => f.code))]
    .filter((code) => !known.some((k) => k.code === code))
    .sort()
    .map((code) => ({ code, name: '', rooms: 0 }))
  const types = [...known, ...gone].map((type): TypeOccupancy => {
    const taken = Array.from({ length: days }, () => 0)
    for (const f of found) if (f.code === type.code) taken[f.at] = f.taken
    return { ...type, taken }
  })
  return {
    today,
    days,
    open: hotel.state === 'published',
    types,
  } satisfies Occupancy
}
