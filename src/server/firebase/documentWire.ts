/** Converts values between Firestore's REST API and JavaScript. */
import type { Instants } from '#model/documents/codec.ts'

/** A timestamp in the REST API. */
class Stamp {
  readonly iso: string
  constructor(iso: string) {
    this.iso = iso
  }
}
export const instants: Instants = {
  write: (iso) => new Stamp(iso),
  read: (value) =>
    value instanceof Stamp && !Number.isNaN(Date.parse(value.iso))
      ? new Date(value.iso).toISOString()
      : undefined,
}

type Wire = Readonly<Record<string, unknown>>
const isObject = (value: unknown): value is Wire =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
/** Returns a member of a value that may be an object. */
export const member = (value: unknown, name: string): unknown =>
  isObject(value) ? value[name] : undefined

/**
 * Converts a REST API value to JavaScript. A value that records cannot hold stays an object, which
 * `decode` reports.
 */
const plain = (value: unknown): unknown => {
  const [kind, inner] = isObject(value) ? (Object.entries(value)[0] ?? []) : []
  switch (kind) {
    case 'nullValue':
      return null
    case 'integerValue':
    case 'doubleValue':
      return Number(inner)
    case 'booleanValue':
    case 'stringValue':
      return inner
    case 'timestampValue':
      return new Stamp(String(inner))
    case 'arrayValue': {
      const values = member(inner, 'values')
      return Array.isArray(values) ? values.map(plain) : []
    }
    case 'mapValue':
      return fieldsOf(inner)
    default:
      return new Stamp('')
  }
}
/** Returns the fields of a document. */
export const fieldsOf = (holder: unknown): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(member(holder, 'fields') ?? {}).map(([name, value]) => [name, plain(value)]),
  )

const written = (value: unknown): unknown => {
  if (value === null || value === undefined) return { nullValue: null }
  if (value instanceof Stamp) return { timestampValue: value.iso }
  if (typeof value === 'number') {
    return Number.isInteger(value) ? { integerValue: String(value) } : { doubleValue: value }
  }
  if (typeof value === 'boolean') return { booleanValue: value }
  if (Array.isArray(value)) return { arrayValue: { values: value.map(written) } }
  return isObject(value) ? { mapValue: { fields: wireOf(value) } } : { stringValue: String(value) }
}
/** Converts JavaScript values to the fields of a document. */
export const wireOf = (values: Wire): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, written(value)]))
