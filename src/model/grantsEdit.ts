/** Edits what a role grants while keeping its patterns. Pure. */
import { historyKey } from '#schemas/define/historyKey.ts'
import { revealKey } from '#schemas/define/revealKey.ts'
import { grants, type Grants } from '#schemas/define/permissions.ts'

const isPattern = (text: string): boolean => text.includes('*')
const covers = (pattern: string) => {
  const one: Grants = { allow: [pattern], deny: [] }
  return (key: string) => grants(one, key)
}
const denies =
  (...deny: string[]) =>
  (key: string): boolean =>
    !grants({ allow: [key], deny }, key)

/** The keys of `universe` that a grant covers. */
export const heldOf = (given: Grants, universe: readonly string[]): Set<string> =>
  new Set(universe.filter((key) => grants(given, key)))

const entityOf = (key: string): string => key.slice(0, key.indexOf('.'))

/**
 * Replaces keys of one entity by one pattern if they are all its relevant keys, otherwise keeps
 * them one by one.
 */
const gather = (
  keys: readonly string[],
  universe: readonly string[],
  whole: (entity: string, its: readonly string[]) => boolean,
): string[] => {
  const byEntity = new Map<string, string[]>()
  for (const key of keys) byEntity.set(entityOf(key), [...(byEntity.get(entityOf(key)) ?? []), key])
  return [...byEntity].flatMap(([entity, some]) =>
    some.length > 1 &&
    whole(
      entity,
      universe.filter((key) => entityOf(key) === entity),
    )
      ? [`${entity}.*`]
      : some,
  )
}

/**
 * A grant that covers exactly `wanted` of `universe`, as close to `given` as possible: its patterns
 * stay where they are right (so that they continue to cover future fields), keys they cover in
 * excess are denied one by one, missing keys are allowed one by one; an entity that is wanted
 * completely, or not at all, becomes one pattern. Patterns that match no key of the universe stay
 * unchanged. Returns `given` itself if nothing changes.
 *
 * ```ts
 * editGrants({ allow: ['*.read'], deny: [] }, keys, wantedWithout('hotel.read'))
 * // { allow: ['*.read'], deny: ['hotel.read'] }
 * ```
 */
export const editGrants = (
  given: Grants,
  universe: readonly string[],
  wanted: ReadonlySet<string>,
): Grants => {
  const held = heldOf(given, universe)
  if (
    held.size === universe.filter((key) => wanted.has(key)).length &&
    [...held].every((key) => wanted.has(key))
  ) {
    return given
  }
  // A denial that covers a wanted key cannot stay: denials win.
  const deny = given.deny.filter((pattern) => {
    const on = denies(pattern)
    return !universe.some((key) => wanted.has(key) && on(key))
  })
  const denied = denies(...deny)
  const allow = given.allow.filter((pattern) => {
    const on = covers(pattern)
    const touched = universe.filter((key) => on(key))
    const right = touched.filter((key) => wanted.has(key)).length
    const wrong = touched.filter((key) => !wanted.has(key) && !denied(key)).length
    // A rule with exceptions stays one; a pattern that would need more exceptions than it has hits
    // is dropped.
    return !touched.length || wrong === 0 || (isPattern(pattern) && right >= wrong)
  })
  const kept: Grants = { allow, deny }
  const excess = universe.filter((key) => !wanted.has(key) && grants(kept, key))
  const denying = [
    ...deny,
    ...gather(excess, universe, (_, its) => its.every((key) => !wanted.has(key))),
  ]
  // The first denial takes from `*` what only a role without denials has by it.
  const missing = universe.filter(
    (key) => wanted.has(key) && !grants({ allow, deny: denying }, key),
  )
  // An entity's pattern does not cover these keys: they are always listed.
  const isNamed = (key: string): boolean =>
    key === historyKey(entityOf(key)) || key === revealKey(entityOf(key))
  return {
    allow: [
      ...allow,
      ...gather(
        missing.filter((key) => !isNamed(key)),
        universe.filter((key) => !isNamed(key)),
        (_, its) => its.every((key) => wanted.has(key)),
      ),
      ...missing.filter(isNamed),
    ],
    deny: denying,
    ...(given.rows ? { rows: given.rows } : {}),
    ...(given.limits ? { limits: given.limits } : {}),
  }
}

/** Keys covered by one grant but not the other. */
export const grantsDiff = (
  before: Grants,
  after: Grants,
  universe: readonly string[],
): { readonly gained: readonly string[]; readonly lost: readonly string[] } => {
  const [was, is] = [heldOf(before, universe), heldOf(after, universe)]
  return {
    gained: universe.filter((key) => is.has(key) && !was.has(key)),
    lost: universe.filter((key) => was.has(key) && !is.has(key)),
  }
}
