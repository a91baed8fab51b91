import { PushFailed } from '../notifications/push.ts'

/** What sends a request; `fetch`. */
export type Call = (url: string, init: RequestInit) => Promise<Response>

/** An answer that was read to its end. `failed` makes the error it stands for: one to be tried again where it is the service's fault. */
export interface Answer {
  readonly ok: boolean
  readonly status: number
  readonly body: unknown
  failed(message: string): PushFailed
}

/** A service that has not answered after so long counts as away. */
const PATIENCE_MS = 10_000
const MOST_WAIT_MS = 15 * 60_000

/** The text of a member of a JSON object; undefined for anything else. */
export const textOf = (body: unknown, name: string): string | undefined => {
  const value =
    typeof body === 'object' && body !== null
      ? (body as Readonly<Record<string, unknown>>)[name]
      : undefined
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** Milliseconds of a `Retry-After` header, which is seconds or a date. */
const waitOf = (header: string | null): number => {
  if (header === null) return 0
  const ms = /^\d+$/.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - Date.now()
  return Number.isFinite(ms) ? Math.round(Math.min(Math.max(ms, 0), MOST_WAIT_MS)) : 0
}

/** A service that gave no answer at all. */
export class NoAnswer extends PushFailed {}

/** Sends a request and reads its answer within ten seconds. `who` begins the sentence of what went wrong. Throws `NoAnswer`. */
export const answerOf = async (
  call: Call,
  who: string,
  url: string,
  init: RequestInit,
): Promise<Answer> => {
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
    throw new NoAnswer(late ? `${who} took too long to answer.` : `${who} cannot be reached.`)
  }
}
