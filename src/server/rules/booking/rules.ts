import type { Booking } from '#schemas/booking.ts'
import type { Hotel } from '#schemas/hotel.ts'
import type { Json } from '#model/types.ts'
import { invalid, Problem } from '../../problem.ts'
import type { RecordData } from '../../store/types.ts'
import type { EntityRules, RuleContext, Values } from '../../store/write/rules.ts'
import { todayIn } from './availability.ts'
import { cancellationPreview, daysBetween, totalOf } from './money.ts'
import { examine } from './rooms.ts'
import { keptOf, ledgerOf, stillSettled } from '../paymentTransaction/ledger.ts'

export { cancellationPreview } from './money.ts'

const asBooking = (row: RecordData): Booking => row as unknown as Booking

const hotelOf = async (
  row: RecordData,
  context: RuleContext,
): Promise<{ hotel: Hotel; today: string }> => {
  const hotel = (await context.load('hotels', asBooking(row).hotel)) as unknown as Hotel | undefined
  if (!hotel) throw new Problem(409, 'hotel_gone', 'The hotel of this booking no longer exists.')
  return { hotel, today: todayIn(hotel.timezone, context.now) }
}

/** What the price and what was paid follow from. */
const PRICED = [
  'nightlyRate',
  'hotel',
  'roomTypeCode',
  'rooms',
  'checkIn',
  'checkOut',
  'extras',
  'total',
  'paid',
] as const

/** The rate of the room type at the time of booking, the total from it, and what was paid by the ledger. */
const derive: EntityRules['derive'] = async (row, change, context): Promise<Values> => {
  const booking = asBooking(row)
  if (booking.nightlyRate && stillSettled(change, PRICED)) return {}
  const type = booking.nightlyRate
    ? undefined
    : (await hotelOf(row, context)).hotel.roomTypes.find((t) => t.code === booking.roomTypeCode)
  const nightlyRate = booking.nightlyRate ?? type?.nightlyRate ?? null
  const total = totalOf({ ...booking, nightlyRate })
  if (total && !Number.isSafeInteger(total.amount)) {
    throw invalid([
      { path: 'nightlyRate', code: 'too_big', message: 'The total would be too large' },
    ])
  }
  const received = change.before ? keptOf(await ledgerOf(context.tx, 'booking', booking.id)) : 0
  if (received && booking.paid && booking.paid.currency !== total?.currency) {
    throw new Problem(
      409,
      'paid_already',
      `This booking was paid in ${booking.paid.currency}; its currency stays.`,
    )
  }
  const paid = total && { amount: received, currency: total.currency }
  return { nightlyRate, total, paid } as unknown as Values
}

const notBeforeArrival =
  (what: string) =>
  async (row: RecordData, context: RuleContext): Promise<void> => {
    const { today } = await hotelOf(row, context)
    const { checkIn } = asBooking(row)
    if (today < checkIn) {
      throw new Problem(
        409,
        'too_early',
        `${what} is possible from the day of arrival on, ${checkIn}; at the hotel it is ${today}.`,
      )
    }
  }

const fee = async (row: RecordData, context: RuleContext): Promise<Json> => {
  const { hotel, today } = await hotelOf(row, context)
  return cancellationPreview(asBooking(row), hotel, today) as unknown as Json
}

/** Rules of bookings: price snapshot and total, free rooms, dates at the hotel, cancellation fee, expiry of held rooms. */
export const booking: EntityRules = {
  derive,
  async beforeWrite(change, context) {
    const refusal = (await examine([change], context)).get(change)
    if (!refusal) return
    throw refusal.conflict
      ? new Problem(409, 'full', refusal.problem.message, { errors: [refusal.problem] })
      : invalid([refusal.problem])
  },
  async checkMany(changes, context) {
    return new Map(
      [...(await examine(changes, context))].map(([change, { problem }]) => [change, [problem]]),
    )
  },
  guards: {
    checked_in: notBeforeArrival('Check-in'),
    no_show: notBeforeArrival('Marking as no-show'),
  },
  onTransition: {
    async checked_out(row, context) {
      const { today } = await hotelOf(row, context)
      const { checkIn } = asBooking(row)
      return { leftOn: today > checkIn ? today : checkIn }
    },
    async cancelled(row, context) {
      return { cancellationFee: await fee(row, context) }
    },
  },
  previews: {
    /** `{ fee, today, daysBefore }`: what cancelling now costs. */
    cancellation: {
      needs: ['hotel', 'hotel.timezone', 'hotel.refundRules', 'checkIn', 'total'],
      async run(row, context) {
        const { today } = await hotelOf(row, context)
        return {
          fee: await fee(row, context),
          today,
          daysBefore: daysBetween(today, asBooking(row).checkIn),
        }
      },
    },
  },
  scheduled: [{ from: ['pending'], to: 'expired', due: 'holdUntil' }],
}
