/**
 * The hash chain over the audit. A link covers the previous link, the facts of an entry and the
 * digest of its values. The digest has one salted leaf per value, so that values can be removed for
 * privacy later: their leaves stay and prove that nothing else changed, and without its salt a leaf
 * does not reveal the value.
 */
import { hash as digest, randomBytes } from 'node:crypto'
import { REDACTED } from './auditEntry.ts'

/** An entry in canonical form, as selected by `ENTRY`. */
export interface Entry {
  readonly seq: string
  readonly xid: string
  readonly facts: readonly (string | null)[]
  /** Changed fields with the text of their `[before, after]`; null if the entry has no patch. */
  readonly fields: readonly (readonly [name: string, text: string])[] | null
  readonly reason: string | null
}

/** A leaf and its salt; the salt is null once the value was removed. */
export type Leaf = readonly [hash: string, salt: string | null]
export type Leaves = Readonly<Record<string, Leaf>>

/**
 * Columns of `Entry`, from `audit a`. PostgreSQL writes every value as text, so that no number
 * passes through Node.
 */
export const ENTRY = `a.seq::text as seq, a.xid::text as xid, a.reason,
json_build_array(a.seq::text, to_char(a.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), a.operation_id::text, a.request_id, a.actor_id::text, a.account_id, a.actor_name, a.channel, a.entity, a.record_id::text, a.version::text, a.action) as facts,
case when a.patch is null then null when jsonb_typeof(a.patch) <> 'object' then json_build_array(json_build_array('', a.patch::text))
  else (select coalesce(json_agg(json_build_array(e.key, e.value::text) order by e.key), '[]') from jsonb_each(a.patch) e) end as fields`

/** Name of the reason's leaf; those of fields begin with `patch.`. */
export const REASON = 'reason'
export const leafOf = (field: string): string => `patch.${field}`

/** Text of a removed value, as it appears in an entry. */
const REMOVED = JSON.stringify(REDACTED)
const REMOVED_PAIR = `[${REMOVED}, ${REMOVED}]`
export const isRemoved = (leaf: string, text: string): boolean =>
  text === (leaf === REASON ? REMOVED : REMOVED_PAIR)

export const newSalt = (): string => randomBytes(16).toString('hex')

const hash = (...parts: readonly unknown[]): string =>
  digest('sha256', JSON.stringify(parts), 'hex')

/** Values of an entry by leaf name, in order. */
export const valuesOf = ({ fields, reason }: Entry): readonly (readonly [string, string])[] => [
  [REASON, JSON.stringify(reason)],
  ...(fields === null ? [] : [['patch', ''] as const]),
  ...(fields ?? []).map(([name, text]) => [leafOf(name), text] as const),
]

export const hashLeaf = (salt: string, name: string, text: string): string => hash(salt, name, text)

/** Every leaf of an entry. Each has its own salt, which reveals no other salt. */
export const leavesOf = (entry: Entry, salt: string): Leaves =>
  Object.fromEntries(
    valuesOf(entry).map(([name, text]) => {
      const own = hash(salt, name)
      return [name, [hashLeaf(own, name, text), own]]
    }),
  )

const digestOf = (leaves: Leaves): string =>
  hash(
    Object.entries(leaves)
      .map(([name, [leaf]]) => [name, leaf])
      .sort(([a], [b]) => (a! < b! ? -1 : 1)),
  )

/** The link of an entry at a position of the chain; the first follows the empty text. */
export const linkOf = (previous: string, place: number, entry: Entry, leaves: Leaves): string =>
  hash(previous, place, entry.facts, digestOf(leaves))
