import type { Model } from '#model/types.ts'
import type { Query } from '../database/query.ts'
import { readUpTo, unreadOf } from '../rules/conversation.unread.ts'
import { isUuid } from './conditional.ts'
import { accessOf, type Ctx } from './context.ts'
import { Problem } from './problem.ts'

/** `GET /api/unread`: what is new to the caller; with `ids` also up to where they have read those conversations. */
export const unreadRoute = (query: Query, model: Model) => async (c: Ctx): Promise<Response> => {
  const access = accessOf(c)
  const ids = (c.req.query('ids') ?? '').split(',').filter(Boolean)
  if (ids.length > 200 || ids.some((id) => !isUuid(id))) throw new Problem(400, 'malformed', 'Ask for up to 200 ids.', { errors: [{ path: 'ids', code: 'malformed', message: 'Not a list of ids.' }] })
  const [data, upTo] = await Promise.all([unreadOf(query, model, access), ids.length ? readUpTo(query, access, ids) : {}])
  return c.json({ data: { ...data, upTo } })
}
