import { createHash } from 'node:crypto'
import { cut } from '#model/cut.ts'
import type { Database } from '../database/pool.ts'
import type { Hub } from './hub.ts'

/** What a person does with a record at this moment. `here`: looks at it; `editing`: has its form open; `typing`: writes; `gone`: left it. */
export const signalKinds = ['typing', 'here', 'editing', 'gone'] as const
export type SignalKind = (typeof signalKinds)[number]

/** Said once to those who listen now; never stored. */
export interface Signal {
  readonly collection: string
  readonly id: string
  readonly kind: SignalKind
  /** The person's record. */
  readonly by: { readonly id: string; readonly name: string }
  /** Instant, by the clock of the server that took it. */
  readonly at: string
}

/** The same signal for those who may not know who sent it: an id that is the same for all signals of one person about one record, and no name. */
export const unnamed = (signal: Signal): Signal => ({
  ...signal,
  by: {
    id: createHash('sha256').update(`${signal.by.id} ${signal.id}`).digest('base64url'),
    name: '',
  },
})

const CHANNEL = 'signals'
/** Keeps a notification within what PostgreSQL takes. */
const maxName = 200

/** The way signals take from one process to the listeners of all. */
export interface Signals {
  /** Forwards a signal; who sends it and whether they may is the caller's to know. */
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

/** Signals over the database's notifications, outside any transaction. Where the database has none, they reach this process. */
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
