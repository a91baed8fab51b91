import {
  anyRef,
  choice,
  code,
  defineResource,
  instant,
  int,
  longText,
  rows,
  text,
  z,
  type Row,
} from './define/index.ts'

export const notification = defineResource({
  name: 'notifications',
  path: '/notification',
  permission: 'notification',
  label: { one: 'Notification', many: 'Notifications' },
  title: 'title',
  shape: z.object({
    title: text(160),
    body: longText(2000),
    channel: choice(['in_app', 'push', 'email'], {
      labels: { in_app: 'In the app', email: 'E-mail' },
    }).default('in_app'),
    audience: choice(['employee', 'role', 'vendor', 'customer'], {
      labels: {
        employee: 'People',
        role: 'Roles',
        vendor: 'Staff of vendors',
        customer: 'Customers',
      },
    }).default('employee'),
    recipients: rows(
      { recipient: anyRef(['employees', 'customers', 'vendors', 'user-roles']) },
      { max: 500, hint: 'Empty means everybody of the audience' },
    ),
    link: text(500, { hint: 'A path of this application, such as /bookings' }).optional(),
    resource: anyRef(
      [
        'bookings',
        'orders',
        'tickets',
        'proposals',
        'payment-transactions',
        'subscription-invoices',
      ],
      { label: 'About' },
    ).optional(),
    scheduledAt: instant({ label: 'Send at', hint: 'Empty sends at once' }).optional(),
    idempotencyKey: code({
      label: 'Idempotency key',
      unique: true,
      hint: 'The same key is sent once only',
      hidden: true,
    }).optional(),
    sent: int(0, 1_000_000_000, { derived: true, label: 'Sent to' }).default(0),
    delivered: int(0, 1_000_000_000, { derived: true }).default(0),
    failed: int(0, 1_000_000_000, { derived: true }).default(0),
    unreachable: int(0, 1_000_000_000, {
      derived: true,
      hint: 'Without a device or address, or muted',
    }).default(0),
    read: int(0, 1_000_000_000, { derived: true }).default(0),
  }),
  scope: 'staff',
  states: {
    draft: { to: { scheduled: 'Schedule', sending: 'Send now' } },
    scheduled: { to: { sending: 'Send now', draft: 'Back to draft' }, tone: 'info' },
    sending: { to: { sent: 'Mark as sent', failed: 'Mark as failed' }, tone: 'warning' },
    sent: { final: true, tone: 'success' },
    failed: { to: { sending: 'Retry failed' }, tone: 'danger' },
  },
  check(row, fail) {
    if (row.link && !/^\/(?!\/)[^\s\\]*$/.test(row.link)) {
      fail('link', 'Enter a path of this application, such as /bookings')
    }
  },
  list: {
    columns: [
      'title',
      'audience',
      'channel',
      'scheduledAt',
      'sent',
      'delivered',
      'failed',
      'read',
      'state',
    ],
    search: ['title', 'body'],
    filters: ['audience', 'channel', 'state'],
    sort: '-createdAt',
  },
  form: {
    sections: {
      Message: ['title', 'body', 'link', 'resource'],
      To: ['audience', 'recipients', 'channel'],
      When: ['scheduledAt'],
    },
  },
  detail: {
    facts: {
      Message: ['body', 'link', 'resource'],
      To: ['audience', 'recipients', 'channel', 'scheduledAt'],
    },
    // The head of the page shows them.
    hide: ['sent', 'delivered', 'failed', 'unreachable', 'read'],
  },
  nav: { group: 'Support', icon: 'bell' },
})

export type Notification = Row<typeof notification>
