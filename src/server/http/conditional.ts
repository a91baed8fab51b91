import { Problem } from '../base/problem.ts'
import type { Ctx } from '../web/context.ts'

/** Returns the `ETag` of a version. */
export const etag = (version: number): string => `"${version}"`

/**
 * Returns the version a write is based on, from `If-Match`; 428 when it is missing, 400 when it is
 * not a version.
 */
export const requiredVersion = (c: Ctx): number => {
  const header = c.req.header('if-match')
  if (header === undefined) {
    throw new Problem(428, 'version_required', 'Send the version you saw in the If-Match header.')
  }
  const match = /^\s*"?(\d{1,9})"?\s*$/.exec(header)
  if (!match) {
    throw new Problem(400, 'malformed', 'If-Match must hold one version, such as "3".', {
      errors: [{ path: 'If-Match', code: 'malformed', message: 'Not a version.' }],
    })
  }
  return Number(match[1])
}
