import { Problem } from '../base/problem.ts'

/** Options for calls to a remote store. */
export interface RemoteOptions {
  /** Default 4. */
  readonly attempts?: number
  /** Time until the response begins; default 60,000. Reading its body has no limit. */
  readonly timeoutMs?: number
  /** Delay before the second attempt, doubled for each further one; default 200. */
  readonly pauseMs?: number
}

/** 503 for a store that is unreachable or refuses access; the cause is for the log. */
export const storeUnavailable = (cause: unknown): Problem =>
  Object.assign(
    new Problem(
      503,
      'store_unavailable',
      'The file storage cannot be reached. Try again in a moment.',
    ),
    { cause },
  )

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const passing = (status: number): boolean => status >= 500 || status === 429 || status === 408

/**
 * Makes one request to a store; aborted when the response does not begin in time. Throws what
 * `fetch` throws.
 */
export const attempt = async (
  make: (signal: AbortSignal) => Promise<Response>,
  timeoutMs = 60_000,
): Promise<Response> => {
  const abort = new AbortController()
  const timer = setTimeout(
    () => abort.abort(new Error('The store took too long to respond.')),
    timeoutMs,
  )
  try {
    return await make(abort.signal)
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Calls a store, retrying temporary failures. Returns the last response as is; throws 503 if there
 * was none.
 */
export const reach = async (
  make: (signal: AbortSignal) => Promise<Response>,
  { attempts = 4, timeoutMs, pauseMs = 200 }: RemoteOptions = {},
): Promise<Response> => {
  for (let tries = 1; ; tries++) {
    try {
      const response = await attempt(make, timeoutMs)
      if (!passing(response.status) || tries >= attempts) return response
      await response.body?.cancel()
    } catch (error) {
      if (error instanceof Problem) throw error
      if (tries >= attempts) throw storeUnavailable(error)
    }
    await pause(pauseMs * 2 ** (tries - 1))
  }
}

/** Returns a successful response; else throws 503 with the store's message for the log. */
export const expectOk = async (response: Response, doing: string): Promise<Response> => {
  if (response.ok) return response
  throw storeUnavailable(
    new Error(
      `${doing}: ${response.status} ${(await response.text().catch(() => '')).slice(0, 500)}`,
    ),
  )
}

/** Returns the stored bytes of a response; undefined for 404. */
export const contentOf = async (
  response: Response,
  doing: string,
): Promise<{ stream: ReadableStream<Uint8Array>; size: number } | undefined> => {
  if (response.status === 404) {
    await response.body?.cancel()
    return undefined
  }
  await expectOk(response, doing)
  const size = Number(response.headers.get('content-length') ?? NaN)
  if (Number.isFinite(size) && !response.headers.has('content-encoding')) {
    return { stream: (response.body ?? new Blob([]).stream()) as ReadableStream<Uint8Array>, size }
  }
  const bytes = new Uint8Array(await response.arrayBuffer())
  return {
    stream: new Blob([bytes]).stream() as ReadableStream<Uint8Array>,
    size: bytes.byteLength,
  }
}
