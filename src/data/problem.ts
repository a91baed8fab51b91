import type { Message } from '#model/message.ts'

/** One invalid value of a body or query: `path` is a field or a dotted path into one. */
export interface FieldError extends Partial<Message> {
  readonly path: string
  readonly code: string
  readonly message: string
}

/** Puts a received message into words: its English text, and beside it what one with values has. */
type Speak = (
  english: string,
  members: { readonly text?: unknown; readonly params?: unknown },
) => string

let spoken: Speak = (english) => english
/**
 * Registers the translation of server messages into the person's language; called once by the
 * composition root.
 */
export const provideSentences = (say: Speak): void => {
  spoken = say
}

/** Failure of a call: a problem+json response, or status 0 without any response. */
export class ApiProblem extends Error {
  /** HTTP status; 0 = no response (offline, time-out). */
  readonly status: number
  /** Stable error code, e.g. `stale_version`; `network` and `timeout` are our own. */
  readonly code: string
  /** Message for people. */
  readonly detail: string
  readonly errors: readonly FieldError[]
  /** Every other member of the response, e.g. `current` of a 412. */
  readonly members: Readonly<Record<string, unknown>>
  /** Seconds after which a retry makes sense. */
  readonly retryAfterS: number | undefined

  constructor(problem: {
    status: number
    code: string
    detail: string
    errors?: readonly FieldError[]
    members?: Readonly<Record<string, unknown>>
    retryAfterS?: number
  }) {
    const { detail, members = {} } = problem
    super(spoken(detail, members))
    this.name = 'ApiProblem'
    this.status = problem.status
    this.code = problem.code
    this.detail = this.message
    this.errors = (problem.errors ?? []).map((e) => ({ ...e, message: spoken(e.message, e) }))
    this.members = members
    this.retryAfterS = problem.retryAfterS
  }
}

const isErrors = (v: unknown): v is FieldError[] =>
  Array.isArray(v) &&
  v.every((e) => typeof e === 'object' && e !== null && 'path' in e && 'message' in e)

/**
 * Parses an error response; one that is not problem+json (such as a proxy's page) still yields a
 * problem.
 */
export const problemOf = async (response: Response): Promise<ApiProblem> => {
  const text = await response.text().catch(() => '')
  let body: Record<string, unknown> = {}
  try {
    const parsed: unknown = JSON.parse(text)
    if (typeof parsed === 'object' && parsed !== null) body = parsed as Record<string, unknown>
  } catch {
    /* not JSON: only the status is known */
  }
  const word = (name: string, fallback: string) =>
    typeof body[name] === 'string' && body[name] !== '' ? body[name] : fallback
  const after = Number(response.headers.get('Retry-After') ?? NaN)
  return new ApiProblem({
    status: response.status,
    code: word('code', 'http'),
    detail: word('detail', word('title', `The server returned ${response.status}.`)),
    errors: isErrors(body.errors) ? body.errors : [],
    members: body,
    ...(Number.isFinite(after) ? { retryAfterS: after } : {}),
  })
}

/** True when an error is a problem with this status. */
export const isProblem = (error: unknown, status?: number): error is ApiProblem =>
  error instanceof ApiProblem && (status === undefined || error.status === status)
