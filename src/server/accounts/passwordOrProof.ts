import { invalid } from '../base/problem.ts'
import { requireProof } from '../permissions/proof.ts'
import type { Parts } from './parts.ts'
import type { Session } from './sessions.ts'

/**
 * What the account library needs before it changes a second factor: the password of an account that
 * has one (422 without), which the library checks; a recent proof of identity of any other (403
 * `step_up_required`).
 */
export const passwordOrProof = async (
  { query }: Pick<Parts, 'query'>,
  { accountId, actor }: Pick<Session, 'accountId' | 'actor'>,
  password: string | undefined,
): Promise<{ readonly password?: string }> => {
  const { rowCount } = await query(
    `SELECT 1 FROM "account" WHERE "userId" = $1 AND "providerId" = 'credential' AND password IS NOT NULL`,
    [accountId],
  )
  if (!rowCount) {
    requireProof({ actor })
    return {}
  }
  if (password === undefined) {
    throw invalid([{ path: 'password', code: 'required', message: 'Enter your password.' }])
  }
  return { password }
}
