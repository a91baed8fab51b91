import type { Booking } from '#schemas/booking.ts'
import { dayIn } from '#model/zone.ts'
import { cancellationPreview, daysBetween, totalOf } from '../rules/booking/money.ts'
import { occupying } from '../rules/booking/availability.ts'
import { extras, notes } from './catalogue.ts'
import type { HotelRow } from './hotels.ts'
import type { SeedRow } from '../store/fill/insert.ts'
import { seasons } from './places.ts'
import { addDays, type Random } from './random.ts'

export const BOOKINGS = 5000
const PAST_DAYS = 640
const FUTURE_DAYS = 110
/** The marketplace grew: this many days ago it had 1/e of today's guests. */
const GROWTH_DAYS = 100
/** Guests book ahead: 1/e of the stays this many days ahead are already booked. */
const AHEAD_DAYS = 40
const LEAD_DAYS = 75

/** Booked rooms per hotel, room type and night. */
class Occupancy {
  readonly #taken = new Map<string, number>()
  fits(hotel: HotelRow, type: string, from: string, nights: number, rooms: number): boolean {
    const exist = hotel.roomTypes.find((t) => t.code === type)!.rooms
    return Array.from(
      { length: nights },
      (_, n) => this.#taken.get(`${hotel.id} ${type} ${addDays(from, n)}`) ?? 0,
    ).every((taken) => taken + rooms <= exist)
  }

  take(hotel: HotelRow, type: string, from: string, nights: number, rooms: number): void {
    for (let n = 0; n < nights; n++) {
      const key = `${hotel.id} ${type} ${addDays(from, n)}`
      this.#taken.set(key, (this.#taken.get(key) ?? 0) + rooms)
    }
  }
}

/** How busy a place is in a day's month, relative to its busiest month. */
const seasonOf = (hotel: HotelRow, day: string): number =>
  seasons[hotel.place.kind][Number(day.slice(5, 7)) - 1]! / Math.max(...seasons[hotel.place.kind])

/**
 * Draws arrival days relative to today: more in season and closer to today, few far ahead. Even the
 * off-season has some guests.
 */
const drawArrival = (random: Random, hotel: HotelRow, today: string): (() => number) => {
  const weights = Array.from(
    { length: (hotel.state === 'archived' ? -60 : FUTURE_DAYS) + PAST_DAYS + 1 },
    (_, i) => {
      const days = i - PAST_DAYS
      return (
        Math.exp(days < 0 ? days / GROWTH_DAYS : -days / AHEAD_DAYS) *
        (0.4 + 0.6 * seasonOf(hotel, addDays(today, days)))
      )
    },
  )
  const draw = random.drawer(weights)
  return () => draw() - PAST_DAYS
}

/** Draws the room types and arrivals of a hotel's guests. */
const guestsOf = (random: Random, hotel: HotelRow) => {
  const today = dayIn(hotel.timezone, random.now)
  return {
    hotel,
    today,
    drawType: random.drawer(hotel.roomTypes.map((t) => t.rooms)),
    drawDays: drawArrival(random, hotel, today),
  }
}

/**
 * When a stay was booked: at daytime within the last `LEAD_DAYS` before it; for future stays,
 * before now.
 */
const madeAt = (random: Random, checkIn: string, today: string): number => {
  const ahead = Math.max(0, daysBetween(today, checkIn))
  const days = random.int(0, Math.max(LEAD_DAYS - ahead, 14))
  const wanted =
    Date.parse(checkIn) - (ahead + days) * 86_400_000 + random.int(21_600_000, 79_200_000)
  return Math.min(wanted, random.now.getTime() - random.int(600_000, 14_400_000))
}

/** Larger hotels get more guests; every third hotel is a favourite. */
const crowd = (hotel: HotelRow, i: number): number =>
  hotel.roomTypes.reduce((sum, t) => sum + t.rooms, 0) * [1, 0.3, 0.55][i % 3]!

/** Returns the state of a stay as of today at the hotel. */
const stateOf = (
  random: Random,
  checkIn: string,
  checkOut: string,
  today: string,
): Booking['state'] => {
  if (checkOut < today) {
    return random.weighted({ checked_out: 82, cancelled: 10, no_show: 4, expired: 4 })
  }
  if (checkIn < today) return random.weighted({ checked_in: 94, no_show: 3, cancelled: 3 })
  if (checkIn === today) return random.weighted({ confirmed: 60, checked_in: 35, cancelled: 5 })
  return random.weighted({ confirmed: 70, pending: 14, cancelled: 12, expired: 4 })
}

const byMonth = (hotel: HotelRow, checkIn: string): number => 0.85 + 0.3 * seasonOf(hotel, checkIn)

interface Given {
  readonly hotels: readonly HotelRow[]
  readonly customers: readonly { id: string; state: string; createdAt: Date }[]
  readonly count?: number
}

/**
 * Creates stays of two years and the coming months. No room is overbooked; totals and fees match
 * the business rules.
 */
