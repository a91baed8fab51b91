import type { SampleHook } from '../sampleRecords.ts'

const euros = (amount: number) => ({ amount, currency: 'EUR' })

/** An entry that balances: of an order, then of a stay; the first is paid by the second payout. */
export const sample: SampleHook = (_body, { n, ids }) => {
  const [received, commission, fees] = [10_000 * n, 1_500 * n, 30]
  return {
    subject: n === 1 ? 'Order ORD-000001' : 'Booking BK-2',
    vendor: ids.get('vendors')![0]!,
    ...(n === 1 ? { order: ids.get('orders')![0]! } : { booking: ids.get('bookings')![0]! }),
    ...(n === 1 ? { payout: ids.get('payouts')![1]! } : {}),
    received: euros(received),
    commission: euros(commission),
    fees: euros(fees),
    advance: euros(0),
    amount: euros(received - commission - fees),
    rate: 1500,
    postedAt: `2031-05-0${n}T12:00:00.000Z`,
  }
}
