/**
 * Keeps a sign-in at the identity service alive during our session: renews it in time, ends with
 * it, and keeps the site's cookie in sync.
 */
import { signOut } from '../signOut.ts'
import { firebaseFor } from '../firebase/project.ts'
import { isExpired, onSessionChange, storedTokens } from '../session.ts'
import { keepCookie } from './cookie.ts'
import { identity } from './index.ts'
import { IdentityError, type IdentityPort, type IdentityToken } from './port.ts'
import { rememberIdentity, rememberedIdentity } from './remembered.ts'
import { REFRESH_AHEAD_MS, refreshInMs, RETRY_MS } from './tokens.ts'

/** The service no longer knows the person, or no longer admits them. */
const ENDED = new Set([
  'user-token-expired',
  'user-disabled',
  'user-not-found',
  'invalid-user-token',
])
const maxRetryMs = 60_000
/** Longer browser timers overflow. */
const maxTimerMs = 2_000_000_000

export interface WatchPorts {
  readonly service: IdentityPort
  readonly cookie: (token: IdentityToken | undefined) => void
  /** The person was signed out at the service: sign out here too. May be called more than once. */
  readonly end: () => void
}

/** Follows the tokens of a service; returns a stop function. */
export const watchTokens = async ({ service, cookie, end }: WatchPorts): Promise<() => void> => {
  let timer: ReturnType<typeof setTimeout> | undefined
  let retryMs = RETRY_MS
  const plan = (waitMs: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => void renew(), Math.min(waitMs, maxTimerMs))
  }
  const renew = async (): Promise<void> => {
    try {
      const token = await service.token(REFRESH_AHEAD_MS)
      retryMs = RETRY_MS
      if (token) plan(Math.max(RETRY_MS, refreshInMs(token, Date.now())))
    } catch (error) {
      failed(error)
    }
  }
  const failed = (error: unknown): void => {
    if (error instanceof IdentityError && ENDED.has(error.code)) return end()
    plan(retryMs)
    retryMs = Math.min(maxRetryMs, retryMs * 2)
  }
  const stop = await service.onToken((token) => {
    cookie(token)
    if (token) plan(refreshInMs(token, Date.now()))
    else {
      clearTimeout(timer)
      // Nobody is signed in there any more, even if the page was opened long after the last token.
      end()
    }
  }, failed)
  return () => {
    clearTimeout(timer)
    stop()
  }
}

let watching = false

/** Starts watching, once per page, if this browser signed in by the service. */
export const watchIdentity = async (): Promise<void> => {
  const project = firebaseFor('identity')
  if (watching || !project || !rememberedIdentity() || !storedTokens()) return
  watching = true
  const service = await identity().catch(() => undefined)
  if (!service) {
    watching = false
    return
  }
  const stop = await watchTokens({
    service,
    cookie: keepCookie(project.identity.cookiePath),
    end: () => {
      if (rememberedIdentity() && !isExpired()) void signOut()
    },
  })
  const stopSession = onSessionChange((change) => {
    if (change !== 'signed-out') return
    stopSession()
    watching = false
    rememberIdentity(undefined)
    // The disappearing token clears the cookie.
    void service
      .signOut()
      .catch(() => undefined)
      .finally(stop)
  })
}
