/** What rules of the domain ask of the records of an entity, beyond their shape, as the suites that are driven by the schemas need it. */
import type { Json } from '#model/types.ts'
import { builtInRole } from '#server/rules/userRole/builtin.ts'

type Values = Readonly<Record<string, Json>>

/** The records there are: the first one of a collection, which no test deletes. */
export interface Around {
  readonly idOf: (collection: string) => string
}

/** How a body of one entity becomes one that the server accepts. */
export interface Fitting {
  /** Values that a body without optional fields lacks; drawn bodies have their own. */
  readonly needs?: Values
  /** Values that hang on other records or on each other; every body has exactly these. */
  readonly ties?: (around: Around) => Values
  /** Collections whose first record the ties name. */
  readonly uses?: readonly string[]
  /** References that every body has to a record of its own: field → collection. */
  readonly fresh?: Readonly<Record<string, string>>
  /** State the first record is made in, where what leads there is more than a way. */
  readonly starts?: string
  /** States the first record goes through, so that others can use it. */
  readonly through?: readonly string[]
}

const euros = (amount: number) => ({ amount, currency: 'EUR' })

/** By entity; what is not here needs its shape only. */
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
  service: { needs: { price: euros(4500) } },
  proposal: { fresh: { job: 'service-jobs' } },
  serviceBookmark: { fresh: { service: 'services' } },
  order: {
    needs: { lines: [{ title: 'Repair', quantity: 1, unit: euros(1_000_000_000) }] },
    ties: () => ({ currency: 'EUR' }),
    through: ['placed'],
  },
  // Of each payment little is taken, so that the order has room for all of them.
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
  subscriptionPlan: { needs: { trialDays: 14 }, through: ['active'] },
  // Of what begins and ends in years to come the clock changes nothing while it is looked at.
  subscription: { ties: () => ({ periodStart: '2030-05-01' }) },
  subscriptionInvoice: {
    ties: () => ({ currency: 'EUR', periodStart: '2030-05-01', periodEnd: '2030-06-01' }),
  },
  banner: {
    ties: () => ({ startsAt: '2030-05-01T00:00:00.000Z', endsAt: '2030-06-01T00:00:00.000Z' }),
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
  // Of a ticket there is one conversation only.
  conversation: {
    uses: ['customers'],
    ties: ({ idOf }) => ({ customer: idOf('customers'), ticket: null }),
  },
  // People write; what comes in and what happens is entered by the server.
  chatMessage: { ties: () => ({ kind: 'outgoing', replyTo: null, mentions: [] }) },
}
