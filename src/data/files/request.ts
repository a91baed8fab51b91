/** Requests with upload progress; `fetch` has none, so only this file uses XMLHttpRequest. */
import { apiUrl } from '../api.ts'
import { ApiProblem, problemOf } from '../problem.ts'
import { mayResend, storedTokens } from '../session.ts'
import { cancelled } from './wait.ts'

interface Sending {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Blob | FormData | ArrayBuffer
  readonly onSent?: (bytes: number) => void
  readonly signal?: AbortSignal | undefined
}

/** A connection without progress for this long counts as lost. */
const stalledMs = 60_000

const once = ({ method, path, headers, body, onSent, signal }: Sending): Promise<Response> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    let watch: ReturnType<typeof setTimeout> | undefined
    const moved = () => {
      clearTimeout(watch)
      watch = setTimeout(() => request.abort(), stalledMs)
    }
    const stop = () => request.abort()
    const end = (settle: () => void) => () => {
      clearTimeout(watch)
      signal?.removeEventListener('abort', stop)
      settle()
    }
    request.open(method, apiUrl(path))
    for (const [name, value] of Object.entries({
      Authorization: `Bearer ${storedTokens()?.token ?? ''}`,
      Accept: 'application/json',
      ...headers,
    })) {
      request.setRequestHeader(name, value)
    }
    request.upload.onprogress = (e) => {
      moved()
      onSent?.(e.loaded)
    }
    request.onerror = end(() =>
      reject(
        new ApiProblem({ status: 0, code: 'network', detail: 'The server cannot be reached.' }),
      ),
    )
    request.onabort = end(() =>
      reject(
        signal?.aborted
          ? cancelled()
          : new ApiProblem({
              status: 0,
              code: 'timeout',
              detail: 'The server took too long to respond.',
            }),
      ),
    )
    request.onload = end(() =>
      resolve(
        new Response(request.status === 204 ? null : request.responseText, {
          status: Math.max(200, request.status),
        }),
      ),
    )
    signal?.addEventListener('abort', stop)
    if (signal?.aborted) return end(() => reject(cancelled()))()
    moved()
    request.send(body)
  })

/**
 * Sends a body and returns the JSON of a success. Throws `ApiProblem`. A 401 opens the sign-in
 * dialog, and the body is sent again once the session is renewed.
 */
export const sendBody = async <T>(sending: Sending): Promise<T> => {
  const account = storedTokens()?.account
  for (;;) {
    const token = storedTokens()?.token
    const response = await once(sending)
    if (response.ok) return (await response.json()) as T
    if (response.status !== 401 || !(await mayResend({ token, account }, sending.signal))) {
      throw await problemOf(response)
    }
  }
}
