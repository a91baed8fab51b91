import { say } from '#model/message.ts'
import type { booking, Booking } from '#schemas/booking.ts'
import type { Hotel } from '#schemas/hotel.ts'
import type { Money } from '#schemas/define/fields.ts'
import { dayIn } from '#model/zone.ts'
import { invalid, Problem } from '../../base/problem.ts'
import type { EntityRules, RuleContext, RuleValues } from '../types.ts'

import { cancellationPreview, daysBetween, totalOf } from './money.ts'
import { examine } from './rooms.ts'
import { withoutGateway } from '../paymentTransaction/gateway.ts'
import { dueNow, refundNow, refundSubject, takePayment } from '../paymentTransaction/payments.ts'
import { completeRefund } from '../paymentTransaction/lineRefunds.ts'
import { keepRefunded } from '../paymentTransaction/keptLines.ts'
import { altersShare, postShare } from '../payout/posting.ts'
import { facts, settled } from '../paymentTransaction/subject.ts'

const hotelOf = async (
  row: Booking,
  context: RuleContext,
): Promise<{ hotel: Hotel; today: string }> => {
  const hotel = await context.load('hotels', row.hotel)
  if (!hotel) throw new Problem(409, 'hotel_gone', 'The hotel of this booking no longer exists.')
  return { hotel, today: dayIn(hotel.timezone, context.now) }
}

/** Fields that determine the price. */
const PRICED = [
  'nightlyRate',
  'hotel',
  'roomTypeCode',
  'rooms',
  'checkIn',
  'checkOut',
  'extras',
  'total',
] as const

/** The room type's rate when the booking is made, and the total from it. */
const priceOf = async (
  row: Booking,
  context: RuleContext,
): Promise<Pick<Booking, 'nightlyRate' | 'total'>> => {
  const type = row.nightlyRate
    ? undefined
    : (await hotelOf(row, context)).hotel.roomTypes.find((t) => t.code === row.roomTypeCode)
  const nightlyRate = row.nightlyRate ?? type?.nightlyRate ?? null
  const total = totalOf({ ...row, nightlyRate })
  if (total && !Number.isSafeInteger(total.amount)) {
    throw invalid([
      { path: 'nightlyRate', code: 'too_big', message: 'The total would be too large' },
    ])
  }
  return { nightlyRate, total }
}

/** Derives the price, and what is paid, refunded and due from the ledger. */
const derive: EntityRules<typeof booking>['derive'] = async (
  row,
  change,
  context,
): Promise<RuleValues<typeof booking>> => {
  const { before, changed } = change
  const priced = row.nightlyRate && before && !PRICED.some((name) => changed.has(name))
  const price = priced ? {} : await priceOf(row, context)
  const priceNow = { ...row, ...price }
  const settlement = await settled(
    'booking',
    { id: row.id, now: facts.booking(priceNow), before: before && facts.booking(before) },
    changed,
    context,
  )
  const isPaid = settlement && settlement.paymentState !== 'none'
  if (isPaid && row.paid && row.paid.currency !== priceNow.total?.currency) {
    throw new Problem(
      409,
      'paid_already',
      say('This booking was paid in {{currency}}; its currency stays.', {
        currency: row.paid.currency,
      }),
    )
  }
  return { ...price, ...settlement }
}

const notBeforeArrival =
  (what: string) =>
  async (row: Booking, context: RuleContext): Promise<void> => {
    const { today } = await hotelOf(row, context)
    const { checkIn } = row
    if (today < checkIn) {
      throw new Problem(
        409,
        'too_early',
        say(
          '{{what}} is possible from the day of arrival on, {{day}}; at the hotel it is {{today}}.',
          {
            what: { label: what },
            day: { day: checkIn },
            today: { day: today },
          },
        ),
      )
    }
  }

const fee = async (row: Booking, context: RuleContext): Promise<Money | null> => {
  const { hotel, today } = await hotelOf(row, context)
  return cancellationPreview(row, hotel, today)
}

/**
 * Rules of bookings: price snapshot and total, free rooms, dates at the hotel, cancellation fee,
 * expiry of held rooms.
 */
export const bookingRules: EntityRules<typeof booking> = {
  derive,
  async beforeWrite(change, context) {
    keepRefunded(context.resource, change)
    const refusal = (await examine([change], context)).get(change)
    if (!refusal) return
    throw refusal.conflict
      ? new Problem(409, 'full', refusal.problem.message, { errors: [refusal.problem] })
      : invalid([refusal.problem])
  },
  async afterWrite(change, context) {
    const { after } = change
    if (after && altersShare(change)) await postShare({ field: 'booking', row: after }, context)
  },
  async checkMany(changes, context) {
    return new Map(
      [...(await examine(changes, context))].map(([change, { problem }]) => [change, [problem]]),
    )
  },
  invariants: {
    checked_in: notBeforeArrival('Check-in'),
    checked_out: notBeforeArrival('Check-out'),
    no_show: notBeforeArrival('Marking as no-show'),
  },
  onTransition: {
    async checked_out(row, context) {
      const { today } = await hotelOf(row, context)
      const { checkIn } = row
      return { leftOn: today > checkIn ? today : checkIn }
    },
    async cancelled(row, context) {
      return { cancellationFee: await fee(row, context) }
    },
  },
  actions: { pay: takePayment('booking', withoutGateway), refund: refundSubject('booking') },
  completes: { refund: completeRefund('booking') },
  prefills: {
    pay: { needs: ['due'], run: dueNow('card') },
    refund: { needs: ['refundable'], run: refundNow },
  },
  previews: {
    /** `{ fee, today, daysBefore }`: what cancelling costs now. */
    cancellation: {
      needs: ['hotel', 'hotel.timezone', 'hotel.refundRules', 'checkIn', 'total'],
      async run(row, context) {
        const { today } = await hotelOf(row, context)
        return {
          fee: await fee(row, context),
          today,
          daysBefore: daysBetween(today, row.checkIn),
        }
      },
    },
  },
  scheduled: [{ from: ['pending'], to: 'expired', due: 'holdUntil' }],
}
