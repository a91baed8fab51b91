/**
 * What people are doing with a record right now: broadcast to current listeners, never stored.
 * Needs the shell, which follows events.
 */
import { apiUrl } from './api.ts'
import { onEvent } from './events.ts'
import { storedTokens } from './session.ts'

/** `here`: views it; `editing`: has its form open; `typing`: is typing; `gone`: left it. */
export type SignalKind = 'typing' | 'here' | 'editing' | 'gone'

/** A person's activity on a record; includes the person's own signals. */
export interface Signal {
  readonly collection: string
  readonly id: string
  readonly kind: SignalKind
  /** The person's record (`Me['person']`). */
  readonly by: { readonly id: string; readonly name: string }
  /** Instant, in the server's time. */
  readonly at: string
}

const isSignal = (v: unknown): v is Signal =>
  typeof v === 'object' &&
  v !== null &&
  'collection' in v &&
  'id' in v &&
  'kind' in v &&
  'by' in v &&
  typeof v.by === 'object' &&
  v.by !== null &&
  'id' in v.by

/** Calls `fn` for every signal of a record the person may read; returns an unsubscribe function. */
export const onSignal = (fn: (signal: Signal) => void): (() => void) =>
  onEvent('signal', (data) => {
    if (isSignal(data)) fn(data)
  })

/** `typing` is sent at most this often; receivers drop it after twice the time. */
const typingEveryMs = 3000
let typed = { where: '', at: -Infinity }
/** The last keystroke, sent or not. */
let keyed = typed
let last: Promise<unknown> = Promise.resolve()

const post = (collection: string, id: string, kind: SignalKind, leaving: boolean): void => {
  const token = storedTokens()?.token
  if (!token) return
  const send = () =>
    fetch(apiUrl('/api/signals'), {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ collection, id, kind }),
      credentials: 'omit',
      keepalive: true,
      signal: AbortSignal.timeout(5000),
    }).catch(() => undefined)
  last = leaving ? send() : last.then(send)
}

/**
 * Sends a signal. Signals of this tab keep their order; failed ones are lost. Call it with `typing`
 * on each keystroke: it is throttled. `leaving` sends immediately, from a page being closed.
 */
export const sendSignal = (
  collection: string,
  id: string,
  kind: SignalKind,
  leaving = false,
): void => {
  const where = `${collection}/${id}`
  if (kind === 'typing') {
    const now = performance.now()
    keyed = { where, at: now }
    if (typed.where === where && now - typed.at < typingEveryMs) return
    typed = { where, at: now }
  } else {
    if (typed.where === where) typed = { where, at: -Infinity }
    if (kind === 'gone' && keyed.where === where) keyed = { where, at: -Infinity }
  }
  post(collection, id, kind, leaving)
}

/** Sends `typing` again if this person typed recently enough for a newcomer to know. */
export const repeatTyping = (collection: string, id: string): void => {
  const where = `${collection}/${id}`
  const now = performance.now()
  if (keyed.where !== where || now - keyed.at >= 2 * typingEveryMs) return
  typed = { where, at: now }
  post(collection, id, 'typing', false)
}
