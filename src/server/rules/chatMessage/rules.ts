import type { chatMessage, ChatMessage } from '#schemas/chatMessage.ts'
import { forbidden, invalid, Problem } from '../../base/problem.ts'
import type { Actor } from '../../permissions/types.ts'
import type { EntityRules, RuleContext, RuleValues } from '../types.ts'
import { keepRead, mark } from './marks.ts'
import { nextPlace } from './places.ts'
import { nextReplyAwaited, repliedTo } from '../ticket/terms.ts'
import { colleaguesOf } from '../conversation/colleagues.ts'

const WAITING = ['pending', 'snoozed', 'resolved']

/** Sender of a message by the signed-in user: our own staff, or the vendor they work for. */
const senderOf = ({ personId, tenant }: Actor): ChatMessage['sender'] => {
  if (personId === null) return null
  return tenant === null ? { type: 'employees', id: personId } : { type: 'vendors', id: tenant }
}

/**
 * A device that got no response sends again: respond with the id of the message it already created.
 */
const refuseAgain = async (message: ChatMessage, context: RuleContext): Promise<void> => {
  if (!message.clientId) return
  const { rows } = await context.tx.query<{ id: string }>(
    'SELECT id FROM chat_messages WHERE client_id = $1 AND conversation = $2 AND created_by IS NOT DISTINCT FROM $3::uuid',
    [message.clientId, message.conversation, context.access.actor.personId],
  )
  if (rows[0]) {
    throw new Problem(409, 'sent_already', 'This message has already arrived.', {
      members: { existing: rows[0].id },
    })
  }
}

/** Only our own staff who may read the message can be mentioned, and only in a note. */
const refuseMentions = async (message: ChatMessage, context: RuleContext): Promise<void> => {
  // The server's own lines name whom they are about.
  if (!message.mentions.length || message.kind === 'activity') return
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

/**
 * A message written while a colleague merges the ticket would end up where nobody looks any more.
 */
const refuseMerged = async ({ conversation }: ChatMessage, context: RuleContext): Promise<void> => {
  const ticket = (await context.load('conversations', conversation))?.ticket
  if (typeof ticket === 'string' && (await context.load('tickets', ticket))?.state === 'merged') {
    throw new Problem(409, 'ticket_over', 'This ticket was merged into another; write there.')
  }
}

/**
 * Rules of messages: their sender, their effect on the conversation and its ticket, and that only
 * their author changes them.
 */
export const chatMessageRules: EntityRules<typeof chatMessage> = {
  async derive(row, { before }, context): Promise<RuleValues<typeof chatMessage>> {
    // A message moved to another conversation goes to its end.
    if (before) {
      return before.conversation === row.conversation
        ? {}
        : { sequence: await nextPlace(String(row.conversation), context) }
    }
    const { actor } = context.access
    // A stored message counts as sent.
    const kept = {
      sequence: await nextPlace(String(row.conversation), context),
      ...(row.state === 'sending' ? { state: 'sent' as const } : {}),
    }
    if (actor.kind === 'system') return kept
    // Messages of vendor staff are incoming on our side; their notes lie outside their row scope
    // and are refused.
    const incoming = actor.tenant !== null && row.kind === 'outgoing'
    return { ...kept, sender: senderOf(actor), ...(incoming ? { kind: 'incoming' as const } : {}) }
  },
  async beforeWrite({ before, after }, context) {
    if (before || !after) return
    const message = after
    const { actor } = context.access
    const mayWrite = actor.tenant === null ? ['outgoing', 'note'] : ['outgoing', 'incoming', 'note']
    if (actor.kind === 'person' && !mayWrite.includes(message.kind)) {
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
    const original = message.replyTo && (await context.load('chat-messages', message.replyTo))
    if (original && original.conversation !== message.conversation) {
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
    // Notes leave no trace that others can see.
    if (kind !== 'incoming' && kind !== 'outgoing') return
    const conversation = await context.others.update('conversations', id, {
      lastMessageAt: createdAt,
    })
    const ticket =
      typeof conversation.ticket === 'string'
        ? await context.lock('tickets', conversation.ticket)
        : undefined
    if (kind === 'outgoing') {
      if (ticket && !ticket.deletedAt) {
        const changes = repliedTo(ticket, createdAt)
        if (Object.keys(changes).length) await context.others.update('tickets', ticket.id, changes)
      }
      // A reply takes the ticket up.
      if (ticket?.state === 'new' && !ticket.deletedAt) {
        await context.others.transition('tickets', ticket.id, 'open')
      }
      return
    }
    if (WAITING.includes(String(conversation.state))) {
      await context.others.transition('conversations', id, 'open')
    }
    if (!ticket || ticket.deletedAt) return
    if (ticket.state === 'pending' || ticket.state === 'solved') {
      await context.others.transition('tickets', ticket.id, 'open')
    }
    if (after.sender?.type !== 'customers') return
    const changes = await nextReplyAwaited(ticket, context)
    if (Object.keys(changes).length) await context.others.update('tickets', ticket.id, changes)
  },
  actions: {
    receive: (row, _input, context) => mark(row, 'delivered', context),
    async see(row, _input, context) {
      await keepRead(row, context)
      return mark(row, 'read', context)
    },
    edit(row, { body }, { access: { actor }, now }) {
      if (actor.kind === 'person' && row.createdBy !== actor.personId) {
        throw forbidden('Only its author can change a message.')
      }
      if (!body.trim()) {
        throw invalid([{ path: 'body', code: 'required', message: 'Write something' }])
      }
      return { values: { body, editedAt: now.toISOString() } }
    },
  },
}
