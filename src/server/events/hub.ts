import type { Model } from '#model/types.ts'
import type { Query } from '../database/query.ts'
import type { Access } from '../permissions/types.ts'
import { knownPeople } from '../store/read/actors.ts'
import { createBatches } from './batches.ts'
import { currentPosition } from './changes.ts'
import { createDelivery } from './delivery.ts'
import { frame, heartbeat, readyFrame } from './frames.ts'
import { createListeners, type Sink } from './listeners.ts'
import { comparePositions, type Position } from './position.ts'
import { unnamed, type Signal } from './signals.ts'
import type { Tail } from './tail.ts'
import { readersOf } from './visible.ts'

const heartbeatMs = 15_000
/** Maximum number of queued signals; further ones are dropped, since late signals are useless. */
const maxSignals = 500

/** Live events of one process: every listener gets the changes of the tail that they may see. */
export interface Hub {
  /** Number of listeners. */
  readonly size: number
  /**
   * Everything up to here was delivered: a client that reads now and listens from here misses
   * nothing.
   */
  readonly position: Position
  /**
   * Adds a listener; `after` is the last event it received, default the present. Returns a function
   * that removes it.
   */
  join(
    receiver: { access: Access; collections?: ReadonlySet<string> | undefined },
    sink: Sink,
    after: Position | undefined,
  ): Promise<() => void>
  /** Delivers a signal to the listeners of this process who may read its record. */
  signal(signal: Signal): void
  close(): Promise<void>
}

type Log = (message: string) => void

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)

/** Creates the hub over a tail. */
export const createHub = (query: Query, model: Model, tail: Tail, log: Log): Hub => {
  const listeners = createListeners(model)
  const delivery = createDelivery(query, model, listeners)
  let signals = Promise.resolve()
  let signalsWaiting = 0

  const batches = createBatches(delivery.spread, (error) => {
    // A listener that missed events must not continue as if nothing had happened: it is
    // disconnected, reconnects and resumes.
    log(`Live events could not be delivered: ${messageOf(error)}`)
    listeners.removeAll()
  })
  const stopTail = tail.subscribe((changes) => {
    // Listeners who join later read from the audit.
    if (listeners.size) batches.add(changes)
    else batches.clear()
  })
  const spreadSignal = async (signal: Signal): Promise<void> => {
    const mayRead = readersOf(query, model, signal.collection, signal.id)
    const [whole, nameless] = [frame('signal', signal), frame('signal', unnamed(signal))]
    for (const { receiver, members } of listeners.groups()) {
      if (!(await mayRead(receiver))) continue
      const { id } = signal.by
      const known = (await knownPeople({ query }, model, receiver.access, [id]))(id)
      for (const member of members) {
        listeners.post(member, known || member.personId === id ? whole : nameless)
      }
    }
  }
  const heart = setInterval(() => listeners.postAll(heartbeat), heartbeatMs)
  heart.unref()

  return {
    get size() {
      return listeners.size
    },
    get position() {
      return tail.position
    },
    async join({ access, collections }, sink, after) {
      const now = await currentPosition(query)
      // A future id comes from another database, or from this one before it was restored.
      const foreign = after !== undefined && comparePositions(after, now) > 0
      const listener = listeners.add({ access, collections }, sink, foreign ? now : (after ?? now))
      listeners.post(listener, readyFrame(listener.last))
      if (foreign) listeners.post(listener, frame('reset', {}, listener.last))
      await delivery.catchUp(listener).catch((error: unknown) => {
        listeners.remove(listener)
        throw error
      })
      return () => listeners.remove(listener)
    },
    signal(signal) {
      if (!listeners.size || signalsWaiting >= maxSignals) return
      signalsWaiting++
      signals = signals
        .then(() => spreadSignal(signal))
        .catch((error: unknown) => log(`A signal could not be delivered: ${messageOf(error)}`))
        .finally(() => {
          signalsWaiting--
        })
    },
    async close() {
      clearInterval(heart)
      stopTail()
      const sent = batches.close()
      listeners.removeAll()
      await sent
      await signals
    },
  }
}
