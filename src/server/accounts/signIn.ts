import * as z from 'zod'
import type { Ctx } from '../web/context.ts'
import { Problem } from '../base/problem.ts'
import { newRoutes, type Routes } from '../web/routes.ts'
import {
  addressOf,
  bodyOf,
  emailField,
  libraryHeaders,
  newPasswordField,
  passwordField,
  type Parts,
} from './parts.ts'
import { requireStrongPassword } from './passwordStrength.ts'
import { passwordWords } from './passwordWords.ts'
import { recordSignIn } from './signInRecord.ts'
import { accountDisabled, invalidCredentials, translating } from './problems.ts'
import { tokenOf } from './sessions.ts'
import { countSignIn } from './signInLimits.ts'
import { register, requireProvenAddress } from './register.ts'
import { rememberDevice } from './knownDevices.ts'
import { hashToken } from './tokenHash.ts'
import { securityEvent } from '../security/events.ts'
import { signingIn } from '../security/origin.ts'

/** Cookie name under which the account library passes the second-step challenge. */
export const SECOND_STEP_COOKIE = 'account.two_factor'

/** Responds with a new session; 403 for people who are no longer active. */
export const sendSession = async (parts: Parts, c: Ctx, token: string): Promise<Response> => {
  const session = await parts.sessions.fresh(token)
  if (!session) throw accountDisabled()
  c.header('set-auth-token', token)
  c.header('Cache-Control', 'no-store')
  return c.json({
    token,
    expiresAt: session.expiresAt,
    user: { id: session.accountId, name: session.actor.name },
  })
}

/**
 * The token of a session the library created: its response's own `token` may be that of the session
 * it just replaced.
 */
export const newToken = (headers: Headers): string | undefined =>
  headers.get('set-auth-token')?.split('.')[0]

const challengeOf = (headers: Headers): string | undefined =>
  headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0]!)
    .find((pair) => pair.startsWith(`${SECOND_STEP_COOKIE}=`))
    ?.slice(SECOND_STEP_COOKIE.length + 1)

/** Same, for a session that starts a visit: also records the sign-in. */
export const signedIn = async (parts: Parts, c: Ctx, token: string): Promise<Response> => {
  const session = await parts.sessions.fresh(token)
  if (session) {
    await recordSignIn(parts.query, 'sign-in', { id: session.accountId }, c.get('requestId'))
    const {
      rows: [user],
    } = await parts.query<{ email: string }>('SELECT email FROM "user" WHERE id = $1', [
      session.accountId,
    ])
    await securityEvent(parts.query, 'sign_in', session.actor)
    if (user) rememberDevice(c, parts.config, user.email)
  }
  return sendSession(parts, c, token)
}

/**
 * Runs a password sign-in and records a failure if the account exists. The record is not awaited:
 * the response time must not reveal whether it does.
 */
const orRecordFailure = async <T>(
  parts: Parts,
  c: Ctx,
  email: string,
  run: () => Promise<T>,
): Promise<T> => {
  try {
    return await run()
  } catch (error) {
    if (error instanceof Problem && (error.status === 401 || error.status === 403)) {
      recordSignIn(parts.query, 'sign-in-failed', { email }, c.get('requestId')).catch(
        (failure: unknown) =>
          parts.log.error(`A failed sign-in could not be recorded: ${String(failure)}`),
      )
    }
    throw error
  }
}

/** Signs in with the password, or returns a second-step challenge. */
export const signInWith = async (
  parts: Parts,
  c: Ctx,
  email: string,
  password: string,
): Promise<Response> => {
  const { headers, response } = await translating(parts.minLength, () =>
    parts.library.api.signInEmail({
      body: { email, password },
      headers: libraryHeaders(parts, c),
      returnHeaders: true,
    }),
  )
  // With two-factor on, the library has already ended the session whose token it returns.
  if ('twoFactorRedirect' in response) {
    const challenge = challengeOf(headers)
    if (!challenge) throw invalidCredentials()
    c.header('Cache-Control', 'no-store')
    return c.json({ twoFactor: true, challenge })
  }
  return signedIn(parts, c, response.token)
}

/** Sign-in, registration, sign-out. */
export const signInRoutes = (parts: Parts): Routes =>
  newRoutes()
    .post('/sign-in/email', async (c) => {
      const { email, password } = await bodyOf(c, {
        email: emailField(),
        password: passwordField(),
      })
      signingIn('password', { email })
      await countSignIn(parts, c, email.toLowerCase())
      return orRecordFailure(parts, c, email, async () => {
        await requireProvenAddress(parts, c, email, password)
        return signInWith(parts, c, email, password)
      })
    })
    .post('/sign-up/email', async (c) => {
      if (parts.config.registration === false) {
        throw new Problem(
          403,
          'registration_closed',
          'Registration is closed. Ask an administrator for an invitation.',
        )
      }
      await parts.limiter.take(`sign-up ${addressOf(parts, c)}`, 10)
      const { name, email, password } = await bodyOf(c, {
        name: z.string().trim().min(1, 'Enter your name.').max(160),
        email: z.email('Enter a valid e-mail.').max(254),
        password: newPasswordField(parts.minLength),
      })
      // Per address too: a stranger must not use up the owner's attempts. In total: nobody floods
      // the mailbox.
      await parts.limiter.take(`sign-up account ${email.toLowerCase()} ${addressOf(parts, c)}`, 5)
      await parts.limiter.take(`sign-up account ${email.toLowerCase()}`, 20, 3_600_000)
      await requireStrongPassword(password, {
        chooser: { email, name },
        words: await passwordWords(parts),
      })
      await register(parts, libraryHeaders(parts, c), {
        name,
        email: email.toLowerCase(),
        password,
      })
      return c.json({ status: 'accepted' }, 202)
    })
    .post('/sign-out', async (c) => {
      const token = tokenOf(c.req.raw)
      if (token) {
        const session = await parts.sessions.find(token)
        if (session) {
          await parts.sessions.end(session.accountId, { id: session.id })
          await securityEvent(parts.query, 'sign_out', session.actor)
        }
        // An idle session would remain, and its devices would still receive messages.
        else await parts.query('DELETE FROM "session" WHERE token = $1', [hashToken(token)])
      }
      return c.body(null, 204)
    })
