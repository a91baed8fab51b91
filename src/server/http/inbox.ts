import * as z from 'zod'
import { parseInstant } from '#model/filterValue.ts'
import type { Model } from '#model/types.ts'
import type { Database } from '../database/pool.ts'
import { newRoutes, type Routes } from '../web/routes.ts'
import { INBOX_CHANNEL } from '../notifications/feed.ts'
import { markRead, readInbox, unreadOf } from '../notifications/inbox.ts'
import { readJson } from '../web/body.ts'
import { badQuery } from '../web/queryChecks.ts'
import { accessOf } from '../web/context.ts'
import { bodyAs } from '../base/issues.ts'
import { writing, type RunOnce } from '../web/writes.ts'

const DEFAULT_LIMIT = 25
const MAX_LIMIT = 100

interface Parts {
  readonly db: Pick<Database, 'query' | 'notify'>
  readonly model: Model
  readonly secret: string
  readonly once: RunOnce
}

const some = z.strictObject({
  ids: z.array(z.uuid('Not an id')).min(1, 'Name at least one').max(200, 'Name at most 200'),
})
const all = z.strictObject({
  until: z
    .string()
    .transform((text, found) => parseInstant(text) ?? (found.addIssue('Not an instant'), z.NEVER))
    .optional(),
})

/** `/api/me/notifications`: the caller's own notifications; nobody can access another's. */
export const inboxRoutes = ({ db, model, secret, once }: Parts): Routes => {
  const write = writing(once)
  return newRoutes()
    .get('/', async (c) => {
      const access = accessOf(c)
      const asked = new URL(c.req.url).searchParams
      const unknown = [...asked.keys()].filter(
        (name) => !['limit', 'cursor', 'unread'].includes(name),
      )
      if (unknown.length) {
        throw badQuery(
          unknown.map((path) => ({
            path,
            code: 'unknown_name',
            message: `"${path}" is not a parameter here.`,
          })),
        )
      }
      const limit = asked.has('limit') ? Number(asked.get('limit')) : DEFAULT_LIMIT
      if (!Number.isInteger(limit) || limit < 1 || limit > MAX_LIMIT) {
        throw badQuery([
          { path: 'limit', code: 'invalid_value', message: `"limit" is 1 to ${MAX_LIMIT}.` },
        ])
      }
      if (asked.has('unread') && asked.get('unread') !== 'true') {
        throw badQuery([
          { path: 'unread', code: 'invalid_value', message: '"unread" can only be "true".' },
        ])
      }
      const { personId } = access.actor
      if (personId === null) return c.json({ data: [], unread: 0, next: null })
      return c.json(
        await readInbox({ query: db.query, model, secret }, access, personId, {
          limit,
          cursor: asked.get('cursor') ?? undefined,
          unread: asked.has('unread'),
        }),
      )
    })
    .post('/read', async (c) => {
      const { text, value } = await readJson(c)
      const which = bodyAs(some, value)
      return write(c, text, async ({ access: { actor }, tx }) => marked(actor.personId, which, tx))
    })
    .post('/read-all', async (c) => {
      const { text, value } = await readJson(c, { optional: true })
      const which = bodyAs(all, value)
      return write(c, text, async ({ access: { actor }, tx }) => marked(actor.personId, which, tx))
    })

  async function marked(
    person: string | null,
    which: Parameters<typeof markRead>[2],
    tx: Parameters<Parameters<RunOnce>[1]>[0] | undefined,
  ) {
    const { query } = tx ?? db
    const wake = () => db.notify(INBOX_CHANNEL)
    if (person !== null) {
      await markRead(query, person, which)
      if (tx) tx.afterCommit(wake)
      else await wake()
    }
    return { json: { unread: person === null ? 0 : await unreadOf(query, person) } }
  }
}
