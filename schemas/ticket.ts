import {
  choice,
  defineResource,
  instant,
  ref,
  tags,
  text,
  z,
  longText,
  rating,
  type Row,
} from './define/index.ts'
import { bulkDeletion } from './deletions.ts'

export const ticket = defineResource({
  name: 'tickets',
  permission: 'ticket',
  label: { one: 'Ticket', many: 'Tickets' },
  title: 'subject',
  subtitle: 'number',
  shape: z.object({
    number: text(40, { derived: true, unique: true }),
    subject: text(200),
    description: longText(10_000).optional(),
    customer: ref('customers'),
    assignee: ref('employees', { onDelete: 'clear' }).optional(),
    team: text(80).optional(),
    category: choice(['billing', 'booking', 'service', 'account', 'other']).default('other'),
    priority: choice(['low', 'normal', 'high', 'urgent'], {
      tones: { high: 'warning', urgent: 'danger' },
    }).default('normal'),
    tags: tags(),
    order: ref('orders').optional(),
    booking: ref('bookings').optional(),
    firstReplyDueAt: instant({ label: 'First reply due', derived: true }).optional(),
    /** Set while the customer waits for another reply after the first. */
    nextReplyDueAt: instant({ label: 'Next reply due', derived: true }).optional(),
    /** The first such deadline that was missed. */
    nextReplyMissedAt: instant({
      label: 'Next reply missed',
      derived: true,
      hidden: true,
    }).optional(),
    resolveDueAt: instant({ label: 'Resolve by', derived: true }).optional(),
    firstRepliedAt: instant({ label: 'First replied', derived: true }).optional(),
    /** SLA status: `breached` after a missed target, `paused` while the customer must respond. */
    sla: choice(['running', 'paused', 'breached', 'kept'], {
      label: 'SLA',
      derived: true,
      tones: { breached: 'danger', kept: 'success' },
    }).optional(),
    /** The earliest SLA target not met yet, also when it has passed; empty while no time counts. */
    slaDueAt: instant({ label: 'Next due', derived: true, countdown: true }).optional(),
    /** When the scheduler looks for a breach: the earliest target that is still ahead. */
    slaCheckAt: instant({
      label: 'Service targets checked at',
      derived: true,
      hidden: true,
    }).optional(),
    breachedAt: instant({ label: 'Promise broken', derived: true }).optional(),
    solvedAt: instant({ label: 'Solved at', derived: true }).optional(),
    pendingSince: instant({ label: 'Pending since', derived: true }).optional(),
    snoozedUntil: instant({ label: 'Snoozed until' }).optional(),
    /** The ticket it was split from, or the closed ticket the customer wrote to again. */
    origin: ref('tickets', { label: 'Came from', derived: true, onDelete: 'clear' }).optional(),
    mergedInto: ref('tickets', { label: 'Merged into', derived: true }).optional(),
    /** When a solved ticket closes automatically. */
    closesAt: instant({ label: 'Closes', derived: true }).optional(),
    satisfaction: rating(5, { derived: true }).optional(),
  }),
  scope: { paths: ['order.vendor', 'booking.hotel.vendor'] },
  approvals: bulkDeletion,
  states: {
    new: { to: { open: 'Open' }, tone: 'warning' },
    open: { to: { pending: 'Wait for customer', solved: 'Solve' }, tone: 'info' },
    pending: { to: { open: 'Reopen' } },
    solved: { to: { closed: 'Close', open: 'Reopen' }, tone: 'success', prominent: true },
    closed: { final: true },
    // Entered by the merge action, which asks for the target.
    merged: { final: true, entry: true },
  },
  actions: {
    applyMacro: {
      label: 'Apply macro',
      from: ['new', 'open', 'pending', 'solved'],
      hint: 'Sets what the macro says and sends its reply.',
      input: z.object({
        macro: ref('macros'),
        reply: longText(10_000, { hint: 'Sent instead of the macro’s own' }).optional(),
      }),
    },
    split: {
      label: 'Split',
      hint: 'This message and those after it become a separate ticket.',
      input: z.object({
        message: ref('chat-messages', { label: 'From message' }),
        subject: text(200),
      }),
    },
    merge: {
      label: 'Merge',
      from: ['new', 'open', 'pending'],
      tone: 'danger',
      hint: 'The other ticket continues with the messages of both; this one closes and links to it.',
      input: z.object({
        into: ref('tickets', { label: 'Into ticket' }),
        reason: longText(1000).min(1),
      }),
    },
    customerPage: {
      label: 'Customer’s page',
      hint: 'Opens the page on which the customer reads and replies; the link works for thirty days.',
    },
    rate: {
      label: 'Rate',
      from: ['solved', 'closed'],
      hint: 'How satisfied the customer is.',
      input: z.object({ satisfaction: rating(5).min(1) }),
    },
  },
  list: {
    columns: ['number', 'subject', 'customer', 'assignee', 'priority', 'slaDueAt', 'state'],
    queues: {
      mine: { label: 'Mine', mine: 'assignee', in: ['new', 'open', 'pending'], sort: 'slaDueAt' },
      unassigned: {
        label: 'Unassigned',
        without: 'assignee',
        in: ['new', 'open', 'pending'],
        sort: 'slaDueAt',
      },
      soon: {
        label: 'Due soon',
        due: { field: 'slaDueAt', hours: 4 },
        in: ['new', 'open'],
        sort: 'slaDueAt',
      },
    },
    search: ['number', 'subject'],
    filters: ['customer', 'assignee', 'category', 'priority', 'tags', 'sla', 'state'],
    sort: '-createdAt',
  },
  form: {
    sections: {
      Ticket: ['customer', 'subject', 'description', 'category', 'priority', 'tags'],
      About: ['order', 'booking'],
      Handling: ['assignee', 'team', 'snoozedUntil'],
    },
  },
  metrics: {
    ticketsInBreach: {
      label: 'Tickets in breach',
      since: 'breachedAt',
      until: 'solvedAt',
      where: { state: ['new', 'open', 'pending', 'solved', 'closed'] },
      good: 'less',
    },
  },
  detail: {
    tabs: ['conversations'],
    summary: [
      'number',
      'customer',
      'assignee',
      'category',
      { next: 'slaDueAt', in: ['new', 'open'] },
      { next: 'snoozedUntil', in: ['new', 'open', 'pending'] },
    ],
    strip: ['priority', 'sla', 'slaDueAt', 'satisfaction'],
    facts: {
      Ticket: ['description'],
      About: ['order', 'booking', 'origin', 'mergedInto'],
    },
    aside: {
      Handling: ['customer', 'assignee', 'team', 'category', 'snoozedUntil'],
      'Service targets': [
        'firstReplyDueAt',
        'firstRepliedAt',
        'nextReplyDueAt',
        'resolveDueAt',
        'breachedAt',
        'pendingSince',
        'solvedAt',
        'closesAt',
      ],
    },
    hide: ['number', 'slaCheckAt'],
  },
  assignable: 'assignee',
  timeline: {
    related: ['tickets.origin'],
    messages: ['chat-messages.conversation.ticket'],
  },
  taggable: 'tags',
  worklists: {
    due: {
      label: 'Tickets due soon',
      can: 'update',
      where: { state: ['new', 'open'] },
      due: { at: 'slaDueAt', within: '4h' },
      mine: true,
      show: ['customer', 'priority'],
    },
    unassigned: {
      label: 'New tickets',
      can: 'assign',
      where: { state: 'new' },
      mine: true,
      show: ['customer', 'priority'],
    },
  },
  nav: { group: 'Support', icon: 'ticket' },
})

export type Ticket = Row<typeof ticket>
