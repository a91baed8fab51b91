import * as z from 'zod'
import type { Ctx } from '../web/context.ts'
import { invalid, notFound, Problem } from '../base/problem.ts'
import { newRoutes, type Routes } from '../web/routes.ts'
import { securityEvent } from '../security/events.ts'
import { bodyOf, ownerHeaders, passwordField, sessionOf, type Parts } from './parts.ts'
import { useCode } from './oneTime.ts'
import { passwordOrProof } from './passwordOrProof.ts'
import { translating } from './problems.ts'
import type { Session } from './sessions.ts'
import { answerSession, newToken } from './signIn.ts'
import { countProof } from './signInLimits.ts'

interface SessionRow {
  id: string
  createdAt: string
  lastUsedAt: string
  expiresAt: string
  ipAddress: string | null
  userAgent: string | null
}

const refuseWaiting = ({ lacks }: Session): void => {
  if (lacks === 'approval' || lacks === 'email') {
    throw new Problem(409, 'waiting_for_approval', 'Your account is waiting for approval.')
  }
}

/**
 * Returns the session that continues after the second factor changed; ends all others of the
 * account, and its sign-ins at the identity service.
 */
const onlySession = async (
  parts: Parts,
  c: Ctx,
  session: Session,
  token: string | undefined,
): Promise<Response> => {
  if (token) parts.sessions.forget(session.token)
  await parts.presence.account(session.accountId)
  const kept = await parts.sessions.fresh(token ?? session.token)
  if (kept) await parts.sessions.end(session.accountId, { except: kept.id })
  await parts.revokeIdentity(session.accountId)
  return answerSession(parts, c, token ?? session.token)
}

/** Two-factor sign-in, the caller's sessions, invitations. */
export const securityRoutes = (parts: Parts): Routes =>
  newRoutes()
    .post('/two-factor/enable', async (c) => {
      const session = await sessionOf(parts, c)
      const { password } = await bodyOf(c, { password: passwordField().optional() })
      refuseWaiting(session)
      await countProof(parts, session.accountId)
      const proof = await passwordOrProof(parts, session, password)
      const made = await translating(parts.minLength, () =>
        parts.library.api.enableTwoFactor({
          body: { ...proof, method: 'totp' },
          headers: ownerHeaders(parts, c, session),
        }),
      )
      if (!('totpURI' in made)) throw new Error('The account library answered no TOTP address.')
      c.header('Cache-Control', 'no-store')
      return c.json({ totpUri: made.totpURI, backupCodes: made.backupCodes })
    })
    .post('/two-factor/confirm', async (c) => {
      const session = await sessionOf(parts, c)
      const { code } = await bodyOf(c, { code: z.string().trim().max(20) })
      await countProof(parts, session.accountId)
      refuseWaiting(session)
      const { headers } = await useCode(parts.query, session.accountId, code, () =>
        translating(parts.minLength, () =>
          parts.library.api.verifyTOTP({
            body: { code },
            headers: ownerHeaders(parts, c, session),
            returnHeaders: true,
          }),
        ),
      )
      await securityEvent(parts.query, 'two_factor_on')
      return onlySession(parts, c, session, newToken(headers))
    })
    .post('/two-factor/disable', async (c) => {
      const session = await sessionOf(parts, c)
      const { password, code, backupCode } = await bodyOf(c, {
        password: passwordField().optional(),
        code: z.string().trim().max(20).optional(),
        backupCode: z.string().trim().max(40).optional(),
      })
      await countProof(parts, session.accountId)
      const own = ownerHeaders(parts, c, session)
      const proof = await passwordOrProof(parts, session, password)
      if (proof.password !== undefined) {
        const body = { password: proof.password }
        await translating(parts.minLength, () =>
          parts.library.api.verifyPassword({ body, headers: own }),
        )
      }
      if (backupCode) {
        await translating(parts.minLength, () =>
          parts.library.api.verifyBackupCode({
            body: { code: backupCode, disableSession: true },
            headers: own,
          }),
        )
      } else if (code) {
        await useCode(parts.query, session.accountId, code, () =>
          translating(parts.minLength, () =>
            parts.library.api.verifyTOTP({ body: { code }, headers: own }),
          ),
        )
      } else {
        throw invalid([
          { path: 'code', code: 'required', message: 'Enter a code of your authenticator.' },
        ])
      }
      const { headers } = await translating(parts.minLength, () =>
        parts.library.api.disableTwoFactor({
          body: proof,
          headers: own,
          returnHeaders: true,
        }),
      )
      await securityEvent(parts.query, 'two_factor_off')
      return onlySession(parts, c, session, newToken(headers))
    })
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
      await parts.revokeIdentity(session.accountId)
      await securityEvent(parts.query, 'sessions_ended', undefined, { count: revoked })
      return c.json({ revoked })
    })
    .post('/invite', async (c) => {
      const { actor } = await sessionOf(parts, c)
      const { person } = await bodyOf(c, { person: z.uuid() })
      await parts.peopleWriter.requireChange(actor, person)
      await parts.limiter.take(`invite ${actor.accountId}`, 60)
      await parts.invite(person, actor.name)
      return c.json({ status: 'accepted' }, 202)
    })
