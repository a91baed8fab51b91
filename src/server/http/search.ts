import { say } from '#model/message.ts'
import type { FullReader } from '../store/read/reader.ts'
import { badQuery } from '../web/queryChecks.ts'
import { accessOf, type Ctx } from '../web/context.ts'

const maxLength = 200

/**
 * `GET /api/search?q=`: up to five records of each collection the caller may list, `{ data: [{
 * collection, id, title, subtitle? }] }`.
 */
export const searchRoute =
  (reader: Pick<FullReader, 'globalSearch'>, elsewhere: ReadonlySet<string> = new Set()) =>
  async (c: Ctx): Promise<Response> => {
    const access = accessOf(c)
    const unknown = [...new URL(c.req.url).searchParams.keys()].filter((name) => name !== 'q')
    if (unknown.length) {
      throw badQuery(
        unknown.map((path) => ({
          path,
          code: 'unknown_name',
          message: `"${path}" is not a parameter here.`,
        })),
      )
    }
    const search = (c.req.query('q') ?? '').trim()
    if (search.length > maxLength) {
      throw badQuery([
        {
          path: 'q',
          code: 'invalid_value',
          message: say('A search has at most {{n}} characters.', { n: maxLength }),
        },
      ])
    }
    return c.json({
      data: search
        ? (await reader.globalSearch(search, access)).filter(
            (hit) => !elsewhere.has(hit.collection),
          )
        : [],
    })
  }
