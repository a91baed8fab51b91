import {
  code,
  day,
  defineResource,
  instant,
  int,
  longText,
  money,
  ref,
  rows,
  tags,
  text,
  z,
  type Row,
} from './define/index.ts'
import { say } from './define/message.ts'
import { bulkDeletion } from './deletions.ts'

export const proposal = defineResource({
  name: 'proposals',
  permission: 'proposal',
  label: { one: 'Proposal', many: 'Proposals' },
  title: 'code',
  shape: z.object({
    code: code({ unique: true, codePrefix: 'PRO-' }),
    job: ref('service-jobs', { immutable: true }),
    vendor: ref('vendors', { immutable: true }),
    lines: rows(
      {
        label: text(160),
        quantity: int(1, 10_000).default(1),
        unit: money({ label: 'Unit price' }),
      },
      { min: 1, max: 50, charge: { unit: 'unit', quantity: 'quantity' } },
    ),
    amount: money({ derived: true, hint: 'The sum of the lines' }).optional(),
    startOn: day({ label: 'Start on' }).optional(),
    durationDays: int(1, 1000, { label: 'Duration', unit: 'days' }).optional(),
    message: longText().optional(),
    validUntil: instant({
      label: 'Valid until',
      hint: 'A submitted proposal expires then',
    }).optional(),
    tags: tags(),
  }),
  scope: 'vendor',
  approvals: bulkDeletion,
  states: {
    // A draft is discarded by its vendor, or rejected with all others when the job goes to someone
    // else.
    draft: { to: { submitted: 'Submit', withdrawn: 'Discard', rejected: 'Reject' } },
    submitted: {
      to: {
        shortlisted: 'Shortlist',
        accepted: 'Accept',
        rejected: 'Reject',
        withdrawn: 'Withdraw',
        expired: 'Expire',
      },
      tone: 'info',
    },
    shortlisted: {
      to: { accepted: 'Accept', rejected: 'Reject', withdrawn: 'Withdraw', expired: 'Expire' },
      tone: 'warning',
    },
    accepted: { final: true, tone: 'success', prominent: true },
    rejected: { final: true, reason: true, tone: 'danger' },
    withdrawn: { final: true },
    expired: { final: true },
  },
  check(row, fail) {
    const currency = row.lines?.[0]?.unit.currency ?? ''
    row.lines?.forEach((line, i) => {
      if (line.unit.currency !== currency) {
        fail(
          `lines.${i}.unit`,
          say('One proposal has one currency, here {{currency}}', { currency }),
        )
      }
    })
  },
  list: {
    columns: ['code', 'job', 'vendor', 'amount', 'startOn', 'durationDays', 'validUntil', 'state'],
    search: ['code'],
    filters: ['job', 'vendor', 'state'],
    sort: '-createdAt',
  },
  form: {
    sections: {
      Offer: ['job', 'vendor'],
      Lines: ['lines'],
      Schedule: ['startOn', 'durationDays', 'validUntil', 'code', 'tags'],
      Message: ['message'],
    },
  },
  detail: {
    summary: [
      'vendor',
      'job',
      'amount',
      'startOn',
      { next: 'validUntil', in: ['draft', 'submitted', 'shortlisted'] },
    ],
    strip: ['amount', 'startOn', 'durationDays'],
    footers: { lines: ['amount'] },
    facts: { Offer: ['lines'], Message: ['message'] },
    aside: { Proposal: ['vendor', 'job', 'validUntil'] },
  },
  timeline: { related: ['orders'] },
  taggable: 'tags',
  worklists: {
    decide: {
      label: 'Proposals to decide',
      can: 'transition.accepted',
      where: { state: ['submitted', 'shortlisted'] },
      due: { at: 'validUntil', within: '7d' },
      title: 'job',
      show: ['vendor', 'amount'],
    },
  },
  nav: { group: 'Services', icon: 'gavel' },
})

export type Proposal = Row<typeof proposal>
