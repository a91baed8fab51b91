import type { Booking } from '#schemas/booking.ts'
import type { Hotel } from '#schemas/hotel.ts'
import type { Tx } from '../../database/pool.ts'

/** States in which a booking occupies its rooms. */
export const occupying: readonly string[] = ['pending', 'confirmed', 'checked_in', 'checked_out']
/** Those of them in which guests have yet to arrive or are in the house. */
export const upcoming: readonly string[] = ['pending', 'confirmed', 'checked_in']

/** Rooms of a type taken in [from, until), local dates at the hotel. */
export interface Stay {
  readonly id: string
  readonly type: string
  readonly from: string
  readonly until: string
  readonly rooms: number
}

/** The rooms a booking occupies; undefined when it occupies none. */
export const stayOf = (row: Booking & { deletedAt?: unknown }): Stay | undefined => {
  const until = row.leftOn ?? row.checkOut
  if ((row.deletedAt ?? null) !== null || !occupying.includes(row.state) || until <= row.checkIn) {
    return undefined
  }
  return { id: row.id, type: row.roomTypeCode, from: row.checkIn, until, rooms: row.rooms }
}

/** Number of rooms of a type that the hotel has. */
export const roomsOf = (hotel: Pick<Hotel, 'roomTypes'>, type: string): number =>
  hotel.roomTypes.find((t) => t.code === type)?.rooms ?? 0

/** Live bookings of a hotel that occupy rooms on any night of [from, until). */
export const staysAt = async (
  tx: Tx,
  hotel: string,
  types: readonly string[],
  from: string,
  until: string,
): Promise<Stay[]> => {
  const { rows } = await tx.query<Stay>(
    `SELECT id, room_type_code AS type, check_in AS from, coalesce(left_on, check_out) AS until, rooms FROM bookings
     WHERE hotel = $1 AND room_type_code = ANY($2::text[]) AND state = ANY($3::text[]) AND deleted_at IS NULL AND check_in < $5::date AND coalesce(left_on, check_out) > $4::date`,
    [hotel, types, occupying, from, until],
  )
  return rows
}

type Span = Omit<Stay, 'id' | 'type'>

/** Rooms taken from each night of [from, until) on which the number changes, in order. */
const takenFrom = (
  stays: readonly Span[],
  from: string,
  until: string,
): { readonly night: string; readonly taken: number }[] => {
  const steps = new Map<string, number>()
  const step = (night: string, rooms: number): void =>
    void steps.set(night, (steps.get(night) ?? 0) + rooms)
  for (const stay of stays) {
    if (stay.from >= until || stay.until <= from) continue
    step(stay.from > from ? stay.from : from, stay.rooms)
    if (stay.until < until) step(stay.until, -stay.rooms)
  }
  let taken = 0
  return [...steps.keys()].sort().map((night) => ({ night, taken: (taken += steps.get(night)!) }))
}

/** The first night of [from, until) on which more than `capacity` rooms are taken, and how many. */
export const firstNightOver = (
  stays: readonly Span[],
  capacity: number,
  from: string,
  until: string,
): { night: string; taken: number } | undefined =>
  takenFrom(stays, from, until).find(({ taken }) => taken > capacity)

/** The most rooms taken on a night of [from, until). */
export const mostTaken = (stays: readonly Span[], from: string, until: string): number =>
  Math.max(0, ...takenFrom(stays, from, until).map(({ taken }) => taken))

const DAY_MS = 86_400_000

/** Every night of [from, until) on which more than `capacity` rooms are taken. */
export const nightsOver = (
  stays: readonly Span[],
  capacity: number,
  from: string,
  until: string,
): string[] => {
  const spans = takenFrom(stays, from, until)
  return spans.flatMap(({ night, taken }, i) => {
    if (taken <= capacity) return []
    const [first, end] = [Date.parse(night), Date.parse(spans[i + 1]?.night ?? until)]
    return Array.from({ length: Math.round((end - first) / DAY_MS) }, (_, n) =>
      new Date(first + n * DAY_MS).toISOString().slice(0, 10),
    )
  })
}
