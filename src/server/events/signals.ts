import { createHash } from 'node:crypto'
import { cut } from '#model/cut.ts'
import type { Database } from '../database/pool.ts'
import type { Hub } from './hub.ts'

/**
 * What a person is doing with a record. `here`: viewing it; `editing`: its form is open; `typing`:
 * typing; `gone`: left it.
 */
export const signalKinds = ['typing', 'here', 'editing', 'gone'] as const
export type SignalKind = (typeof signalKinds)[number]

/** Sent once to the current listeners; never stored. */
export interface Signal {
  readonly collection: string
  readonly id: string
  readonly kind: SignalKind
  /** The sender's person record. */
  readonly by: { readonly id: string; readonly name: string }
  /** Instant, of the server that received it. */
  readonly at: string
}

/**
 * Anonymises a signal for those who may not know its sender: an id that is the same for all signals
 * of one person about one record, and no name.
 */
export const unnamed = (signal: Signal): Signal => ({
  ...signal,
  by: {
    id: createHash('sha256').update(`${signal.by.id} ${signal.id}`).digest('base64url'),
    name: '',
  },
})

const CHANNEL = 'signals'
/** Keeps a notification within PostgreSQL's size limit. */
const maxName = 200

/** Distributes signals from one process to the listeners of all processes. */
export interface Signals {
  /** Forwards a signal; the caller has to verify the sender and their permission. */
  send(signal: Signal): Promise<void>
  close(): void
}

const read = (text: string): Signal | undefined => {
  try {
    return text ? (JSON.parse(text) as Signal) : undefined
  } catch {
    return undefined
  }
}

/**
 * Sends signals through the database's notifications, outside any transaction. If the database has
 * none, they reach only this process.
 */
export const createSignals = async (
  db: Pick<Database, 'listen' | 'notify'>,
  hub: Pick<Hub, 'signal'>,
): Promise<Signals> => {
  const close = await db.listen(CHANNEL, (text) => {
    const signal = read(text)
    if (signal) hub.signal(signal)
  })
  return {
    send: (signal) =>
      db.notify(
        CHANNEL,
        JSON.stringify({ ...signal, by: { ...signal.by, name: cut(signal.by.name, maxName) } }),
      ),
    close,
  }
}
