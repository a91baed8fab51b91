import type { Query } from '../database/query.ts'
import type { Tx } from '../database/pool.ts'
import { SYSTEM_JOB, type Jobs } from '../jobs/types.ts'
import type { IdentityService } from './types.ts'

/** Kind of the job that ends what the identity service keeps for people. */
export const REVOKE_JOB = 'identity-revoke'

/** What ends the sign-ins that the identity service keeps for people. */
export interface Revoking {
  readonly enqueue: Jobs['enqueue']
  readonly identity: Pick<IdentityService, 'issuer' | 'revoke'> | undefined
}

/** Whom the identity service knows an account by; none without a service. */
export const subjectsOf = async (
  { identity }: Pick<Revoking, 'identity'>,
  query: Query,
  account: string,
): Promise<readonly string[]> =>
  identity
    ? (
        await query<{ subject: string }>(
          'SELECT "accountId" AS subject FROM "account" WHERE "userId" = $1 AND "providerId" = $2',
          [account, identity.issuer],
        )
      ).rows.map((row) => row.subject)
    : []

/** Asks the identity service to end what it keeps for these subjects; says what comes of it. */
export const revokeSubjects = async (
  { enqueue, identity }: Revoking,
  subjects: readonly string[],
  tx?: Tx,
): Promise<'none' | 'requested' | 'not_possible'> => {
  if (!identity || !subjects.length) return 'none'
  if (!identity.revoke) return 'not_possible'
  await enqueue({ kind: REVOKE_JOB, payload: { subjects: [...subjects] }, actor: SYSTEM_JOB }, tx)
  return 'requested'
}
