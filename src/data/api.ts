/** The browser's only access to the server. */
import { appConfig } from './config.ts'
import { noteDisk } from './disk.ts'
import { ApiProblem, problemOf } from './problem.ts'
import { proof } from './proof.ts'
import { isSameAccount, mayResend, storedTokens } from './session.ts'

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'

export interface CallOptions {
  readonly method?: Method
  /** Sent as JSON, or a form sent as it is. */
  readonly body?: unknown
  readonly query?: URLSearchParams | Readonly<Record<string, string | number | undefined>>
  /** Version the change is based on; sent as `If-Match`. */
  readonly ifMatch?: number
  /**
   * Idempotency key: a repeated write has one effect; default: a fresh one per call. Pass your own
   * to retry later.
   */
  readonly idempotencyKey?: string
  readonly signal?: AbortSignal
  /** Default 30,000; 60,000 on phones. */
  readonly timeoutMs?: number
  /** Return a 401 to the caller instead of opening the sign-in dialog (the accounts' own calls). */
  readonly anonymous?: boolean
  readonly accept?: string
}

/** A successful response. */
export interface ApiResponse<T> {
  readonly status: number
  /** Parsed JSON; undefined when there is none (204). */
  readonly body: T
  readonly headers: Headers
  /** Identifies the operation for undo. */
  readonly operationId: string | undefined
}

/** A random key, also available outside secure contexts. */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (b) =>
    b.toString(16).padStart(2, '0'),
  ).join('')

/**
 * Returns the idempotency key of a write's content: the same content, sent again, has the same key,
 * so that it has one effect even if a response was lost.
 */
export const createAttempts = (): ((content: unknown) => string) => {
  let last = ''
  let key = ''
  return (content) => {
    const text = JSON.stringify(content)
    if (text !== last) key = newKey()
    last = text
    return key
  }
}

const retryAfterMs = [300, 1200]
const defaultTimeoutMs = () =>
  typeof navigator !== 'undefined' && /Mobi|Android/i.test(navigator.userAgent) ? 60_000 : 30_000
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** URL of an API path (`/api/hotels`) with its query. */
export const apiUrl = (path: string, query?: CallOptions['query']): string => {
  const params =
    query instanceof URLSearchParams
      ? query
      : new URLSearchParams(
          Object.entries(query ?? {}).flatMap(([k, v]) =>
            v === undefined ? [] : [[k, String(v)]],
          ),
        )
  const text = params.toString()
  return `${appConfig().apiBase}${path}${text && `?${text}`}`
}

const request = (options: CallOptions, key: string | undefined): RequestInit => {
  const headers: Record<string, string> = { Accept: options.accept ?? 'application/json' }
  const token = storedTokens()?.token
  if (token) headers.Authorization = `Bearer ${token}`
  if (key) headers['Idempotency-Key'] = key
  if (options.ifMatch !== undefined) headers['If-Match'] = `"${options.ifMatch}"`
  const request: RequestInit = { method: options.method ?? 'GET', headers, credentials: 'omit' }
  if (options.body === undefined) return request
  if (options.body instanceof FormData) return { ...request, body: options.body }
  headers['Content-Type'] = 'application/json'
  return { ...request, body: JSON.stringify(options.body) }
}

/** One attempt; a failure without a response becomes a problem with status 0. */
const attempt = async (
  url: string,
  options: CallOptions,
  key: string | undefined,
): Promise<Response> => {
  const timeout = AbortSignal.timeout(options.timeoutMs ?? defaultTimeoutMs())
  const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout
  try {
    return await fetch(url, { ...request(options, key), signal })
  } catch (error) {
    if (options.signal?.aborted) throw error
    if (timeout.aborted) {
      throw new ApiProblem({
        status: 0,
        code: 'timeout',
        detail: 'The server took too long to respond.',
      })
    }
    throw new ApiProblem({
      status: 0,
      code: 'network',
      detail: `${key === undefined ? '' : 'Not sent. '}The server cannot be reached.`,
    })
  }
}

/**
 * Sends a call and returns the raw response of a success. Writes carry one idempotency key through
 * all attempts, so that a retry after a lost response has no second effect. Throws `ApiProblem`.
 *
 * A 401 opens the sign-in dialog, and the call continues once the session is renewed; likewise
 * after a proof the server requires.
 */
export const send = async (path: string, options: CallOptions = {}): Promise<Response> => {
  const url = apiUrl(path, options.query)
  const key = (options.method ?? 'GET') === 'GET' ? undefined : (options.idempotencyKey ?? newKey())
  const account = storedTokens()?.account
  for (let tries = 0; ; tries++) {
    const token = storedTokens()?.token
    let response: Response
    try {
      response = await attempt(url, options, key)
    } catch (error) {
      const wait = retryAfterMs[tries]
      if (wait === undefined || !(error instanceof ApiProblem) || error.code !== 'network') {
        throw error
      }
      await pause(wait)
      if (!isSameAccount(account)) throw error
      continue
    }
    noteDisk(response.headers)
    if (response.ok) return response
    if (
      response.status === 401 &&
      !options.anonymous &&
      (await mayResend({ token, account }, options.signal))
    ) {
      tries = -1
      continue
    }
    const problem = await problemOf(response)
    if (
      problem.code === 'step_up_required' &&
      !options.anonymous &&
      (await proof()) &&
      isSameAccount(account)
    ) {
      tries = -1
      continue
    }
    throw problem
  }
}

/**
 * Sends a call and returns its JSON with the facts in its headers. Calls about records kept
 * elsewhere are handled there.
 */
export const call = async <T = unknown>(
  path: string,
  options: CallOptions = {},
): Promise<ApiResponse<T>> => {
  if (appConfig().documents?.[path.split('/')[2]!]) {
    return (await import('./documents/respond.ts')).respond(path, options)
  }
  const response = await send(path, options)
  const text = response.status === 204 ? '' : await response.text()
  return {
    status: response.status,
    body: (text ? JSON.parse(text) : undefined) as T,
    headers: response.headers,
    operationId: response.headers.get('X-Operation-Id') ?? undefined,
  }
}

/** Fetches JSON from the server. */
export const get = async <T>(
  path: string,
  options: Omit<CallOptions, 'method' | 'body'> = {},
): Promise<T> => (await call<T>(path, options)).body
