import type { Query } from '../database/query.ts'

export type SignInAction = 'sign-in' | 'sign-in-failed'

/** Entity under which sign-ins stand in the audit: no entity of the schemas, so no record's history and no live event shows them. */
export const ACCOUNT_ENTITY = 'account'

/** Writes down that an account, found by id or e-mail, was signed in to or that somebody failed to. Nothing where there is no such account. */
export const recordSignIn = async (
  query: Query,
  action: SignInAction,
  account: { readonly id: string } | { readonly email: string },
  requestId: string,
): Promise<void> => {
  const [column, value] =
    'id' in account ? ['id', account.id] : ['email', account.email.toLowerCase()]
  await query(
    `INSERT INTO audit (request_id, actor_id, account_id, actor_name, channel, entity, record_id, version, action)
SELECT $2, u."personId", u.id, u.name, 'api', $3, u.id::uuid, 0, $4 FROM "user" u WHERE u.${column} = $1`,
    [value, requestId, ACCOUNT_ENTITY, action],
  )
}
