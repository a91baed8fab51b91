import type { Query } from '../database/query.ts'
import { columnOf, type PeopleModel } from '../permissions/people.ts'

const EVERY = "interval '5 minutes'"

/**
 * Condition that the person's last-seen time is due for an update; `false` if the schemas have no
 * such field.
 */
export const unseenFor = ({ person }: PeopleModel, alias: string): string =>
  person.lastSeen
    ? `(${alias}.${columnOf(person.lastSeen)} IS NULL OR ${alias}.${columnOf(person.lastSeen)} < now() - ${EVERY})`
    : 'false'

/**
 * Maintains the server-managed fields of a person's record. These are not changes of the record: no
 * version and no audit, so open forms do not become stale.
 */
export const createPresence = (people: PeopleModel, query: Query) => {
  const { resource, person } = people
  return {
    /**
     * The person just used the server; written at most once every five minutes across all callers.
     */
    async seen(personId: string): Promise<void> {
      if (!person.lastSeen) return
      await query(
        `UPDATE "${resource.table}" p SET ${columnOf(person.lastSeen)} = now() WHERE p.id = $1::uuid AND ${unseenFor(people, 'p')}`,
        [personId],
      )
    },
    /**
     * Copies the account's state to the record: whether two-factor sign-in is on and the address is
     * proven. Null updates all accounts.
     */
    async account(accountId: string | null): Promise<void> {
      const shown = [
        ...(person.twoFactor
          ? [[columnOf(person.twoFactor), 'COALESCE(u."twoFactorEnabled", false)']]
          : []),
        ...(person.emailVerified ? [[columnOf(person.emailVerified), 'u."emailVerified"']] : []),
      ]
      if (!shown.length) return
      await query(
        `UPDATE "${resource.table}" p SET ${shown.map((s) => s.join(' = ')).join(', ')} FROM "user" u WHERE ($1::text IS NULL OR u.id = $1) AND p.id = u."personId" AND (${shown.map(([column, value]) => `p.${column} IS DISTINCT FROM ${value}`).join(' OR ')})`,
        [accountId],
      )
    },
  }
}

export type Presence = ReturnType<typeof createPresence>
