import type { IdentityToken } from './port.ts'
import { isFresh } from './tokens.ts'

/**
 * Reports the token to a path of the same site so that it can set a cookie: POST with the bearer
 * while the token is fresh, DELETE when there is none. Fire and forget; nothing depends on it.
 */
export const keepCookie = (
  path: string | undefined,
  send: typeof fetch = (...given) => fetch(...given),
  now: () => number = Date.now,
): ((token: IdentityToken | undefined) => void) => {
  let last: string | undefined | null = null
  const tell = (init: RequestInit) => {
    if (path) {
      void send(path, { ...init, credentials: 'same-origin' }).catch((error: unknown) =>
        console.warn('The cookie of the identity service could not be kept', error),
      )
    }
  }
  return (token) => {
    if (!path || token?.token === last) return
    last = token?.token
    if (!token) tell({ method: 'DELETE' })
    else if (isFresh(token, now())) {
      tell({ method: 'POST', headers: { Authorization: `Bearer ${token.token}` } })
    }
  }
}
