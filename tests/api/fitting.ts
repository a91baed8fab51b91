/**
 * What domain rules require of an entity's records beyond their shape, for the suites driven by the
 * schemas.
 */
import type { Json } from '#model/types.ts'
import { builtInRole } from '#server/rules/userRole/builtin.ts'

type Values = Readonly<Record<string, Json>>

/** Existing records: the first one of each collection, which no test deletes. */
export interface Around {
  readonly idOf: (collection: string) => string
}

/** How to make a body of an entity acceptable to the server. */
export interface Fitting {
  /** Values missing in a body without optional fields; generated bodies have their own. */
  readonly needs?: Values
  /** Values that depend on other records or on each other; every body has exactly these. */
  readonly ties?: (around: Around) => Values
  /** All values but `fresh` of the `n`th record that only the server makes; there are two of them. */
  readonly made?: (around: Around, n: number) => Values
  /** Collections whose first record `ties` reference. */
  readonly uses?: readonly string[]
  /** References that must be to a new record in every body: field → collection. */
  readonly fresh?: Readonly<Record<string, string>>
  /** Initial state of the first record, where a transition alone does not lead there. */
  readonly starts?: string
  /** States the first record passes through, so that others can use it. */
  readonly through?: readonly string[]
}

const euros = (amount: number) => ({ amount, currency: 'EUR' })

/** By entity; entities not listed only need their shape. */
export const fittings: Readonly<Record<string, Fitting>> = {
  hotel: {
    needs: {
      roomTypes: [
        {
          code: 'STD',
          name: 'Standard',
          adults: 2,
          children: 0,
          rooms: 5000,
          nightlyRate: euros(9900),
        },
      ],
    },
  },
  booking: { ties: () => ({ roomTypeCode: 'STD', checkIn: '2030-05-01', checkOut: '2030-05-03' }) },
  employee: { needs: { roles: [builtInRole('viewer').id] } },
  vendor: { starts: 'approved' },
  service: { needs: { pricing: 'fixed', price: euros(4500) } },
  proposal: { fresh: { job: 'service-jobs' } },
  serviceBookmark: { fresh: { service: 'services' } },
  order: {
    needs: { lines: [{ title: 'Repair', quantity: 1, unit: euros(1_000_000_000) }] },
    ties: () => ({ currency: 'EUR' }),
    through: ['placed'],
  },
  // Amounts are small, so that the order has room for all payments.
  paymentTransaction: {
    uses: ['orders'],
    ties: ({ idOf }) => ({
      kind: 'capture',
      amount: euros(100),
      order: idOf('orders'),
      booking: null,
      invoice: null,
      parent: null,
    }),
  },
  payout: { ties: () => ({ periodEnd: '2026-05-31' }) },
  subscriptionPlan: { needs: { trialDays: 14 }, through: ['active'] },
  // Starts in the distant future, so that the scheduler changes nothing during the tests.
  subscription: { ties: () => ({ periodStart: '2030-05-01' }) },
  subscriptionInvoice: {
    ties: () => ({ currency: 'EUR', periodStart: '2030-05-01', periodEnd: '2030-06-01' }),
  },
  banner: {
    ties: () => ({ startsAt: '2030-05-01T00:00:00.000Z', endsAt: '2030-06-01T00:00:00.000Z' }),
  },
  vendorEntry: {
    made: ({ idOf }) => ({
      subject: 'Order ORD-1',
      vendor: idOf('vendors'),
      order: idOf('orders'),
      received: euros(1000),
      commission: euros(150),
      fees: euros(0),
      advance: euros(0),
      amount: euros(850),
      rate: 1500,
      postedAt: '2030-05-01T12:00:00.000Z',
    }),
  },
  creditNote: {
    fresh: { refund: 'payment-transactions' },
    made: ({ idOf }, n) => ({
      number: `CN-2030-00000${n}`,
      order: idOf('orders'),
      customer: idOf('customers'),
      lines: [{ title: 'ORD-1', amount: euros(100), tax: euros(19) }],
      tax: euros(19),
      total: euros(100),
      issuedOn: '2030-05-01',
    }),
  },
  macro: { needs: { body: 'Thank you for writing.' } },
  menu: { ties: () => ({ route: '/bookings', permission: 'booking.list' }) },
  notification: {
    uses: ['employees'],
    ties: ({ idOf }) => ({
      audience: 'employee',
      recipients: [{ recipient: { type: 'employees', id: idOf('employees') } }],
      link: '/bookings',
    }),
  },
  // A ticket has only one conversation.
  conversation: {
    uses: ['customers'],
    ties: ({ idOf }) => ({ customer: idOf('customers'), ticket: null }),
  },
  // People write outgoing messages; incoming ones and events are created by the server.
  chatMessage: { ties: () => ({ kind: 'outgoing', replyTo: null, mentions: [] }) },
}
