import { own } from '#schemas/define/own.ts'
import type { ChatMessage } from '#schemas/chatMessage.ts'
import { byCollection } from '#model/compile.ts'
import type { Json, Model } from '#model/types.ts'
import { v7 as uuidv7 } from 'uuid'
import type { Database } from '../../database/pool.ts'
import { Problem } from '../../base/problem.ts'
import type { JobHandler, Jobs } from '../../jobs/types.ts'
import type { Mailer } from '../../mail/types.ts'
import { compileAccess, systemActor } from '../../permissions/access.ts'
import type { DeskKind, Desks } from '../../portal/desk.ts'
import type { DeskLinks } from '../../portal/links.ts'
import { deskMail } from '../../mail/deskMail.ts'
import type { RuleContext, Rules } from '../types.ts'
import type { TransactionalWriter } from '../../store/write/writer.ts'
import { holderOf } from './deskMessages.ts'

/** Kind of the job that e-mails a message, or that a ticket is solved, to its customer. */
export const DESK_MAIL_JOB = 'desk-mail'

interface RuleParts {
  readonly links: DeskLinks
  readonly enqueue: Jobs['enqueue']
  /** Base URL of the customer pages, without a trailing slash. */
  readonly base: string
}

const noPage = (message: string): Problem => new Problem(409, 'no_page', message)

/**
 * Adds the customer's side to the rules of tickets and conversations: what is written to a customer
 * is e-mailed by a job that is enqueued when the write commits, and the customer's page can be
 * opened.
 */
export const withCustomerMail = (rules: Rules, { links, enqueue, base }: RuleParts): Rules => {
  const { ticket = {}, conversation = {}, chatMessage = {} } = rules
  const pageOf = async (
    kind: DeskKind,
    id: string,
    customer: string,
    context: RuleContext,
  ): Promise<{ result: { redirect: string; url: string } }> => {
    const { email } = (await context.load('customers', customer))!
    const path = links.path(kind, id, holderOf(customer, email), 'read')
    return { result: { redirect: path, url: `${base}${path}` } }
  }
  const later = ({ access: { actor }, tx }: RuleContext, payload: Json) =>
    enqueue(
      {
        kind: DESK_MAIL_JOB,
        payload,
        actor: { accountId: actor.accountId, personId: actor.personId, name: actor.name },
      },
      tx,
    )
  return {
    ...rules,
    ticket: {
      ...ticket,
      async afterWrite(change, context) {
        await ticket.afterWrite?.(change, context)
        if (
          change.before &&
          change.changed.has('state') &&
          change.after?.state === 'solved' &&
          context.access.actor.personId !== null &&
          context.channel !== 'import'
        ) {
          await later(context, { solved: change.after.id })
        }
      },
      actions: {
        ...ticket.actions,
        customerPage: (row, _input, context) => pageOf('tickets', row.id, row.customer, context),
      },
    },
    conversation: {
      ...conversation,
      actions: {
        ...conversation.actions,
        customerPage({ id, ticket: about, customer }, _input, context) {
          if (about) throw noPage('The customer’s page is that of the ticket.')
          if (!customer) throw noPage('This conversation has no customer.')
          return pageOf('conversations', id, customer, context)
        },
      },
    },
    chatMessage: {
      ...chatMessage,
      async afterWrite(change, context) {
        await chatMessage.afterWrite?.(change, context)
        const { before, after } = change
        if (before || !after || context.channel === 'import' || after.state !== 'sent') return
        // The customer reads what staff and vendors write, and knows what they wrote themselves.
        const toCustomer =
          after.kind === 'outgoing' ||
          (after.kind === 'incoming' && after.sender?.type === 'vendors')
        if (!toCustomer) return
        const about = await context.load('conversations', after.conversation)
        if (about?.ticket || about?.customer) await later(context, { message: after.id })
      },
    },
  }
}

interface MailParts {
  readonly db: Database
  readonly model: Model
  readonly writer: TransactionalWriter
  readonly desks: Desks
  readonly links: DeskLinks
  readonly mailer: Mailer
  readonly base: string
}

const named = (payload: Json, name: string): string | undefined => {
  const value =
    payload && typeof payload === 'object' && !Array.isArray(payload)
      ? own<Json>(payload as Readonly<Record<string, Json>>, name)
      : undefined
  return typeof value === 'string' ? value : undefined
}

/** Adds an e-mail that was sent to the timelines of its record and its customer. */
const enterMail = async (
  db: Database,
  kind: DeskKind,
  id: string,
  type: 'reply' | 'solved',
): Promise<void> => {
  await db.query(
    `INSERT INTO deliveries (id, type, channel, recipient_type, recipient_id, state, resource_type, resource_id, delivered_at)
SELECT $1, $2, 'email', 'customers', r.customer, 'delivered', $3, r.id, now() FROM ${kind} r WHERE r.id = $4 AND r.customer IS NOT NULL`,
    [uuidv7(), type, kind, id],
  )
}

/**
 * Handles such a job. The queue retries an e-mail that failed; its stable id identifies duplicates.
 */
export const deskMailHandler = ({
  db,
  model,
  writer,
  desks,
  links,
  mailer,
  base,
}: MailParts): JobHandler => {
  const messages = byCollection(model, 'chat-messages')
  const access = compileAccess(model, systemActor)
  const send = async (
    kind: DeskKind,
    of: string,
    about: { readonly message?: string; readonly body?: string },
  ): Promise<boolean> => {
    const desk = desks[kind]
    const view = await desk.view(of)
    const [to, holder] = view
      ? await Promise.all([desk.named(view.handle), desk.holder(view.id)])
      : []
    if (!view || !to || holder === undefined) return false
    await mailer.deliver(
      deskMail({
        view,
        to: to.email,
        address: links.address(kind, view.handle, view.id),
        href: `${base}${links.path(kind, view.id, holder, 'write')}`,
        ...about,
      }),
    )
    await enterMail(db, kind, view.id, about.message === undefined ? 'solved' : 'reply')
    return true
  }
  return async ({ payload }) => {
    const solved = named(payload, 'solved')
    if (solved) {
      const { rowCount } = await db.query(
        "SELECT 1 FROM tickets WHERE id = $1 AND state = 'solved'",
        [solved],
      )
      return { sent: rowCount ? await send('tickets', solved, {}) : false }
    }
    const id = named(payload, 'message') ?? ''
    const {
      rows: [row],
    } = await db.query<
      Pick<ChatMessage, 'id' | 'body' | 'kind' | 'conversation'> & {
        version: number
        state: string
        ticket: string | null
      }
    >(
      'SELECT m.id, m.body, m.kind, m.version, m.state, m.conversation, v.ticket FROM chat_messages m JOIN conversations v ON v.id = m.conversation WHERE m.id = $1',
      [id],
    )
    // A vendor's message may have reached our devices already; that says nothing of the customer.
    if (!row || (row.kind === 'outgoing' && row.state !== 'sent')) return { sent: false }
    const about = { message: row.id, body: row.body ?? '' }
    const sent = row.ticket
      ? await send('tickets', row.ticket, about)
      : await send('conversations', row.conversation, about)
    // The state of an incoming message says how far it got on our side.
    if (!sent || row.kind !== 'outgoing') return { sent }
    // Read on the page meanwhile, or changed: then there is nothing left to mark.
    await writer
      .transition(messages, row, 'delivered', undefined, {
        access,
        channel: 'job',
        requestId: 'desk',
        operationId: uuidv7(),
      })
      .catch((error: unknown) => {
        if (!(error instanceof Problem)) throw error
      })
    return { sent: true }
  }
}
