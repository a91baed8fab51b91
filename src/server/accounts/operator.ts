import { createHash, randomBytes } from 'node:crypto'
import { hashPassword, verifyPassword } from 'better-auth/crypto'
import type { Query } from '../database/query.ts'
import { SYSTEM_JOB, type Jobs } from '../jobs/types.ts'
import { REVOKE_JOB } from './identityRevocation.ts'
import type { Model } from '#model/types.ts'
import { findPeople, peopleModel } from '../permissions/people.ts'
import { COMMAND, securityEvent } from '../security/events.ts'
import { createPresence } from './presence.ts'
import { endResetLinks } from './oneTime.ts'

/** Key under which the prints of password hashes are kept that were found to be of another password. */
const CLEARED = 'passwords-cleared'

/** A print of a salted hash: enough to know it again, useless for anything else. */
const printOf = (hash: string): string =>
  createHash('sha256').update(hash).digest('base64url').slice(0, 16)

/**
 * The e-mails of the accounts whose password is `password`. Comparing costs a tenth of a second an account, so what was
 * compared before is remembered: later calls look at new and changed passwords only.
 */
export const accountsWithPassword = async (
  query: Query,
  password: string,
): Promise<readonly string[]> => {
  const { rows } = await query<{ email: string; hash: string }>(
    `SELECT u.email, a.password AS hash FROM "account" a JOIN "user" u ON u.id = a."userId" WHERE a.password IS NOT NULL ORDER BY u.email`,
  )
  const {
    rows: [kept],
  } = await query<{ value: Record<string, readonly string[]> }>(
    'SELECT value FROM settings WHERE key = $1',
    [CLEARED],
  )
  const of = printOf(password)
  const known = new Set(kept?.value[of] ?? [])
  const found: string[] = []
  const cleared: string[] = []
  for (const { email, hash } of rows) {
    const print = printOf(hash)
    if (!known.has(print) && (await verifyPassword({ hash, password }))) found.push(email)
    else cleared.push(print)
  }
  await query(
    'INSERT INTO settings (key, value) VALUES ($1, $2) ON CONFLICT (key) DO UPDATE SET value = EXCLUDED.value',
    [CLEARED, JSON.stringify({ [of]: cleared })],
  )
  return found
}

/**
 * Gives an account a random password, which is returned and kept nowhere else, and ends its sessions, the links to a new
 * password and, by a job, what the identity service keeps for the person. `secondFactor` also removes its second factor. Undefined where there is no such account. For whoever runs
 * the server: no rights are asked.
 */
export const resetByOperator = async (
  { query, enqueue }: { readonly query: Query; readonly enqueue: Jobs['enqueue'] },
  email: string,
  { secondFactor = false }: { readonly secondFactor?: boolean } = {},
): Promise<string | undefined> => {
  const {
    rows: [user],
  } = await query<{ id: string }>('SELECT id FROM "user" WHERE email = lower($1)', [email])
  if (!user) return undefined
  const password = randomBytes(15).toString('base64url')
  const hash = await hashPassword(password)
  await query(
    `WITH known AS (UPDATE "account" SET password = $2, "updatedAt" = now() WHERE "userId" = $1 AND "providerId" = 'credential' RETURNING id),
ended AS (DELETE FROM "session" WHERE "userId" = $1),
factor AS (DELETE FROM "twoFactor" WHERE "userId" = $1 AND $3::boolean),
marked AS (UPDATE "user" SET "twoFactorEnabled" = false WHERE id = $1 AND $3::boolean)
INSERT INTO "account" (id, "accountId", "providerId", "userId", password) SELECT gen_random_uuid()::text, $1, 'credential', $1, $2 WHERE NOT EXISTS (SELECT 1 FROM known)`,
    [user.id, hash, secondFactor],
  )
  await endResetLinks(query, user.id)
  await enqueue({ kind: REVOKE_JOB, payload: { account: user.id }, actor: SYSTEM_JOB })
  return password
}

/**
 * Takes an address as proven on the word of whoever runs the server, where no mail server can carry the link, and gives the
 * account the person's record with it. Approval stays with an administrator. False where there is no such account.
 */
export const confirmByOperator = async (
  query: Query,
  model: Model,
  email: string,
): Promise<boolean> => {
  const declared = peopleModel(model)
  const {
    rows: [user],
  } = await query<{ id: string; email: string }>(
    'UPDATE "user" SET "emailVerified" = true WHERE email = lower($1) RETURNING id, email',
    [email],
  )
  if (!user) return false
  const person = await findPeople(declared, query).byEmail(user.email)
  if (person) {
    await query(
      'UPDATE "user" SET "personId" = $2 WHERE id = $1 AND "personId" IS NULL AND NOT EXISTS (SELECT 1 FROM "user" o WHERE o."personId" = $2)',
      [user.id, person.id],
    )
  }
  await createPresence(declared, query).account(user.id)
  await securityEvent(query, 'email_confirmed', COMMAND, {
    by: 'operator',
    ...(person ? { subject: { id: person.id } } : {}),
  })
  return true
}
