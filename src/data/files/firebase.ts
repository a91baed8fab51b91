import type { FullMetadata, UploadTask } from 'firebase/storage'
import type { FirebaseProject } from '../config.ts'
import type { UploadOptions } from '../upload.ts'
import { fileOf, type Encoding } from './encoded.ts'
import { cancelled } from './wait.ts'

/** Metadata of an object in a bucket. */
export interface StoredObject {
  readonly path: string
  /** Bytes. */
  readonly size: number
  readonly type: string
  /** Base64. */
  readonly md5: string | undefined
  /** Instant, ISO 8601 UTC. */
  readonly createdAt: string
}

/** A bucket of Firebase Storage, accessible to one person for one upload. */
export interface Bucket {
  /**
   * Resumable, with progress; pauses without a network and resumes by itself. Throws the SDK's
   * errors, and `ApiProblem` `cancelled` when stopped.
   */
  upload(path: string, file: Blob, options: UploadOptions): Promise<StoredObject>
  /**
   * Uploads bytes encoded as text. Throws `ApiProblem` 422 `invalid_format` before sending if the
   * text is invalid.
   */
  uploadText(path: string, text: string, encoding: Encoding, type?: string): Promise<StoredObject>
  metadata(path: string): Promise<StoredObject>
  /**
   * A URL readable by anyone who knows it. The product never exposes it: its links are the
   * server's.
   */
  downloadUrl(path: string): Promise<string>
  remove(path: string): Promise<void>
  close(): Promise<void>
}

/** How long the SDK retries a lost connection. */
const patienceMs = 120_000
let apps = 0

const metadataOf = ({
  fullPath,
  size,
  contentType,
  md5Hash,
  timeCreated,
}: Pick<
  FullMetadata,
  'fullPath' | 'size' | 'contentType' | 'md5Hash' | 'timeCreated'
>): StoredObject => ({
  path: fullPath,
  size,
  type: contentType ?? '',
  md5: md5Hash,
  createdAt: timeCreated,
})

/** Resolves once the upload is complete; pauses without a network, stops with the signal. */
const completed = (
  task: UploadTask,
  { onProgress, onWaiting, signal }: UploadOptions,
): Promise<StoredObject> =>
  new Promise((resolve, reject) => {
    const offline = () => {
      if (task.pause()) onWaiting?.(true)
    }
    const online = () => {
      if (task.resume()) onWaiting?.(false)
    }
    const stop = () => {
      task.resume()
      task.cancel()
    }
    const end = () => {
      window.removeEventListener('offline', offline)
      window.removeEventListener('online', online)
      signal?.removeEventListener('abort', stop)
    }
    window.addEventListener('offline', offline)
    window.addEventListener('online', online)
    signal?.addEventListener('abort', stop)
    task.on(
      'state_changed',
      ({ bytesTransferred, totalBytes }) => onProgress(bytesTransferred / Math.max(1, totalBytes)),
      (error) => {
        end()
        reject(signal?.aborted ? cancelled() : error)
      },
      () => {
        end()
        resolve(metadataOf(task.snapshot.metadata))
      },
    )
    if (signal?.aborted) stop()
  })

/**
 * Opens the project's bucket with a token of our server: it signs in for one upload, in memory,
 * separately from the page's other sign-ins. The uploaded object is not a file yet: the server
 * fetches it, checks its content, cleans it and deletes it (see `firebaseFiles` of the server), so
 * junk written to the bucket is never read.
 */
export const openBucket = async (
  { apiKey, projectId, storageBucket, emulators }: FirebaseProject,
  token: string,
): Promise<Bucket> => {
  const [
    { deleteApp, initializeApp },
    { connectAuthEmulator, inMemoryPersistence, initializeAuth, signInWithCustomToken },
    {
      connectStorageEmulator,
      deleteObject,
      getDownloadURL,
      getMetadata,
      getStorage,
      ref,
      uploadBytesResumable,
      uploadString,
    },
  ] = await Promise.all([
    import('firebase/app'),
    import('firebase/auth'),
    import('firebase/storage'),
  ])
  const app = initializeApp(
    { apiKey, projectId, ...(storageBucket ? { storageBucket } : {}) },
    `files-${++apps}`,
  )
  const auth = initializeAuth(app, { persistence: inMemoryPersistence })
  if (emulators.auth) connectAuthEmulator(auth, emulators.auth, { disableWarnings: true })
  const storage = getStorage(app)
  storage.maxUploadRetryTime = patienceMs
  storage.maxOperationRetryTime = patienceMs / 4
  if (emulators.storage) {
    connectStorageEmulator(
      storage,
      new URL(emulators.storage).hostname,
      Number(new URL(emulators.storage).port),
    )
  }
  const close = () => deleteApp(app)
  await signInWithCustomToken(auth, token).catch(async (error: unknown) => {
    await close()
    throw error
  })

  return {
    upload: (path, file, options) =>
      completed(
        uploadBytesResumable(ref(storage, path), file, {
          contentType: file.type || 'application/octet-stream',
        }),
        options,
      ),
    async uploadText(path, text, encoding, type) {
      const file = fileOf(text, encoding, type ? { type } : {})
      return metadataOf(
        (
          await uploadString(
            ref(storage, path),
            text.trim(),
            encoding,
            encoding === 'data_url' ? undefined : { contentType: file.type },
          )
        ).metadata,
      )
    },
    metadata: async (path) => metadataOf(await getMetadata(ref(storage, path))),
    downloadUrl: (path) => getDownloadURL(ref(storage, path)),
    remove: (path) => deleteObject(ref(storage, path)),
    close,
  }
}
