import type { Query } from '../database/query.ts'
import { columnOf, type PeopleModel } from '../permissions/people.ts'

const EVERY = "interval '5 minutes'"

/** Condition that it is time to note that a person was seen; `false` where the schemas keep no such field. */
export const unseenFor = ({ person }: PeopleModel, alias: string): string =>
  person.lastSeen
    ? `(${alias}.${columnOf(person.lastSeen)} IS NULL OR ${alias}.${columnOf(person.lastSeen)} < now() - ${EVERY})`
    : 'false'

/** Keeps what the server alone knows of a person's record. Neither is a change of the record: no version, no audit, so nobody's form goes stale by it. */
export const createPresence = (people: PeopleModel, query: Query) => {
  const { resource, person } = people
  return {
    /** The person used the server just now; written at most once every five minutes, whoever asks. */
    async seen(personId: string): Promise<void> {
      if (!person.lastSeen) return
      await query(
        `UPDATE "${resource.table}" p SET ${columnOf(person.lastSeen)} = now() WHERE p.id = $1::uuid AND ${unseenFor(people, 'p')}`,
        [personId],
      )
    },
    /** What the record shows of the account changed: whether two-factor sign-in is on, whether the address is proven. Without an account, all of them. */
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
