/** Privilege ceiling: nobody grants what they do not hold. */
import { isDeepStrictEqual } from 'node:util'
import { grants, keysOf, systemKeys, type Grants } from '#schemas/define/permissions.ts'
import type { Model } from '#model/types.ts'
import type { Access } from '../../permissions/types.ts'

const NOTHING: Grants = { allow: [], deny: [] }

/**
 * True when every grant of the actor for the key is limited to rows, and to other rows than the new
 * grant.
 */
const wider = (access: Access, given: Grants, entity: string, key: string): boolean => {
  const own = access.actor.grants.filter((g) => grants(g, key)).map((g) => g.rows?.[entity])
  return (
    own.length > 0 &&
    !own.includes(undefined) &&
    !own.some((rows) => isDeepStrictEqual(rows, given.rows?.[entity]))
  )
}

/**
 * Keys that `given` allows beyond `before` and that the actor does not hold, or holds for fewer
 * rows. Patterns are compared by the model's keys they cover. Empty for the system.
 */
export const beyond = (
  model: Model,
  access: Access,
  given: Grants,
  before: Grants = NOTHING,
): string[] => {
  if (access.actor.kind === 'system') return []
  const system = systemKeys.filter(
    (key) => grants(given, key) && !grants(before, key) && !access.can(key),
  )
  return [
    ...system,
    ...model.resources.flatMap((resource) => {
      const { entity } = resource
      const sameRows = isDeepStrictEqual(given.rows?.[entity], before.rows?.[entity])
      return keysOf(resource).filter(
        (key) =>
          grants(given, key) &&
          !(sameRows && grants(before, key)) &&
          (!access.can(key) || wider(access, given, entity, key)),
      )
    }),
  ]
}
