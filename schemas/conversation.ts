import { choice, defineResource, instant, ref, text, z, type Row } from './define/index.ts'

export const conversation = defineResource({
  name: 'conversations',
  path: false,
  permission: 'conversation',
  label: { one: 'Conversation', many: 'Conversations' },
  title: 'subject',
  shape: z.object({
    subject: text(200),
    kind: choice(['direct', 'ticket', 'order', 'job']).default('direct'),
    customer: ref('customers').optional(),
    vendor: ref('vendors').optional(),
    assignee: ref('employees', { onDelete: 'clear' }).optional(),
    ticket: ref('tickets').optional(),
    order: ref('orders').optional(),
    job: ref('service-jobs').optional(),
    priority: choice(['low', 'normal', 'high', 'urgent'], {
      tones: { high: 'warning', urgent: 'danger' },
    }).default('normal'),
    snoozedUntil: instant({ label: 'Snoozed until' }).optional(),
    lastMessageAt: instant({ label: 'Last message', derived: true }).optional(),
  }),
  scope: 'vendor',
  states: {
    open: {
      to: { pending: 'Wait for reply', snoozed: 'Snooze', resolved: 'Resolve' },
      tone: 'info',
    },
    pending: { to: { open: 'Reopen' }, tone: 'warning' },
    snoozed: { to: { open: 'Reopen' } },
    resolved: { to: { open: 'Reopen' }, tone: 'success' },
  },
  actions: {
    customerPage: {
      label: 'Customer’s page',
      hint: 'Opens the page on which the customer reads and replies; the link works for thirty days.',
    },
  },
  check(row, fail) {
    if (!row.customer && !row.vendor) fail('customer', 'Name a customer or a vendor')
  },
  list: {
    columns: [
      'subject',
      'kind',
      'customer',
      'vendor',
      'assignee',
      'priority',
      'lastMessageAt',
      'state',
    ],
    search: ['subject'],
    filters: ['assignee', 'kind', 'priority', 'state'],
    sort: '-lastMessageAt',
  },
  timeline: { messages: ['chat-messages'] },
  assignable: 'assignee',
})

export type Conversation = Row<typeof conversation>
