import type { Query } from '../database/query.ts'
import type { Tx } from '../database/pool.ts'
import { SYSTEM_JOB, type Jobs } from '../jobs/types.ts'
import type { IdentityService } from './types.ts'

/** Job kind that revokes people's sign-ins at the identity service, or deletes them there. */
export const REVOKE_JOB = 'identity-revoke'

/** What revoking sign-ins at the identity service needs. */
export interface Revoking {
  readonly enqueue: Jobs['enqueue']
  readonly identity: Pick<IdentityService, 'issuer' | 'revoke' | 'remove'> | undefined
}

/** The identity service's subjects of an account; empty without a service. */
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

/** Queues revoking these subjects at the identity service; returns whether that is possible. */
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

/** Revokes the sign-ins of the account's person at the identity service. */
export const revokeIdentity = async (
  parts: Revoking & { readonly query: Query },
  accountId: string,
): Promise<void> => {
  await revokeSubjects(parts, await subjectsOf(parts, parts.query, accountId))
}

/** Deletes the account's person at the identity service, where its credentials allow that. */
export const removeIdentity = async (
  { enqueue, identity, query }: Revoking & { readonly query: Query },
  accountId: string,
): Promise<void> => {
  const subjects = await subjectsOf({ identity }, query, accountId)
  if (!identity?.remove || !subjects.length) return
  const payload = { subjects: [...subjects], remove: true }
  await enqueue({ kind: REVOKE_JOB, payload, actor: SYSTEM_JOB })
}
