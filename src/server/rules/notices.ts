/** What people are told by themselves: who was given something to do, who was mentioned, what went wrong. */
import type { Grants } from '#schemas/define/permissions.ts'
import { grants } from '#schemas/define/permissions.ts'
import type { Json } from '#model/types.ts'
import type { Tx } from '../database/pool.ts'
import { notify } from '../notifications/notify.ts'
import type { Change, EntityRules, RuleBook, RuleContext } from '../store/write/rules.ts'
import { said } from '../texts/index.ts'
import { colleaguesOf } from './conversation/colleagues.ts'
import { moneyText } from './paymentTransaction/refunds.ts'

const text = (value: Json | undefined): string => (typeof value === 'string' ? value : '')

/** Our own people who hold a key. Those who may do everything are asked only where nobody else is there to do it. */
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

/** Somebody is given something by hand; a file that is read in gives nobody news one by one. */
const newAssignee = (
  { before, after, changed }: Change,
  { channel }: RuleContext,
): string | undefined =>
  after &&
  changed.has('assignee') &&
  channel !== 'import' &&
  after.assignee &&
  after.assignee !== before?.assignee
    ? text(after.assignee)
    : undefined

const reads = (entity: string, ...fields: readonly string[]): string[] =>
  fields.map((field) => `${entity}.field.${field}.read`)

const over = ['solved', 'closed', 'merged', 'resolved']

const ofTicket = async (change: Change, context: RuleContext): Promise<void> => {
  const { before, after, changed } = change
  if (!after) return
  const resource = { type: 'tickets', id: after.id }
  const about = {
    body: text(after.subject),
    link: `/ticket_chat/${after.id}`,
    resource,
    needs: reads('ticket', 'number', 'subject'),
  }
  const assignee = newAssignee(change, context)
  if (assignee && !over.includes(text(after.state))) {
    await notify(context.tx, {
      type: 'assignment',
      employees: [assignee],
      title: said('ticketYours', { number: text(after.number) }),
      ...about,
      by: context.access.actor.personId,
    })
  }
  if (
    !changed.has('breachedAt') ||
    !after.breachedAt ||
    before?.breachedAt ||
    context.channel === 'import'
  ) {
    return
  }
  const employees = after.assignee
    ? [text(after.assignee)]
    : await staffFor(context.tx, 'ticket.update')
  await notify(context.tx, {
    type: 'breach',
    employees,
    title: said('promisePassed', { number: text(after.number) }),
    ...about,
    urgent: Boolean(after.assignee),
  })
}

const ofConversation = async (change: Change, context: RuleContext): Promise<void> => {
  const { after } = change
  const assignee = newAssignee(change, context)
  // That of a ticket is told with the ticket.
  if (!after || !assignee || after.ticket || over.includes(text(after.state))) return
  await notify(context.tx, {
    type: 'assignment',
    employees: [assignee],
    title: said('conversationYours'),
    body: text(after.subject),
    link: `/chatuser?conversation=${after.id}`,
    resource: { type: 'conversations', id: after.id },
    needs: reads('conversation', 'subject'),
    by: context.access.actor.personId,
  })
}

const ofMessage = async ({ before, after }: Change, context: RuleContext): Promise<void> => {
  if (before || after?.kind !== 'note' || context.channel === 'import') return
  const mentions = Array.isArray(after.mentions) ? after.mentions.map(String) : []
  const conversation = mentions.length
    ? await context.load('conversations', text(after.conversation))
    : undefined
  if (!conversation) return
  const employees = (
    await colleaguesOf(context, conversation, { ids: mentions, message: after.id })
  ).map((one) => one.id)
  const { personId } = context.access.actor
  const name = context.access.actor.name ?? ''
  const [ticket, subject] = [text(conversation.ticket), text(conversation.subject)]
  const where = ticket
    ? { link: `/ticket_chat/${ticket}`, resource: { type: 'tickets', id: ticket } }
    : {
        link: `/chatuser?conversation=${conversation.id}`,
        resource: { type: 'conversations', id: conversation.id },
      }
  await notify(context.tx, {
    type: 'mention',
    employees,
    title: subject ? said('mentioned', { name, subject }) : said('mentionedSomewhere', { name }),
    body: text(after.body),
    ...where,
    needs: [...reads('conversation', 'subject'), ...reads('chatMessage', 'body')],
    by: personId,
  })
}

const ofPayment = async (
  { before, after, changed }: Change,
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
    title: said(after.kind === 'refund' ? 'refundFailed' : 'paymentFailed', {
      number: text(after.number),
    }),
    body: moneyText(after.amount as unknown as Parameters<typeof moneyText>[0]),
    link: `/payment-transactions/${after.id}`,
    resource: { type: 'payment-transactions', id: after.id },
    needs: reads('paymentTransaction', 'number', 'amount'),
    by: context.access.actor.personId,
  })
}

const telling: Readonly<Record<string, NonNullable<EntityRules['afterWrite']>>> = {
  ticket: ofTicket,
  conversation: ofConversation,
  chatMessage: ofMessage,
  paymentTransaction: ofPayment,
}

/** The rules, where what changes is also told to those it concerns, in the transaction of the change. */
export const withNotices = (rules: RuleBook): RuleBook => ({
  ...rules,
  ...Object.fromEntries(
    Object.entries(telling).map(([entity, tell]): [string, EntityRules] => [
      entity,
      {
        ...rules[entity],
        async afterWrite(change, context) {
          await rules[entity]?.afterWrite?.(change, context)
          await tell(change, context)
        },
      },
    ]),
  ),
})
