import type { Booking } from '#schemas/booking.ts'
import { cancellationPreview, daysBetween, totalOf } from '../booking.money.ts'
import { occupying, todayIn } from '../booking.availability.ts'
import { extras, notes } from './catalogue.ts'
import type { HotelRow } from './hotels.ts'
import type { SeedRow } from '../../store/fill/insert.ts'
import { seasons } from './places.ts'
import { addDays, type Random } from './random.ts'

export const BOOKINGS = 2500
const PAST_DAYS = 640
const FUTURE_DAYS = 100

/** Rooms taken per hotel, room type and night. */
class Occupancy {
  readonly #taken = new Map<string, number>()
  fits(hotel: HotelRow, type: string, from: string, nights: number, rooms: number): boolean {
    const exist = hotel.roomTypes.find((t) => t.code === type)!.rooms
    return Array.from({ length: nights }, (_, n) => this.#taken.get(`${hotel.id} ${type} ${addDays(from, n)}`) ?? 0).every((taken) => taken + rooms <= exist)
  }

  take(hotel: HotelRow, type: string, from: string, nights: number, rooms: number): void {
    for (let n = 0; n < nights; n++) {
      const key = `${hotel.id} ${type} ${addDays(from, n)}`
      this.#taken.set(key, (this.#taken.get(key) ?? 0) + rooms)
    }
  }
}

/** A day of arrival, as often in each month as the season of the place says. */
const arrival = (random: Random, hotel: HotelRow, today: string): string => {
  const months = seasons[hotel.place.kind]
  const most = Math.max(...months)
  for (;;) {
    const day = addDays(today, random.int(-PAST_DAYS, hotel.state === 'archived' ? -60 : FUTURE_DAYS))
    if (random.chance(months[Number(day.slice(5, 7)) - 1]! / most)) return day
  }
}

/** The state a stay is in, seen from today at the hotel. */
const stateOf = (random: Random, checkIn: string, checkOut: string, today: string): Booking['state'] => {
  if (checkOut < today) return random.weighted({ checked_out: 82, cancelled: 10, no_show: 4, expired: 4 })
  if (checkIn < today) return random.weighted({ checked_in: 94, no_show: 3, cancelled: 3 })
  if (checkIn === today) return random.weighted({ confirmed: 60, checked_in: 35, cancelled: 5 })
  return random.weighted({ confirmed: 70, pending: 14, cancelled: 12, expired: 4 })
}

const byMonth = (hotel: HotelRow, checkIn: string): number => 0.85 + (0.3 * seasons[hotel.place.kind][Number(checkIn.slice(5, 7)) - 1]!) / Math.max(...seasons[hotel.place.kind])

interface Given { readonly hotels: readonly HotelRow[]; readonly customers: readonly { id: string; state: string; createdAt: Date }[]; readonly count?: number }

/** Stays of two years and the coming months. No room is taken twice, totals and fees are what the rules would compute. */
export const makeBookings = (random: Random, { hotels, customers, count = BOOKINGS }: Given): SeedRow[] => {
  const open = hotels.filter((h) => ['published', 'suspended', 'archived'].includes(h.state))
  const occupancy = new Occupancy()
  const rows: SeedRow[] = []
  while (rows.length < count) {
    const hotel = random.one(open)
    const today = todayIn(hotel.timezone, random.now)
    const type = random.one(hotel.roomTypes)
    const checkIn = arrival(random, hotel, today)
    const nights = Number(random.weighted({ 1: 22, 2: 28, 3: 20, 4: 11, 5: 7, 7: 9, 10: 3 }))
    const rooms = Math.min(type.rooms, random.chance(0.93) ? 1 : random.int(2, 3))
    const checkOut = addDays(checkIn, nights)
    const state = stateOf(random, checkIn, checkOut, today)
    if (hotel.state === 'archived' && checkOut >= today) continue
    const leadDays = Math.min(daysBetween(addDays(today, -PAST_DAYS - 60), checkIn), random.int(0, 70))
    // Made before arrival, and before now.
    const wanted = Math.min(Date.parse(checkIn) - leadDays * 86_400_000 + random.int(0, 36_000_000), random.now.getTime() - random.int(600_000, 86_400_000))
    const made = new Date(Math.max(wanted, hotel.createdAt.getTime() + 3_600_000))
    if (made.getTime() > Date.parse(checkIn) + 43_200_000) continue
    const leaves = state === 'checked_out' && nights > 2 && random.chance(0.04) ? addDays(checkOut, -1) : checkOut
    const occupied = daysBetween(checkIn, leaves)
    if (occupying.includes(state)) {
      if (!occupancy.fits(hotel, type.code, checkIn, occupied, rooms)) continue
      occupancy.take(hotel, type.code, checkIn, occupied, rooms)
    }
    rows.push({ ...stay(random, { hotel, type, checkIn, checkOut, rooms, state, today, made }), leftOn: state === 'checked_out' ? leaves : null, customer: guest(random, customers, made, checkOut >= today) })
  }
  // Codes follow the time of booking, as they would have been given.
  return rows.sort((a, b) => Number(a.createdAt) - Number(b.createdAt)).map((row, i) => ({ ...row, code: `BK-${100_001 + i}` }))
}

/** Somebody we knew then; who is blocked or gone has no stays to come. */
const guest = (random: Random, customers: Given['customers'], made: Date, isCurrent: boolean): string => {
  for (let tried = 0; tried < 60; tried++) {
    const chosen = random.one(customers)
    if (chosen.createdAt <= made && (!isCurrent || chosen.state === 'active')) return chosen.id
  }
  return customers.reduce((first, c) => (c.createdAt < first.createdAt && c.state === 'active' ? c : first)).id
}

interface Stay { readonly hotel: HotelRow; readonly type: HotelRow['roomTypes'][number]; readonly checkIn: string; readonly checkOut: string; readonly rooms: number; readonly state: Booking['state']; readonly today: string; readonly made: Date }

const stay = (random: Random, { hotel, type, checkIn, checkOut, rooms, state, today, made }: Stay): SeedRow & { createdAt: Date } => {
  const { currency } = type.nightlyRate
  const nightlyRate = { amount: Math.round((type.nightlyRate.amount * byMonth(hotel, checkIn)) / 100) * 100, currency }
  const chosen = random.chance(0.3) ? random.some(extras, random.int(1, 2)) : []
  const bought = chosen.map(([label, amount]) => ({ label, quantity: label === 'Breakfast' ? daysBetween(checkIn, checkOut) * rooms : 1, unit: { amount, currency } }))
  const total = totalOf({ nightlyRate, checkIn, checkOut, rooms, extras: bought })!
  const cancelledOn = addDays(checkIn, -random.int(0, 20))
  return {
    id: random.id(made), createdAt: made, hotel: hotel.id, roomTypeCode: type.code, rooms, adults: Math.min(type.adults, random.int(1, 2)) * rooms, children: type.children && random.chance(0.3) ? random.int(1, type.children) : 0,
    source: random.weighted({ web: 58, channel: 24, phone: 13, walk_in: 5 }), checkIn, checkOut, nightlyRate, extras: bought, total, paid: { amount: 0, currency }, state,
    cancellationFee: state === 'cancelled' ? cancellationPreview({ checkIn, total }, hotel, cancelledOn < today ? cancelledOn : today) : null,
    holdUntil: state === 'pending' ? holdUntil(random, checkIn) : null, notes: random.chance(0.15) ? random.one(notes) : null,
  }
}

/** Held for some days, never past the arrival. */
const holdUntil = (random: Random, checkIn: string): string =>
  new Date(Math.min(random.now.getTime() + random.int(1, 14) * 86_400_000, Math.max(Date.parse(checkIn), random.now.getTime() + 3_600_000))).toISOString()
