/**
 * Permission keys. A key is `<entity>.<action>`, `<entity>.field.<field>.read|write`, `<entity>.transition.<state>`;
 * an action is one of `actions` or declared by the entity.
 * A grant is a list of patterns in which `*` stands for any run of characters, so that a role written
 * today also covers the fields of tomorrow: `*.read`, `hotel.*`. A pattern reaches transitions only when it ends in `*`
 * or says so: `*.read` does not move a message into its state `read`.
 */

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
] as const
export type Action = (typeof actions)[number]

/** What a role grants. `deny` wins over `allow`; `rows` narrows an entity to rows that match a filter (`{ hotel: { vendor: '…' } }`). */
export interface Grants {
  readonly allow: readonly string[]
  readonly deny: readonly string[]
  readonly rows?: Readonly<Record<string, unknown>>
}

const matcher = new Map<string, RegExp>()
const toRegExp = (pattern: string): RegExp => {
  let found = matcher.get(pattern)
  if (!found) {
    found = new RegExp(
      `^${pattern
        .split('*')
        .map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'))
        .join('.*')}$`,
    )
    matcher.set(pattern, found)
  }
  return found
}

const isTransition = (key: string): boolean => key.split('.', 2)[1] === 'transition'
const covers = (pattern: string, key: string): boolean =>
  toRegExp(pattern).test(key) &&
  (pattern.endsWith('*') || pattern.includes('.transition.') || !isTransition(key))

/** True when the grant covers the key. Default deny. */
export const grants = (given: Grants, key: string): boolean =>
  given.allow.some((pattern) => covers(pattern, key)) &&
  !given.deny.some((pattern) => covers(pattern, key))

/** What of a compiled resource makes its keys. */
export interface Keyed {
  readonly entity: string
  readonly fields: readonly { readonly name: string }[]
  readonly states: readonly { readonly value: string }[]
  readonly actions: readonly { readonly name: string }[]
}

/** Every key of one entity. */
export const keysOf = ({ entity, fields, states, actions: own }: Keyed): string[] => [
  ...actions.map((action) => `${entity}.${action}`),
  ...own.map(({ name }) => `${entity}.${name}`),
  ...fields.flatMap(({ name }) => [
    `${entity}.field.${name}.read`,
    `${entity}.field.${name}.write`,
  ]),
  ...states.map(({ value }) => `${entity}.transition.${value}`),
]

/**
 * Keys of what is no entity: the organisation's settings, and the installation itself. No entity may take these names
 * (`checkResources`), staff of a tenant never hold them, and patterns such as `*.read` do not reach them.
 */
export const systemKeys = [
  'organisation.update',
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

/** Every key there is. */
export const allKeys = (resources: readonly Keyed[]): string[] => [
  ...resources.flatMap(keysOf),
  ...systemKeys,
]
