/**
 * What can be said of a file before any of it is sent. The server judges by content, and in the
 * end.
 */
import { ApiProblem } from '../problem.ts'

/** Largest upload in bytes, as the server has it. */
export const maxUploadBytes = 25_000_000

const refused = (status: number, code: string, detail: string) =>
  new ApiProblem({ status, code, detail })

/**
 * Throws what the server would answer for this file anyway. A type the browser does not know is
 * left to the server.
 */
export const checkFile = (file: File, accept?: readonly string[]): void => {
  if (file.size === 0) throw refused(422, 'empty', 'This file is empty.')
  if (file.size > maxUploadBytes) {
    throw refused(413, 'too_large', `A file may have ${maxUploadBytes / 1_000_000} MB at most.`)
  }
  if (accept && file.type && !accept.includes(file.type)) {
    throw refused(
      415,
      'unsupported_media_type',
      'This is no picture that can be shown: choose PNG, JPEG, WebP, GIF or AVIF.',
    )
  }
}
