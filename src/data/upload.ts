/** Uploads; the way they go comes with the first of them. */
import type { FileInfo } from './types.ts'

/** What the sender of an upload hears, and how it stops. */
export interface UploadOptions {
  /** Share sent, 0–1. */
  readonly onProgress: (share: number) => void
  /** True while there is no connection; the upload continues by itself where it stood. */
  readonly onWaiting?: (waiting: boolean) => void
  /** Media types that are taken; default: whatever the server keeps. */
  readonly accept?: readonly string[]
  readonly signal?: AbortSignal
}

/**
 * Sends one file. A cut connection is waited for; sending the same `File` again continues where it stopped.
 * Throws `ApiProblem`: `cancelled`, `empty`, `too_large`, `unsupported_media_type`, `unreadable`, what the server refuses, `network` when it stays away.
 */
export const uploadFile = async (file: File, options: UploadOptions): Promise<FileInfo> =>
  (await import('./files/send.ts')).sendFile(file, options)
