/**
 * Converts records to documents and back. Every field is always present, `null` when empty, since a
 * sort omits documents without the field. Money is `{ amount, currency }` in minor units, days and
 * times are texts, references are record ids, instants are the database's timestamps. Pure: the
 * timestamp conversion is passed in.
 */
import { DELETED } from './query.ts'
import type { FieldModel, Json, ResourceModel } from '../types.ts'

/** Conversion of the database's timestamps. */
export interface Instants {
  /** From ISO 8601. */
  write(iso: string): unknown
  /** To ISO 8601 UTC with milliseconds; undefined if the value is not a timestamp. */
  read(value: unknown): string | undefined
}

/** A value that does not fit; `path` is a field or a dotted path into one. */
export interface Misfit {
  readonly path: string
  readonly message: string
}
export interface Decoded {
  /** The fields of the shape, as in the API. */
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

/** Members of a document besides the fields of its shape. */
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

/** Encodes the fields of a body for a document; with `whole`, missing fields are empty. */
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
 * A plain JSON value; reports anything a record cannot hold: a foreign object, bytes, a document
 * reference, a geopoint.
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
    if (iso === undefined) fail({ path, message: 'is not a point in time' })
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

/** Decodes a document to a record. Checks types; `validate` checks the rules of the schema. */
export const decode = (
  resource: ResourceModel,
  data: Readonly<Record<string, unknown>>,
  instants: Instants,
): Decoded | { readonly misfits: readonly Misfit[] } => {
  const misfits: Misfit[] = []
  const fail = (m: Misfit) => void misfits.push(m)
  const known = new Set([...resource.fields.map((f) => f.name), ...STANDARD])
  for (const name of Object.keys(data)) {
    if (!known.has(name)) fail({ path: name, message: 'is not one of its fields' })
  }
  const values = Object.fromEntries(
    resource.fields.map((field) => [
      field.name,
      read(field, data[field.name], field.name, instants, fail),
    ]),
  )
  const at = (name: string, optional = false): string | null => {
    const iso = data[name] === null && optional ? null : instants.read(data[name])
    if (iso === undefined) fail({ path: name, message: 'is not a point in time' })
    return iso ?? null
  }
  const by = (name: string): string | null => {
    const id = data[name]
    if (id !== null && typeof id !== 'string') fail({ path: name, message: 'is not an id' })
    return typeof id === 'string' ? id : null
  }
  const { version } = data
  if (!Number.isSafeInteger(version) || (version as number) < 1) {
    fail({ path: 'version', message: 'is not a version' })
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

/** A part of a reservation's name. E-mail addresses are compared case-insensitively. */
const reserved = (resource: ResourceModel, name: string, value: unknown): string | undefined => {
  if (typeof value !== 'string' || value === '') return undefined
  const { kind } = resource.fields.find((f) => f.name === name) ?? {}
  return kind === 'email' ? value.toLowerCase() : value
}

/**
 * A set of fields that must be unique among live records, with their values in one record; absent
 * if one of them is empty.
 */
export interface Reservation {
  readonly fields: readonly string[]
  readonly values: readonly string[]
}

/** The reservations of a live record. */
export const reservationsOf = (
  resource: ResourceModel,
  values: Readonly<Record<string, unknown>>,
): readonly Reservation[] =>
  resource.unique.flatMap((fields) => {
    const parts = fields.map((name) => reserved(resource, name, values[name]))
    return parts.every((v) => v !== undefined) ? [{ fields, values: parts as string[] }] : []
  })

/** The first part of a reservation's name: the collection and its fields. */
export const reservationPrefix = (collection: string, fields: readonly string[]): string =>
  `${collection}.${fields.join('+')}.`

/**
 * Name of the document that holds a reservation, given a function that hashes to hexadecimal text.
 * One value: its hash; several: the hash of their hashes.
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
