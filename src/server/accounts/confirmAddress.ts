import type { Query } from '../database/query.ts'
import { findPeople, type PeopleModel } from '../permissions/people.ts'
import { linkAccount } from './linkPerson.ts'
import { createPresence } from './presence.ts'

/**
 * Accepts an account's address as proven on somebody's word and links the account to the person
 * record with this address, unless that record has an account. Returns the id of the linked person.
 * Checks no permissions and writes no event.
 */
export const confirmAddress = async (
  query: Query,
  declared: PeopleModel,
  account: string,
): Promise<string | null> => {
  const { rows } = await query<{ email: string }>(
    'UPDATE "user" SET "emailVerified" = true, "updatedAt" = now() WHERE id = $1 RETURNING email',
    [account],
  )
  const person = rows[0] && (await findPeople(declared, query).byEmail(rows[0].email))
  if (person) await linkAccount(query, account, person.id)
  await createPresence(declared, query).account(account)
  return person?.id ?? null
}
