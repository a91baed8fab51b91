/** Checks a file before anything is sent. The server checks its content and decides. */
import { say } from '#model/message.ts'
import { saidProblem } from '../saidProblem.ts'

/** Maximum upload size in bytes, equal to the server's. */
export const maxUploadBytes = 25_000_000

/**
 * Throws the error the server would return for this file. Types unknown to the browser are left to
 * the server.
 */
export const checkFile = (file: File, accept?: readonly string[]): void => {
  if (file.size === 0) throw saidProblem(422, 'empty', 'This file is empty.')
  if (file.size > maxUploadBytes) {
    throw saidProblem(
      413,
      'too_large',
      say('A file may have {{n}} MB at most.', { n: maxUploadBytes / 1_000_000 }),
    )
  }
  if (accept && file.type && !accept.includes(file.type)) {
    throw saidProblem(
      415,
      'unsupported_media_type',
      'This picture cannot be shown: choose PNG, JPEG, WebP, GIF or AVIF.',
    )
  }
}
