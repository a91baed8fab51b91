/**
 * Writes documents: each change in a transaction that checks the version it is based on and the
 * unique values.
 */
import type { DocumentReference, Transaction } from 'firebase/firestore/lite'
import { DELETED } from '#model/documents/query.ts'
import {
  encode,
  reservationName,
  reservationsOf,
  type Reservation,
} from '#model/documents/codec.ts'
import { v7 as uuid } from 'uuid'
import { ApiProblem } from '../problem.ts'
import type { RecordData } from '../types.ts'
import { invalidBody, missing } from './problems.ts'
import type { Place } from './reads.ts'
import { danglingIn } from './titles.ts'

type Body = Readonly<Record<string, unknown>>

const sha256 = async (text: string): Promise<string> =>
  Array.from(
    new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))),
    (b) => b.toString(16).padStart(2, '0'),
  ).join('')

interface Held {
  readonly name: string
  readonly fields: Reservation['fields']
}

/** Names of the reservations of a live record. */
const held = ({ resource }: Place, values: Body): Promise<Held[]> =>
  Promise.all(
    reservationsOf(resource, values).map(async (one) => ({
      name: await reservationName(resource.collection, one, sha256),
      fields: one.fields,
    })),
  )

const reservationAt = ({ sdk, db }: Place, name: string): DocumentReference =>
  sdk.doc(db, 'unique', name)

/**
 * Releases old reservations and takes new ones; 409 if another record has one. All reads precede
 * the first write, as the database requires.
 */
const move = async (
  place: Place,
  tx: Transaction,
  id: string,
  from: readonly Held[],
  to: readonly Held[],
): Promise<() => void> => {
  const taken = to.filter((t) => !from.some((f) => f.name === t.name))
  const given = from.filter((f) => !to.some((t) => t.name === f.name))
  const [others, own] = await Promise.all(
    [taken, given].map((list) =>
      Promise.all(list.map((one) => tx.get(reservationAt(place, one.name)))),
    ),
  )
  const clash = taken.filter((_, i) => {
    const other = others![i]!
    return other.exists() && other.data().record !== id
  })
  if (clash.length) {
    throw new ApiProblem({
      status: 409,
      code: 'not_unique',
      detail: 'Another record already has this value.',
      errors: clash.map(({ fields }) => ({
        path: fields.at(-1)!,
        code: 'not_unique',
        message: 'Another record already has this value',
      })),
    })
  }
  return () => {
    taken.forEach((one, i) => {
      if (!others![i]!.exists()) tx.set(reservationAt(place, one.name), { record: id })
    })
    given.forEach((one, i) => {
      const mine = own![i]!
      if (mine.exists() && mine.data().record === id) tx.delete(reservationAt(place, one.name))
    })
  }
}

const stale = (current: RecordData): ApiProblem =>
  new ApiProblem({
    status: 412,
    code: 'stale_version',
    detail: 'Somebody else changed this record in the meantime.',
    members: { current },
  })

/** Reads the record a change is based on; 404, or 412 with the current record. */
const current = async (
  place: Place,
  tx: Transaction,
  at: DocumentReference,
  version: number,
  trashed: boolean,
): Promise<RecordData> => {
  const data = (await tx.get(at)).data()
  if (!data || data[DELETED] !== trashed) throw missing()
  const record = place.records.read(at.id, data)
  if (record.version !== version) throw stale(record)
  return record
}

const checkReferences = async (place: Place, body: Body): Promise<void> => {
  const wrong = await danglingIn(place.resource, body)
  if (wrong.length) {
    throw invalidBody(
      wrong.map((path) => ({
        path,
        code: 'unknown_reference',
        message: 'This record does not exist',
      })),
    )
  }
}

const documentAt = ({ sdk, db, resource }: Place, id: string): DocumentReference =>
  sdk.doc(db, resource.collection, id)
const written = async (place: Place, at: DocumentReference): Promise<RecordData> =>
  place.records.read(at.id, (await place.sdk.getDoc(at)).data() ?? {})
const stamp = ({ sdk, person }: Place, version: number) => ({
  version,
  updatedAt: sdk.serverTimestamp(),
  updatedBy: person,
})

// A response may get lost: a retry with the same key means the same record.
const idsByKey = new Map<string, string>()

/** Creates a record. */
export const createDocument = async (
  place: Place,
  body: Body,
  key?: string,
): Promise<RecordData> => {
  const { sdk, db, resource, records, instants, person } = place
  const values = records.check(body)
  await checkReferences(place, values)
  const id = (key && idsByKey.get(key)) ?? uuid()
  if (key) idsByKey.set(key, id)
  const at = documentAt(place, id)
  const reserved = await held(place, values)
  await sdk.runTransaction(db, async (tx) => {
    if ((await tx.get(at)).exists()) return
    const take = await move(place, tx, id, [], reserved)
    tx.set(at, {
      ...encode(resource, values, instants, true),
      ...stamp(place, 1),
      createdAt: sdk.serverTimestamp(),
      createdBy: person,
      deletedAt: null,
      [DELETED]: false,
    })
    take()
  })
  return written(place, at)
}

/** Changes fields of a record that still has the expected version. */
export const updateDocument = async (
  place: Place,
  id: string,
  version: number,
  body: Body,
): Promise<RecordData> => {
  const { sdk, db, resource, records, instants } = place
  await checkReferences(place, body)
  const at = documentAt(place, id)
  await sdk.runTransaction(db, async (tx) => {
    const before = await current(place, tx, at, version, false)
    const values = records.check(body, before)
    const take = await move(
      place,
      tx,
      id,
      await held(place, before),
      await held(place, { ...before, ...values }),
    )
    tx.update(at, {
      ...encode(resource, values, instants, false),
      ...stamp(place, version + 1),
    } as never)
    take()
  })
  return written(place, at)
}

/** Moves a record to the trash, which releases its unique values, or restores it. */
export const trashDocument = async (
  place: Place,
  id: string,
  version: number,
  trash: boolean,
): Promise<DocumentReference> => {
  const { sdk, db } = place
  const at = documentAt(place, id)
  await sdk.runTransaction(db, async (tx) => {
    const before = await current(place, tx, at, version, !trash)
    const own = await held(place, before)
    const take = await move(place, tx, id, trash ? own : [], trash ? [] : own)
    tx.update(at, {
      ...stamp(place, version + 1),
      [DELETED]: trash,
      deletedAt: trash ? sdk.serverTimestamp() : null,
    })
    take()
  })
  return at
}

/** Restores a record from the trash; returns the restored record. */
export const restoreDocument = async (
  place: Place,
  id: string,
  version: number,
): Promise<RecordData> => written(place, await trashDocument(place, id, version, false))

/** Permanently deletes a record in the trash. */
export const purgeDocument = (place: Place, id: string, version: number): Promise<void> =>
  place.sdk.runTransaction(place.db, async (tx) => {
    const at = documentAt(place, id)
    await current(place, tx, at, version, true)
    tx.delete(at)
  })
