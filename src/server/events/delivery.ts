import type { Model } from '#model/types.ts'
import { VIEW_ENTITY } from '#model/views.ts'
import type { Query } from '../database/query.ts'
import { changesAfter, currentPosition, isBehind, type Change } from './changes.ts'
import { changeFrame, frame, joined, viewsFrame } from './frames.ts'
import type { Listener, Listeners } from './listeners.ts'
import { comparePositions } from './position.ts'
import { visibility, type LiveEvent } from './visible.ts'

const batch = 500
/** A listener that missed more than this is reset. */
const maxMissed = 10_000

/**
 * Node collects writes to a connection and sends them when the writing code has ended, which is
 * when most of the work is done.
 */
const flushed = (): Promise<void> =>
  new Promise((resolve) => {
    process.nextTick(resolve)
  })

/**
 * Number of listeners written to without yielding: a large batch for a thousand of them would
 * otherwise delay every request by a tenth of a second.
 */
const atOnce = 100
const othersTurn = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve)
  })

/** The frames of the changes that are visible, for any last known position. */
const framesOf = (
  changes: readonly Change[],
  eventOf: (change: Change) => LiveEvent | undefined,
): ReturnType<typeof joined> =>
  joined(
    changes.flatMap((change) => {
      if (change.entity === VIEW_ENTITY) return [viewsFrame(change)]
      const event = eventOf(change)
      return event ? [changeFrame(event, change)] : []
    }),
  )

/** Delivers changes to the listeners that may see them. */
export interface Delivery {
  /** Delivers to all listeners; returns the milliseconds that it was busy. */
  readonly spread: (changes: readonly Change[]) => Promise<number>
  /** Delivers what a new listener missed, from the audit and from what arrived meanwhile. */
  readonly catchUp: (listener: Listener) => Promise<void>
}

/** Creates the delivery to `listeners`. */
export const createDelivery = (query: Query, model: Model, listeners: Listeners): Delivery => {
  const deliver = (
    listener: Listener,
    changes: readonly Change[],
    frames: ReturnType<typeof joined>,
  ): void => {
    const bytes = frames(listener.last)
    const end = changes.at(-1)
    if (end && comparePositions(end, listener.last) > 0) {
      listener.last = { xid: end.xid, seq: end.seq }
    }
    if (bytes) listeners.post(listener, bytes)
  }
  const deliverOne = async (listener: Listener, changes: readonly Change[]): Promise<void> => {
    const eventOf = await visibility(query, model, changes)(listener.group.receiver)
    deliver(listener, changes, framesOf(changes, eventOf))
  }

  return {
    async spread(changes) {
      const see = visibility(query, model, changes)
      let busyMs = 0
      let served = 0
      for (const group of listeners.groups()) {
        const eventOf = await see(group.receiver)
        let began = performance.now()
        const frames = framesOf(changes, eventOf)
        for (const listener of group.members) {
          if (listener.waiting) listener.waiting.push(...changes)
          else deliver(listener, changes, frames)
          if (++served % atOnce) continue
          await flushed()
          busyMs += performance.now() - began
          await othersTurn()
          began = performance.now()
        }
        await flushed()
        busyMs += performance.now() - began
      }
      return busyMs
    },
    async catchUp(listener) {
      for (let first = true; ; first = false) {
        const missed = await changesAfter(query, listener.last, batch)
        if (first && missed.length === batch && (await isBehind(query, listener.last, maxMissed))) {
          listener.last = await currentPosition(query)
          listeners.post(listener, frame('reset', {}, listener.last))
          break
        }
        await deliverOne(listener, missed)
        if (missed.length < batch) break
      }
      while (listener.waiting?.length) await deliverOne(listener, listener.waiting.splice(0))
      listener.waiting = undefined
    },
  }
}
