/**
 * Records as documents and back. Every field is always there, `null` where it is empty, since a
 * document without a field is found by no sort over it. Money is `{ amount, currency }` in minor
 * units, days and times are texts, references are the ids of records, instants are points in time
 * of the database. Pure: how it writes points in time is given.
 */
import { DELETED } from './query.ts'
import type { FieldModel, Json, ResourceModel } from '../types.ts'

/** How the database holds points in time. */
export interface Instants {
  /** From ISO 8601. */
  write(iso: string): unknown
  /** To ISO 8601 UTC with milliseconds; undefined for what is no point in time. */
  read(value: unknown): string | undefined
}

/** A value that does not fit; `path` is a field or a dotted path into one. */
export interface Misfit {
  readonly path: string
  readonly message: string
}
export interface Decoded {
  /** The fields of the shape, as the API carries them. */
  readonly values: Readonly<Record<string, Json>>
  readonly standard: Standard
}
export interface Standard {
  readonly version: number
  readonly createdAt: string
  readonly updatedAt: string
  readonly createdBy: string | null
  readonly updatedBy: string | null
  readonly deletedAt: string | null
}

/** Names a document has besides the fields of its shape. */
export const STANDARD = [
  'version',
  'createdAt',
  'updatedAt',
  'createdBy',
  'updatedBy',
  'deletedAt',
  DELETED,
] as const

const isMap = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  (Object.getPrototypeOf(value) === Object.prototype || Object.getPrototypeOf(value) === null)

const write = (field: FieldModel, value: unknown, instants: Instants): unknown => {
  if (value === undefined || value === null) return null
  if (field.kind === 'instant' && typeof value === 'string') return instants.write(value)
  if (field.fields && isMap(value)) {
    return Object.fromEntries(
      field.fields.flatMap((f) =>
        value[f.name] === undefined || value[f.name] === null
          ? []
          : [[f.name, write(f, value[f.name], instants)]],
      ),
    )
  }
  return value
}

/**
 * The fields of a body as a document has them; with `whole`, those the body leaves out are empty.
 */
export const encode = (
  resource: ResourceModel,
  body: Readonly<Record<string, unknown>>,
  instants: Instants,
  whole: boolean,
): Record<string, unknown> =>
  Object.fromEntries(
    resource.fields.flatMap((field) =>
      whole || field.name in body ? [[field.name, write(field, body[field.name], instants)]] : [],
    ),
  )

/**
 * A value without anything a record cannot hold: a foreign object, bytes, a link to a document, a
 * place on earth.
 */
const plain = (value: unknown, path: string, fail: (m: Misfit) => void): Json => {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
  if (typeof value === 'number' && Number.isFinite(value)) return value
  if (Array.isArray(value)) return value.map((v, i) => plain(v, `${path}.${i}`, fail))
  if (isMap(value)) {
    return Object.fromEntries(
      Object.entries(value).map(([k, v]) => [k, plain(v, `${path}.${k}`, fail)]),
    )
  }
  fail({ path, message: 'has a type that records do not have' })
  return null
}

const read = (
  field: FieldModel,
  value: unknown,
  path: string,
  instants: Instants,
  fail: (m: Misfit) => void,
): Json => {
  if (value === undefined || value === null) return null
  if (field.kind === 'instant') {
    const iso = instants.read(value)
    if (iso === undefined) fail({ path, message: 'is no point in time' })
    return iso ?? null
  }
  if (field.fields && isMap(value)) {
    return Object.fromEntries(
      Object.entries(value).map(([k, v]) => {
        const inner = field.fields!.find((f) => f.name === k)
        return [
          k,
          inner ? read(inner, v, `${path}.${k}`, instants, fail) : plain(v, `${path}.${k}`, fail),
        ]
      }),
    )
  }
  return plain(value, path, fail)
}

/**
 * A document as a record. Its types are checked here; whether values keep the rules of the schema
 * is for `validate`.
 */
export const decode = (
  resource: ResourceModel,
  data: Readonly<Record<string, unknown>>,
  instants: Instants,
): Decoded | { readonly misfits: readonly Misfit[] } => {
  const misfits: Misfit[] = []
  const fail = (m: Misfit) => void misfits.push(m)
  const known = new Set([...resource.fields.map((f) => f.name), ...STANDARD])
  for (const name of Object.keys(data)) {
    if (!known.has(name)) fail({ path: name, message: 'is no field of it' })
  }
  const values = Object.fromEntries(
    resource.fields.map((field) => [
      field.name,
      read(field, data[field.name], field.name, instants, fail),
    ]),
  )
  const at = (name: string, optional = false): string | null => {
    const iso = data[name] === null && optional ? null : instants.read(data[name])
    if (iso === undefined) fail({ path: name, message: 'is no point in time' })
    return iso ?? null
  }
  const by = (name: string): string | null => {
    const id = data[name]
    if (id !== null && typeof id !== 'string') fail({ path: name, message: 'is no id' })
    return typeof id === 'string' ? id : null
  }
  const { version } = data
  if (!Number.isSafeInteger(version) || (version as number) < 1) {
    fail({ path: 'version', message: 'is no version' })
  }
  const deletedAt = at('deletedAt', true)
  if (data[DELETED] !== (deletedAt !== null)) {
    fail({ path: DELETED, message: 'does not agree with the time of deletion' })
  }
  const standard: Standard = {
    version: version as number,
    createdAt: at('createdAt')!,
    updatedAt: at('updatedAt')!,
    createdBy: by('createdBy'),
    updatedBy: by('updatedBy'),
    deletedAt,
  }
  return misfits.length ? { misfits } : { values, standard }
}

/** A part of the name of a reservation. E-mail addresses agree whatever their case. */
const reserved = (resource: ResourceModel, name: string, value: unknown): string | undefined =>
  typeof value !== 'string' || value === ''
    ? undefined
    : resource.fields.find((f) => f.name === name)?.kind === 'email'
      ? value.toLowerCase()
      : value

/**
 * A set of fields no two live records may agree in, with their values in one record; absent where
 * one of them is empty.
 */
export interface Reservation {
  readonly fields: readonly string[]
  readonly values: readonly string[]
}

/** What a live record reserves. */
export const reservationsOf = (
  resource: ResourceModel,
  values: Readonly<Record<string, unknown>>,
): readonly Reservation[] =>
  resource.unique.flatMap((fields) => {
    const parts = fields.map((name) => reserved(resource, name, values[name]))
    return parts.every((v) => v !== undefined) ? [{ fields, values: parts as string[] }] : []
  })

/** The first part of a reservation's name: which values of which fields it is for. */
export const reservationPrefix = (collection: string, fields: readonly string[]): string =>
  `${collection}.${fields.join('+')}.`

/**
 * Name of the document that holds a reservation, given a hash to hexadecimal text. One value: its
 * hash; several: the hash of their hashes.
 */
export const reservationName = async (
  collection: string,
  { fields, values }: Reservation,
  sha256: (text: string) => Promise<string>,
): Promise<string> => {
  const hashes = await Promise.all(values.map(sha256))
  return (
    reservationPrefix(collection, fields) +
    (hashes.length === 1 ? hashes[0]! : await sha256(hashes.join('')))
  )
}
