/**
 * Permission keys. A key is `<entity>.<action>`, `<entity>.field.<field>.read|write`,
 * `<entity>.transition.<state>`; an action is one of `actions` or declared by the entity.
 *
 * A grant is a list of patterns in which `*` matches any characters, so that a role written today
 * also covers future fields: `*.read`, `hotel.*`. A pattern matches transitions only if it ends in
 * `*` or names them: `*.read` does not move a message to its state `read`.
 * `<entity>.import.history` and `<entity>.reveal` are allowed only by `*` or by a pattern that names
 * them: full permission for hotels includes neither writing their history nor their hidden values.
 * `*` allows revealing only in a role that denies nothing: "everything but …" was said without
 * thinking of it.
 */
import { approvalKeys } from './approvals.ts'
import { HISTORY, historyKey } from './historyKey.ts'
import { noteKey } from './noteKey.ts'
import { REVEAL, revealKey } from './revealKey.ts'

/** Actions every entity has. */
export const actions = [
  'list',
  'read',
  'create',
  'update',
  'delete',
  'purge',
  'export',
  'import',
  'undo',
] as const
export type Action = (typeof actions)[number]

/**
 * What a role grants. `deny` wins over `allow`; `rows` restricts an entity to rows that match a
 * filter (`{ hotel: { vendor: '…' } }`), or that belong to people (`{ ticket: { assignee: '@me' } }`,
 * see `rowWords.ts`).
 */
export interface Grants {
  readonly allow: readonly string[]
  readonly deny: readonly string[]
  readonly rows?: Readonly<Record<string, unknown>>
  /**
   * By `<entity>.<approval>`: people with this role need the approval only above this value, in
   * place of the one that the schema declares.
   */
  readonly limits?: Readonly<Record<string, number>>
}

/** Maximum patterns per role, and `*` per pattern: every key is compared with every pattern. */
export const MAX_PATTERNS = 500
export const MAX_STARS = 3

/** The parts between the `*` of a pattern; consecutive `*` count as one. */
const partsOf = (pattern: string): string[] => pattern.replace(/\*{2,}/g, '*').split('*')

/** The number of `*` in a pattern; consecutive ones count once. */
export const starsOf = (pattern: string): number => partsOf(pattern).length - 1

/** Parsed patterns: complete keys, and the parts of those with a `*`. */
interface Compiled {
  readonly keys: ReadonlySet<string>
  readonly open: readonly { readonly parts: readonly string[]; readonly moves: boolean }[]
}

const compiled = new WeakMap<readonly string[], Compiled>()
const compile = (patterns: readonly string[]): Compiled => {
  let found = compiled.get(patterns)
  if (!found) {
    found = {
      keys: new Set(patterns.filter((pattern) => !pattern.includes('*'))),
      open: patterns
        .filter((pattern) => pattern.includes('*'))
        .map((pattern) => ({
          parts: partsOf(pattern),
          moves: pattern.endsWith('*') || pattern.includes('.transition.'),
        })),
    }
    compiled.set(patterns, found)
  }
  return found
}

/**
 * True when the key contains the parts in order, the first at its start and the last at its end.
 * Searches each part once.
 */
const fits = (parts: readonly string[], key: string): boolean => {
  const last = parts.length - 1
  const [start, end] = [parts[0]!, parts[last]!]
  if (!key.startsWith(start) || !key.endsWith(end)) return false
  let at = start.length
  for (let i = 1; i < last; i++) {
    const found = key.indexOf(parts[i]!, at)
    if (found < 0) return false
    at = found + parts[i]!.length
  }
  return at + end.length <= key.length
}

const isTransition = (key: string): boolean => key.split('.', 2)[1] === 'transition'
const covers = (patterns: readonly string[], key: string): boolean => {
  const { keys, open } = compile(patterns)
  if (keys.has(key)) return true
  const moves = isTransition(key)
  return open.some((pattern) => (pattern.moves || !moves) && fits(pattern.parts, key))
}

/** Ends of the keys that a pattern must name. */
const REVEALING = `.${REVEAL}`
const NAMED: readonly string[] = [HISTORY, REVEALING]

const isAll = (pattern: string): boolean => /^\*+$/.test(pattern)
const naming = new WeakMap<readonly string[], Map<string, readonly string[]>>()
/** The patterns that allow keys with this end: those that name it, and `*` where `all` is true. */
const namesEnd = (patterns: readonly string[], end: string, all: boolean): readonly string[] => {
  const known = naming.get(patterns) ?? new Map<string, readonly string[]>()
  naming.set(patterns, known)
  const kept = all ? end : `${end} named`
  let found = known.get(kept)
  if (!found) {
    found = patterns.filter((pattern) => (all && isAll(pattern)) || pattern.endsWith(end))
    known.set(kept, found)
  }
  return found
}

/** True when the grant covers the key. Denies by default. */
export const grants = (given: Grants, key: string): boolean => {
  const end = NAMED.find((name) => key.endsWith(name))
  if (covers(given.deny, key)) return false
  if (end === undefined) return covers(given.allow, key)
  return covers(namesEnd(given.allow, end, end !== REVEALING || !given.deny.length), key)
}

/** Parts of a compiled resource that define its keys. */
export interface Keyed {
  readonly entity: string
  readonly fields: readonly {
    readonly name: string
    readonly sensitive?: boolean
  }[]
  readonly states: readonly { readonly value: string }[]
  readonly actions: readonly { readonly name: string }[]
  readonly approvals?: readonly unknown[]
}

/** Every key of one entity. */
export const keysOf = ({ entity, fields, states, actions: own, approvals }: Keyed): string[] => [
  ...actions.map((action) => `${entity}.${action}`),
  historyKey(entity),
  noteKey(entity),
  ...(fields.some((f) => f.sensitive) ? [revealKey(entity)] : []),
  ...own.map(({ name }) => `${entity}.${name}`),
  ...(approvals?.length ? approvalKeys.map((name) => `${entity}.${name}`) : []),
  ...fields.flatMap(({ name }) => [
    `${entity}.field.${name}.read`,
    `${entity}.field.${name}.write`,
  ]),
  ...states.map(({ value }) => `${entity}.transition.${value}`),
]

/**
 * Keys outside the entities: the organisation's settings, and the installation itself. No entity
 * may use these names (`checkResources`), staff of a tenant never hold them, and patterns such as
 * `*.read` do not match them.
 */
export const systemKeys = [
  'organisation.update',
  'organisation.views',
  'system.audit',
  'system.status',
  'system.backup',
] as const
export type SystemKey = (typeof systemKeys)[number]

/** First words of `systemKeys`. */
export const systemNames: readonly string[] = [
  ...new Set(systemKeys.map((key) => key.slice(0, key.indexOf('.')))),
]

const known: ReadonlySet<string> = new Set(systemKeys)
/** True for a key of the installation. */
export const isSystemKey = (key: string): boolean => known.has(key)

/** Every permission key. */
export const allKeys = (resources: readonly Keyed[]): string[] => [
  ...resources.flatMap(keysOf),
  ...systemKeys,
]
