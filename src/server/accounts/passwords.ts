import * as z from 'zod'
import type { Ctx } from '../web/context.ts'
import { newRoutes, type Routes } from '../web/routes.ts'
import { leave } from './leave.ts'
import { revokeIdentity } from './identityRevocation.ts'
import { endResetLinks } from './oneTime.ts'
import {
  addressOf,
  bodyOf,
  emailField,
  newPasswordField,
  ownerHeaders,
  passwordField,
  sessionOf,
  type Parts,
} from './parts.ts'
import { requireStrongPassword, type Chooser } from './passwordStrength.ts'
import { passwordWords } from './passwordWords.ts'
import { translating } from './problems.ts'
import { securityEvent } from '../security/events.ts'
import { sendSession, newToken } from './signIn.ts'
import { countProof } from './signInLimits.ts'

const chooserOf = async ({ query }: Parts, account: string): Promise<Chooser | undefined> =>
  (await query<Chooser>('SELECT email, name FROM "user" WHERE id = $1', [account])).rows[0]

/** The owner of the account whose password a mailed link sets; undefined for an invalid link. */
const holderOf = async (parts: Parts, token: string): Promise<Chooser | undefined> => {
  const { internalAdapter } = await parts.library.$context
  const found = await internalAdapter.findVerificationValue(`reset-password:${token}`)
  return found ? chooserOf(parts, found.value) : undefined
}

/** Mails a reset link, if the address has an account. */
const requestReset = async (parts: Parts, c: Ctx): Promise<Response> => {
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
}

/** Sets the password with the token of a mailed link. */
const reset = async (parts: Parts, c: Ctx): Promise<Response> => {
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
}

/** Changes the password of the caller; ends all other sessions. */
const change = async (parts: Parts, c: Ctx): Promise<Response> => {
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
  await revokeIdentity(parts, session.accountId)
  await securityEvent(parts.query, 'password_changed')
  parts.sessions.forget(session.token)
  parts.sessions.refresh()
  const token = newToken(headers)
  if (!token) {
    throw new Error('The account library made no session after the change of password.')
  }
  return sendSession(parts, c, token)
}

/** Forgotten and changed passwords, and leaving. */
export const passwordRoutes = (parts: Parts): Routes =>
  newRoutes()
    .get('/policy', (c) =>
      c.json({
        minPasswordLength: parts.minLength,
        registration: parts.config.registration !== false,
      }),
    )
    .post('/forget-password', (c) => requestReset(parts, c))
    .post('/reset-password', (c) => reset(parts, c))
    .post('/change-password', (c) => change(parts, c))
    .post('/leave', (c) => leave(parts, c))
