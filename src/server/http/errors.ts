import { HTTPException } from 'hono/http-exception'
import { isConnectionLost, sqlState } from '../database/errors.ts'
import { diskFull } from './fullDisk.ts'
import { Problem } from '../base/problem.ts'
import type { Ctx } from '../web/context.ts'

/** Logs unexpected errors; their details never appear in a response. */
export type ErrorLog = (entry: {
  readonly requestId: string
  /** The caller's own request id. */
  readonly correlationId: string | undefined
  readonly method: string
  readonly path: string
  readonly error: unknown
}) => void

const unavailable = (): Problem =>
  new Problem(503, 'unavailable', 'The database is busy or restarting. Try again in a moment.', {
    headers: { 'Retry-After': '2' },
  })

/** Error codes of PostgreSQL and the system for a full disk. */
const FULL = new Set(['53100', 'ENOSPC', 'EDQUOT'])

// Serialisation failure, deadlock, too many connections, lock timeout and statement timeout: the
// caller may retry.
const passing = new Set(['40001', '40P01', '53300', '55P03', '57014'])

// A value that no column accepts although it passed validation: the caller's fault, but logged so
// that we can add the check.
const unfit = new Set(['22001', '22003', '22007', '22008', '22009', '22021', '22P02', '22P05'])

/** Maps an error to a problem; undefined for an unexpected one. */
export const asProblem = (error: unknown): Problem | undefined => {
  if (error instanceof Problem) return error
  if (FULL.has(sqlState(error) ?? '')) return diskFull()
  if (isConnectionLost(error) || passing.has(sqlState(error) ?? '')) return unavailable()
  if (unfit.has(sqlState(error) ?? '')) {
    return new Problem(400, 'invalid_value', 'A value of the request cannot be used.')
  }
  if (error instanceof HTTPException) {
    return new Problem(
      error.status,
      'http',
      error.status < 500 ? 'The request could not be read.' : 'Something went wrong here.',
    )
  }
  return undefined
}

/** Responds with a problem as `application/problem+json`. */
export const sendProblem = (c: Ctx, problem: Problem): Response =>
  c.body(
    JSON.stringify({ ...problem.toJSON(), requestId: c.get('requestId') }),
    problem.status as 400,
    {
      'Content-Type': 'application/problem+json; charset=utf-8',
      'Cache-Control': 'no-store',
      ...problem.extra.headers,
    },
  )

/**
 * Creates the app's error handler: problems are sent as they are, everything else as a 500 without
 * details, logged with the request id.
 */
export const onError =
  (log: ErrorLog) =>
  (error: unknown, c: Ctx): Response => {
    const known = asProblem(error)
    if (known && known.status < 500 && !unfit.has(sqlState(error) ?? '')) {
      return sendProblem(c, known)
    }
    log({
      requestId: c.get('requestId'),
      correlationId: c.get('correlationId'),
      method: c.req.method,
      path: c.req.path,
      error,
    })
    return sendProblem(
      c,
      known ??
        new Problem(
          500,
          'internal',
          'Something went wrong here. The request id helps us to find it.',
        ),
    )
  }
