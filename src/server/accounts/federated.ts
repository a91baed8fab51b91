import { createHmac, randomBytes } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import * as z from 'zod'
import { cut } from '#model/cut.ts'
import type { Ctx } from '../web/context.ts'
import { notFound, Problem } from '../base/problem.ts'
import { newRoutes, type Routes } from '../web/routes.ts'
import { SESSION_IDLE_S } from '../permissions/sessionLife.ts'
import { linkPerson } from './linkPerson.ts'
import { createAccount } from './newAccount.ts'
import { addressOf, bodyOf, libraryHeaders, wholeAddressOf, type Parts } from './parts.ts'
import { accountDisabled } from './problems.ts'
import { signedIn } from './signIn.ts'
import { hashToken } from './tokenHash.ts'
import { securityEvent } from '../security/events.ts'
import { signingIn } from '../security/origin.ts'
import type { FederatedIdentity } from './types.ts'

const CHALLENGE_S = 600

/** An ID token of the identity service, as sent in a body. */
export const identityToken = () => z.string().min(20).max(8192)

interface Account {
  readonly id: string
  readonly twoFactor: boolean
}

/** One row per identity: it is the primary key, so two concurrent sign-ins create one link. */
const keyOf = ({ issuer, subject }: FederatedIdentity): string => `${issuer}/${subject}`

const linked = async (
  { query }: Parts,
  identity: FederatedIdentity,
): Promise<Account | undefined> =>
  (
    await query<Account>(
      'SELECT u.id, COALESCE(u."twoFactorEnabled", false) AS "twoFactor" FROM "account" a JOIN "user" u ON u.id = a."userId" WHERE a.id = $1',
      [keyOf(identity)],
    )
  ).rows[0]

const link = async (
  { query }: Parts,
  identity: FederatedIdentity,
  accountId: string,
): Promise<void> => {
  await query(
    'INSERT INTO "account" (id, "accountId", "providerId", "userId") VALUES ($1, $2, $3, $4) ON CONFLICT (id) DO NOTHING',
    [keyOf(identity), identity.subject, identity.issuer, accountId],
  )
  await securityEvent(query, 'identity_linked', { accountId }, { provider: identity.provider })
}

/**
 * Claims our account with the identity's proven address. If we never proved that address ourselves,
 * whoever chose its password may not be its owner: the password, second factor and earlier sessions
 * are removed.
 */
const claim = async (
  parts: Parts,
  identity: FederatedIdentity,
  found: { readonly id: string; readonly emailVerified: boolean },
): Promise<void> => {
  if (!found.emailVerified) {
    await parts.query(
      `WITH p AS (DELETE FROM "account" WHERE "userId" = $1 AND "providerId" = 'credential'), f AS (DELETE FROM "twoFactor" WHERE "userId" = $1)
UPDATE "user" SET "emailVerified" = true, "twoFactorEnabled" = false WHERE id = $1`,
      [found.id],
    )
    await parts.sessions.end(found.id)
    await linkPerson(parts, found.id, identity.email ?? '')
    await parts.presence.account(found.id)
  }
  await link(parts, identity, found.id)
}

/**
 * A new account: linked to the employee with this proven address, or waiting for approval without
 * roles.
 */
const register = async (parts: Parts, c: Ctx, identity: FederatedIdentity): Promise<void> => {
  const email = identity.email
  if (!email || !z.email().safeParse(email).success) {
    throw new Problem(
      409,
      'email_needed',
      'The provider gave no e-mail address, and an account needs one. Sign in another way, or allow the provider to pass it on.',
    )
  }
  const employee = await parts.people.byEmail(email)
  if (parts.config.registration === false && !(employee && identity.emailVerified)) {
    throw new Problem(
      403,
      'registration_closed',
      'Registration is closed. Ask an administrator for an invitation.',
    )
  }
  const name = cut(identity.name ?? email.split('@')[0] ?? email, 160)
  const person = employee ? {} : { personId: await parts.peopleWriter.request({ name, email }) }
  await link(
    parts,
    identity,
    await createAccount(parts, { email, name, verified: identity.emailVerified, ...person }),
  )
  if (!identity.emailVerified) {
    await parts.library.api.sendVerificationEmail({
      body: { email },
      headers: libraryHeaders(parts, c),
    })
  }
}

