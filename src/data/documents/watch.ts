/**
 * Following one document as it changes: the large client of Firestore, so only on pages of
 * resources that are to be live.
 */
import type { FirebaseApp } from 'firebase/app'
import type { Firestore } from 'firebase/firestore'
import { appConfig } from '../config.ts'

const opened = new WeakMap<FirebaseApp, Firestore>()

/**
 * Calls `changed` when the document is another version than `known()`, or gone. One document is
 * read, and once more per change.
 */
export const followDocument = async (
  db: Firestore,
  collection: string,
  id: string,
  known: () => number | undefined,
  changed: () => void,
): Promise<() => void> => {
  const { doc, onSnapshot } = await import('firebase/firestore')
  return onSnapshot(
    doc(db, collection, id),
    (snapshot) => {
      // What only this page wrote, and nobody confirmed yet, is not told; nor that a cache has
      // never heard of the document.
      if (
        snapshot.metadata.hasPendingWrites ||
        (snapshot.metadata.fromCache && !snapshot.exists())
      ) {
        return
      }
      const version: unknown = snapshot.data()?.version
      const before = known()
      if (before !== undefined && version !== before) changed()
    },
    (error) => console.error(`${collection}/${id} is no longer followed: ${error.code}`),
  )
}

/** The same in the project of the page's configuration. */
export const watchDocument = async (
  app: FirebaseApp,
  collection: string,
  id: string,
  known: () => number | undefined,
  changed: () => void,
): Promise<() => void> => {
  const sdk = await import('firebase/firestore')
  let db = opened.get(app)
  if (!db) {
    db = sdk.initializeFirestore(app, { localCache: sdk.memoryLocalCache() })
    const host = appConfig().firebase?.emulators?.firestore
    if (host) sdk.connectFirestoreEmulator(db, new URL(host).hostname, Number(new URL(host).port))
    opened.set(app, db)
  }
  return followDocument(db, collection, id, known, changed)
}
