// Schema examples of the pages in `.github/docs`. They compile here, `checkResources` accepts them,
// and `tests/docs/schemas.test.ts` finds each example of a page in this file or in `schemas`.
import {
  choice,
  code,
  currency,
  day,
  defineResource,
  images,
  instant,
  int,
  money,
  bps,
  ref,
  refs,
  rows,
  secret,
  takenLines,
  takenRow,
  tags,
  text,
  z,
} from '#schemas/define/index.ts'

const [from, to, title] = ['checkIn', 'checkOut', 'customer'] as const
const by = ['hotel', 'roomType'] as const
const grouped = <const By, const Sum>(by: By, sum: Sum) => ({ group: { by, sum } })
const capacity = {
  of: 'hotel.roomTypes',
  key: 'code',
  match: 'roomType',
  count: 'rooms',
} as const

const stay = defineResource({
  name: 'sample-stays',
  permission: 'sampleStay',
  label: { one: 'Stay', many: 'Stays' },
  title: 'code',
  shape: z.object({
    code: code({ unique: true, codePrefix: 'ST-' }),
    hotel: ref('hotels'),
    customer: ref('customers'),
    roomType: code({ label: 'Room type' }),
    checkIn: day({ range: { until: 'checkOut', count: 'nights' } }),
    checkOut: day(),
    lines: rows(
      { unit: money(), quantity: int(1, 100), discount: money().optional(), tax: bps().optional() },
      { charge: { unit: 'unit', quantity: 'quantity', discount: 'discount', tax: 'tax' } },
    ),
    currency: currency(),
    subtotal: money({ derived: true }).optional(),
    tax: money({ derived: true }).optional(),
    total: money({ derived: true }).optional(),
    paid: money({ derived: true }).optional(),
    paymentState: choice(['open', 'paid'], { derived: true }).default('open'),
    answerBy: instant({ countdown: true }).optional(),
    doorCode: secret(64, { sensitive: true }).optional(),
    pin: secret(),
    tags: tags(),
    guestTags: tags({ tagsOf: 'customers' }),
  }),
  scope: 'hotel.vendor',
  states: {
    confirmed: { to: { checked_in: 'Check in' } },
    checked_in: { final: true },
  },
  list: {
    columns: ['code', 'hotel', 'customer', 'checkIn', 'checkOut', 'total', 'state'],
    filters: ['hotel', 'state'],
    layouts: {
      calendar: { from, to, by, title, capacity },
      ...grouped(['hotel', 'state'], ['total']),
    },
  },
  detail: {
    summary: [
      'customer',
      { from: 'checkIn', to: 'checkOut', count: 'nights' },
      { of: 'total', done: 'paid' },
      { next: 'checkIn', in: ['confirmed'] },
    ],
    strip: ['total', { label: 'Due', of: 'total', less: 'paid' }, { done: 'paid', of: 'total' }],
    facts: { Stay: ['checkIn', 'checkOut'] },
    aside: { Booking: ['customer', 'hotel'] },
    footers: { lines: ['subtotal', 'tax', 'total'] },
    hide: ['currency'],
  },
  worklists: {
    arrivals: {
      label: 'Arrivals today',
      can: 'transition.checked_in',
      where: { state: 'confirmed' },
      due: { at: 'checkIn', within: '1d', since: '7d' },
      title: 'customer',
      show: ['hotel', 'paymentState'],
    },
  },
})

const matter = defineResource({
  name: 'sample-matters',
  permission: 'sampleMatter',
  label: { one: 'Matter', many: 'Matters' },
  title: 'subject',
  shape: z.object({
    subject: text(120),
    assignee: ref('employees', { label: 'Assignee' }).optional(),
    dueAt: instant({ label: 'Due at' }).optional(),
    roles: refs('user-roles'),
    lines: rows(
      { unit: money(), quantity: int(1, 100) },
      { charge: { unit: 'unit', quantity: 'quantity', taken: 'refundedLines' } },
    ),
    refundedLines: rows(takenRow, { derived: true, max: 101 }),
  }),
  scope: 'staff',
  assignable: 'assignee',
  states: {
    new: { to: { open: 'Open' } },
    open: { to: { suspended: 'Suspend' } },
    suspended: { final: true },
  },
  actions: {
    refund: {
      label: 'Refund',
      outside: 'money',
      input: z.object({ lines: takenLines({ of: 'lines', sum: 'amount' }), amount: money() }),
    },
  },
  approvals: {
    refund: { when: { amount: { over: 10_000 } }, by: 'approve', quorum: 1, expires: '72h' },
    'transition.suspended': { by: 'approve', quorum: 2, expires: '24h' },
    'bulk.delete': { when: { rows: { over: 100 } }, by: 'approve', quorum: 1, expires: '72h' },
    roles: { when: { roles: { adds: true } }, by: 'approve', quorum: 1, expires: '72h' },
  },
  list: {
    columns: ['subject', 'assignee', 'dueAt', 'state'],
    queues: {
      mine: { label: 'Mine', mine: 'assignee', in: ['new', 'open'], sort: 'dueAt' },
      unassigned: { label: 'Unassigned', without: 'assignee', in: ['new', 'open'] },
      soon: { label: 'Due soon', due: { field: 'dueAt', hours: 4 }, sort: 'dueAt' },
    },
  },
  worklists: { matters: { label: 'Matters', can: 'update', mine: true } },
})

const branch = defineResource({
  name: 'sample-branches',
  permission: 'sampleBranch',
  label: { one: 'Branch', many: 'Branches' },
  title: 'name',
  shape: z.object({
    name: text(120),
    parent: ref('sample-branches').optional(),
    position: int(0, 100).default(0),
    images: images({ max: 4 }),
  }),
  scope: 'shared',
  list: { layouts: { tree: 'parent', order: 'position', grid: 'images' } },
})

/** The entities of the examples. */
export const examples = { sampleStay: stay, sampleMatter: matter, sampleBranch: branch }
