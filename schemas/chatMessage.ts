import { anyRef, choice, code, defineResource, files, instant, longText, ref, z, type Row } from './define/index.ts'

export const chatMessage = defineResource({
  name: 'chat-messages',
  path: false,
  permission: 'chatMessage',
  label: { one: 'Message', many: 'Messages' },
  title: 'body',
  shape: z.object({
    conversation: ref('conversations'),
    sender: anyRef(['employees', 'customers', 'vendors'], { derived: true }).optional(),
    kind: choice(['outgoing', 'incoming', 'note', 'activity']).default('outgoing'),
    body: longText(10_000),
    attachments: files({ max: 10 }),
    replyTo: ref('chat-messages', { label: 'Reply to' }).optional(),
    /** Made by the sender's device: a message sent again is answered 409 with `existing`, the id of the first one. */
    clientId: code({ label: 'Client id', unique: true, immutable: true }).optional(),
    editedAt: instant({ label: 'Edited at', derived: true }).optional(),
  }),
  // What our staff note among themselves is for nobody else.
  scope: { paths: ['conversation.vendor'], only: { kind: ['incoming', 'outgoing', 'activity'] } },
  appendOnly: true,
  states: {
    sending: { to: { sent: 'Mark as sent', failed: 'Mark as failed' } },
    sent: { to: { delivered: 'Mark as delivered' }, entry: true },
    delivered: { to: { read: 'Mark as read' } },
    read: { final: true, tone: 'success' },
    failed: { to: { sending: 'Send again' }, tone: 'danger' },
  },
  actions: {
    edit: { label: 'Edit', hint: 'Only who wrote it can.', input: z.object({ body: longText(10_000).min(1) }) },
  },
  check(row, fail) {
    if (typeof row.body === 'string' && !row.body.trim() && !row.attachments?.length) fail('body', 'Write something or attach a file')
  },
  list: { columns: ['body', 'conversation', 'kind', 'state', 'createdAt'], search: ['body'], filters: ['conversation', 'kind'], sort: '-createdAt' },
})

export type ChatMessage = Row<typeof chatMessage>
