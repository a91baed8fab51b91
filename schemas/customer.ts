import {
  address,
  currency,
  defineResource,
  email,
  flag,
  group,
  instant,
  locale,
  longText,
  phone,
  rows,
  tags,
  text,
  timeZone,
  z,
  type Row,
} from './define/index.ts'
import { bulkDeletion } from './deletions.ts'

export const customer = defineResource({
  name: 'customers',
  path: '/customer',
  permission: 'customer',
  label: { one: 'Customer', many: 'Customers' },
  title: 'name',
  subtitle: 'email',
  shape: z.object({
    name: text(160),
    email: email({ unique: true }),
    phone: phone().optional(),
    locale: locale({ label: 'Language' }).optional(),
    timezone: timeZone({ label: 'Time zone' }).optional(),
    currency: currency().optional(),
    addresses: rows({ label: text(60), address: address() }, { max: 10 }),
    tags: tags(),
    marketingConsent: group(
      { given: flag(), at: instant({ label: 'Given at' }).optional(), source: text(80).optional() },
      { label: 'Marketing consent' },
    ).optional(),
    internalNote: longText(5000, { label: 'Internal note', hint: 'Only for staff' }).optional(),
  }),
  scope: {
    usedBy: ['bookings.customer', 'orders.customer'],
    hide: ['email', 'phone', 'internalNote'],
  },
  approvals: bulkDeletion,
  states: {
    active: { to: { blocked: 'Block', anonymised: 'Anonymise' }, tone: 'success' },
    blocked: { to: { active: 'Unblock' }, tone: 'warning', reason: true },
    anonymised: { final: true, reason: true, preview: 'anonymising' },
  },
  list: {
    columns: ['name', 'email', 'phone', 'tags', 'state', 'createdAt'],
    search: ['name', 'email', 'phone'],
    filters: ['tags', 'state'],
    sort: '-createdAt',
  },
  form: {
    sections: {
      Person: ['name', 'email', 'phone', 'locale', 'timezone', 'currency'],
      Addresses: ['addresses'],
      Marketing: ['tags', 'marketingConsent'],
      Internal: ['internalNote'],
    },
  },
  metrics: { newCustomers: { label: 'New customers', at: 'createdAt', good: 'more' } },
  timeline: {
    related: ['bookings', 'orders', 'tickets', 'service-jobs', 'conversations'],
    payments: ['payment-transactions.booking.customer', 'payment-transactions.order.customer'],
    messages: ['chat-messages.conversation.customer'],
  },
  detail: {
    tabs: ['bookings', 'orders', 'tickets', 'service-jobs', 'service-bookmarks', 'conversations'],
    summary: ['email', 'phone', 'locale'],
    facts: {
      Person: ['email', 'phone', 'addresses'],
      Internal: ['internalNote'],
    },
    aside: {
      Preferences: ['locale', 'timezone', 'currency'],
      Marketing: ['marketingConsent'],
    },
  },
  taggable: 'tags',
  nav: { group: 'People', icon: 'users' },
})

export type Customer = Row<typeof customer>
