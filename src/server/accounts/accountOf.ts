import type { Tx } from '../database/pool.ts'

/** The account of a person. */
export interface Account {
  readonly id: string
  readonly twoFactor: boolean
}

/** Returns the account linked to a person. */
export const accountOf = async (tx: Tx, person: string): Promise<Account | undefined> =>
  (
    await tx.query<Account>(
      'SELECT id, COALESCE("twoFactorEnabled", false) AS "twoFactor" FROM "user" WHERE "personId" = $1',
      [person],
    )
  ).rows[0]

/** Ends the sessions of an account and its pending sign-ins; returns how many sessions. */
export const endSignIns = async (tx: Tx, account: string): Promise<number> => {
  // A pending second step could still become a session.
  await tx.query(`DELETE FROM verification WHERE value = $1 AND identifier LIKE '2fa-%'`, [account])
  return (await tx.query('DELETE FROM "session" WHERE "userId" = $1', [account])).rowCount
}
