import { address, bps, choice, day, decimal, defineResource, email, file, phone, rows, secret, text, z, type Row } from './define/index.ts'

export const vendor = defineResource({
  name: 'vendors',
  path: '/vendor',
  permission: 'vendor',
  label: { one: 'Vendor', many: 'Vendors' },
  title: 'displayName',
  subtitle: 'legalName',
  shape: z.object({
    displayName: text(120),
    legalName: text(160),
    kind: choice(['individual', 'company']).default('company'),
    taxId: text(40, { label: 'Tax id' }).optional(),
    contacts: rows({ name: text(120), role: text(80).optional(), email: email().optional(), phone: phone().optional() }, { max: 20 }),
    address: address().optional(),
    payoutAccount: secret(64, { label: 'Payout account', hint: 'IBAN; stored, never shown in full' }).optional(),
    commission: bps(10_000, { hint: 'Our share of each sale' }).default(1500),
    documents: rows({
      kind: choice(['registration', 'tax', 'insurance', 'identity', 'other']), file: file(),
      expiresOn: day({ label: 'Expires on' }).optional(), state: choice(['pending', 'accepted', 'refused']).default('pending'),
    }, { max: 30 }),
    ratingAverage: decimal(0, 5, { label: 'Rating', derived: true }).optional(),
  }),
  scope: 'id',
  states: {
    applied: { to: { under_review: 'Start review' }, tone: 'info' },
    under_review: { to: { approved: 'Approve', rejected: 'Reject' }, tone: 'info' },
    approved: { to: { suspended: 'Suspend', closed: 'Close' }, tone: 'success' },
    suspended: { to: { approved: 'Reinstate' }, tone: 'warning', reason: true },
    rejected: { to: { applied: 'Reopen application' }, tone: 'danger', reason: true },
    closed: { final: true, reason: true },
  },
  list: { columns: ['displayName', 'legalName', 'kind', 'commission', 'ratingAverage', 'state'], search: ['displayName', 'legalName', 'taxId'], filters: ['kind', 'state'], sort: 'displayName' },
  form: { sections: { Company: ['displayName', 'legalName', 'kind', 'taxId', 'address'], Contacts: ['contacts'], Payout: ['commission', 'payoutAccount'], Documents: ['documents'] } },
  detail: { tabs: ['hotels', 'employees'] },
  nav: { group: 'People', icon: 'store' },
})

export type Vendor = Row<typeof vendor>
