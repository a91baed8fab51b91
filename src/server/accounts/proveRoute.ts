import { invalid, Problem } from '../base/problem.ts'
import { newRoutes, type Routes } from '../web/routes.ts'
import { securityEvent } from '../security/events.ts'
import { identityToken, proveIdentity } from './federated.ts'
import { consumeCode } from './oneTime.ts'
import {
  addressOf,
  bodyOf,
  codeField,
  ownerHeaders,
  passwordField,
  sessionOf,
  type Parts,
} from './parts.ts'
import { translating } from './problems.ts'
import { countProof } from './signInLimits.ts'
import { mailProof, useMailedProof } from './proofByMail.ts'

/**
 * How a person proves who they are: an authenticator code, the password, the identity service, or a
 * code by e-mail.
 */
export type ProofMethod = 'code' | 'password' | 'identity' | 'email'

interface Methods {
  readonly methods: readonly ProofMethod[]
  readonly email: string
}

/**
 * The account's proof methods, the preferred one first. E-mail counts only without a password and
 * second factor: reading the mail of an account that has them must not bypass them.
 */
const methodsOf = async (parts: Parts, accountId: string): Promise<Methods> => {
  const {
    rows: [row],
  } = await parts.query<{
    email: string
    verified: boolean
    code: boolean
    password: boolean
    linked: boolean
  }>(
    `SELECT u.email, u."emailVerified" AS verified, COALESCE(u."twoFactorEnabled", false) AS code,
  EXISTS (SELECT 1 FROM "account" a WHERE a."userId" = u.id AND a."providerId" = 'credential' AND a.password IS NOT NULL) AS password,
  EXISTS (SELECT 1 FROM "account" a WHERE a."userId" = u.id AND a."providerId" <> 'credential') AS linked
FROM "user" u WHERE u.id = $1`,
    [accountId],
  )
  const has = {
    code: row?.code === true,
    password: row?.password === true,
    identity: row?.linked === true && parts.identity !== undefined,
    email: row?.verified === true && !row.code && !row.password,
  }
  return {
    methods: (['code', 'password', 'identity', 'email'] as const).filter((method) => has[method]),
    email: row?.email ?? '',
  }
}

/**
 * Proves that the session's user is its owner: actions that need a recent proof work for ten
 * minutes.
 */
export const proveRoute = (parts: Parts): Routes =>
  newRoutes()
    .get('/prove', async (c) => {
      const { accountId } = await sessionOf(parts, c)
      const { methods } = await methodsOf(parts, accountId)
      c.header('Cache-Control', 'no-store')
      return c.json({ methods })
    })
    .post('/prove/email', async (c) => {
      const session = await sessionOf(parts, c)
      await bodyOf(c, {})
      const { methods, email } = await methodsOf(parts, session.accountId)
      if (!methods.includes('email')) {
        throw new Problem(
          409,
          'other_proof',
          'This account confirms its identity by its password or its authenticator.',
        )
      }
      await parts.limiter.take(`prove email ${session.accountId}`, 3, 10 * 60_000)
      await mailProof(parts, session, email)
      return c.json({ status: 'accepted' }, 202)
    })
    .post('/prove', async (c) => {
      const session = await sessionOf(parts, c)
      const { password, code, idToken, emailCode } = await bodyOf(c, {
        password: passwordField().optional(),
        code: codeField().optional(),
        idToken: identityToken().optional(),
        emailCode: codeField().optional(),
      })
      await parts.limiter.take(`sign-in address ${addressOf(parts, c)}`, 30)
      await countProof(parts, session.accountId)
      const headers = ownerHeaders(parts, c, session)
      if ([idToken, code, emailCode, password].every((given) => given === undefined)) {
        throw invalid([{ path: 'password', code: 'required', message: 'Enter your password.' }])
      }
      try {
        if (idToken !== undefined) {
          await proveIdentity(parts, idToken, session.accountId)
        } else if (code !== undefined) {
          await consumeCode(parts.query, session.accountId, code, () =>
            translating(parts.minLength, () =>
              parts.library.api.verifyTOTP({ body: { code }, headers }),
            ),
          )
        } else if (emailCode !== undefined) {
          await useMailedProof(parts, session, emailCode)
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
