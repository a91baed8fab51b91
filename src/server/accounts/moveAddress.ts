import { sqlState } from '../database/pool.ts'
import type { Query } from '../database/query.ts'
import { emailInUse } from './problems.ts'

const UNIQUE = '23505'

/**
 * Moves a person's account to another address, which is unproven until confirmed. Ends its
 * sessions, pending links and second steps, and linked identities, so the old mailbox gives no
 * access. Returns whether there was an account to move; 409 on the field if the address already has
 * an account.
 */
export const moveAddress = async (
  query: Query,
  personId: string,
  email: string,
): Promise<boolean> => {
  const moved = await query<{ id: string }>(
    `UPDATE "user" SET email = lower($2), "emailVerified" = false, "updatedAt" = now() WHERE "personId" = $1 AND email <> lower($2) RETURNING id`,
    [personId, email],
  ).catch((error: unknown) => {
    throw sqlState(error) === UNIQUE ? emailInUse() : error
  })
  const account = moved.rows[0]?.id
  if (account === undefined) return false
  await query('DELETE FROM "session" WHERE "userId" = $1', [account])
  await query('DELETE FROM verification WHERE value = $1 OR identifier = $2', [
    account,
    `invitation:${account}`,
  ])
  await query(`DELETE FROM "account" WHERE "userId" = $1 AND "providerId" <> 'credential'`, [
    account,
  ])
  return true
}
