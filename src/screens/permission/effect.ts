/**
 * Effect of a role change on people. Permissions of all their roles add up, so not everybody loses
 * what one role drops. Pure.
 */
import { grants, type Grants } from '#schemas/define/permissions.ts'

export interface Holder {
  readonly id: string
  readonly name: string
  readonly roles: readonly string[]
}

/** Names of people with the keys they gain and lose. */
export interface Effect {
  readonly gain: readonly string[]
  readonly lose: readonly string[]
}

/** `others` are the grants of all other roles, by id. */
export const effectOf = (
  people: readonly Holder[],
  role: { readonly id: string; readonly before: Grants; readonly after: Grants },
  others: ReadonlyMap<string, Grants>,
  keys: readonly string[],
): Effect => {
  const touched = (person: Holder, to: Grants, from: Grants): boolean => {
    const rest = person.roles.flatMap((id) => {
      const given = id === role.id ? undefined : others.get(id)
      return given ? [given] : []
    })
    return keys.some(
      (key) => grants(to, key) && !grants(from, key) && !rest.some((given) => grants(given, key)),
    )
  }
  return {
    gain: people.filter((person) => touched(person, role.after, role.before)).map((p) => p.name),
    lose: people.filter((person) => touched(person, role.before, role.after)).map((p) => p.name),
  }
}
