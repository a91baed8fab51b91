/**
 * Outgoing messages, stored in this browser until the server has them, so that neither a reload nor
 * a lost connection loses one. They are sent one after the other in the order of writing; the
 * client id keeps a resent message from being duplicated. Each is a separate entry of local
 * storage, so that tabs adding and removing at the same time do not overwrite each other.
 */
import { newKey } from '#data/api.ts'
import { onEvent } from '#data/events.ts'
import { isProblem } from '#data/problem.ts'
import { createRecord } from '#data/writes.ts'
import type { Json } from '#model/types.ts'
import { messages, type Seen } from '../resources.ts'

export interface Attachment {
  readonly file: string
  readonly name: string
}
export interface Outgoing {
  readonly clientId: string
  readonly conversation: string
  readonly kind: 'outgoing' | 'note'
  readonly body: string
  readonly attachments: readonly Attachment[]
  readonly mentions?: readonly string[]
  readonly replyTo?: string
  /** Position in the outbox; increases even if the device's time jumps back. */
  readonly order: number
  /** Why the server refused it; the person then decides what to do. */
  readonly error?: string
}

const RETRY_MS = [1000, 2000, 5000, 10_000]
const LOCK = 'chat.outbox'
let account: string | undefined
let items: readonly Outgoing[] = []
/** Kept in memory when the browser has no storage. */
const unkept = new Map<string, Outgoing>()
/** True after the connection is lost; queued messages are retried later. */
let waiting = false
let running = false
/** Consecutive attempts that did not reach the server. */
let failures = 0
const listeners = new Set<() => void>()
const arrivals = new Set<
  (conversation: string, message: Seen<'chat-messages'> | undefined) => void
>()
const prefixOf = (of: string) => `${LOCK}.${of}.`

const isOutgoing = (v: unknown): v is Outgoing =>
  typeof v === 'object' &&
  v !== null &&
  'clientId' in v &&
  typeof v.clientId === 'string' &&
  'conversation' in v &&
  typeof v.conversation === 'string' &&
  'body' in v &&
  typeof v.body === 'string'
const parsed = (text: string | null): readonly Outgoing[] => {
  try {
    const one: unknown = JSON.parse(text ?? 'null')
    return isOutgoing(one) ? [one] : []
  } catch {
    return []
  }
}
const stored = (of: string): readonly Outgoing[] => {
  const kept: Outgoing[] = [...unkept.values()]
  try {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(prefixOf(of))) kept.push(...parsed(localStorage.getItem(key)))
    }
  } catch {
    /* Storage failed: keep it on this page only. */
  }
  return kept.sort((a, b) => a.order - b.order || (a.clientId < b.clientId ? -1 : 1))
}
const look = () => {
  items = account === undefined ? [] : stored(account)
  for (const fn of listeners) fn()
}
const keep = (message: Outgoing): void => {
  if (account === undefined) return
  try {
    localStorage.setItem(prefixOf(account) + message.clientId, JSON.stringify(message))
  } catch {
    unkept.set(message.clientId, message)
  }
  look()
}
const drop = (clientId: string): void => {
  if (account === undefined) return
  unkept.delete(clientId)
  try {
    localStorage.removeItem(prefixOf(account) + clientId)
  } catch {
    /* It was not in storage. */
  }
  look()
}

const bodyOf = ({
  conversation,
  kind,
  body,
  attachments,
  mentions,
  replyTo,
  clientId,
}: Outgoing): Record<string, Json> => ({
  conversation,
  kind,
  body,
  clientId,
  attachments: attachments.map(({ file, name }) => ({ file, name })),
  ...(mentions?.length ? { mentions: [...mentions] } : {}),
  ...(replyTo ? { replyTo } : {}),
})

/** Sends one message; returns false when the server is unreachable. */
const sendOne = async (message: Outgoing): Promise<boolean> => {
  try {
    const { record } = await createRecord(messages(), bodyOf(message), {
      idempotencyKey: message.clientId,
    })
    arrived(message.conversation, record)
    drop(message.clientId)
  } catch (error) {
    // Rate limit, server restart or lost connection: the message can be sent again.
    if (
      !isProblem(error) ||
      error.status === 0 ||
      error.status === 408 ||
      error.status === 429 ||
      error.status >= 500
    ) {
      return false
    }
    if (error.code === 'sent_already') {
      arrived(message.conversation, undefined)
      drop(message.clientId)
    } else keep({ ...message, error: error.detail })
  }
  return true
}

/** Ends the pause before the next attempt. */
let wake: (() => void) | undefined
const again = (): void => wake?.()
const pause = (ms: number) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(again, ms)
    wake = () => {
      clearTimeout(timer)
      wake = undefined
      resolve()
    }
  })

/** Sends until the outbox is empty (true) or the server is unreachable (false). */
const work = async (): Promise<boolean> => {
  for (;;) {
    const of = account
    const next = of === undefined ? undefined : stored(of).find((m) => !m.error)
    const reached = !next || (await sendOne(next))
    if (waiting !== !reached) {
      waiting = !reached
      look()
    }
    if (!next || !reached) return reached
    failures = 0
  }
}

/**
 * One tab sends for all if the browser has locks; otherwise the server prevents duplicates. A
 * pausing tab releases the lock: it may be hidden, and the browser may throttle its timers.
 */
const run = async (): Promise<void> => {
  if (running) return again()
  running = true
  try {
    while (
      !(await (typeof navigator !== 'undefined' && 'locks' in navigator
        ? navigator.locks.request(LOCK, work)
        : work()))
    ) {
      await pause(RETRY_MS[Math.min(failures++, RETRY_MS.length - 1)]!)
    }
  } finally {
    running = false
  }
  // Send messages written during the last send.
  if (account !== undefined && stored(account).some((m) => !m.error)) void run()
}

/** Opens the outbox of an account; shows and sends its stored messages. */
export const openOutbox = (of: string): void => {
  if (account === of) return
  account = of
  look()
  void run()
}
export const enqueue = (message: Omit<Outgoing, 'clientId' | 'order'>): void => {
  if (account === undefined) return
  keep({
    ...message,
    clientId: newKey(),
    order: Math.max(0, ...stored(account).map((m) => m.order)) + 1,
  })
  void run()
}
/** Retries a refused message. */
export const retry = (clientId: string): void => {
  const message = items.find((m) => m.clientId === clientId)
  if (!message) return
  const { error: _, ...again } = message
  keep(again)
  void run()
}
export const discard = drop
export const outbox = (): readonly Outgoing[] => items
export const isWaiting = (): boolean => waiting
export const onOutbox = (fn: () => void): (() => void) => {
  listeners.add(fn)
  return () => void listeners.delete(fn)
}
/** Notifies subscribers of a message returned by the server. */
export const arrived = (conversation: string, message: Seen<'chat-messages'> | undefined): void => {
  for (const fn of arrivals) fn(conversation, message)
}
/** Calls `fn` with each message the server stored; without an argument if it was already stored. */
export const onArrival = (
  fn: (conversation: string, message: Seen<'chat-messages'> | undefined) => void,
): (() => void) => {
  arrivals.add(fn)
  return () => void arrivals.delete(fn)
}

if (typeof window !== 'undefined') {
  window.addEventListener('storage', (e) => {
    if (account === undefined || (e.key !== null && !e.key.startsWith(prefixOf(account)))) return
    look()
    // Another tab sent a message.
    if (e.newValue === null) again()
  })
  // Any sign of a restored connection ends the pause.
  window.addEventListener('online', again)
  document.addEventListener('visibilitychange', again)
  onEvent('ready', again)
}
