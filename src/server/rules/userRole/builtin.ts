import type { Grants } from '#schemas/define/permissions.ts'

export interface BuiltInRole {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly grants: Grants
}

const role = (
  n: number,
  name: string,
  description: string,
  allow: readonly string[],
  deny: readonly string[] = [],
): BuiltInRole => ({
  id: `01900000-0000-7000-8000-00000000000${n}`,
  name,
  description,
  grants: { allow, deny },
})

const SEE = ['*.list', '*.read']

/**
 * The roles every installation starts with; their ids never change. They use patterns, so that they
 * cover future entities. `*.read` covers field keys (`hotel.field.name.read`) too.
 */
export const builtInRoles: readonly BuiltInRole[] = [
  role(1, 'super-admin', 'Everything, roles and permissions included', ['*']),
  role(
    2,
    'manager',
    'Everything but roles, permissions, payout accounts, sensitive values, importing history and permanent deletion',
    ['*'],
    [
      'userRole.*',
      'permission.*',
      '*.field.payoutAccount.*',
      '*.purge',
      '*.import.history',
      '*.reveal',
      'system.backup',
    ],
  ),
  role(
    3,
    'support agent',
    'Works with customers, conversations, tickets, macros and notifications; reads the rest except money',
    [
      ...SEE,
      'customer.*',
      'conversation.*',
      'chatMessage.*',
      'ticket.*',
      'macro.*',
      'notification.*',
    ],
    [
      'paymentTransaction.*',
      'subscriptionInvoice.*',
      'creditNote.*',
      'payout.*',
      'vendorEntry.*',
      '*.field.payoutAccount.*',
      '*.purge',
      '*.manageTags',
    ],
  ),
  role(
    4,
    'finance',
    'Works with orders, transactions, invoices, payouts, subscriptions and plans, refunds up to the limit and approves payout accounts; reads the rest',
    [
      ...SEE,
      'order.*',
      'booking.pay',
      'booking.refund',
      'booking.paymentLink',
      'booking.mailPaymentLink',
      'paymentTransaction.*',
      'subscriptionInvoice.*',
      'creditNote.mail',
      'subscription.*',
      'subscriptionPlan.*',
      'payout.*',
      'vendor.preparePayout',
      'vendor.approve',
    ],
    // Large refunds and payouts are approved by somebody outside of finance.
    [
      '*.purge',
      '*.manageTags',
      'paymentTransaction.approve',
      'order.approve',
      'subscriptionInvoice.approve',
      'payout.approve',
      'paymentTransaction.override',
      'order.override',
      'subscriptionInvoice.override',
      'payout.override',
    ],
  ),
  // Only our own staff decide whether an offer is visible to the public.
  role(
    5,
    'vendor staff',
    'Works with the hotels, services, proposals and bookings of the own vendor',
    [
      ...SEE,
      'hotel.*',
      'service.*',
      'proposal.*',
      'booking.*',
      'chatMessage.receive',
      'chatMessage.see',
      'vendor.addDocument',
    ],
    [
      '*.purge',
      '*.import',
      '*.undo',
      'hotel.transition.published',
      'hotel.transition.rejected',
      'hotel.transition.suspended',
      // Approving a service shares its permission with resuming it, which its vendor may; the
      // schema of services tells them apart.
      'service.transition.rejected',
      'proposal.transition.shortlisted',
      'proposal.transition.accepted',
      'proposal.transition.rejected',
      'proposal.transition.expired',
      'booking.pay',
      'booking.refund',
      'booking.paymentLink',
      'booking.mailPaymentLink',
      // Requests are decided by our own staff.
      '*.approve',
      '*.override',
    ],
  ),
  role(6, 'viewer', 'Reads all but people, roles and internal facts', SEE, [
    'employee.*',
    'userRole.*',
    'permission.*',
    'customer.field.internalNote.*',
    'vendor.field.payoutAccount.*',
  ]),
]

/** Returns a built-in role by name; throws when there is none. */
export const builtInRole = (name: string): BuiltInRole => {
  const found = builtInRoles.find((r) => r.name === name)
  if (!found) throw new Error(`There is no built-in role "${name}".`)
  return found
}
