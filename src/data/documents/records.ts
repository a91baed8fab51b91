/** Converts documents to records: decoded, and validated by the same rules as any form. */
import { errorOf } from '#model/message.ts'
import { decode, type Instants } from '#model/documents/codec.ts'
import type { ResourceModel } from '#model/types.ts'
import { declarationsOf } from '../declarations.ts'
import type { RecordData } from '../types.ts'
import { invalidBody, unreadable } from './problems.ts'

/** A timestamp of either SDK. */
interface TimestampLike {
  toDate(): Date
}
const isTimestamp = (value: unknown): value is TimestampLike =>
  typeof value === 'object' &&
  value !== null &&
  'toDate' in value &&
  typeof value.toDate === 'function' &&
  'nanoseconds' in value

/** Converts instants with the timestamp class of an SDK. */
export const instantsOf = (Timestamp: { fromDate(date: Date): unknown }): Instants => ({
  write: (iso) => Timestamp.fromDate(new Date(iso)),
  read: (value) => (isTimestamp(value) ? value.toDate().toISOString() : undefined),
})

const rulesOf = async (resource: ResourceModel) => {
  const [declarations, { validate }] = await Promise.all([
    declarationsOf(),
    import('#model/validation.ts'),
  ])
  const declaration = declarations[resource.entity]
  if (!declaration) throw new Error(`No rules are known for "${resource.entity}".`)
  return { declaration, validate }
}

/** Reads the documents of one resource. */
export interface Records {
  /** The record; throws if the document does not fit the schema. */
  read(id: string, data: Readonly<Record<string, unknown>>): RecordData
  /** Validates a body like the server; throws 422. */
  check(
    body: Readonly<Record<string, unknown>>,
    current?: RecordData,
  ): Readonly<Record<string, unknown>>
}

/** Prepares reading and validation; the rules of the schemas load with the first use. */
export const recordsOf = async (resource: ResourceModel, instants: Instants): Promise<Records> => {
  const { declaration, validate } = await rulesOf(resource)
  return {
    read(id, data) {
      const decoded = decode(resource, data, instants)
      if ('misfits' in decoded) throw unreadable(decoded.misfits.map((m) => m.path))
      const checked = validate(declaration, decoded.values, { mode: 'create' })
      if (!checked.ok) throw unreadable(checked.errors.map((e) => e.path))
      return { id, ...decoded.values, ...decoded.standard }
    },
    check(body, current) {
      const checked = validate(
        declaration,
        body,
        current ? { mode: 'patch', current } : { mode: 'create' },
      )
      if (!checked.ok) {
        throw invalidBody(checked.errors.map(errorOf))
      }
      return checked.value
    },
  }
}
