import path from 'node:path'
import type { Config } from './config.ts'
import type { DatabaseLog } from './database/query.ts'
import { firebaseFiles } from './firebase/files.ts'
import { s3FileStore } from './files/s3.ts'
import { readS3Url } from './files/s3Address.ts'
import { localFileStore, type FileStore } from './files/store.ts'
import { fileStores, type StoreName } from './files/stores.ts'
import type { DirectUploads } from './files/uploads.ts'
import type { LastCalls } from './http/lastCalls.ts'

/**
 * The store of this configuration. New files go where `FILES` says, else to Firebase Storage where that service is on, else
 * to the S3-compatible store, else to the local disk. Every other place that is still configured stays readable: a Firebase
 * project whose files service was switched off, an S3 store with `FILES=local`.
 */
export const configuredFileStore = (
  config: Pick<Config, 'dataDir' | 's3Url' | 'files' | 'firebaseConfig'>,
  log: DatabaseLog,
  calls?: LastCalls,
): {
  readonly store: FileStore
  readonly direct: DirectUploads | undefined
  readonly current: StoreName
  /** Every place that can be reached, by itself. */
  readonly stores: Readonly<Partial<Record<StoreName, FileStore>>>
} => {
  const firebase = firebaseFiles(config.firebaseConfig)
  const on = firebase && config.firebaseConfig?.services.includes('files')
  const wanted = config.files ?? (on ? 'firebase' : config.s3Url ? 's3' : 'local')
  // A broken section of Firebase falls back to what is embedded, and has said so.
  const current = wanted === 'firebase' && !firebase ? 'local' : wanted
  /** Remembers how calls to the place of new files go, where that is not this machine. */
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
