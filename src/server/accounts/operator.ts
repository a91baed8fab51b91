import { createHash, randomBytes } from 'node:crypto'
import { hashPassword, verifyPassword } from 'better-auth/crypto'
import type { Query } from '../database/query.ts'
import { SYSTEM_JOB, type Jobs } from '../jobs/types.ts'
import { confirmAddress } from './confirmAddress.ts'
import { REVOKE_JOB } from './identityRevocation.ts'
import type { Model } from '#model/types.ts'
import { peopleModel, type PeopleModel } from '../permissions/people.ts'
import { COMMAND, securityEvent } from '../security/events.ts'
import { endResetLinks } from './oneTime.ts'

/** Settings key for fingerprints of password hashes known not to match the password. */
const CLEARED = 'passwords-cleared'

/** Fingerprint of a salted hash: recognises it again and is useless for anything else. */
const fingerprint = (hash: string): string =>
  createHash('sha256').update(hash).digest('base64url').slice(0, 16)

/** An account with its person's state, null for one without a person. */
export interface FoundAccount {
  readonly id: string
  readonly email: string
  readonly state: string | null
}

/**
 * Accounts whose password is `password`. Each comparison takes a tenth of a second, so results are
 * remembered: later calls check only new and changed passwords.
 */
export const accountsWithPassword = async (
  query: Query,
  { resource }: Pick<PeopleModel, 'resource'>,
  password: string,
): Promise<readonly FoundAccount[]> => {
  const { rows } = await query<FoundAccount & { readonly hash: string }>(
    `SELECT u.id, u.email, p."state" AS state, a.password AS hash FROM "account" a JOIN "user" u ON u.id = a."userId"
LEFT JOIN "${resource.table}" p ON p.id = u."personId" AND p.deleted_at IS NULL WHERE a.password IS NOT NULL ORDER BY u.email`,
  )
  const {
    rows: [kept],
  } = await query<{ value: Record<string, readonly string[]> }>(
    'SELECT value FROM settings WHERE key = $1',
    [CLEARED],
  )
  const of = fingerprint(password)
  const known = new Set(kept?.value[of] ?? [])
  const found: FoundAccount[] = []
  const cleared: string[] = []
  for (const { hash, ...account } of rows) {
    const print = fingerprint(hash)
    if (!known.has(print) && (await verifyPassword({ hash, password }))) found.push(account)
    else cleared.push(print)
  }
  await query(
    'INSERT INTO settings (key, value) VALUES ($1, $2) ON CONFLICT (key) DO UPDATE SET value = EXCLUDED.value',
    [CLEARED, JSON.stringify({ [of]: cleared })],
  )
  return found
}

/** Removes the password of accounts and ends their sessions; a mailed link sets a new one. */
export const removePassword = async (query: Query, ids: readonly string[]): Promise<void> => {
  if (ids.length === 0) return
  await query(
    `WITH known AS (DELETE FROM "account" WHERE "userId" = ANY($1) AND "providerId" = 'credential')
DELETE FROM "session" WHERE "userId" = ANY($1)`,
    [ids],
  )
}

/**
 * Gives an account a random password, which is returned and not kept in clear. Ends its sessions
 * and mailed password links and, through a job, the person's sign-ins at the identity service.
 * `secondFactor` also removes the second factor. Returns undefined when there is no such account.
 * For the server's operator: checks no permissions.
 */
export const resetByOperator = async (
  { query, enqueue }: { readonly query: Query; readonly enqueue: Jobs['enqueue'] },
  email: string,
  { secondFactor = false }: { readonly secondFactor?: boolean } = {},
): Promise<string | undefined> => {
  const {
    rows: [user],
  } = await query<{ id: string; personId: string | null; name: string }>(
    'SELECT id, "personId", name FROM "user" WHERE email = lower($1)',
    [email],
  )
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
  const facts = {
    by: 'operator',
    account: user.id,
    ...(user.personId ? { subject: { id: user.personId, name: user.name } } : {}),
  }
  await securityEvent(query, 'password_reset', COMMAND, facts)
  if (secondFactor) await securityEvent(query, 'two_factor_reset', COMMAND, facts)
  await enqueue({ kind: REVOKE_JOB, payload: { account: user.id }, actor: SYSTEM_JOB })
  return password
}

/**
 * Accepts an address as proven on the operator's word, for installations without a mail server, and
 * links the account to the person record with it. An administrator still approves. Returns false
 * when there is no such account.
 */
export const confirmByOperator = async (
  query: Query,
  model: Model,
  email: string,
): Promise<boolean> => {
  const {
    rows: [user],
  } = await query<{ id: string }>('SELECT id FROM "user" WHERE email = lower($1)', [email])
  if (!user) return false
  const person = await confirmAddress(query, peopleModel(model), user.id)
  await securityEvent(query, 'email_confirmed', COMMAND, {
    by: 'operator',
    ...(person ? { subject: { id: person } } : {}),
  })
  return true
}