export const makeBookings = (
  random: Random,
  { hotels, customers, count = BOOKINGS }: Given,
): SeedRow[] => {
  const open = hotels
    .filter((h) => ['published', 'suspended', 'archived'].includes(h.state))
    .map((h) => guestsOf(random, h))
  const occupancy = new Occupancy()
  const drawHotel = random.drawer(open.map(({ hotel }, i) => crowd(hotel, i)))
  const rows: SeedRow[] = []
  while (rows.length < count) {
    const { hotel, today, drawType, drawDays } = open[drawHotel()]!
    const type = hotel.roomTypes[drawType()]!
    const checkIn = addDays(today, drawDays())
    const nights = Number(random.weighted({ 1: 8, 2: 18, 3: 22, 4: 16, 5: 12, 7: 18, 10: 6 }))
    const rooms = Math.min(type.rooms, random.chance(0.8) ? 1 : random.int(2, 3))
    const checkOut = addDays(checkIn, nights)
    const state = stateOf(random, checkIn, checkOut, today)
    if (hotel.state === 'archived' && checkOut >= today) continue
    const made = new Date(
      Math.max(madeAt(random, checkIn, today), hotel.createdAt.getTime() + 3_600_000),
    )
    if (made.getTime() > Date.parse(checkIn) + 43_200_000) continue
    const leaves =
      state === 'checked_out' && nights > 2 && random.chance(0.04)
        ? addDays(checkOut, -1)
        : checkOut
    const occupied = daysBetween(checkIn, leaves)
    if (occupying.includes(state)) {
      if (!occupancy.fits(hotel, type.code, checkIn, occupied, rooms)) continue
      occupancy.take(hotel, type.code, checkIn, occupied, rooms)
    }
    rows.push({
      ...stay(random, { hotel, type, checkIn, checkOut, rooms, state, today, made }),
      leftOn: state === 'checked_out' ? leaves : null,
      customer: guest(random, customers, made, checkOut >= today),
    })
  }
  // Codes are in the order of booking, as the product assigns them.
  return rows
    .sort((a, b) => Number(a.createdAt) - Number(b.createdAt))
    .map((row, i) => ({ ...row, code: `BK-${100_001 + i}` }))
}

/** Picks a customer that existed then; only active ones have upcoming stays. */
const guest = (
  random: Random,
  customers: Given['customers'],
  made: Date,
  isCurrent: boolean,
): string => {
  for (let tried = 0; tried < 60; tried++) {
    const chosen = random.one(customers)
    if (chosen.createdAt <= made && (!isCurrent || chosen.state === 'active')) return chosen.id
  }
  return customers.reduce((first, c) =>
    c.createdAt < first.createdAt && c.state === 'active' ? c : first,
  ).id
}

interface Stay {
  readonly hotel: HotelRow
  readonly type: HotelRow['roomTypes'][number]
  readonly checkIn: string
  readonly checkOut: string
  readonly rooms: number
  readonly state: Booking['state']
  readonly today: string
  readonly made: Date
}

const stay = (
  random: Random,
  { hotel, type, checkIn, checkOut, rooms, state, today, made }: Stay,
): SeedRow & { createdAt: Date } => {
  const { currency } = type.nightlyRate
  const nightlyRate = {
    amount: Math.round((type.nightlyRate.amount * byMonth(hotel, checkIn)) / 100) * 100,
    currency,
  }
  const chosen = random.chance(0.3) ? random.some(extras, random.int(1, 2)) : []
  const bought = chosen.map(([label, amount]) => ({
    label,
    quantity: label === 'Breakfast' ? daysBetween(checkIn, checkOut) * rooms : 1,
    unit: { amount, currency },
  }))
  const total = totalOf({ nightlyRate, checkIn, checkOut, rooms, extras: bought })!
  const cancelledOn = addDays(checkIn, -random.int(0, 20))
  return {
    id: random.id(made),
    createdAt: made,
    hotel: hotel.id,
    roomTypeCode: type.code,
    rooms,
    adults: Math.min(type.adults, random.int(1, 2)) * rooms,
    children: type.children && random.chance(0.3) ? random.int(1, type.children) : 0,
    source: random.weighted({ web: 58, channel: 24, phone: 13, walk_in: 5 }),
    checkIn,
    checkOut,
    nightlyRate,
    extras: bought,
    total,
    paid: { amount: 0, currency },
    state,
    cancellationFee:
      state === 'cancelled'
        ? cancellationPreview({ checkIn, total }, hotel, cancelledOn < today ? cancelledOn : today)
        : null,
    holdUntil: state === 'pending' ? holdUntil(random, checkIn) : null,
    notes: random.chance(0.15) ? random.one(notes) : null,
  }
}

/** Held for some days, never past the arrival. */
const holdUntil = (random: Random, checkIn: string): string =>
  new Date(
    Math.min(
      random.now.getTime() + random.int(1, 14) * 86_400_000,
      Math.max(Date.parse(checkIn), random.now.getTime() + 3_600_000),
    ),
  ).toISOString()
