import { PushFailed } from '../notifications/push.ts'

/** Sends a request; `fetch`. */
export type Call = (url: string, init: RequestInit) => Promise<Response>

/**
 * A response that was read to its end. `failed` creates the matching error, retryable if the
 * service is at fault.
 */
export interface CallResponse {
  readonly ok: boolean
  readonly status: number
  readonly body: unknown
  failed(message: string): PushFailed
}

/** Timeout after which a service counts as unavailable. */
const PATIENCE_MS = 10_000
const MOST_WAIT_MS = 15 * 60_000

/** Returns a string member of a JSON object; undefined for anything else. */
export const textOf = (body: unknown, name: string): string | undefined => {
  const value =
    typeof body === 'object' && body !== null
      ? (body as Readonly<Record<string, unknown>>)[name]
      : undefined
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** Parses a `Retry-After` header (seconds or a date) into milliseconds. */
const waitOf = (header: string | null): number => {
  if (header === null) return 0
  const ms = /^\d+$/.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - Date.now()
  return Number.isFinite(ms) ? Math.round(Math.min(Math.max(ms, 0), MOST_WAIT_MS)) : 0
}

/** The service did not respond at all. */
export class NoResponse extends PushFailed {}

/**
 * Sends a request and reads the response within ten seconds. `who` begins the error message. Throws
 * `NoResponse`.
 */
export const responseOf = async (
  call: Call,
  who: string,
  url: string,
  init: RequestInit,
): Promise<CallResponse> => {
  try {
    const response = await call(url, {
      ...init,
      redirect: 'error',
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    const text = await response.text()
    let body: unknown
    try {
      body = JSON.parse(text)
    } catch {
      body = undefined
    }
    const { status } = response
    const again = status === 429 || status >= 500
    return {
      ok: response.ok,
      status,
      body,
      failed: (message) =>
        new PushFailed(message, {
          final: !again,
          waitMs: waitOf(response.headers.get('retry-after')),
        }),
    }
  } catch (error) {
    const late = error instanceof Error && error.name === 'TimeoutError'
    throw new NoResponse(late ? `${who} took too long to respond.` : `${who} cannot be reached.`)
  }
}
