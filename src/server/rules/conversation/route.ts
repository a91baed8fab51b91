import type { Model } from '#model/types.ts'
import type { Query } from '../../database/query.ts'
import { unreadOf } from './unread.ts'
import { badQuery } from '../../web/queryChecks.ts'
import { accessOf, type Ctx } from '../../web/context.ts'

/** `GET /api/unread`: the caller's unread messages. */
export const unreadRoute =
  (query: Query, model: Model) =>
  async (c: Ctx): Promise<Response> => {
    const unknown = Object.keys(c.req.query())
    if (unknown.length) {
      throw badQuery(
        unknown.map((path) => ({
          path,
          code: 'unknown_name',
          message: `"${path}" is not a parameter here.`,
        })),
      )
    }
    return c.json({ data: await unreadOf(query, model, accessOf(c)) })
  }
