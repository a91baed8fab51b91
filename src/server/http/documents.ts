import { createMiddleware } from 'hono/factory'
import type { Documents } from '../firebase/documents.ts'
import { accessOf, type Ctx, type Env } from '../web/context.ts'
import { forbidden, notFound, Problem } from '../base/problem.ts'

/**
 * `POST /api/documents/token`: the caller's sign-in token for the document database; 404 if there
 * is none.
 */
export const documentToken =
  (documents: Documents) =>
  async (c: Ctx): Promise<Response> => {
    if (!documents.collections.size) throw notFound('document database')
    const access = accessOf(c)
    if (access.actor.personId === null) throw forbidden()
    return c.json(await documents.grant(access))
  }

/**
 * Guards the routes of a collection whose records are kept elsewhere: the server's own copy is out
 * of date.
 */
export const keptElsewhere = createMiddleware<Env>(() => {
  throw new Problem(
    409,
    'kept_elsewhere',
    'These records are kept in the document database; the server neither reads nor changes them.',
  )
})
