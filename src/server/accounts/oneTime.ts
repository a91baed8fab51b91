import type { Query } from '../database/query.ts'
import { invalidCode } from './problems.ts'
import { RESET_LINKS } from './tokenHash.ts'

/** Longer than an authenticator code is valid, including clock skew. */
const VALID = "interval '3 minutes'"

/** Stored in the idempotency table, which is cleared after a day. */
const OWNER = 'one-time:'

/** Ends an account's mailed password links: an earlier one could still set another password. */
export const endResetLinks = async (query: Query, account: string): Promise<void> =>
  void (await query('DELETE FROM verification WHERE value = $1 AND starts_with(identifier, $2)', [
    account,
    RESET_LINKS,
  ]))

/**
 * The account a challenge of the first step belongs to; undefined if there is none. The library
 * verifies that the challenge is genuine.
 */
export const accountWaiting = async (
  query: Query,
  challenge: string,
): Promise<string | undefined> => {
  let text: string
  try {
    text = decodeURIComponent(challenge)
  } catch {
    return undefined
  }
  const {
    rows: [row],
  } = await query<{ value: string }>(
    'SELECT value FROM verification WHERE identifier = $1 AND "expiresAt" > now()',
    [text.slice(0, text.lastIndexOf('.'))],
  )
  return row?.value
}

/** True when the code was used for the account recently. */
export const isSpent = async (query: Query, account: string, code: string): Promise<boolean> =>
  (
    await query(
      `SELECT 1 FROM idempotency WHERE person = $1 AND key = $2 AND created_at > now() - ${VALID}`,
      [OWNER + account, code],
    )
  ).rowCount > 0

/**
 * Uses up a code. Returns true for the first caller only (RFC 6238, 5.2: a code is accepted once).
 */
export const spend = async (query: Query, account: string, code: string): Promise<boolean> =>
  (
    await query(
      `INSERT INTO idempotency AS i (person, key, body_hash) VALUES ($1, $2, '') ON CONFLICT (person, key) DO UPDATE SET created_at = now() WHERE i.created_at <= now() - ${VALID}`,
      [OWNER + account, code],
    )
  ).rowCount > 0

/**
 * Runs an operation that consumes a code. 401 `invalid_code` if the code was already used for
 * anything.
 */
export const consumeCode = async <T>(
  query: Query,
  account: string,
  code: string,
  run: () => Promise<T>,
): Promise<T> => {
  if (await isSpent(query, account, code)) throw invalidCode()
  const done = await run()
  if (!(await spend(query, account, code))) throw invalidCode()
  return done
}
