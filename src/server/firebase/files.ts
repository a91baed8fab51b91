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
 * Firebase Storage as this installation uses it; undefined without a bucket or a way to sign in to it.
 *
 * A browser may put an upload straight into the bucket, with Google's SDK and its resumable upload, and still nothing
 * leaks: it signs in with a token of ours that is good for one object under `incoming/`, in which it can only be written,
 * never read by others (see `storage.rules`). That object is no file. The server fetches it, looks at its content, measures
 * and cleans it, keeps the clean bytes under a name of its own under `files/`, where no rule lets anybody in, and drops the
 * object; links to files stay ours, checked and short-lived. What was never finished is dropped after a day.
 */
export const firebaseFiles = (
  config: FirebaseConfig | undefined,
): { readonly store: FileStore; readonly direct: DirectUploads } | undefined => {
  if (!config?.storageBucket || !(config.serviceAccount || config.emulators.storage)) {
    return undefined
  }
  const { serviceAccount, emulators, endpoints } = config
  // The emulator takes this word for the key of a service account.
  const token =
    emulators.storage || !serviceAccount
      ? async () => 'owner'
      : accessTokens(serviceAccount, scope, fetch).get
  const store = firebaseFileStore({
    bucket: config.storageBucket,
    origin: emulators.storage ?? endpoints.storage ?? google,
    token,
  })
  const nameOf = (upload: string, person: string): string => `${inboxFolder}${person}/${upload}`
  // An emulated bucket beside the real sign-in, or the other way round, could not believe the page's token.
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
