/**
 * Registration that does not reveal whether an address has an account: the response and the work
 * before it are the same either way, and a new account works once its address is proven. Only the
 * owner of the mailbox learns more.
 */
import type { Ctx } from '../web/context.ts'
import { Problem } from '../base/problem.ts'
import { securityEvent } from '../security/events.ts'
import { mailAlreadyRegistered } from './accountMail.ts'
import { createAccount } from './newAccount.ts'
import { addressOf, libraryHeaders, type Parts } from './parts.ts'
import { invalidCredentials } from './problems.ts'

interface Registration {
  readonly name: string
  /** Lowercase. */
  readonly email: string
  readonly password: string
}

const isTaken = (error: unknown): boolean =>
  error instanceof Problem && error.code === 'email_already_in_use'

/**
 * Creates the account and mails the link that proves the address, or notifies the owner of an
 * existing account.
 */
const finish = async (
  parts: Parts,
  headers: Headers,
  { name, email }: Registration,
  passwordHash: string,
): Promise<void> => {
  if ((await parts.query('SELECT 1 FROM "user" WHERE email = $1', [email])).rowCount) {
    return mailAlreadyRegistered(parts, email)
  }
  // An existing record is linked only once the address is proven.
  const known = await parts.people.byEmail(email)
  const person = known ? {} : { personId: await parts.peopleWriter.request({ name, email }) }
  try {
    await createAccount(parts, { name, email, passwordHash, verified: false, ...person })
  } catch (error) {
    if (!isTaken(error)) throw error
    return mailAlreadyRegistered(parts, email)
  }
  await securityEvent(parts.query, 'registered', { email })
  await parts.library.api.sendVerificationEmail({ body: { email }, headers })
}

/**
 * The part of registration that a caller waits for: hashing the password, which takes nearly all
 * the time.
 */
export const register = async (
  parts: Parts,
  headers: Headers,
  wanted: Registration,
): Promise<void> => {
  const hash = await (await parts.library.$context).password.hash(wanted.password)
  finish(parts, headers, wanted, hash).catch((error: unknown) =>
    parts.log.error(`A registration failed: ${String(error)}`),
  )
}

/** The account registered with an address that is still unproven. */
const unproven = async (
  { query, peopleModel: { resource, person } }: Parts,
  email: string,
): Promise<{ readonly hash: string | null } | undefined> =>
  (
    await query<{ hash: string | null }>(
      `SELECT (SELECT a.password FROM "account" a WHERE a."userId" = u.id AND a."providerId" = 'credential') AS hash
FROM "user" u LEFT JOIN "${resource.table}" p ON p.id = u."personId" WHERE u.email = lower($1) AND NOT u."emailVerified" AND (p.id IS NULL OR p."state" = $2)`,
      [email, person.requested],
    )
  ).rows[0]

/**
 * Rejects a sign-in to such an account like a wrong password: whoever registered with another's
 * address must not find out that it was free. With the right password the link is mailed again.
 */
export const requireProvenAddress = async (
  parts: Parts,
  c: Ctx,
  email: string,
  password: string,
): Promise<void> => {
  const found = await unproven(parts, email)
  if (!found) return
  const hasher = (await parts.library.$context).password
  if (found.hash === null) await hasher.hash(password)
  else if (await hasher.verify({ hash: found.hash, password })) {
    const headers = libraryHeaders(parts, c)
    const send = async () => {
      await parts.limiter.take(`verification ${email.toLowerCase()} ${addressOf(parts, c)}`, 5)
      await parts.library.api.sendVerificationEmail({
        body: { email: email.toLowerCase() },
        headers,
      })
    }
    // Not awaited: the time must not reveal that the password was right.
    send().catch((error: unknown) =>
      parts.log.error(`A link that confirms an address was not sent: ${String(error)}`),
    )
  }
  throw invalidCredentials()
}
