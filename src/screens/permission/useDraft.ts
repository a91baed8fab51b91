/** Unsaved changes of a role, stored as differences so that they apply to its latest version. */
import { useMemo, useState } from 'react'
import type { Grants } from '#schemas/define/permissions.ts'
import { editGrants, heldOf } from '#model/grantsEdit.ts'

/** A row rule: values by field, or by a field of a referenced record (`vendor.kind`). */
export type Rule = Readonly<Record<string, unknown>>

export interface Draft {
  /** True when the role grants the key in this draft. */
  readonly has: (key: string) => boolean
  /** True when the key differs from the saved role. */
  readonly changed: (key: string) => boolean
  readonly set: (keys: readonly string[], on: boolean) => void
  readonly rule: (entity: string) => Rule | undefined
  readonly setRule: (entity: string, rule: Rule | undefined) => void
  readonly dirty: boolean
  /** Number of changed keys and rules. */
  readonly changes: number
  /** Entities with a changed row rule. */
  readonly changedRules: readonly string[]
  /** Grants that a save would store. */
  readonly after: Grants
  readonly clear: () => void
  /** Copies permissions and row rules of another role, except keys that `may` refuses. */
  readonly copy: (other: Grants, may: (key: string) => boolean) => void
}

const rulesOf = (given: Grants): Readonly<Record<string, Rule>> =>
  (given.rows ?? {}) as Readonly<Record<string, Rule>>
const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

export const useDraft = (saved: Grants, universe: readonly string[]): Draft => {
  const [flips, setFlips] = useState<ReadonlyMap<string, boolean>>(new Map())
  const [rules, setRules] = useState<ReadonlyMap<string, Rule | undefined>>(new Map())
  const held = useMemo(() => heldOf(saved, universe), [saved, universe])
  return useMemo(() => {
    const differing = new Map([...flips].filter(([key, on]) => held.has(key) !== on))
    const ruling = [...rules].filter(([entity, rule]) => !same(rule, rulesOf(saved)[entity]))
    const has = (key: string) => differing.get(key) ?? held.has(key)
    const flip = (old: ReadonlyMap<string, boolean>, keys: readonly string[], on: boolean) => {
      const next = new Map(old)
      for (const key of keys) {
        if (held.has(key) === on) next.delete(key)
        else next.set(key, on)
      }
      return next
    }
    const after = (): Grants => {
      const { rows: _, ...bare } = editGrants(saved, universe, new Set(universe.filter(has)))
      const rows = Object.fromEntries(
        Object.entries({ ...rulesOf(saved), ...Object.fromEntries(ruling) }).filter(
          ([, rule]) => rule !== undefined,
        ),
      )
      return Object.keys(rows).length ? { ...bare, rows } : bare
    }
    return {
      has,
      changed: (key) => differing.has(key),
      set: (keys, on) => setFlips((old) => flip(old, keys, on)),
      rule: (entity) => (rules.has(entity) ? rules.get(entity) : rulesOf(saved)[entity]),
      setRule: (entity, rule) => setRules((old) => new Map(old).set(entity, rule)),
      dirty: differing.size > 0 || ruling.length > 0,
      changes: differing.size + ruling.length,
      changedRules: ruling.map(([entity]) => entity),
      get after() {
        return after()
      },
      clear: () => {
        setFlips(new Map())
        setRules(new Map())
      },
      copy: (other, may) => {
        const theirs = heldOf(other, universe)
        setFlips(
          new Map(
            universe
              .filter((key) => theirs.has(key) !== held.has(key) && (may(key) || !theirs.has(key)))
              .map((key) => [key, theirs.has(key)]),
          ),
        )
        setRules(
          new Map(
            [...new Set([...Object.keys(rulesOf(saved)), ...Object.keys(rulesOf(other))])].map(
              (entity) => [entity, rulesOf(other)[entity]],
            ),
          ),
        )
      },
    }
  }, [flips, rules, held, saved, universe])
}