/** The provider has confirmed the address since the account was created. */
const confirm = async (
  parts: Parts,
  { email, emailVerified }: FederatedIdentity,
  accountId: string,
): Promise<void> => {
  if (!emailVerified || !email) return
  const { rowCount } = await parts.query(
    'UPDATE "user" SET "emailVerified" = true WHERE id = $1 AND email = $2 AND NOT "emailVerified"',
    [accountId, email],
  )
  if (!rowCount) return
  await linkPerson(parts, accountId, email)
  await parts.presence.account(accountId)
  parts.sessions.refresh()
}

/** Our account for an identity: found, claimed or created. */
const accountOf = async (parts: Parts, c: Ctx, identity: FederatedIdentity): Promise<Account> => {
  const known = await linked(parts, identity)
  if (known) {
    await confirm(parts, identity, known.id)
    return known
  }
  const {
    rows: [same],
  } = identity.email
    ? await parts.query<{ id: string; emailVerified: boolean }>(
        'SELECT id, "emailVerified" FROM "user" WHERE email = $1',
        [identity.email],
      )
    : { rows: [] }
  if (same && !identity.emailVerified) {
    throw new Problem(
      409,
      'email_not_verified',
      'There is already an account with this e-mail, and the provider has not confirmed that the address is yours. Sign in with the password.',
    )
  }
  if (same) await claim(parts, identity, same)
  else {
    await register(parts, c, identity).catch(async (error: unknown) => {
      if (!(await linked(parts, identity))) throw error
    })
  }
  const made = await linked(parts, identity)
  if (!made) throw accountDisabled()
  return made
}

/** Creates a second-step challenge, as the account library does after a password. */
const challenge = async (parts: Parts, accountId: string): Promise<string> => {
  const identifier = `2fa-${randomBytes(15).toString('base64url')}`
  await parts.query(
    `INSERT INTO verification (id, identifier, value, "expiresAt") SELECT gen_random_uuid()::text, v.identifier, v.value, now() + $4 * interval '1 second' FROM (VALUES ($1, $2), ($3, '0')) v (identifier, value)`,
    [identifier, accountId, `2fa-attempts-${identifier}`, CHALLENGE_S],
  )
  const signature = createHmac('sha256', (await parts.library.$context).secret)
    .update(identifier)
    .digest('base64')
  return encodeURIComponent(`${identifier}.${signature}`)
}

const openSession = async (parts: Parts, c: Ctx, accountId: string): Promise<string> => {
  const token = randomBytes(32).toString('hex')
  await parts.query(
    `INSERT INTO "session" (id, token, "userId", "expiresAt", "ipAddress", "userAgent") VALUES ($1, $2, $3, now() + $4 * interval '1 second', $5, $6)`,
    [
      uuidv7(),
      hashToken(token),
      accountId,
      SESSION_IDLE_S,
      wholeAddressOf(parts, c) ?? null,
      c.req.header('user-agent')?.slice(0, 400) ?? null,
    ],
  )
  return token
}

/**
 * Proves that the caller has just signed in at the identity service as the account's owner; for
 * actions that otherwise require the password. 401 `identity_too_old` after five minutes.
 */
export const proveIdentity = async (
  parts: Parts,
  token: string,
  accountId: string,
): Promise<void> => {
  if (!parts.identity) throw notFound('address')
  const identity = await parts.identity.verify(token)
  if ((await linked(parts, identity))?.id !== accountId) {
    throw new Problem(
      403,
      'another_identity',
      'This is another account of the identity service than the one you are signed in with here.',
    )
  }
  if (Date.now() - identity.authenticatedAt.getTime() > 5 * 60_000) {
    throw new Problem(
      401,
      'identity_too_old',
      'Sign in again with the identity service first, then repeat this.',
    )
  }
}

/** Sign-in with the identity service: exchanges its token for a session. */
export const federatedRoutes = (parts: Parts): Routes =>
  newRoutes().post('/identity', async (c) => {
    if (!parts.identity) throw notFound('address')
    signingIn('identity')
    await parts.limiter.take(`sign-in address ${addressOf(parts, c)}`, 30)
    const { idToken } = await bodyOf(c, { idToken: identityToken() })
    const account = await accountOf(parts, c, await parts.identity.verify(idToken))
    if (account.twoFactor) {
      c.header('Cache-Control', 'no-store')
      return c.json({ twoFactor: true, challenge: await challenge(parts, account.id) })
    }
    return signedIn(parts, c, await openSession(parts, c, account.id))
  })
