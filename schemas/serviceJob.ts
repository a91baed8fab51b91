import {
  address,
  code,
  defineResource,
  files,
  instant,
  longText,
  money,
  ref,
  tags,
  text,
  z,
  type Row,
} from './define/index.ts'
import { bulkDeletion } from './deletions.ts'

export const serviceJob = defineResource({
  name: 'service-jobs',
  path: '/service-Jobs',
  permission: 'serviceJob',
  label: { one: 'Service job', many: 'Service jobs' },
  title: 'title',
  subtitle: 'code',
  shape: z.object({
    code: code({ unique: true, codePrefix: 'JOB-' }),
    title: text(160),
    customer: ref('customers'),
    category: ref('service-categories'),
    service: ref('services', { dependsOn: { field: 'category', through: 'category' } }).optional(),
    description: longText().optional(),
    address: address().optional(),
    preferredFrom: instant({ label: 'Preferred from' }).optional(),
    preferredTo: instant({ label: 'Preferred until', hint: 'An open job expires then' }).optional(),
    budget: money().optional(),
    attachments: files(),
    awardedProposal: ref('proposals', { label: 'Awarded proposal', derived: true }).optional(),
    order: ref('orders', { derived: true }).optional(),
    tags: tags(),
  }),
  scope: { states: ['open'], usedBy: ['proposals.job'] },
  approvals: bulkDeletion,
  states: {
    draft: { to: { open: 'Publish' } },
    // Accepting one of its proposals awards the job.
    open: {
      to: { awarded: 'Award', expired: 'Expire', cancelled: 'Cancel job' },
      only: { awarded: 'rules' },
      tone: 'info',
    },
    awarded: { to: { in_progress: 'Start work', disputed: 'Dispute' }, tone: 'info' },
    in_progress: {
      to: { completed: 'Complete', disputed: 'Dispute' },
      tone: 'warning',
      prominent: true,
    },
    completed: { to: { closed: 'Close' }, tone: 'success' },
    closed: { final: true, prominent: true },
    disputed: {
      to: { in_progress: 'Resume work', completed: 'Settle as completed', cancelled: 'Cancel job' },
      tone: 'danger',
      reason: true,
    },
    expired: { final: true },
    cancelled: { final: true, reason: true },
  },
  check(row, fail) {
    if (row.preferredFrom && row.preferredTo && row.preferredTo <= row.preferredFrom) {
      fail('preferredTo', 'The end must be after the beginning')
    }
  },
  list: {
    columns: ['title', 'customer', 'category', 'budget', 'preferredFrom', 'createdAt', 'state'],
    search: ['title', 'code'],
    filters: ['customer', 'category', 'state'],
    sort: '-createdAt',
  },
  form: {
    sections: {
      Job: ['customer', 'title', 'category', 'service', 'tags', 'description'],
      'When and where': ['preferredFrom', 'preferredTo', 'address'],
      Budget: ['budget', 'code', 'attachments'],
    },
  },
  detail: {
    tabs: ['proposals.job', 'orders'],
    summary: [
      'code',
      'customer',
      'category',
      { from: 'preferredFrom', to: 'preferredTo' },
      'budget',
      { next: 'preferredTo', in: ['open'] },
    ],
    facts: {
      Job: ['description', 'attachments'],
      'When and where': ['preferredFrom', 'preferredTo', 'address'],
    },
    aside: {
      'Service job': ['customer', 'category', 'service', 'budget'],
      Result: ['awardedProposal', 'order'],
    },
    hide: ['code'],
  },
  timeline: {
    related: ['proposals.job', 'orders', 'conversations'],
    messages: ['chat-messages.conversation.job'],
  },
  taggable: 'tags',
  worklists: {
    disputes: {
      label: 'Disputes to settle',
      can: 'transition.completed',
      where: { state: 'disputed' },
      show: ['customer', 'category'],
    },
  },
  nav: { group: 'Services', icon: 'briefcase' },
})

export type ServiceJob = Row<typeof serviceJob>
