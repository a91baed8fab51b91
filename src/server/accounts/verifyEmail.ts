import { errors, jwtVerify } from 'jose'
import * as z from 'zod'
import { Problem } from '../base/problem.ts'
import { securityEvent } from '../security/events.ts'
import type { Ctx } from '../web/context.ts'
import { newRoutes, type Routes } from '../web/routes.ts'
import { linkPerson } from './linkPerson.ts'
import {
  addressOf,
  bodyOf,
  libraryHeaders,
  ownerHeaders,
  passwordField,
  sessionOf,
  type Parts,
} from './parts.ts'
import { expiredLink, invalidCredentials, invalidLink, translating } from './problems.ts'
import { tokenOf } from './sessions.ts'
import { signInWith } from './signIn.ts'
import { countSignIn } from './signInLimits.ts'

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

interface Holder {
  readonly id: string
  readonly email: string
}

/** Rejects a caller who is neither signed in to the account nor knows its password. */
const requireOwner = async (
  parts: Parts,
  c: Ctx,
  user: Holder,
  password: string | undefined,
): Promise<void> => {
  const own = tokenOf(c.req.raw)
  const session = own ? await parts.sessions.find(own) : null
  if (session?.accountId === user.id) return
  // Somebody may have registered with another's address: the owner's click must not prove it
  // for them.
  if (password === undefined) {
    throw new Problem(401, 'sign_in_first', 'Sign in with this account, then open the link again.')
  }
  await countSignIn(parts, c, user.email)
  if (!(await isPassword(parts, user.id, password))) throw invalidCredentials()
}

/** Mails the link again. */
const sendLink = async (parts: Parts, c: Ctx): Promise<Response> => {
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
}

/** Proves the address with a mailed link; signs in when the password was sent along. */
const verify = async (parts: Parts, c: Ctx): Promise<Response> => {
  const { token, password } = await bodyOf(c, {
    token: z.string().max(2000),
    password: passwordField().optional(),
  })
  await parts.limiter.take(`verify ${addressOf(parts, c)}`, 30)
  const {
    rows: [user],
  } = await parts.query<Holder>('SELECT id, email FROM "user" WHERE email = $1', [
    await emailOfLink(parts, token),
  ])
  if (user) await requireOwner(parts, c, user, password)
  await translating(parts.minLength, () =>
    parts.library.api.verifyEmail({ query: { token }, headers: libraryHeaders(parts, c) }),
  )
  if (user) {
    await linkPerson(parts, user.id, user.email)
    await parts.presence.account(user.id)
  }
  await securityEvent(parts.query, 'email_confirmed', { accountId: user?.id ?? null })
  parts.sessions.refresh()
  if (user && password !== undefined) return signInWith(parts, c, user.email, password)
  return c.body(null, 204)
}

/** Proof that a person owns the e-mail address of their account. */
export const verificationRoutes = (parts: Parts): Routes =>
  newRoutes()
    .post('/send-verification-email', (c) => sendLink(parts, c))
    .post('/verify-email', (c) => verify(parts, c))
