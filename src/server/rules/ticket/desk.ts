import { v7 as uuidv7 } from 'uuid'
import { byCollection } from '#model/compile.ts'
import { compileAccess, systemActor } from '../../permissions/access.ts'
import type { Desk } from '../../portal/desk.ts'
import type { TxWriteContext } from '../../store/write/writer.ts'
import { createDeskMessages, type DeskServices, holderOf } from '../conversation/deskMessages.ts'
import { enterReply } from '../conversation/deskReplies.ts'
import { organisationTerms } from '../organisation/rules.ts'
import { createTicketTaking } from './deskReplies.ts'
import { findTicket } from './deskTickets.ts'

/**
 * What customers can see and do with their tickets without an account. Trusts the id it receives:
 * check the link first.
 */
export const createTicketDesk = ({ db, model, writer, files, links }: DeskServices): Desk => {
  const access = compileAccess(model, systemActor)
  const tickets = byCollection(model, 'tickets')
  const context = (more: Partial<TxWriteContext> = {}): TxWriteContext => ({
    access,
    channel: 'system',
    requestId: 'desk',
    operationId: uuidv7(),
    ...more,
  })

  const messages = createDeskMessages({ db, model, writer, links })
  const replies = { db, model, writer, files, access, context }
  const takingOf = createTicketTaking({ db, model, writer, context })

  return {
    async holder(id) {
      const t = await findTicket(db, id)
      return t && holderOf(t.customer, t.email)
    },
    async view(id) {
      const t = await findTicket(db, id)
      if (!t) return undefined
      const { name: organisation, timeZone } = await organisationTerms({ query: db.query })
      return {
        id: t.id,
        handle: t.number,
        number: t.number,
        subject: t.subject,
        state: t.state,
        rating: t.satisfaction,
        ratable: t.state === 'solved' || t.state === 'closed',
        organisation,
        customer: { name: t.name, locale: t.locale, timeZone: t.timezone ?? timeZone },
        messages: await messages.said('ticket', t.id, organisation),
      }
    },
    async seen(id) {
      const t = await findTicket(db, id)
      if (t) await messages.seen('ticket', t.id)
    },
    reply: (ticket, reply) => enterReply(replies, reply, 'ticket', takingOf(ticket)),
    async rate(ticket, points) {
      const t = await findTicket(db, ticket)
      if (!t || (t.state !== 'solved' && t.state !== 'closed')) return false
      if (t.satisfaction !== points) {
        await writer.act(tickets, t, 'rate', { satisfaction: points }, context())
      }
      return true
    },
    named: async (handle) =>
      (
        await db.query<{ id: string; email: string }>(
          "SELECT t.id, c.email FROM tickets t JOIN customers c ON c.id = t.customer WHERE t.number = $1 AND t.deleted_at IS NULL AND c.deleted_at IS NULL AND c.state <> 'anonymised'",
          [handle.toUpperCase()],
        )
      ).rows[0],
  }
}
