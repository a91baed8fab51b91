import { sqlState } from '../database/pool.ts'
import type { Query } from '../database/query.ts'
import type { Tx } from '../database/pool.ts'
import { revokeSubjects, subjectsOf, type Revoking } from './identityRevocation.ts'
import { emailInUse } from './problems.ts'

const UNIQUE = '23505'

/** What moving an account's address needs; `tx` when it is part of a transaction. */
export interface Moving extends Revoking {
  readonly query: Query
  readonly tx?: Tx
}

/**
 * Moves a person's account to another address, which is unproven until confirmed. Ends its
 * sessions, pending links and second steps, linked identities and their sign-ins at the identity
 * service, so the old mailbox gives no access. Returns the account, undefined when there was none
 * to move; 409 on the field if the address already has an account.
 */
export const moveAddress = async (
  parts: Moving,
  personId: string,
  email: string,
): Promise<string | undefined> => {
  const { query, tx } = parts
  const moved = await query<{ id: string }>(
    `UPDATE "user" SET email = lower($2), "emailVerified" = false, "updatedAt" = now() WHERE "personId" = $1 AND email <> lower($2) RETURNING id`,
    [personId, email],
  ).catch((error: unknown) => {
    throw sqlState(error) === UNIQUE ? emailInUse() : error
  })
  const account = moved.rows[0]?.id
  if (account === undefined) return undefined
  const subjects = await subjectsOf(parts, query, account)
  await query('DELETE FROM "session" WHERE "userId" = $1', [account])
  await query('DELETE FROM verification WHERE value = $1 OR identifier = $2', [
    account,
    `invitation:${account}`,
  ])
  await query(`DELETE FROM "account" WHERE "userId" = $1 AND "providerId" <> 'credential'`, [
    account,
  ])
  await revokeSubjects(parts, subjects, tx)
  return account
}
