import { securityEvent } from '../security/events.ts'
import { revokeIdentity } from './identityRevocation.ts'
import { linkPerson } from './linkPerson.ts'
import { endResetLinks } from './oneTime.ts'
import type { Parts } from './parts.ts'

type ChosenParts = Omit<Parts, 'library'>

/** An invited person has chosen a password; the administrator's invitation counts as approval. */
const acceptInvitation = async (
  { query, people, peopleModel, peopleWriter }: ChosenParts,
  accountId: string,
): Promise<void> => {
  await query('DELETE FROM verification WHERE identifier = $1', [`invitation:${accountId}`])
  const {
    rows: [user],
  } = await query<{ personId: string | null }>('SELECT "personId" FROM "user" WHERE id = $1', [
    accountId,
  ])
  const person = user?.personId ? await people.byId(user.personId) : undefined
  if (person && person.state === peopleModel.resource.initial) {
    await peopleWriter.activate(person.id)
  }
}

/**
 * A password was set through a mailed link, which also proves the address: ends earlier sign-ins,
 * links the account to its person and accepts a pending invitation.
 */
export const passwordChosen = async (parts: ChosenParts, accountId: string): Promise<void> => {
  const { query, sessions } = parts
  // Earlier sessions may not belong to the owner of the address.
  await sessions.end(accountId)
  await revokeIdentity(parts, accountId)
  await endResetLinks(query, accountId)
  await securityEvent(query, 'password_reset', { accountId })
  const {
    rows: [user],
  } = await query<{ email: string; proven: boolean; invited: string | null }>(
    'UPDATE "user" u SET "emailVerified" = true FROM (SELECT id, "emailVerified" FROM "user" WHERE id = $1 FOR UPDATE) was WHERE u.id = was.id RETURNING u.email, was."emailVerified" AS proven, (SELECT v.id FROM verification v WHERE v.identifier = $2 AND v."expiresAt" > now() LIMIT 1) AS invited',
    [accountId, `invitation:${accountId}`],
  )
  if (!user) return
  // Before the address was proven, somebody else may have set up the sign-in methods.
  if (!user.proven) {
    await query(
      `WITH a AS (DELETE FROM "account" WHERE "userId" = $1 AND "providerId" <> 'credential'), f AS (DELETE FROM "twoFactor" WHERE "userId" = $1) UPDATE "user" SET "twoFactorEnabled" = false WHERE id = $1`,
      [accountId],
    )
  }
  await linkPerson(parts, accountId, user.email)
  if (user.invited) await acceptInvitation(parts, accountId)
}
