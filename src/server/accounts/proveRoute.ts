import * as z from 'zod'
import { invalid, Problem } from '../http/problem.ts'
import { newRoutes, type Routes } from '../http/routes.ts'
import { securityEvent } from '../security/events.ts'
import { identityToken, proveIdentity } from './federated.ts'
import { useCode } from './oneTime.ts'
import { addressOf, bodyOf, ownerHeaders, passwordField, sessionOf, type Parts } from './parts.ts'
import { translating } from './problems.ts'

/** Proves that whoever has the session is its owner: what asks for a recent proof is open again for ten minutes. */
export const proveRoute = (parts: Parts): Routes =>
  newRoutes().post('/prove', async (c) => {
    const session = await sessionOf(parts, c)
    const { password, code, idToken } = await bodyOf(c, {
      password: passwordField().optional(),
      code: z.string().trim().max(20).optional(),
      idToken: identityToken().optional(),
    })
    await parts.limiter.take(`sign-in address ${addressOf(parts, c)}`, 30)
    await parts.limiter.take(`prove ${session.accountId}`, 10)
    const headers = ownerHeaders(parts, c, session)
    if (idToken === undefined && code === undefined && password === undefined) {
      throw invalid([{ path: 'password', code: 'required', message: 'Enter your password.' }])
    }
    try {
      if (idToken !== undefined) await proveIdentity(parts, idToken, session.accountId)
      else if (code !== undefined) {
        await useCode(parts.query, session.accountId, code, () =>
          translating(parts.minLength, () =>
            parts.library.api.verifyTOTP({ body: { code }, headers }),
          ),
        )
      } else {
        await translating(parts.minLength, () =>
          parts.library.api.verifyPassword({ body: { password: password ?? '' }, headers }),
        )
      }
    } catch (error) {
      if (error instanceof Problem) {
        await securityEvent(parts.query, 'step_up_failed', session.actor)
      }
      throw error
    }
    await parts.query('UPDATE "session" SET "provedAt" = now() WHERE id = $1', [session.id])
    await securityEvent(parts.query, 'step_up', session.actor)
    parts.sessions.refresh()
    return c.body(null, 204)
  })
