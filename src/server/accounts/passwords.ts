import { errors, jwtVerify } from 'jose'
import * as z from 'zod'
import { invalid, Problem } from '../base/problem.ts'
import { newRoutes, type Routes } from '../web/routes.ts'
import { identityToken, proveIdentity } from './federated.ts'
import { endResetLinks } from './oneTime.ts'
import {
  addressOf,
  bodyOf,
  emailField,
  libraryHeaders,
  newPasswordField,
  ownerHeaders,
  passwordField,
  sessionOf,
  type Parts,
} from './parts.ts'
import { requireStrongPassword, type Chooser } from './passwordStrength.ts'
import { passwordWords } from './passwordWords.ts'
import { expiredLink, invalidCredentials, invalidLink, translating } from './problems.ts'
import { tokenOf } from './sessions.ts'
import { securityEvent } from '../security/events.ts'
import { answerSession, newToken, signInWith } from './signIn.ts'
import { countProof, countSignIn } from './signInLimits.ts'

/**
 * The e-mail a verification link was mailed to. Rejects tokens we did not sign before any lookup:
 * the response must not reveal which addresses have accounts.
 */
const emailOfLink = async ({ config }: Parts, token: string): Promise<string> => {
  try {
    const { payload } = await jwtVerify(token, new TextEncoder().encode(config.secret), {
      algorithms: ['HS256'],
    })
    return String(payload.email ?? '')
  } catch (error) {
    throw error instanceof errors.JWTExpired ? expiredLink() : invalidLink()
  }
}

/** True when it is the account's password. */
const isPassword = async (parts: Parts, account: string, password: string): Promise<boolean> => {
  const {
    rows: [found],
  } = await parts.query<{ hash: string | null }>(
    `SELECT password AS hash FROM "account" WHERE "userId" = $1 AND "providerId" = 'credential'`,
    [account],
  )
  if (!found?.hash) return false
  return (await parts.library.$context).password.verify({ hash: found.hash, password })
}

const chooserOf = async ({ query }: Parts, account: string): Promise<Chooser | undefined> =>
  (await query<Chooser>('SELECT email, name FROM "user" WHERE id = $1', [account])).rows[0]

/** The owner of the account whose password a mailed link sets; undefined for an invalid link. */
const holderOf = async (parts: Parts, token: string): Promise<Chooser | undefined> => {
  const { internalAdapter } = await parts.library.$context
  const found = await internalAdapter.findVerificationValue(`reset-password:${token}`)
  return found ? chooserOf(parts, found.value) : undefined
}

