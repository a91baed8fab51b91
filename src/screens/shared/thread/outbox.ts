/**
 * Messages on their way: kept in this browser until the server has them, so that neither a reload nor a cut line loses one. They are
 * sent one after the other, in the order they were written; the client id makes a message that is sent again the same message.
 */
import { newKey } from '#data/api.ts'
import { isProblem } from '#data/problem.ts'
import type { RecordData } from '#data/types.ts'
import { createRecord } from '#data/writes.ts'
import type { Json } from '#model/types.ts'
import { messages } from '../resources.ts'

export interface Attachment { readonly file: string; readonly name: string }
export interface Outgoing {
  readonly clientId: string
  readonly conversation: string
  readonly kind: 'outgoing' | 'note'
  readonly body: string
  readonly attachments: readonly Attachment[]
  readonly replyTo?: string
  /** Instant it was written. */
  readonly at: string
  /** Why the server refused it; it waits for the person then. */
  readonly error?: string
}

const RETRY_MS = [1000, 2000, 5000, 10_000]
const LOCK = 'chat.outbox'
let account: string | undefined
let items: readonly Outgoing[] = []
/** The line is cut: what waits is tried again in a while. */
let waiting = false
let running = false
const listeners = new Set<() => void>()
const arrivals = new Set<(conversation: string, message: RecordData | undefined) => void>()
const keyOf = (of: string) => `${LOCK}.${of}`

const isOutgoing = (v: unknown): v is Outgoing => typeof v === 'object' && v !== null && 'clientId' in v && typeof v.clientId === 'string' && 'conversation' in v && typeof v.conversation === 'string' && 'body' in v && typeof v.body === 'string'
const stored = (of: string): readonly Outgoing[] => {
  try { const list: unknown = JSON.parse(localStorage.getItem(keyOf(of)) ?? '[]'); return Array.isArray(list) ? list.filter(isOutgoing) : [] } catch { return items }
}
const tell = () => { for (const fn of listeners) fn() }
const set = (change: (old: readonly Outgoing[]) => readonly Outgoing[]): void => {
  if (account === undefined) return
  items = change(stored(account))
  try { localStorage.setItem(keyOf(account), JSON.stringify(items)) } catch { /* kept for this page only */ }
  tell()
}
const drop = (clientId: string) => set((old) => old.filter((m) => m.clientId !== clientId))

const bodyOf = ({ conversation, kind, body, attachments, replyTo, clientId }: Outgoing): Record<string, Json> =>
  ({ conversation, kind, body, clientId, attachments: attachments.map(({ file, name }) => ({ file, name })), ...(replyTo ? { replyTo } : {}) })

/** Sends one; false when the server could not be asked. */
const sendOne = async (message: Outgoing): Promise<boolean> => {
  try {
    const { record } = await createRecord(messages(), bodyOf(message), { idempotencyKey: message.clientId })
    for (const fn of arrivals) fn(message.conversation, record)
    drop(message.clientId)
  } catch (error) {
    if (!isProblem(error) || error.status === 0 || error.status === 429 || error.status >= 500) return false
    if (error.code === 'sent_already') { for (const fn of arrivals) fn(message.conversation, undefined); drop(message.clientId) }
    else set((old) => old.map((m) => (m.clientId === message.clientId ? { ...m, error: error.detail } : m)))
  }
  return true
}

const pause = (ms: number) => new Promise<void>((resolve) => {
  const done = () => { clearTimeout(timer); window.removeEventListener('online', done); resolve() }
  const timer = setTimeout(done, ms)
  window.addEventListener('online', done)
})

const work = async (): Promise<void> => {
  for (let failures = 0; ;) {
    const of = account
    const next = of === undefined ? undefined : stored(of).find((m) => !m.error)
    if (!next) return
    const reached = await sendOne(next)
    failures = reached ? 0 : failures + 1
    if (waiting !== !reached) { waiting = !reached; tell() }
    if (!reached) await pause(RETRY_MS[Math.min(failures, RETRY_MS.length) - 1]!)
  }
}

/** One tab sends for all of them, where the browser has locks; elsewhere the server sees to it that nothing is doubled. */
const run = async (): Promise<void> => {
  if (running) return
  running = true
  try {
    if (typeof navigator !== 'undefined' && 'locks' in navigator) await navigator.locks.request(LOCK, work)
    else await work()
  } finally { running = false }
  // Written while the last one was leaving.
  if (account !== undefined && stored(account).some((m) => !m.error)) void run()
}

/** Opens the outbox of an account: what it kept is shown and sent. */
export const openOutbox = (of: string): void => {
  if (account === of) return
  account = of
  items = stored(of)
  tell()
  void run()
}
export const enqueue = (message: Omit<Outgoing, 'clientId' | 'at'>): void => {
  set((old) => [...old, { ...message, clientId: newKey(), at: new Date().toISOString() }])
  void run()
}
/** Tries one again that was refused. */
export const retry = (clientId: string): void => {
  set((old) => old.map((m) => { if (m.clientId !== clientId) return m; const { error: _, ...again } = m; return again }))
  void run()
}
export const discard = drop
export const outbox = (): readonly Outgoing[] => items
export const isWaiting = (): boolean => waiting
export const onOutbox = (fn: () => void): (() => void) => { listeners.add(fn); return () => void listeners.delete(fn) }
/** Calls `fn` with each message the server has; without one where it had it already. */
export const onArrival = (fn: (conversation: string, message: RecordData | undefined) => void): (() => void) => { arrivals.add(fn); return () => void arrivals.delete(fn) }

if (typeof window !== 'undefined') {
  window.addEventListener('storage', (e) => {
    if (account === undefined || e.key !== keyOf(account)) return
    items = stored(account)
    tell()
  })
}
