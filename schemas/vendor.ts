import {
  address,
  bps,
  choice,
  day,
  decimal,
  defineResource,
  email,
  file,
  instant,
  phone,
  rows,
  secret,
  tags,
  text,
  z,
  type Row,
} from './define/index.ts'
import { bulkDeletion } from './deletions.ts'

const document = () => ({
  kind: choice(['registration', 'tax', 'insurance', 'identity', 'other']),
  file: file(),
  number: text(60).optional(),
  issuedOn: day({ label: 'Issued on' }).optional(),
  expiresOn: day({ label: 'Expires on', hint: 'No longer valid from this day on' }).optional(),
})
/** Which document is meant, identified by its facts. */
const which = () => text(200, { label: 'Document' })

export const vendor = defineResource({
  name: 'vendors',
  path: '/vendor',
  permission: 'vendor',
  label: { one: 'Vendor', many: 'Vendors' },
  tenantLabel: { one: 'Company', many: 'Company' },
  title: 'displayName',
  subtitle: 'legalName',
  shape: z.object({
    displayName: text(120),
    legalName: text(160),
    kind: choice(['individual', 'company']).default('company'),
    taxId: text(40, { label: 'Tax id' }).optional(),
    contacts: rows(
      {
        name: text(120),
        role: text(80).optional(),
        email: email().optional(),
        phone: phone().optional(),
      },
      { max: 20 },
    ),
    address: address().optional(),
    payoutAccount: secret(64, {
      label: 'Payout account',
      hint: 'IBAN',
      sensitive: true,
    }).optional(),
    commission: bps(10_000, { hint: 'Our share of each sale' }).default(1500),
    documents: rows(document(), { max: 30 }),
    /**
     * Reviews of documents by our staff, each identified by all facts of the document: a changed
     * document waits again. Without an entry it waits.
     */
    documentReviews: rows(
      {
        document: text(200),
        state: choice(['accepted', 'refused', 'expired']),
        reason: text(500).optional(),
        at: instant({ label: 'Reviewed at' }),
      },
      { label: 'Document reviews', derived: true, hidden: true, max: 30 },
    ),
    documentCheck: choice(['complete', 'waiting', 'missing', 'expired'], {
      label: 'Document check',
      derived: true,
      tones: { complete: 'success', waiting: 'info', missing: 'warning', expired: 'danger' },
    }).default('missing'),
    nextExpiry: day({
      label: 'Next expiry',
      hint: 'The day the first accepted document stops being valid',
      derived: true,
    }).optional(),
    ratingAverage: decimal(0, 5, { label: 'Rating', derived: true }).optional(),
    tags: tags(),
  }),
  scope: 'id',
  stepUp: ['payoutAccount'],
  // Whoever diverts payouts changes this: a second person compares it with the vendor's documents.
  approvals: {
    ...bulkDeletion,
    payoutAccount: { by: 'approve', quorum: 1, expires: '72h' },
  },
  states: {
    applied: { to: { under_review: 'Start review' }, tone: 'info' },
    under_review: { to: { approved: 'Approve', rejected: 'Reject' }, tone: 'info' },
    approved: { to: { suspended: 'Suspend', closed: 'Close' }, tone: 'success' },
    suspended: { to: { approved: 'Reinstate' }, tone: 'warning', reason: true },
    rejected: { to: { applied: 'Reopen application' }, tone: 'danger', reason: true },
    closed: { final: true, reason: true },
  },
  actions: {
    preparePayout: {
      label: 'Prepare payout',
      from: ['approved', 'suspended', 'closed'],
      hint: 'Makes a draft for each currency in which something is to be paid out.',
      input: z.object({ until: day({ hint: 'The last day whose entries are paid out' }) }),
    },
    addDocument: {
      label: 'Add document',
      from: ['applied', 'under_review', 'approved', 'suspended', 'rejected'],
      hint: 'Our staff review it before it counts.',
      hidden: true,
      input: z.object(document()),
    },
    acceptDocument: {
      label: 'Accept document',
      hidden: true,
      input: z.object({ document: which() }),
    },
    refuseDocument: {
      label: 'Refuse document',
      tone: 'danger',
      hidden: true,
      input: z.object({ document: which(), reason: text(500) }),
    },
  },
  list: {
    columns: [
      'displayName',
      'legalName',
      'kind',
      'commission',
      'ratingAverage',
      'documentCheck',
      'state',
    ],
    search: ['displayName', 'legalName', 'taxId'],
    filters: ['kind', 'documentCheck', 'nextExpiry', 'state'],
    sort: 'displayName',
  },
  form: {
    sections: {
      Company: ['displayName', 'legalName', 'kind', 'taxId', 'address', 'tags'],
      Contacts: ['contacts'],
      Payout: ['commission', 'payoutAccount'],
      Documents: ['documents'],
    },
  },
  detail: {
    tabs: [
      'hotels',
      'services',
      'proposals',
      'orders',
      'subscriptions',
      'subscription-invoices',
      'payouts',
      'vendor-entries',
      'employees',
    ],
    summary: ['legalName', 'kind', 'address', { next: 'nextExpiry' }],
    strip: ['commission', 'ratingAverage', 'documentCheck', 'nextExpiry'],
    aside: {
      Company: ['legalName', 'kind', 'taxId', 'address'],
      Payout: ['payoutAccount'],
    },
  },
  timeline: {
    related: ['hotels', 'services', 'proposals', 'orders', 'subscriptions', 'conversations'],
    payments: ['payment-transactions.invoice.vendor'],
    messages: ['chat-messages.conversation.vendor'],
  },
  taggable: 'tags',
  worklists: {
    applications: {
      label: 'Vendor applications',
      can: 'transition.approved',
      where: { state: ['applied', 'under_review'] },
      show: ['legalName', 'kind'],
    },
    documents: {
      label: 'Documents to review',
      can: 'acceptDocument',
      where: { documentCheck: 'waiting', state: 'approved' },
      show: ['legalName', 'kind'],
    },
    expiring: {
      label: 'Documents about to expire',
      can: 'addDocument',
      where: { state: 'approved' },
      due: { at: 'nextExpiry', within: '30d' },
      show: ['legalName', 'kind'],
    },
  },
  nav: { group: 'People', icon: 'store' },
})

export type Vendor = Row<typeof vendor>
