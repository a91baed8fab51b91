/**
 * The field kinds an entity can use, and what holds for every field of a kind.
 * One flat table (after Sanity's input resolver): a new kind is one line here, one column type
 * on the server and one widget in the engine.
 */

/**
 * How a value of a kind is stored in PostgreSQL. `money` takes two columns: `<name>_amount bigint`,
 * `<name>_currency text`.
 */
export type Storage =
  | 'text'
  | 'integer'
  | 'double'
  | 'money'
  | 'boolean'
  | 'date'
  | 'timestamptz'
  | 'uuid'
  | 'uuid[]'
  | 'text[]'
  | 'jsonb'

/** Filter operators of the HTTP contract (`filter[field][op]=v`). */
export type Operator =
  | 'eq'
  | 'ne'
  | 'lt'
  | 'lte'
  | 'gt'
  | 'gte'
  | 'between'
  | 'in'
  | 'notIn'
  | 'contains'
  | 'startsWith'
  | 'endsWith'
  | 'has'
  | 'hasAny'
  | 'hasAll'
  | 'isNull'

interface KindTraits {
  readonly storage: Storage
  readonly operators: readonly Operator[]
  readonly sortable: boolean
  /** May stand in `list.search`. */
  readonly searchable: boolean
}

const TEXT = ['eq', 'ne', 'contains', 'startsWith', 'endsWith', 'in', 'notIn', 'isNull'] as const
const ORDERED = ['eq', 'ne', 'lt', 'lte', 'gt', 'gte', 'between', 'in', 'isNull'] as const
const CHOICE = ['eq', 'ne', 'in', 'notIn', 'isNull'] as const
const SET = ['has', 'hasAny', 'hasAll', 'isNull'] as const

const text: KindTraits = { storage: 'text', operators: TEXT, sortable: true, searchable: true }
const choice: KindTraits = { storage: 'text', operators: CHOICE, sortable: true, searchable: false }
const ordered = (storage: Storage): KindTraits => ({
  storage,
  operators: ORDERED,
  sortable: true,
  searchable: false,
})
const json: KindTraits = { storage: 'jsonb', operators: [], sortable: false, searchable: false }
const set = (storage: Storage): KindTraits => ({
  storage,
  operators: SET,
  sortable: false,
  searchable: false,
})

export const kinds = {
  /** UUIDv7, made by the server. */
  id: { storage: 'uuid', operators: CHOICE, sortable: true, searchable: false },
  text,
  email: text,
  phone: text,
  url: text,
  slug: text,
  /** Long text in Markdown. */
  markdown: { ...text, sortable: false },
  /** Long plain text. */
  longText: { ...text, sortable: false },
  /** IANA zone, ISO 3166-1 alpha-2 country, ISO 4217 currency, BCP 47 locale. */
  timeZone: choice,
  country: choice,
  currency: choice,
  locale: choice,
  icon: { ...choice, sortable: false },
  color: { ...choice, sortable: false },
  enum: choice,
  /** The lifecycle field `state`. */
  state: choice,
  int: ordered('integer'),
  number: ordered('double'),
  /** Integer shown as stars. */
  rating: ordered('integer'),
  /** Basis points, integer; 1250 is shown as 12.5 %. */
  bps: ordered('integer'),
  money: ordered('money'),
  boolean: { storage: 'boolean', operators: ['eq'], sortable: true, searchable: false },
  /** Local date `YYYY-MM-DD`, never shifted by a zone. */
  day: ordered('date'),
  /** Local time `HH:MM`. */
  time: ordered('text'),
  /** ISO 8601 UTC. */
  instant: ordered('timestamptz'),
  ref: { ...choice, storage: 'uuid' },
  refs: set('uuid[]'),
  /** Reference to a record of one of several collections: `{ type: '<collection>', id }`. */
  anyRef: json,
  tags: set('text[]'),
  /** Several values of one enum. */
  enums: set('text[]'),
  address: json,
  location: json,
  /** Id of a stored file. */
  image: { storage: 'uuid', operators: ['isNull'], sortable: false, searchable: false },
  file: { storage: 'uuid', operators: ['isNull'], sortable: false, searchable: false },
  /** Ordered list of `{ file, alt? }`. */
  images: json,
  /** Ordered list of `{ file, name? }`. */
  files: json,
  /** Ordered child rows, each an object of fields. */
  rows: json,
  /** A group of fields shown together. */
  object: json,
  /** One of several objects, told apart by `kind`. */
  variant: json,
  /**
   * Write-only text, stored encrypted: answers carry only a mask, and a filter finds only who knows
   * all of it.
   */
  secret: { storage: 'text', operators: ['eq'], sortable: false, searchable: false },
  json,
} as const satisfies Record<string, KindTraits>

export type Kind = keyof typeof kinds

/** Traits of a kind, widened for code that handles any kind. */
export const traits = (kind: Kind): KindTraits => kinds[kind]
