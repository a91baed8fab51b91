import type { Query } from '../database/query.ts'
import { invalidCode } from './problems.ts'
import { RESET_LINKS } from './tokenHash.ts'

/** Longer than an authenticator's code is taken for, clocks that differ included. */
const VALID = "interval '3 minutes'"

/** Kept where what happens once is kept, and forgotten with it after a day. */
const OWNER = 'one-time:'

/** Ends the links to a new password that were mailed for an account: one that was asked for before would still set another. */
export const endResetLinks = async (query: Query, account: string): Promise<void> =>
  void (await query('DELETE FROM verification WHERE value = $1 AND starts_with(identifier, $2)', [
    account,
    RESET_LINKS,
  ]))

/** The account a sign-in waits for the second step of, by what its first step answered; undefined where there is none. Whether that is genuine is the library's to say. */
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

/** True when the code was used for the account a moment ago. */
export const isSpent = async (query: Query, account: string, code: string): Promise<boolean> =>
  (
    await query(
      `SELECT 1 FROM idempotency WHERE person = $1 AND key = $2 AND created_at > now() - ${VALID}`,
      [OWNER + account, code],
    )
  ).rowCount > 0

/** Uses a code up. False for all but the first of those who use it (RFC 6238, 5.2: a code is taken once). */
export const spend = async (query: Query, account: string, code: string): Promise<boolean> =>
  (
    await query(
      `INSERT INTO idempotency AS i (person, key, body_hash) VALUES ($1, $2, '') ON CONFLICT (person, key) DO UPDATE SET created_at = now() WHERE i.created_at <= now() - ${VALID}`,
      [OWNER + account, code],
    )
  ).rowCount > 0

/** Runs what takes a code, which is used up by it. 401 `invalid_code` where it was used already, whatever for. */
export const useCode = async <T>(
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
