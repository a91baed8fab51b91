import { outsideFetch } from '../base/outsideFetch.ts'
import { maxUploadBytes } from '../files/files.ts'
import type { FileStore } from '../files/store.ts'
import type { DirectUploads } from '../files/uploads.ts'
import type { FirebaseConfig } from './config.ts'
import { accessTokens } from './accessToken.ts'
import { customToken } from './customToken.ts'
import { firebaseFileStore, inboxFolder } from './storage.ts'

const scope = 'https://www.googleapis.com/auth/devstorage.read_write'
const google = 'https://storage.googleapis.com'

/**
 * Firebase Storage of this installation; undefined without a bucket or credentials for it.
 *
 * A browser may upload straight to the bucket, with Google's SDK and its resumable upload, without
 * leaking anything: it signs in with a token of ours that is valid for one object under
 * `incoming/`, which it can write but others can never read (see `storage.rules`). That object is
 * not a file yet. The server fetches, sniffs, measures and cleans it, stores the clean bytes under
 * a generated name in `files/`, where no rule allows access, and deletes the object. Links to files
 * remain ours, verified and short-lived. Unfinished uploads are deleted after a day.
 */
export const firebaseFiles = (
  config: FirebaseConfig | undefined,
): { readonly store: FileStore; readonly direct: DirectUploads } | undefined => {
  if (!config?.storageBucket || !(config.serviceAccount || config.emulators.storage)) {
    return undefined
  }
  const { serviceAccount, emulators, endpoints } = config
  // The emulator accepts this word in place of a service account's token.
  const token =
    emulators.storage || !serviceAccount
      ? async () => 'owner'
      : accessTokens(serviceAccount, scope, outsideFetch).get
  const store = firebaseFileStore({
    bucket: config.storageBucket,
    origin: emulators.storage ?? endpoints.storage ?? google,
    token,
  })
  const nameOf = (upload: string, person: string): string => `${inboxFolder}${person}/${upload}`
  // An emulated bucket with real sign-in, or the reverse, could not verify the page's token.
  const offered = Boolean(emulators.storage) === Boolean(emulators.auth)
  return {
    store,
    direct: {
      async offer(upload, person) {
        if (!offered) return undefined
        return {
          path: nameOf(upload, person),
          token: await customToken({ uid: person, claims: { upload } }, serviceAccount),
        }
      },
      read: (upload, person) => store.inbox.read(nameOf(upload, person), maxUploadBytes),
      drop: (upload, person) => store.inbox.remove(nameOf(upload, person)),
      async purge(before) {
        for (const name of await store.inbox.olderThan(before)) await store.inbox.remove(name)
      },
    },
  }
}
