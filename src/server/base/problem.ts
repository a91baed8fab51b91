import { english, errorOf, inside, membersOf, say, type Said } from '#model/message.ts'
import type { ProblemCode } from '#model/problemCodes.ts'
import type { FieldProblem } from '#model/validationMessages.ts'

export type { FieldProblem } from '#model/validationMessages.ts'

const TITLES: Record<number, string> = {
  400: 'Bad request',
  401: 'Not signed in',
  403: 'Not allowed',
  404: 'Not found',
  405: 'Method not allowed',
  409: 'Conflict',
  412: 'Changed meanwhile',
  413: 'Too large',
  415: 'Unsupported media type',
  422: 'Invalid',
  428: 'Version required',
  429: 'Too many requests',
  500: 'Internal error',
  503: 'Not available',
  507: 'No room',
}

interface Extra {
  readonly errors?: readonly FieldProblem[]
  /** Extra members of the response, such as `current` of a 412. */
  readonly members?: Readonly<Record<string, unknown>>
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * An RFC 9457 response. Thrown anywhere on the server and written by the HTTP layer. `detail` is a
 * sentence for end users, in English, and never contains SQL, stacks or paths.
 */
export class Problem extends Error {
  readonly status: number
  readonly code: ProblemCode
  /** The sentence with its values, for other languages. */
  readonly said: Said
  readonly extra: Extra
  constructor(status: number, code: ProblemCode, detail: Said, extra: Extra = {}) {
    super(english(detail))
    this.name = 'Problem'
    this.status = status
    this.code = code
    this.said = detail
    this.extra = extra
  }

  /** The JSON body, without `requestId`. */
  toJSON(): Record<string, unknown> {
    return {
      type: 'about:blank',
      title: TITLES[this.status] ?? 'Error',
      status: this.status,
      detail: this.message,
      code: this.code,
      ...membersOf(this.said),
      ...(this.extra.errors ? { errors: this.extra.errors.map(errorOf) } : {}),
      ...this.extra.members,
    }
  }
}

/** 404, both for absent records and for those outside the caller's row scope. */
export const notFound = (label = 'record'): Problem =>
  new Problem(404, 'not_found', say('There is no such {{what}}.', { what: inside(label) }))
/** 422 with one entry per invalid name or value. */
export const invalid = (errors: readonly FieldProblem[]): Problem =>
  new Problem(
    422,
    'invalid',
    errors.length === 1
      ? errors[0]!.message
      : say('{{n}} values need attention.', { n: errors.length }),
    { errors },
  )
/** 409 for values that are valid by themselves but conflict with other records. */
export const conflict = (code: ProblemCode, path: string, message: Said): Problem =>
  new Problem(409, code, message, { errors: [{ path, code, message }] })
/** 403 for a known resource or action that is not allowed. */
export const forbidden = (detail: Said = 'You do not have the permission to do this.'): Problem =>
  new Problem(403, 'forbidden', detail)
