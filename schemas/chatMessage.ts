import {
  anyRef,
  choice,
  code,
  defineResource,
  files,
  instant,
  int,
  longText,
  ref,
  refs,
  ui,
  z,
  type Row,
} from './define/index.ts'

/** The body of an activity as a message, for other languages than English. */
const message = () =>
  z
    .record(z.string(), z.json())
    .register(ui, { kind: 'json', label: 'Template', derived: true, hidden: true })

export const chatMessage = defineResource({
  name: 'chat-messages',
  path: false,
  permission: 'chatMessage',
  label: { one: 'Message', many: 'Messages' },
  title: 'body',
  shape: z.object({
    conversation: ref('conversations'),
    /**
     * Position in the conversation, from 1 without gaps. Messages are sorted by it: clocks may
     * jump.
     */
    sequence: int(1, 2_000_000_000, { label: 'Place', derived: true }).optional(),
    sender: anyRef(['employees', 'customers', 'vendors'], { derived: true }).optional(),
    kind: choice(['outgoing', 'incoming', 'note', 'activity']).default('outgoing'),
    body: longText(10_000),
    message: message().optional(),
    attachments: files({ max: 10 }),
    replyTo: ref('chat-messages', { label: 'Reply to' }).optional(),
    mentions: refs('employees', { label: 'Mentioned', onDelete: 'clear' }),
    /**
     * Created by the sender's device: sending a message again returns 409 with `existing`, the id
     * of the first one.
     */
    clientId: code({ label: 'Client id', unique: true, immutable: true }).optional(),
    editedAt: instant({ label: 'Edited at', derived: true }).optional(),
  }),
  // Internal notes of our staff are hidden from tenants.
  scope: { paths: ['conversation.vendor'], only: { kind: ['incoming', 'outgoing', 'activity'] } },
  appendOnly: 'log',
  states: {
    sending: { passing: true, to: { sent: 'Mark as sent', failed: 'Mark as failed' } },
    sent: { to: { delivered: 'Mark as delivered' }, entry: true },
    delivered: { to: { read: 'Mark as read' } },
    read: { final: true, tone: 'success' },
    failed: { to: { sending: 'Send again' }, tone: 'danger' },
  },
  actions: {
    receive: {
      label: 'Mark as received',
      hint: 'This and all earlier messages from the other side have reached one of our devices.',
    },
    see: {
      label: 'Mark as seen',
      hint: 'This and all earlier messages from the other side have been read.',
    },
    edit: {
      label: 'Edit',
      hint: 'Only who wrote it can.',
      input: z.object({ body: longText(10_000).min(1) }),
    },
  },
  check(row, fail) {
    if (typeof row.body === 'string' && !row.body.trim() && !row.attachments?.length) {
      fail('body', 'Write something or attach a file')
    }
  },
  list: {
    columns: ['body', 'conversation', 'kind', 'state', 'sequence', 'createdAt'],
    search: ['body'],
    filters: ['conversation'],
    sort: '-sequence',
  },
})

export type ChatMessage = Row<typeof chatMessage>
