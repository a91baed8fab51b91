/**
 * Follows changes of one document with the full Firestore client, so only for pages of live
 * resources.
 */
import type { FirebaseApp } from 'firebase/app'
import type { Firestore } from 'firebase/firestore'
import { appConfig } from '../config.ts'

const opened = new WeakMap<FirebaseApp, Firestore>()

/**
 * Calls `changed` when the document's version differs from `known()`, or the document is gone.
 * Reads one document, and one more per change.
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
      // Unconfirmed writes of this page are not reported, nor is a document missing from the cache.
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

/** The same for the project in the page's configuration. */
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
