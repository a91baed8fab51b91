import type { Query } from '../database/query.ts'
import type { Parts } from './parts.ts'

/** Links an account to a person, unless either is linked already. */
export const linkAccount = async (
  query: Query,
  accountId: string,
  personId: string,
): Promise<void> => {
  await query(
    'UPDATE "user" SET "personId" = $2 WHERE id = $1 AND "personId" IS NULL AND NOT EXISTS (SELECT 1 FROM "user" o WHERE o."personId" = $2)',
    [accountId, personId],
  )
}

/**
 * Links an account with a proven address to the person record with this e-mail, unless it is taken.
 */
export const linkPerson = async (
  { query, people, presence }: Pick<Parts, 'query' | 'people' | 'presence'>,
  accountId: string,
  email: string,
): Promise<void> => {
  const person = await people.byEmail(email)
  if (!person) return
  await linkAccount(query, accountId, person.id)
  await presence.account(accountId)
}
