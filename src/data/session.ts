/** The session of this browser: `authTokens` in local storage, synchronised across tabs. */
import { useSyncExternalStore } from 'react'

/** Value in local storage. `expiresAt` is an instant, ISO 8601 UTC. */
export interface AuthTokens {
  readonly token: string
  readonly expiresAt: string
  /** Id of the account; missing in sessions stored by earlier versions. */
  readonly account?: string
}

/** Key in local storage, fixed by the product. */
export const STORAGE_KEY = 'authTokens'

type Change = 'signed-in' | 'signed-out' | 'expired' | 'renewed'
const listeners = new Set<(change: Change) => void>()
let expired = false
let left = false

const read = (): string | null => {
  try {
    return localStorage.getItem(STORAGE_KEY)
  } catch {
    return null
  }
}

let memo: { text: string | null; tokens: AuthTokens | null } = { text: null, tokens: null }

// Any entry counts as a session, since only the server can validate it: its 401 opens the sign-in
// dialog.
const UNREADABLE: AuthTokens = { token: 'unreadable', expiresAt: '' }

/** The stored tokens, even if expired or invalid; null without an entry. */
export const storedTokens = (): AuthTokens | null => {
  const text = read()
  if (text === memo.text) return memo.tokens
  let tokens: AuthTokens | null = text === null ? null : UNREADABLE
  try {
    const parsed: unknown = text === null ? null : JSON.parse(text)
    if (
      typeof parsed === 'object' &&
      parsed !== null &&
      'token' in parsed &&
      typeof parsed.token === 'string' &&
      parsed.token
    ) {
      tokens = {
        token: parsed.token,
        expiresAt:
          'expiresAt' in parsed && typeof parsed.expiresAt === 'string' ? parsed.expiresAt : '',
        ...('account' in parsed && typeof parsed.account === 'string'
          ? { account: parsed.account }
          : {}),
      }
    }
  } catch {
    /* written by something else */
  }
  memo = { text, tokens }
  return tokens
}

const tell = (change: Change) => {
  ;[...listeners].forEach((fn) => fn(change))
}

/** Calls `fn` on every change of the session in any tab; returns an unsubscribe function. */
export const onSessionChange = (fn: (change: Change) => void): (() => void) => {
  listeners.add(fn)
  return () => void listeners.delete(fn)
}

/** Stores tokens; calls waiting for a renewed session continue. */
export const keepTokens = (tokens: AuthTokens): void => {
  const renewed = expired
  expired = false
  left = false
  localStorage.setItem(STORAGE_KEY, JSON.stringify(tokens))
  tell(renewed ? 'renewed' : 'signed-in')
}

/** Removes the session of this browser without contacting the server. */
export const dropTokens = (): void => {
  expired = false
  localStorage.removeItem(STORAGE_KEY)
  tell('signed-out')
}

/** The person ends the session: the address they are at is not kept for the next sign-in. */
export const endSession = (): void => {
  left = true
  dropTokens()
}

/** True after the person ended the session in this tab. */
export const hasLeft = (): boolean => left

/** The server rejected the token: opens the sign-in dialog. */
export const sessionExpired = (): void => {
  if (expired) return
  expired = true
  tell('expired')
}

/** True while the sign-in dialog is requested. */
export const isExpired = (): boolean => expired

/** True unless the stored session belongs to another account; older sessions do not name theirs. */
export const isSameAccount = (account: string | undefined): boolean => {
  const now = storedTokens()?.account
  return account === undefined || now === undefined || now === account
}

/** Resolves to true when somebody signed in, false when the person signed out instead. */
const renewal = (signal?: AbortSignal): Promise<boolean> =>
  new Promise((resolve, reject) => {
    const stop = onSessionChange((change) => {
      if (change === 'expired') return
      stop()
      resolve(change !== 'signed-out')
    })
    signal?.addEventListener(
      'abort',
      () => {
        stop()
        reject(signal.reason)
      },
      { once: true },
    )
  })

if (typeof window !== 'undefined') {
  window.addEventListener('storage', (event) => {
    if (event.key !== STORAGE_KEY && event.key !== null) return
    const signedIn = storedTokens() !== null
    const renewed = expired && signedIn
    expired = expired && signedIn ? false : expired
    if (signedIn) tell(renewed ? 'renewed' : 'signed-in')
    else tell('signed-out')
  })
}

/** The stored tokens, subscribed to changes. */
export const useSession = (): AuthTokens | null =>
  useSyncExternalStore(onSessionChange, storedTokens, () => null)

/**
 * After a 401: opens the sign-in dialog, unless the token was replaced meanwhile, and resolves to
 * whether the call may be sent again. It may not when another person signed in: they must not send
 * what they did not write.
 */
export const mayResend = async (
  sent: Partial<AuthTokens>,
  signal?: AbortSignal,
): Promise<boolean> => {
  if (!storedTokens()) return false
  if (storedTokens()?.token === sent.token) sessionExpired()
  if (expired && !(await renewal(signal))) return false
  return isSameAccount(sent.account)
}

/** True while the session is expired and the sign-in dialog should be open. */
export const useExpired = (): boolean =>
  useSyncExternalStore(onSessionChange, isExpired, () => false)

let leaving = false
if (typeof window !== 'undefined') {
  // Before the router's own listener, which this module is loaded before: it would ask.
  window.addEventListener('beforeunload', (e) => leaving && e.stopImmediatePropagation(), {
    capture: true,
  })
}

/**
 * Reloads the page for another person, once. It does not ask about what the one before them typed:
 * that is kept in their drafts.
 */
export const startOver = (): void => {
  if (leaving) return
  leaving = true
  window.location.reload()
}