/** Forgotten and changed passwords, and proof of the address. */
export const passwordRoutes = (parts: Parts): Routes =>
  newRoutes()
    .get('/policy', (c) =>
      c.json({
        minPasswordLength: parts.minLength,
        registration: parts.config.registration !== false,
      }),
    )
    .post('/forget-password', async (c) => {
      const { email } = await bodyOf(c, { email: emailField() })
      await parts.limiter.take(`forget address ${addressOf(parts, c)}`, 30)
      // Per address too: a stranger must not use up the owner's attempts. In total: nobody floods
      // the mailbox.
      await parts.limiter.take(`forget account ${email.toLowerCase()} ${addressOf(parts, c)}`, 5)
      await parts.limiter.take(`forget account ${email.toLowerCase()}`, 20, 3_600_000)
      await securityEvent(parts.query, 'password_reset_requested', { email })
      // Not awaited: neither the response nor its time reveals whether the account exists.
      if (z.email().safeParse(email).success) {
        parts.library.api
          .requestPasswordReset({ body: { email: email.toLowerCase() } })
          .catch((error: unknown) => parts.log.error(`A password reset failed: ${String(error)}`))
      }
      return c.json({ status: 'accepted' }, 202)
    })
    .post('/reset-password', async (c) => {
      const { token, password } = await bodyOf(c, {
        token: z.string().max(200),
        password: newPasswordField(parts.minLength),
      })
      await parts.limiter.take(`reset ${addressOf(parts, c)}`, 30)
      await requireStrongPassword(password, {
        chooser: await holderOf(parts, token),
        words: await passwordWords(parts),
      })
      await translating(parts.minLength, () =>
        parts.library.api.resetPassword({ body: { token, newPassword: password } }),
      )
      // The library ends the account's sessions; clear our cache so that none works for another
      // half second.
      parts.sessions.refresh()
      return c.body(null, 204)
    })
    .post('/change-password', async (c) => {
      const session = await sessionOf(parts, c)
      const { currentPassword, newPassword } = await bodyOf(c, {
        currentPassword: passwordField(),
        newPassword: newPasswordField(parts.minLength),
      })
      await countProof(parts, session.accountId)
      await requireStrongPassword(newPassword, {
        chooser: await chooserOf(parts, session.accountId),
        words: await passwordWords(parts),
        field: 'newPassword',
      })
      const { headers } = await translating(
        parts.minLength,
        () =>
          parts.library.api.changePassword({
            body: { currentPassword, newPassword, revokeOtherSessions: true },
            headers: ownerHeaders(parts, c, session),
            returnHeaders: true,
          }),
        'currentPassword',
      )
      await endResetLinks(parts.query, session.accountId)
      await parts.revokeIdentity(session.accountId)
      await securityEvent(parts.query, 'password_changed')
      parts.sessions.forget(session.token)
      parts.sessions.refresh()
      const token = newToken(headers)
      if (!token) {
        throw new Error('The account library made no session after the change of password.')
      }
      return answerSession(parts, c, token)
    })
    .post('/leave', async (c) => {
      const session = await sessionOf(parts, c)
      const { password, idToken } = await bodyOf(c, {
        password: passwordField().optional(),
        idToken: identityToken().optional(),
      })
      await countProof(parts, session.accountId)
      if (idToken !== undefined) await proveIdentity(parts, idToken, session.accountId)
      else if (password === undefined) {
        throw invalid([{ path: 'password', code: 'required', message: 'Enter your password.' }])
      } else {
        await translating(parts.minLength, () =>
          parts.library.api.verifyPassword({
            body: { password },
            headers: ownerHeaders(parts, c, session),
          }),
        )
      }
      if (session.actor.personId === null) {
        throw new Problem(409, 'waiting_for_approval', 'Your account is waiting for approval.')
      }
      await parts.peopleWriter.leave(session.actor, 'Requested by the person')
      // Ending the record revokes the sign-ins there, so the page can no longer delete them itself.
      await parts.removeIdentity(session.accountId)
      await parts.sessions.end(session.accountId)
      // The rule that revokes access may have deleted the sessions already, in its transaction.
      parts.sessions.refresh()
      await securityEvent(parts.query, 'account_left')
      return c.body(null, 204)
    })
    .post('/send-verification-email', async (c) => {
      const session = await sessionOf(parts, c)
      await parts.limiter.take(`verification ${session.accountId}`, 5)
      const {
        rows: [user],
      } = await parts.query<{ email: string }>('SELECT email FROM "user" WHERE id = $1', [
        session.accountId,
      ])
      await translating(parts.minLength, () =>
        parts.library.api.sendVerificationEmail({
          body: { email: user?.email ?? '' },
          headers: ownerHeaders(parts, c, session),
        }),
      )
      return c.json({ status: 'accepted' }, 202)
    })
    .post('/verify-email', async (c) => {
      const { token, password } = await bodyOf(c, {
        token: z.string().max(2000),
        password: passwordField().optional(),
      })
      await parts.limiter.take(`verify ${addressOf(parts, c)}`, 30)
      const {
        rows: [user],
      } = await parts.query<{ id: string; email: string; personId: string | null }>(
        'SELECT id, email, "personId" FROM "user" WHERE email = $1',
        [await emailOfLink(parts, token)],
      )
      const own = tokenOf(c.req.raw)
      const session = own ? await parts.sessions.find(own) : null
      let isOwner = user !== undefined && session?.accountId === user.id
      if (user && !isOwner && password !== undefined) {
        await countSignIn(parts, c, user.email)
        if (!(await isPassword(parts, user.id, password))) throw invalidCredentials()
        isOwner = true
      }
      // Somebody may have registered with another's address: the owner's click must not prove it
      // for them.
      if (user && !isOwner) {
        throw new Problem(
          401,
          'sign_in_first',
          'Sign in with this account, then open the link again.',
        )
      }
      await translating(parts.minLength, () =>
        parts.library.api.verifyEmail({ query: { token }, headers: libraryHeaders(parts, c) }),
      )
      if (user && isOwner) await parts.link(user.id, user.email)
      if (user) await parts.presence.account(user.id)
      await securityEvent(parts.query, 'email_confirmed', { accountId: user?.id ?? null })
      parts.sessions.refresh()
      if (user && password !== undefined) return signInWith(parts, c, user.email, password)
      return c.body(null, 204)
    })
