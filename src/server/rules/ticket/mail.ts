import { own } from '#schemas/define/own.ts'
import type { ChatMessage } from '#schemas/chatMessage.ts'
import type { Ticket } from '#schemas/ticket.ts'
import { byCollection } from '#model/compile.ts'
import type { Json, Model } from '#model/types.ts'
import { v7 as uuidv7 } from 'uuid'
import type { Database } from '../../database/pool.ts'
import { Problem } from '../../problem.ts'
import type { JobHandler, Jobs } from '../../jobs/types.ts'
import type { Mailer } from '../../mail/types.ts'
import { compileAccess, systemActor } from '../../permissions/access.ts'
import type { Desk } from '../../portal/desk.ts'
import type { DeskLinks } from '../../portal/links.ts'
import { ticketMail } from '../../mail/ticketMail.ts'
import type { RuleContext, Rules } from '../types.ts'
import type { TransactionalWriter } from '../../store/write/writer.ts'
import { holderOf } from './desk.ts'

/** Kind of the job that e-mails a reply, or that a ticket is solved, to its customer. */
export const DESK_MAIL_JOB = 'desk-mail'

interface RuleParts {
  readonly links: DeskLinks
  readonly enqueue: Jobs['enqueue']
  /** Base URL of the customer pages, without a trailing slash. */
  readonly base: string
}

/**
 * Adds the support portal to the rules: staff replies are e-mailed by a job that is enqueued when
 * the write commits, and the customer page can be opened.
 */
export const withTicketMail = (rules: Rules, { links, enqueue, base }: RuleParts): Rules => {
  const { ticket = {}, chatMessage = {} } = rules
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
        async customerPage(row, _input, context) {
          const path = links.path(row.id, await holderIn(row, context), 'read')
          return { result: { redirect: path, url: `${base}${path}` } }
        },
      },
    },
    chatMessage: {
      ...chatMessage,
      async afterWrite(change, context) {
        await chatMessage.afterWrite?.(change, context)
        const { before, after } = change
        const isOut = !before && after?.kind === 'outgoing' && after.state === 'sent'
        if (!isOut || context.channel === 'import') return
        const conversation = await context.load('conversations', after.conversation)
        if (conversation?.ticket) await later(context, { message: after.id })
      },
    },
  }
}

const holderIn = async (
  { customer }: Pick<Ticket, 'customer'>,
  context: RuleContext,
): Promise<string> => {
  const { email } = (await context.load('customers', customer))!
  return holderOf(customer, email)
}

interface MailParts {
  readonly db: Database
  readonly model: Model
  readonly writer: TransactionalWriter
  readonly desk: Desk
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

/**
 * Handles such a job. The queue retries an e-mail that failed; its stable id identifies duplicates.
 */
export const deskMailHandler = ({
  db,
  model,
  writer,
  desk,
  links,
  mailer,
  base,
}: MailParts): JobHandler => {
  const messages = byCollection(model, 'chat-messages')
  const access = compileAccess(model, systemActor)
  const send = async (
    ticket: string,
    about: { readonly message?: string; readonly body?: string },
  ): Promise<boolean> => {
    const view = await desk.view(ticket)
    const [to, holder] = view
      ? await Promise.all([desk.byNumber(view.number), desk.holder(view.id)])
      : []
    if (!view || !to || holder === undefined) return false
    await mailer.deliver(
      ticketMail({
        view,
        to: to.email,
        address: links.address(view.number, view.id),
        href: `${base}${links.path(view.id, holder, 'write')}`,
        ...about,
      }),
    )
    return true
  }
  return async ({ payload }) => {
    const solved = named(payload, 'solved')
    if (solved) {
      const { rowCount } = await db.query(
        "SELECT 1 FROM tickets WHERE id = $1 AND state = 'solved'",
        [solved],
      )
      return { sent: rowCount ? await send(solved, {}) : false }
    }
    const id = named(payload, 'message') ?? ''
    const {
      rows: [row],
    } = await db.query<
      Pick<ChatMessage, 'id' | 'body'> & { version: number; state: string; ticket: string | null }
    >(
      'SELECT m.id, m.body, m.version, m.state, v.ticket FROM chat_messages m JOIN conversations v ON v.id = m.conversation WHERE m.id = $1',
      [id],
    )
    if (
      !row?.ticket ||
      row.state !== 'sent' ||
      !(await send(row.ticket, { message: row.id, body: row.body ?? '' }))
    ) {
      return { sent: false }
    }
    // Read on the page meanwhile, or changed: then there is nothing left to mark.
    await writer
      .transition(messages, row.id, row.version, 'delivered', undefined, {
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
