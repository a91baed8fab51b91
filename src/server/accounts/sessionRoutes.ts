import * as z from 'zod'
import { notFound } from '../base/problem.ts'
import { newRoutes, type Routes } from '../web/routes.ts'
import { securityEvent } from '../security/events.ts'
import { revokeIdentity } from './identityRevocation.ts'
import { invite } from './invitations.ts'
import { bodyOf, sessionOf, type Parts } from './parts.ts'

interface SessionRow {
  id: string
  createdAt: string
  lastUsedAt: string
  expiresAt: string
  ipAddress: string | null
  userAgent: string | null
}

/** The caller's sessions, and invitations. */
export const sessionRoutes = (parts: Parts): Routes =>
  newRoutes()
    .get('/sessions', async (c) => {
      const session = await sessionOf(parts, c)
      const { rows } = await parts.query<SessionRow>(
        'SELECT id, "createdAt", "updatedAt" AS "lastUsedAt", "expiresAt", "ipAddress", "userAgent" FROM "session" WHERE "userId" = $1 AND "expiresAt" > now() ORDER BY "updatedAt" DESC, id',
        [session.accountId],
      )
      return c.json({ data: rows.map((row) => ({ ...row, current: row.id === session.id })) })
    })
    .delete('/sessions/:id', async (c) => {
      const session = await sessionOf(parts, c)
      if (!(await parts.sessions.end(session.accountId, { id: c.req.param('id') }))) {
        throw notFound('session')
      }
      await securityEvent(parts.query, 'sessions_ended', undefined, { count: 1 })
      return c.body(null, 204)
    })
    .post('/sessions/revoke-others', async (c) => {
      const session = await sessionOf(parts, c)
      const revoked = await parts.sessions.end(session.accountId, { except: session.id })
      await revokeIdentity(parts, session.accountId)
      await securityEvent(parts.query, 'sessions_ended', undefined, { count: revoked })
      return c.json({ revoked })
    })
    .post('/invite', async (c) => {
      const { actor } = await sessionOf(parts, c)
      const { person } = await bodyOf(c, { person: z.uuid() })
      await parts.peopleWriter.requireChange(actor, person)
      await parts.limiter.take(`invite ${actor.accountId}`, 60)
      await invite(parts, person, actor.name)
      return c.json({ status: 'accepted' }, 202)
    })
