/**
 * The server's own access to Firestore, bypassing the security rules: with the service account, for
 * a whole collection.
 */
import { outsideFetch } from '../base/outsideFetch.ts'
import { createHash } from 'node:crypto'
import { decode, encode, reservationName, reservationsOf } from '#model/documents/codec.ts'
import { DELETED } from '#model/documents/query.ts'
import type { ResourceModel } from '#model/types.ts'
import type { RecordData } from '../store/types.ts'
import { accessTokens } from './accessToken.ts'
import { responseOf, textOf } from './call.ts'
import type { FirebaseConfig } from './config.ts'
import { fieldsOf, instants, member, wireOf } from './documentWire.ts'

const SCOPE = 'https://www.googleapis.com/auth/datastore'
const GOOGLE = 'https://firestore.googleapis.com'

/** A document as a record, or the reasons why it does not fit. */
export type Held =
  | { readonly record: RecordData }
  | { readonly id: string; readonly misfits: readonly string[] }

export interface DocumentAdmin {
  /**
   * Returns up to `limit` documents in order of id, after the given one. Throws an `Error` with the
   * database's message.
   */
  page(resource: ResourceModel, after: string | undefined, limit: number): Promise<readonly Held[]>
  /** Returns the documents that exist among the ids. */
  find(resource: ResourceModel, ids: readonly string[]): Promise<readonly Held[]>
  /** Writes records as they are, with their unique values; all or none. At most 100. */
  put(resource: ResourceModel, records: readonly RecordData[]): Promise<void>
}

const sha256 = (text: string): Promise<string> =>
  Promise.resolve(createHash('sha256').update(text).digest('hex'))

const heldOf = (resource: ResourceModel, document: unknown): Held => {
  const id = String(member(document, 'name')).split('/').at(-1)!
  const decoded = decode(resource, fieldsOf(document), instants)
  return 'misfits' in decoded
    ? { id, misfits: decoded.misfits.map((m) => m.path) }
    : { record: { id, ...decoded.values, ...decoded.standard } }
}

const documentName = (base: string, { collection }: ResourceModel, id: string): string =>
  `${base}/${collection}/${id}`

/** The writes that store a record: its document, and one for each of its unique values. */
const writesOf = async (base: string, resource: ResourceModel, record: RecordData) => {
  const { version, createdAt, updatedAt, createdBy, updatedBy, deletedAt } = record
  const at = (iso: unknown) => (typeof iso === 'string' ? instants.write(iso) : null)
  const values = {
    ...encode(resource, record, instants, true),
    version,
    createdAt: at(createdAt),
    updatedAt: at(updatedAt),
    createdBy,
    updatedBy,
    deletedAt: at(deletedAt),
    [DELETED]: deletedAt !== null,
  }
  // A record in the trash does not reserve its unique values.
  const names =
    deletedAt === null
      ? await Promise.all(
          reservationsOf(resource, record).map((one) =>
            reservationName(resource.collection, one, sha256),
          ),
        )
      : []
  return [
    { update: { name: documentName(base, resource, record.id), fields: wireOf(values) } },
    ...names.map((name) => ({
      update: { name: `${base}/unique/${name}`, fields: wireOf({ record: record.id }) },
    })),
  ]
}

/** Creates the access to one project's database, or to an emulator. */
export const documentAdmin = ({
  projectId,
  serviceAccount,
  emulators,
}: Pick<FirebaseConfig, 'projectId' | 'serviceAccount' | 'emulators'>): DocumentAdmin => {
  // The emulator accepts this word in place of a service account's token.
  const token =
    emulators.firestore || !serviceAccount
      ? () => Promise.resolve('owner')
      : accessTokens(serviceAccount, SCOPE, outsideFetch).get
  const base = `projects/${projectId}/databases/(default)/documents`
  const ask = async (call: string, body: object): Promise<unknown> => {
    const response = await responseOf(
      outsideFetch,
      'The document database',
      `${emulators.firestore ?? GOOGLE}/v1/${base}:${call}`,
      {
        method: 'POST',
        headers: { Authorization: `Bearer ${await token()}`, 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      },
    )
    const refusal = Array.isArray(response.body) ? (response.body as unknown[])[0] : response.body
    if (!response.ok) {
      throw response.failed(
        `The document database refused it: ${textOf(member(refusal, 'error'), 'message') ?? response.status}`,
      )
    }
    return response.body
  }
  const several = async (call: string, body: object, name: string): Promise<unknown[]> =>
    ((await ask(call, body)) as unknown[]).flatMap((one) => member(one, name) ?? [])
  const nameOf = (resource: ResourceModel, id: string) => documentName(base, resource, id)

  return {
    async page(resource, after, limit) {
      const structuredQuery = {
        from: [{ collectionId: resource.collection }],
        orderBy: [{ field: { fieldPath: '__name__' }, direction: 'ASCENDING' }],
        limit,
        ...(after === undefined
          ? {}
          : { startAt: { values: [{ referenceValue: nameOf(resource, after) }], before: false } }),
      }
      return (await several('runQuery', { structuredQuery }, 'document')).map((one) =>
        heldOf(resource, one),
      )
    },
    find: async (resource, ids) =>
      ids.length
        ? (
            await several('batchGet', { documents: ids.map((id) => nameOf(resource, id)) }, 'found')
          ).map((one) => heldOf(resource, one))
        : [],
    async put(resource, records) {
      const writes = await Promise.all(records.map((record) => writesOf(base, resource, record)))
      await ask('commit', { writes: writes.flat() })
    },
  }
}
