/** Automatic notifications: assignments, mentions and failures. */
import { moneyIn, say } from '#model/message.ts'
import type { chatMessage } from '#schemas/chatMessage.ts'
import type { paymentTransaction } from '#schemas/paymentTransaction.ts'
import type { ticket } from '#schemas/ticket.ts'
import type { Grants } from '#schemas/define/permissions.ts'
import { grants } from '#schemas/define/permissions.ts'
import type { Resources } from '#schemas/index.ts'
import type { Json } from '#model/types.ts'
import type { Tx } from '../database/pool.ts'
import { notifyNaming } from '../notifications/naming.ts'
import { notify } from '../notifications/notify.ts'
import type { Change, EntityRules, RuleContext, Rules } from './types.ts'
import type { RuleBook } from '../store/write/rules.ts'
import type { AssignmentNotices } from '../timeline/assignments.ts'
import { colleaguesOf } from './conversation/colleagues.ts'

const text = (value: Json | undefined): string => (typeof value === 'string' ? value : '')

/** Our own staff who hold a permission. Super-admins are included only if nobody else holds it. */
const staffFor = async (tx: Tx, key: string): Promise<string[]> => {
  const { rows } = await tx.query<{ id: string; grants: Grants }>(
    "SELECT e.id, r.grants FROM employees e JOIN user_roles r ON r.id = ANY(e.roles) AND r.deleted_at IS NULL WHERE e.state = 'active' AND e.deleted_at IS NULL AND e.vendor IS NULL",
  )
  const able = rows.filter((row) => grants(row.grants, key))
  const allPowerful = new Set(
    rows.filter((row) => row.grants.allow.includes('*')).map((row) => row.id),
  )
  const experts = able.filter((row) => !allPowerful.has(row.id))
  return [...new Set((experts.length ? experts : able).map((row) => row.id))]
}

const reads = (entity: string, ...fields: readonly string[]): string[] =>
  fields.map((field) => `${entity}.field.${field}.read`)

const over = ['solved', 'closed', 'merged', 'resolved']

/** Notifications to new assignees where the general one would say or link to too little. */
export const assignmentNotices: AssignmentNotices<Resources> = {
  ticket: ({ id, number, subject, state }) =>
    over.includes(state)
      ? null
      : {
          title: say('Ticket {{number}} was assigned to you', { number }),
          body: subject,
          link: `/ticket_chat/${id}`,
          needs: reads('ticket', 'number', 'subject'),
        },
  // For a ticket's conversation, the ticket sends the notification.
  conversation: ({ id, ticket: of, subject, state }) =>
    of || over.includes(state)
      ? null
      : {
          title: 'A conversation was assigned to you',
          body: subject,
          link: `/chatuser?conversation=${id}`,
          needs: reads('conversation', 'subject'),
        },
}

const ofTicket = async (
  { before, after, changed }: Change<typeof ticket>,
  context: RuleContext,
): Promise<void> => {
  if (
    !after ||
    !changed.has('breachedAt') ||
    !after.breachedAt ||
    before?.breachedAt ||
    context.channel === 'import'
  ) {
    return
  }
  const employees = after.assignee ? [after.assignee] : await staffFor(context.tx, 'ticket.update')
  await notify(context.tx, {
    type: 'breach',
    employees,
    title: say('A service target of ticket {{number}} was missed', { number: after.number }),
    body: after.subject,
    link: `/ticket_chat/${after.id}`,
    resource: { type: 'tickets', id: after.id },
    needs: reads('ticket', 'number', 'subject'),
    urgent: Boolean(after.assignee),
  })
}

const ofMessage = async (
  { before, after }: Change<typeof chatMessage>,
  context: RuleContext,
): Promise<void> => {
  if (before || after?.kind !== 'note' || context.channel === 'import') return
  const mentions = after.mentions
  const conversation = mentions.length
    ? await context.load('conversations', after.conversation)
    : undefined
  if (!conversation) return
  const employees = (
    await colleaguesOf(context, conversation, { ids: mentions, message: after.id })
  ).map((one) => one.id)
  const [ticket, subject] = [text(conversation.ticket), conversation.subject]
  const where = ticket
    ? { link: `/ticket_chat/${ticket}`, resource: { type: 'tickets', id: ticket } }
    : {
        link: `/chatuser?conversation=${conversation.id}`,
        resource: { type: 'conversations', id: conversation.id },
      }
  await notifyNaming(context.tx, context.model, context.access.actor, {
    type: 'mention',
    employees,
    ...(subject ? { done: 'mentioned', subject } : { done: 'mentionedSomewhere' }),
    body: after.body,
    ...where,
    needs: [...reads('conversation', 'subject'), ...reads('chatMessage', 'body')],
  })
}

const ofPayment = async (
  { before, after, changed }: Change<typeof paymentTransaction>,
  context: RuleContext,
): Promise<void> => {
  if (
    !after ||
    !changed.has('state') ||
    after.state !== 'failed' ||
    !before ||
    context.channel === 'import'
  ) {
    return
  }
  await notify(context.tx, {
    type: 'payment_failed',
    employees: await staffFor(context.tx, 'paymentTransaction.update'),
    title:
      after.kind === 'refund'
        ? say('Refund {{number}} failed', { number: after.number })
        : say('Payment {{number}} failed', { number: after.number }),
    body: moneyIn(after.amount),
    link: `/payment-transactions/${after.id}`,
    resource: { type: 'payment-transactions', id: after.id },
    needs: reads('paymentTransaction', 'number', 'amount'),
    by: context.access.actor.personId,
  })
}

/** Adds notifications of a change to the rules of one entity. */
const alsoNotify = <R>(
  own: EntityRules<R> | undefined,
  send: (change: Change<R>, context: RuleContext) => Promise<void>,
): EntityRules<R> => ({
  ...own,
  async afterWrite(change, context) {
    await own?.afterWrite?.(change, context)
    await send(change, context)
  },
})

/** Adds notifications to the rules, sent in the transaction of the change. */
export const withNotices = (rules: Rules): RuleBook => ({
  ...rules,
  ticket: alsoNotify(rules.ticket, ofTicket),
  chatMessage: alsoNotify(rules.chatMessage, ofMessage),
  paymentTransaction: alsoNotify(rules.paymentTransaction, ofPayment),
})
