import type { Money } from '#schemas/define/fields.ts'
import type { SeedRow } from '../store/fill/insert.ts'
import { demoOrder, type DemoOrder } from './orders.ts'
import type { Random } from './random.ts'

const SHARE = 0.12
const TAX = 2300

/** Extras that guests order with their stay, with a price in minor units of any currency. */
const wishes: readonly (readonly [string, number])[] = [
  ['Airport transfer', 4500],
  ['Spa afternoon for two', 12_000],
  ['Guided city tour', 6500],
  ['Candle-light dinner', 8900],
  ['Bicycle hire, per day', 1800],
  ['Boat trip', 7500],
  ['Late check-out', 3500],
  ['Flowers in the room', 4200],
]

interface BookingLike extends SeedRow {
  readonly createdAt?: Date
  readonly hotel?: unknown
  readonly customer?: unknown
  readonly state?: unknown
  readonly total?: unknown
  readonly checkIn?: unknown
}
const stateOf = (random: Random, booking: BookingLike): DemoOrder['state'] | undefined => {
  switch (booking.state) {
    case 'checked_out':
      return random.chance(0.95) ? 'completed' : 'cancelled'
    case 'checked_in':
      return 'in_progress'
    case 'confirmed':
      return random.weighted({ confirmed: 58, placed: 32, draft: 10 })
    case 'cancelled':
      return 'cancelled'
    default:
      return undefined
  }
}

/**
 * Creates orders that guests placed for their stay (transfers, dinners, tours), sold by the hotel's
 * vendor.
 */
export const makeBookingOrders = (
  random: Random,
  {
    bookings,
    hotels,
  }: {
    bookings: readonly BookingLike[]
    hotels: readonly { readonly id: string; readonly vendor?: unknown }[]
  },
): DemoOrder[] => {
  const vendorOf = new Map(hotels.map((h) => [h.id, String(h.vendor)]))
  return bookings.flatMap((booking) => {
    if (!random.chance(SHARE)) return []
    const state = stateOf(random, booking)
    if (!state) return []
    const { currency } = booking.total as Money
    const arrival = new Date(`${String(booking.checkIn)}T10:00:00Z`)
    const since = booking.createdAt!.getTime() + 60_000
    const at = new Date(
      since +
        ((Math.min(since + 4 * 86_400_000, random.now.getTime()) - since) * random.int(5, 95)) /
          100,
    )
    const lines = random.some(wishes, random.int(1, 3)).map(([title, amount]) => ({
      title,
      quantity: random.int(1, 2),
      unit: { amount, currency },
      tax: TAX,
      ...(random.chance(0.1) ? { discount: { amount: Math.round(amount / 10), currency } } : {}),
    }))
    return [
      demoOrder(random, {
        at,
        state,
        kind: 'booking',
        customer: String(booking.customer),
        vendor: vendorOf.get(String(booking.hotel))!,
        booking: booking.id,
        lines,
        dueAt: arrival,
      }),
    ]
  })
}
