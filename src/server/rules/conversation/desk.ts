import { v7 as uuidv7 } from 'uuid'
import { compileAccess, systemActor } from '../../permissions/access.ts'
import { notFound } from '../../base/problem.ts'
import type { Tx } from '../../database/pool.ts'
import type { Desk } from '../../portal/desk.ts'
import { conversationHandle, conversationNamed } from '../../portal/links.ts'
import { organisationTerms } from '../organisation/rules.ts'
import { createDeskMessages, type DeskServices, holderOf } from './deskMessages.ts'
import { enterReply, type ReplyParts } from './deskReplies.ts'

/** A conversation with a customer, as the portal reads it. */
interface Found {
  id: string
  subject: string
  customer: string
  email: string
  name: string
  locale: string | null
  timezone: string | null
}

/** A live conversation with a customer; those of tickets are reached through the ticket. */
const find = async (
  { query }: Pick<Tx, 'query'>,
  id: string,
  lock: '' | 'FOR NO KEY UPDATE OF v' = '',
): Promise<Found | undefined> =>
  (
    await query<Found>(
      `SELECT v.id, v.subject, v.customer, c.email, c.name, c.locale, c.timezone FROM conversations v JOIN customers c ON c.id = v.customer
WHERE v.id = $1 AND v.ticket IS NULL AND v.deleted_at IS NULL AND c.deleted_at IS NULL AND c.state <> 'anonymised' ${lock}`,
      [id],
    )
  ).rows[0]

/**
 * What customers can see and do with conversations that no ticket has, without an account. Trusts
 * the id it receives: check the link first.
 */
export const createConversationDesk = ({ db, model, writer, files, links }: DeskServices): Desk => {
  const access = compileAccess(model, systemActor)
  const messages = createDeskMessages({ db, model, writer, links })
  const replies: ReplyParts = {
    db,
    model,
    writer,
    files,
    access,
    context: (more = {}) => ({
      access,
      channel: 'system',
      requestId: 'desk',
      operationId: uuidv7(),
      ...more,
    }),
  }
  return {
    async holder(id) {
      const v = await find(db, id)
      return v && holderOf(v.customer, v.email)
    },
    async view(id) {
      const v = await find(db, id)
      if (!v) return undefined
      const { name: organisation, timeZone } = await organisationTerms({ query: db.query })
      return {
        id: v.id,
        handle: conversationHandle(v.id),
        number: null,
        subject: v.subject,
        state: null,
        rating: null,
        ratable: false,
        organisation,
        customer: { name: v.name, locale: v.locale, timeZone: v.timezone ?? timeZone },
        messages: await messages.said('id', v.id, organisation),
      }
    },
    seen: (id) => messages.seen('id', id),
    reply: (id, reply) =>
      enterReply(replies, reply, 'id', {
        async customer() {
          const v = await find(db, id)
          if (!v) throw notFound('conversation')
          return v.customer
        },
        async lock(tx) {
          if (!(await find(tx, id, 'FOR NO KEY UPDATE OF v'))) throw notFound('conversation')
        },
        async take(tx) {
          const { customer } = (await find(tx, id))!
          return { id, conversation: id, customer }
        },
      }),
    rate: () => Promise.resolve(false),
    async named(handle) {
      const id = conversationNamed(handle)
      const v = id === undefined ? undefined : await find(db, id)
      return v && { id: v.id, email: v.email }
    },
  }
}
