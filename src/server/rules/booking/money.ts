import type { Booking } from '#schemas/booking.ts'
import type { Hotel } from '#schemas/hotel.ts'
import type { Money } from '#schemas/define/fields.ts'
import { daysBetween, shareOf, spanAmount } from '#model/charge.ts'

export { daysBetween }

/**
 * Nights × rooms × rate plus extras, in the booking's single currency; null while there is no rate.
 */
export const totalOf = ({
  nightlyRate,
  checkIn,
  checkOut,
  rooms,
  extras,
}: Pick<Booking, 'nightlyRate' | 'checkIn' | 'checkOut' | 'rooms' | 'extras'>): Money | null => {
  if (!nightlyRate) return null
  const stay = spanAmount(checkIn, checkOut, rooms, nightlyRate.amount)
  return {
    amount: extras.reduce((sum, extra) => sum + extra.quantity * extra.unit.amount, stay),
    currency: nightlyRate.currency,
  }
}

/**
 * Fee for cancelling on `today` (a date at the hotel). A refund rule applies to cancellations fewer
 * than `daysBefore` days before arrival; of those that apply, the one closest to arrival decides.
 * No rule, no fee. A fixed fee in another currency than the booking's cannot apply.
 */
export const cancellationPreview = (
  row: Pick<Booking, 'checkIn' | 'total'>,
  hotel: Pick<Hotel, 'refundRules'>,
  today: string,
): Money | null => {
  const { total } = row
  if (!total) return null
  const daysLeft = daysBetween(today, row.checkIn)
  const [rule] = hotel.refundRules
    .filter(
      ({ daysBefore, fee }) =>
        daysLeft < daysBefore && (fee.kind === 'percent' || fee.amount.currency === total.currency),
    )
    .sort((a, b) => a.daysBefore - b.daysBefore)
  if (!rule) return { amount: 0, currency: total.currency }
  return rule.fee.kind === 'percent'
    ? { amount: shareOf(total.amount, rule.fee.bps), currency: total.currency }
    : { ...rule.fee.amount }
}
