import type { chatMessage, ChatMessage } from '#schemas/chatMessage.ts'
import { forbidden, invalid, Problem } from '../../problem.ts'
import type { Actor } from '../../permissions/types.ts'
import type { EntityRules, RuleContext, RuleValues } from '../types.ts'
import { keepRead, mark } from './marks.ts'
import { nextPlace } from './places.ts'
import { colleaguesOf } from '../conversation/colleagues.ts'

const WAITING = ['pending', 'snoozed', 'resolved']

/** Who a message is from, by who is signed in: one of our own staff, or the vendor a person works for. */
const senderOf = ({ personId, tenant }: Actor): ChatMessage['sender'] =>
  personId === null
    ? null
    : tenant === null
      ? { type: 'employees', id: personId }
      : { type: 'vendors', id: tenant }

/** A device that heard no answer sends again: it is told which message it already made. */
const refuseAgain = async (message: ChatMessage, context: RuleContext): Promise<void> => {
  if (!message.clientId) return
  const { rows } = await context.tx.query<{ id: string }>(
    'SELECT id FROM chat_messages WHERE client_id = $1 AND conversation = $2 AND created_by IS NOT DISTINCT FROM $3::uuid',
    [message.clientId, message.conversation, context.access.actor.personId],
  )
  if (rows[0]) {
    throw new Problem(409, 'sent_already', 'This message has arrived already.', {
      members: { existing: rows[0].id },
    })
  }
}

/** Who is mentioned is one of our own who may read it, and is told among ourselves: in a note. */
const refuseMentions = async (message: ChatMessage, context: RuleContext): Promise<void> => {
  if (!message.mentions.length) return
  if (message.kind !== 'note') {
    throw invalid([
      { path: 'mentions', code: 'not_a_note', message: 'People are mentioned in notes only' },
    ])
  }
  const { rows } = await context.tx.query<{ id: string }>(
    "SELECT id FROM employees WHERE id = ANY($1::uuid[]) AND vendor IS NULL AND state = 'active'",
    [message.mentions],
  )
  const ours = new Set(rows.map((r) => r.id))
  const errors = message.mentions.flatMap((id, i) =>
    ours.has(id)
      ? []
      : [
          {
            path: `mentions.${i}`,
            code: 'not_a_colleague',
            message: 'Only colleagues can be mentioned',
          },
        ],
  )
  if (errors.length) throw invalid(errors)
  const conversation = await context.load('conversations', message.conversation)
  const able = new Set(
    (conversation ? await colleaguesOf(context, conversation, { ids: message.mentions }) : []).map(
      (one) => one.id,
    ),
  )
  const blind = message.mentions.flatMap((id, i) =>
    able.has(id)
      ? []
      : [
          {
            path: `mentions.${i}`,
            code: 'may_not_read',
            message: 'This colleague may not read the conversation',
          },
        ],
  )
  if (blind.length) throw invalid(blind)
}

/** What is written while a colleague merges the ticket would stand where nobody looks any more. */
const refuseMerged = async ({ conversation }: ChatMessage, context: RuleContext): Promise<void> => {
  const ticket = (await context.load('conversations', conversation))?.ticket
  if (typeof ticket === 'string' && (await context.load('tickets', ticket))?.state === 'merged') {
    throw new Problem(409, 'ticket_over', 'This ticket was merged into another; write there.')
  }
}

/** Rules of messages: who they are from, what they do to their conversation and its ticket, and that only their author changes them. */
export const chatMessageRules: EntityRules<typeof chatMessage> = {
  async derive(row, { before }, context): Promise<RuleValues<typeof chatMessage>> {
    // One that moves to another conversation comes at its end.
    if (before) {
      return before.conversation === row.conversation
        ? {}
        : { sequence: await nextPlace(String(row.conversation), context) }
    }
    const { actor } = context.access
    // What the server keeps has been sent.
    const kept = {
      sequence: await nextPlace(String(row.conversation), context),
      ...(row.state === 'sending' ? { state: 'sent' as const } : {}),
    }
    if (actor.kind === 'system') return kept
    // What staff of a vendor write comes in, seen from here; a note of theirs lies outside their rows and is refused.
    const incoming = actor.tenant !== null && row.kind === 'outgoing'
    return { ...kept, sender: senderOf(actor), ...(incoming ? { kind: 'incoming' as const } : {}) }
  },
  async beforeWrite({ before, after }, context) {
    if (before || !after) return
    const message = after
    const { actor } = context.access
    if (
      actor.kind === 'person' &&
      actor.tenant === null &&
      !['outgoing', 'note'].includes(message.kind)
    ) {
      throw invalid([
        {
          path: 'kind',
          code: 'not_yours',
          message: 'You can write messages and notes; what comes in is entered by the server',
        },
      ])
    }
    await refuseAgain(message, context)
    if (actor.kind === 'person') await refuseMerged(message, context)
    await refuseMentions(message, context)
    const answered = message.replyTo && (await context.load('chat-messages', message.replyTo))
    if (answered && answered.conversation !== message.conversation) {
      throw invalid([
        {
          path: 'replyTo',
          code: 'other_conversation',
          message: 'That message belongs to another conversation',
        },
      ])
    }
  },
  async afterWrite({ before, after }, context) {
    if (before || !after) return
    const { kind, conversation: id, createdAt } = after
    // A note leaves no trace where others look.
    if (kind !== 'incoming' && kind !== 'outgoing') return
    const conversation = await context.others.update('conversations', id, {
      lastMessageAt: createdAt,
    })
    const ticket =
      typeof conversation.ticket === 'string'
        ? await context.lock('tickets', conversation.ticket)
        : undefined
    if (kind === 'outgoing') {
      if (ticket && !ticket.firstRepliedAt && !ticket.deletedAt) {
        await context.others.update('tickets', ticket.id, { firstRepliedAt: createdAt })
      }
      // Who answers has taken it up.
      if (ticket?.state === 'new' && !ticket.deletedAt) {
        await context.others.transition('tickets', ticket.id, 'open')
      }
      return
    }
    if (WAITING.includes(String(conversation.state))) {
      await context.others.transition('conversations', id, 'open')
    }
    if (ticket && !ticket.deletedAt && (ticket.state === 'pending' || ticket.state === 'solved')) {
      await context.others.transition('tickets', ticket.id, 'open')
    }
  },
  actions: {
    receive: (row, _input, context) => mark(row, 'delivered', context),
    async see(row, _input, context) {
      await keepRead(row, context)
      return mark(row, 'read', context)
    },
    edit(row, { body }, { access: { actor }, now }) {
      if (actor.kind === 'person' && row.createdBy !== actor.personId) {
        throw forbidden('Only who wrote a message can change it.')
      }
      if (!body.trim()) {
        throw invalid([{ path: 'body', code: 'required', message: 'Write something' }])
      }
      return { values: { body, editedAt: now.toISOString() } }
    },
  },
}
