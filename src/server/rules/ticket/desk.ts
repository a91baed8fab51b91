import { v7 as uuidv7 } from 'uuid'
import type { Model } from '#model/types.ts'
import { byCollection } from '#model/compile.ts'
import type { Database } from '../../database/pool.ts'
import type { Files, Received } from '../../files/files.ts'
import type { FileLinks } from '../../files/links.ts'
import { invalid } from '../../problem.ts'
import { compileAccess, systemActor } from '../../permissions/access.ts'
import type { Desk } from '../../portal/desk.ts'
import type { TransactionalWriter, TxWriteContext } from '../../store/write/writer.ts'
import { organisationTerms } from '../organisation/rules.ts'
import { createDeskReplies, repliedTicket } from './deskReplies.ts'
import { createDeskMessages, findTicket } from './deskTickets.ts'

interface Parts {
  readonly db: Database
  readonly model: Model
  readonly writer: TransactionalWriter
  readonly files: Files
  readonly links: FileLinks
}
/** Holder of a ticket link: the customer at the address it is sent to. */
export const holderOf = (customer: string, email: string): string =>
  `${customer} ${email.toLowerCase()}`

/**
 * What customers can see and do with their tickets without an account. Trusts the id it receives:
 * check the link first.
 */
export const createDesk = ({ db, model, writer, files, links }: Parts): Desk => {
  const access = compileAccess(model, systemActor)
  const tickets = byCollection(model, 'tickets')
  const context = (more: Partial<TxWriteContext> = {}): TxWriteContext => ({
    access,
    channel: 'system',
    requestId: 'desk',
    operationId: uuidv7(),
    ...more,
  })

  const { said } = createDeskMessages(db, links)
  const { receive, enter } = createDeskReplies({ db, model, writer, files, access, context })

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
        number: t.number,
        subject: t.subject,
        state: t.state,
        rating: t.satisfaction,
        ratable: t.state === 'solved' || t.state === 'closed',
        organisation,
        customer: { name: t.name, locale: t.locale, timeZone: t.timezone ?? timeZone },
        messages: await said(t.id, organisation),
      }
    },
    async reply(ticket, reply) {
      if (!reply.body.trim() && !reply.files.length) {
        throw invalid([
          { path: 'body', code: 'required', message: 'Write something or attach a file' },
        ])
      }
      const known = await repliedTicket(db, reply.key)
      if (known) return { ticket: known, again: true }
      const received: Received[] = []
      let again = true
      try {
        for (const file of reply.files) received.push(await receive(file))
        const answer = await enter(ticket, reply, received)
        again = answer.again
        return answer
      } finally {
        if (again) await Promise.all(received.map((r) => files.discard(r)))
      }
    },
    async rate(ticket, points) {
      const t = await findTicket(db, ticket)
      if (!t || (t.state !== 'solved' && t.state !== 'closed')) return false
      if (t.satisfaction !== points) {
        await writer.act(tickets, t.id, t.version, 'rate', { satisfaction: points }, context())
      }
      return true
    },
    byNumber: async (number) =>
      (
        await db.query<{ id: string; email: string }>(
          "SELECT t.id, c.email FROM tickets t JOIN customers c ON c.id = t.customer WHERE t.number = $1 AND t.deleted_at IS NULL AND c.deleted_at IS NULL AND c.state <> 'anonymised'",
          [number],
        )
      ).rows[0],
  }
}
