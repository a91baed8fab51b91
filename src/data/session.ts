/** The session of this browser: `authTokens` in local storage, watched across tabs. */
import { useSyncExternalStore } from 'react'

/** What local storage keeps. `expiresAt` is an instant, ISO 8601 UTC. */
export interface AuthTokens {
  readonly token: string
  readonly expiresAt: string
}

/** Key in local storage, fixed by the product. */
export const STORAGE_KEY = 'authTokens'

type Change = 'signed-in' | 'signed-out' | 'expired' | 'renewed'
const listeners = new Set<(change: Change) => void>()
let expired = false

const read = (): string | null => {
  try {
    return localStorage.getItem(STORAGE_KEY)
  } catch {
    return null
  }
}

let memo: { text: string | null; tokens: AuthTokens | null } = { text: null, tokens: null }

// Any entry counts as a session, since only the server knows which it takes: its 401 opens sign-in
// in place.
const UNREADABLE: AuthTokens = { token: 'unreadable', expiresAt: '' }

/** The stored tokens, also when they are out of date or no tokens at all; null without an entry. */
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
      }
    }
  } catch {
    /* something else wrote there */
  }
  memo = { text, tokens }
  return tokens
}

const tell = (change: Change) => {
  ;[...listeners].forEach((fn) => fn(change))
}

/** Calls `fn` on every change of the session in any tab; returns the function that stops. */
export const onSessionChange = (fn: (change: Change) => void): (() => void) => {
  listeners.add(fn)
  return () => void listeners.delete(fn)
}

/** Keeps tokens; whoever waits for a renewed session continues. */
export const keepTokens = (tokens: AuthTokens): void => {
  const renewed = expired
  expired = false
  localStorage.setItem(STORAGE_KEY, JSON.stringify(tokens))
  tell(renewed ? 'renewed' : 'signed-in')
}

/** Forgets the session of this browser without asking the server. */
export const dropTokens = (): void => {
  expired = false
  localStorage.removeItem(STORAGE_KEY)
  tell('signed-out')
}

/** The server no longer knows the token: sign-in opens in place. */
export const sessionExpired = (): void => {
  if (expired) return
  expired = true
  tell('expired')
}

/** True while sign-in in place is asked for. */
export const isExpired = (): boolean => expired

/** Resolves true when the session was renewed, false when the person signed out instead. */
export const renewal = (signal?: AbortSignal): Promise<boolean> =>
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

/** The stored tokens, following changes. */
export const useSession = (): AuthTokens | null =>
  useSyncExternalStore(onSessionChange, storedTokens, () => null)

/** True while the session is expired and sign-in in place should be open. */
export const useExpired = (): boolean =>
  useSyncExternalStore(onSessionChange, isExpired, () => false)
