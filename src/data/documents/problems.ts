/** Errors of documents as problems of the API. */
import { say } from '#model/message.ts'
import { NotPossible } from '#model/documents/query.ts'
import { ApiProblem, type FieldError } from '../problem.ts'
import { saidProblem } from '../saidProblem.ts'

const known: Readonly<
  Record<string, { readonly status: number; readonly code: string; readonly detail: string }>
> = {
  'permission-denied': {
    status: 403,
    code: 'forbidden',
    detail: 'The document database refuses this.',
  },
  unauthenticated: {
    status: 403,
    code: 'forbidden',
    detail: 'The document database does not know you. Sign in again.',
  },
  unavailable: { status: 0, code: 'network', detail: 'The document database cannot be reached.' },
  'deadline-exceeded': {
    status: 0,
    code: 'timeout',
    detail: 'The document database took too long to respond.',
  },
  'resource-exhausted': {
    status: 429,
    code: 'too_many_requests',
    detail: 'The document database allows no more for now. Try again later.',
  },
  'failed-precondition': {
    status: 400,
    code: 'no_index',
    detail: 'The document database has no index for this. Deploy its generated indexes.',
  },
  aborted: {
    status: 409,
    code: 'conflict',
    detail: 'Somebody else changed the same data at the same time. Try again.',
  },
  'not-found': { status: 404, code: 'not_found', detail: 'There is no such record.' },
}

/** The record does not exist, or not for this person. */
export const missing = (): ApiProblem => new ApiProblem({ ...known['not-found']! })
/** Values the schema rejects. */
export const invalidBody = (errors: readonly FieldError[]): ApiProblem =>
  new ApiProblem({ status: 422, code: 'invalid', detail: 'Some fields need attention.', errors })
/** A document whose values do not fit the schema. */
export const unreadable = (fields: readonly string[]): ApiProblem =>
  saidProblem(
    500,
    'unreadable',
    say('This record is stored in a form that does not fit: {{fields}}.', {
      fields: { list: [...fields] },
    }),
  )

/** How many documents a list omits, in the person's language. */
export const unreadableRows = (count: number): string =>
  saidProblem(
    500,
    'unreadable',
    say('Records that do not fit and are not shown: {{count}}.', { count }),
  ).detail

const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
    ? error.code.replace(/^(?:firestore|auth)\//, '')
    : ''

/** Any failure as a problem; errors of other origins are returned unchanged. */
export const problemFrom = (error: unknown): unknown => {
  if (error instanceof ApiProblem) return error
  if (error instanceof NotPossible) {
    return saidProblem(400, error.code, error.said)
  }
  const code = codeOf(error)
  // The auth SDK has its own code for a missing network.
  const name = code === 'network-request-failed' ? 'unavailable' : code
  const found = Object.hasOwn(known, name) ? known[name] : undefined
  return found ? new ApiProblem(found) : error
}
