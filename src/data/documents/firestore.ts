/**
 * Records in Firestore: lists, forms and pages use its lite client; the live client loads with the
 * first followed record.
 */
import model from 'virtual:model'
import type { FirebaseApp } from 'firebase/app'
import type { Firestore } from 'firebase/firestore/lite'
import type { ResourceModel } from '#model/types.ts'
import { appConfig } from '../config.ts'
import {
  createDocument,
  purgeDocument,
  restoreDocument,
  trashDocument,
  updateDocument,
} from './changes.ts'
import { problemFrom } from './problems.ts'
import { instantsOf, recordsOf } from './records.ts'
import { readList, readOptions, readRecord, type Place } from './reads.ts'
import { documentSession } from './session.ts'
import type { DataSource } from './source.ts'

const opened = new WeakMap<FirebaseApp, Firestore>()

const placeOf = async (resource: ResourceModel): Promise<Place> => {
  const [{ app, person }, sdk] = await Promise.all([
    documentSession(),
    import('firebase/firestore/lite'),
  ])
  let db = opened.get(app)
  if (!db) {
    db = sdk.getFirestore(app)
    const host = appConfig().firebase?.emulators?.firestore
    if (host) sdk.connectFirestoreEmulator(db, new URL(host).hostname, Number(new URL(host).port))
    opened.set(app, db)
  }
  const instants = instantsOf(sdk.Timestamp)
  return { sdk, db, resource, records: await recordsOf(resource, instants), instants, person }
}

/** The records of a collection, and its model adjusted for documents. */
export const firestoreSource = (
  collection: string,
): { readonly source: DataSource; readonly resource: ResourceModel } => {
  const declared = model.resources.find((r) => r.collection === collection)
  if (!declared) throw new Error(`There is no collection "${collection}".`)
  const resource: ResourceModel = { ...declared, ...appConfig().documents?.[collection] }
  const at = async <T>(ask: (place: Place) => Promise<T>): Promise<T> => {
    try {
      return await ask(await placeOf(resource))
    } catch (error) {
      throw problemFrom(error)
    }
  }
  const source: DataSource = {
    list: (query) => at((place) => readList(place, query)),
    get: (id, trashed) => at((place) => readRecord(place, id, trashed)),
    options: (ask) => at((place) => readOptions(place, ask)),
    create: (body, key) => at((place) => createDocument(place, body, key)),
    update: (id, version, body) => at((place) => updateDocument(place, id, version, body)),
    remove: (id, version, purge) =>
      at(async (place) => {
        await (purge ? purgeDocument(place, id, version) : trashDocument(place, id, version, true))
      }),
    restore: (id, version) => at((place) => restoreDocument(place, id, version)),
    watch(id, known, changed) {
      let stop: (() => void) | undefined
      let over = false
      void Promise.all([documentSession(), import('./watch.ts')])
        .then(async ([{ app }, { watchDocument }]) => {
          const end = await watchDocument(app, collection, id, known, changed)
          if (over) end()
          else stop = end
        })
        .catch((error: unknown) => console.error(`${collection}/${id} is not followed:`, error))
      return () => {
        over = true
        stop?.()
      }
    },
  }
  return { source, resource }
}
