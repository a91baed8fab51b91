import type { SampleHook } from '../sampleRecords.ts'

const euros = (amount: number) => ({ amount, currency: 'EUR' })

/** The note of an order's refund, then one of an invoice's. */
export const sample: SampleHook = (_body, { n, ids }) => ({
  number: `CN-2031-00000${n}`,
  refund: ids.get('payment-transactions')![n - 1]!,
  ...(n === 1
    ? {
        order: ids.get('orders')![2]!,
        customer: ids.get('customers')![0]!,
        reason: 'Not as agreed',
      }
    : {
        invoice: ids.get('subscription-invoices')![1]!,
        vendor: ids.get('vendors')![0]!,
      }),
  lines: [
    {
      title: n === 1 ? 'ORD-000003' : 'INV-2031-000002',
      amount: euros(12_300 * n),
      tax: euros(2_300 * n),
    },
  ],
  tax: euros(2_300 * n),
  total: euros(12_300 * n),
  issuedOn: `2031-05-0${n}`,
})
