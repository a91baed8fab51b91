import path from 'node:path'
import type { Config } from './config.ts'
import type { DatabaseLog } from './database/query.ts'
import { firebaseFiles } from './firebase/files.ts'
import { s3FileStore } from './files/s3.ts'
import { readS3Url } from './files/s3Address.ts'
import { localFileStore, type FileStore } from './files/store.ts'
import { fileStores, type StoreName } from './files/stores.ts'
import type { DirectUploads } from './files/uploads.ts'
import type { LastCalls } from './health/lastCalls.ts'

/**
 * Creates the file store of this configuration. New files go where `FILES` says, else to Firebase
 * Storage if that service is on, else to the S3-compatible store, else to the local disk. Every
 * other store that is still configured stays readable, e.g. a Firebase project whose files service
 * was switched off, or an S3 store with `FILES=local`.
 */
export const configuredFileStore = (
  config: Pick<Config, 'dataDir' | 's3Url' | 'files' | 'firebaseConfig'>,
  log: DatabaseLog,
  calls?: LastCalls,
): {
  readonly store: FileStore
  readonly direct: DirectUploads | undefined
  readonly current: StoreName
  /** Every reachable store, by name. */
  readonly stores: Readonly<Partial<Record<StoreName, FileStore>>>
} => {
  const firebase = firebaseFiles(config.firebaseConfig)
  const on = firebase && config.firebaseConfig?.services.includes('files')
  const ownStore = config.s3Url ? 's3' : 'local'
  const wanted = config.files ?? (on ? 'firebase' : ownStore)
  // An invalid Firebase section falls back to the embedded store; that was already logged.
  const current = wanted === 'firebase' && !firebase ? 'local' : wanted
  /** Records the results of calls to the store of new files, unless it is the local disk. */
  const watched = (name: StoreName, store: FileStore): FileStore =>
    !calls || name !== current
      ? store
      : {
          put: (...given) => calls.around('files', () => store.put(...given)),
          get: (key) => calls.around('files', () => store.get(key)),
          delete: (key) => calls.around('files', () => store.delete(key)),
        }
  const stores = {
    local: localFileStore(path.join(config.dataDir, 'files')),
    ...(config.s3Url ? { s3: watched('s3', s3FileStore(readS3Url(config.s3Url))) } : {}),
    ...(firebase ? { firebase: watched('firebase', firebase.store) } : {}),
  }
  return {
    store: fileStores({ current, stores, onMissing: log.warn }),
    direct: current === 'firebase' ? firebase?.direct : undefined,
    current,
    stores,
  }
}
