import type { Query } from '../database/query.ts'
import { keptClient } from '../security/events.ts'
import { requestOrigin } from '../security/origin.ts'

export type SignInAction = 'sign-in' | 'sign-in-failed'

/**
 * Audit entity of sign-ins. It is not in the schemas, so no record history or live event shows
 * them.
 */
export const ACCOUNT_ENTITY = 'account'

/**
 * Records a sign-in or a failed attempt for an account, found by id or e-mail, with the address and
 * the client of the request. Does nothing if there is no such account.
 */
export const recordSignIn = async (
  query: Query,
  action: SignInAction,
  account: { readonly id: string } | { readonly email: string },
  requestId: string,
): Promise<void> => {
  const [column, value] =
    'id' in account ? ['id', account.id] : ['email', account.email.toLowerCase()]
  const origin = requestOrigin()
  const facts = { address: origin?.address ?? null, client: keptClient(origin?.client) }
  const patch = Object.fromEntries(
    Object.entries(facts).flatMap(([name, fact]) => (fact === null ? [] : [[name, [null, fact]]])),
  )
  await query(
    `INSERT INTO audit (request_id, actor_id, account_id, actor_name, channel, entity, record_id, version, action, patch)
SELECT $2, u."personId", u.id, u.name, 'api', $3, u.id::uuid, 0, $4, $5::jsonb FROM "user" u WHERE u.${column} = $1`,
    [value, requestId, ACCOUNT_ENTITY, action, JSON.stringify(patch)],
  )
}
