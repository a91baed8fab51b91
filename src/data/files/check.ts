/** Checks a file before anything is sent. The server checks its content and decides. */
import { english, say } from '#model/message.ts'
import { ApiProblem } from '../problem.ts'

/** Maximum upload size in bytes, equal to the server's. */
export const maxUploadBytes = 25_000_000

const refused = (status: number, code: string, detail: string) =>
  new ApiProblem({ status, code, detail })

/**
 * Throws the error the server would return for this file. Types unknown to the browser are left to
 * the server.
 */
export const checkFile = (file: File, accept?: readonly string[]): void => {
  if (file.size === 0) throw refused(422, 'empty', 'This file is empty.')
  if (file.size > maxUploadBytes) {
    throw refused(
      413,
      'too_large',
      english(say('A file may have {{n}} MB at most.', { n: maxUploadBytes / 1_000_000 })),
    )
  }
  if (accept && file.type && !accept.includes(file.type)) {
    throw refused(
      415,
      'unsupported_media_type',
      'This is no picture that can be shown: choose PNG, JPEG, WebP, GIF or AVIF.',
    )
  }
}
