import { HTTPException } from 'hono/http-exception'
import { isConnectionLost, sqlState } from '../database/errors.ts'
import { diskFull } from './fullDisk.ts'
import { Problem } from '../problem.ts'
import type { Ctx } from './context.ts'

/** Where unexpected errors are written; never into an answer. */
export type ErrorLog = (entry: {
  readonly requestId: string
  /** What the caller sent as its own request id. */
  readonly correlationId: string | undefined
  readonly method: string
  readonly path: string
  readonly error: unknown
}) => void

const unavailable = (): Problem =>
  new Problem(503, 'unavailable', 'The database is busy or restarting. Try again in a moment.', {
    headers: { 'Retry-After': '2' },
  })

/** PostgreSQL's word for a full disk, and the system's. */
const FULL = new Set(['53100', 'ENOSPC', 'EDQUOT'])

// Serialisation failure, deadlock, too many connections, and a statement that ran too long: the caller may try again.
const passing = new Set(['40001', '40P01', '53300', '55P03', '57014'])

// A value no column takes, although it went through every check before: the caller's fault, and ours to look for.
const unfit = new Set(['22001', '22003', '22007', '22008', '22009', '22021', '22P02', '22P05'])

/** Any error as the problem to answer; undefined for one nobody foresaw. */
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

/** Writes a problem as `application/problem+json`. */
export const answerProblem = (c: Ctx, problem: Problem): Response =>
  c.body(
    JSON.stringify({ ...problem.toJSON(), requestId: c.get('requestId') }),
    problem.status as 400,
    {
      'Content-Type': 'application/problem+json; charset=utf-8',
      'Cache-Control': 'no-store',
      ...problem.extra.headers,
    },
  )

/** The error handler of the app: problems as they are, everything else as a 500 without details, logged with the request id. */
export const onError =
  (log: ErrorLog) =>
  (error: unknown, c: Ctx): Response => {
    const known = asProblem(error)
    if (known && known.status < 500 && !unfit.has(sqlState(error) ?? '')) {
      return answerProblem(c, known)
    }
    log({
      requestId: c.get('requestId'),
      correlationId: c.get('correlationId'),
      method: c.req.method,
      path: c.req.path,
      error,
    })
    return answerProblem(
      c,
      known ??
        new Problem(
          500,
          'internal',
          'Something went wrong here. The request id helps us to find it.',
        ),
    )
  }
