import { call, newKey } from '../api.ts'
import { appConfig } from '../config.ts'
import { ApiProblem, isProblem } from '../problem.ts'
import type { FileInfo } from '../types.ts'
import type { UploadOptions } from '../upload.ts'
import { checkFile } from './check.ts'
import { sendBody } from './request.ts'
import { cancelled, withRetries } from './wait.ts'

/** State of an upload on the server. */
interface Upload {
  readonly id: string
  readonly size: number
  readonly offset: number
  readonly chunkBytes: number
  readonly direct?: { readonly path: string; readonly token: string }
}
type Data<T> = { readonly data: T }

/** A file up to this size is sent in one request. */
const wholeBytes = 1_000_000

/** Started uploads, and keys of those sent whole: "try again" resumes them. */
const begun = new WeakMap<File, Upload>()
const keys = new WeakMap<File, string>()

const uploadPath = (id: string, more = '') => `/api/files/uploads/${id}${more}`

const sendWhole = (
  file: File,
  { onProgress, onWaiting, signal }: UploadOptions,
): Promise<FileInfo> => {
  const key = keys.get(file) ?? newKey()
  keys.set(file, key)
  const body = new FormData()
  body.set('file', file)
  return withRetries(
    async () =>
      (
        await sendBody<Data<FileInfo>>({
          method: 'POST',
          path: '/api/files',
          headers: { 'Idempotency-Key': key },
          body,
          signal,
          onSent: (bytes) => onProgress(Math.min(1, bytes / file.size)),
        })
      ).data,
    { onWaiting, signal },
  )
}

const readChunk = async (file: File, from: number, bytes: number): Promise<ArrayBuffer> => {
  try {
    return await file.slice(from, from + bytes).arrayBuffer()
  } catch {
    throw new ApiProblem({
      status: 0,
      code: 'unreadable',
      detail: 'This file can no longer be read. Choose it again.',
    })
  }
}

/** Sends the missing part of the file in chunks; the server reports the offset. */
const sendPieces = async (
  file: File,
  upload: Upload,
  { onProgress, onWaiting, signal }: UploadOptions,
): Promise<void> => {
  let { offset } = upload
  let doubted = offset > 0
  const keep = (at: number) => {
    offset = at
    begun.set(file, { ...upload, offset })
    onProgress(offset / file.size)
  }
  while (offset < file.size || doubted) {
    await withRetries(
      async () => {
        // After a lost connection it is unknown whether the last chunk arrived.
        if (doubted) {
          keep(
            (await call<Data<Upload>>(uploadPath(upload.id), signal ? { signal } : {})).body.data
              .offset,
          )
        }
        doubted = false
        if (offset >= file.size) return
        const body = await readChunk(file, offset, upload.chunkBytes)
        const from = offset
        try {
          keep(
            (
              await sendBody<Data<Upload>>({
                method: 'PUT',
                path: uploadPath(upload.id),
                headers: {
                  'Content-Type': 'application/octet-stream',
                  'Upload-Offset': String(from),
                },
                body,
                signal,
                onSent: (bytes) => onProgress(Math.min(1, (from + bytes) / file.size)),
              })
            ).data.offset,
          )
        } catch (error) {
          const right =
            isProblem(error, 409) && error.code === 'wrong_offset'
              ? error.members.offset
              : undefined
          if (typeof right === 'number' && right !== from) return keep(right)
          doubted = true
          throw error
        }
      },
      { onWaiting, signal },
    )
  }
}

const begin = async (file: File, options: UploadOptions): Promise<Upload> => {
  const known = begun.get(file)
  if (known) return known
  const idempotencyKey = newKey()
  const { signal } = options
  const upload = await withRetries(
    async () =>
      (
        await call<Data<Upload>>('/api/files/uploads', {
          method: 'POST',
          body: { name: file.name.slice(0, 1000) || 'file', size: file.size },
          idempotencyKey,
          ...(signal ? { signal } : {}),
        })
      ).body.data,
    options,
  )
  begun.set(file, upload)
  return upload
}

/**
 * Uploads the file directly to the bucket of a Firebase project; false if that fails and the upload
 * must go through the server.
 */
const sendDirectly = async (
  file: File,
  upload: Upload,
  options: UploadOptions,
): Promise<boolean> => {
  const project = appConfig().firebase
  if (!upload.direct || upload.offset > 0 || !project?.services.includes('files')) return false
  try {
    const { openBucket } = await import('./firebase.ts')
    const bucket = await openBucket(project, upload.direct.token)
    try {
      await bucket.upload(upload.direct.path, file, options)
    } finally {
      await bucket.close()
    }
    return true
  } catch (error) {
    if (options.signal?.aborted) throw cancelled()
    console.warn('The bucket cannot be written directly; the file goes through the server.', error)
    return false
  }
}

/** Sends one file; see `uploadFile`. */
export const sendFile = async (file: File, options: UploadOptions): Promise<FileInfo> => {
  checkFile(file, options.accept)
  const { signal } = options
  try {
    if (file.size <= wholeBytes && !appConfig().firebase?.services.includes('files')) {
      return await sendWhole(file, options)
    }
    const upload = await begin(file, options)
    if (!(await sendDirectly(file, upload, options))) await sendPieces(file, upload, options)
    return await withRetries(
      async () =>
        (
          await call<Data<FileInfo>>(uploadPath(upload.id, '/finish'), {
            method: 'POST',
            timeoutMs: 120_000,
            ...(signal ? { signal } : {}),
          })
        ).body.data,
      options,
    )
  } catch (error) {
    const upload = begun.get(file)
    // Rejected or forgotten by the server, or cancelled: the next attempt is a new upload.
    const over =
      signal?.aborted || (error instanceof ApiProblem && error.status >= 400 && error.status < 500)
    if (over) {
      begun.delete(file)
      keys.delete(file)
    }
    if (signal?.aborted) {
      if (upload) call(uploadPath(upload.id), { method: 'DELETE' }).catch(() => undefined)
      throw cancelled()
    }
    throw error
  }
}
