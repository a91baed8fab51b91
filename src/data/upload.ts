/** Uploads; the code that sends them loads with the first one. */
import type { FileInfo } from './types.ts'

/** Callbacks and cancellation of an upload. */
export interface UploadOptions {
  /** Fraction sent, 0–1. */
  readonly onProgress: (share: number) => void
  /** True while there is no connection; the upload resumes by itself. */
  readonly onWaiting?: (waiting: boolean) => void
  /** Accepted media types; default: all the server stores. */
  readonly accept?: readonly string[]
  readonly signal?: AbortSignal
}

/**
 * Sends one file. Waits out a lost connection; sending the same `File` again resumes it. Throws
 * `ApiProblem`: `cancelled`, `empty`, `too_large`, `unsupported_media_type`, `unreadable`, the
 * server's rejections, and `network` if the connection does not come back.
 */
export const uploadFile = async (file: File, options: UploadOptions): Promise<FileInfo> =>
  (await import('./files/send.ts')).sendFile(file, options)
