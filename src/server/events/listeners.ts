import type { Model } from '#model/types.ts'
import type { Change } from './changes.ts'
import type { Position } from './position.ts'
import { classOf, type Receiver } from './visible.ts'

/** Receives the frames of one listener. */
export interface Sink {
  /** Returns false when the listener is too slow to continue. */
  write(frame: Uint8Array): boolean
  end(): void
}

/** A connection that receives live events. */
export interface Listener {
  readonly sink: Sink
  readonly personId: string | null
  readonly group: Group
  /** The last event it received. */
  last: Position
  /** Changes that arrive while older ones are still being read from the audit. */
  waiting: Change[] | undefined
}

/** Listeners who see the same events. */
export interface Group {
  readonly receiver: Receiver
  readonly members: Set<Listener>
}

/** The listeners of this process, grouped by what they may see. */
export interface Listeners {
  readonly size: number
  readonly groups: () => Iterable<Group>
  readonly add: (receiver: Receiver, sink: Sink, last: Position) => Listener
  /** Removes a listener and ends its connection. */
  readonly remove: (listener: Listener) => void
  readonly removeAll: () => void
  /** Writes to a listener; removes one that is too slow. */
  readonly post: (listener: Listener, bytes: Uint8Array) => void
  readonly postAll: (bytes: Uint8Array) => void
}

/** Creates an empty register of listeners. */
export const createListeners = (model: Model): Listeners => {
  const groups = new Map<string, Group>()
  let size = 0

  const everyone = function* (): Generator<Listener> {
    for (const { members } of groups.values()) yield* members
  }
  const remove = (listener: Listener): void => {
    const { group } = listener
    if (!group.members.delete(listener)) return
    size--
    if (!group.members.size) {
      for (const [key, known] of groups) if (known === group) groups.delete(key)
    }
    listener.sink.end()
  }
  const post = (listener: Listener, bytes: Uint8Array): void => {
    if (!listener.sink.write(bytes)) remove(listener)
  }

  return {
    get size() {
      return size
    },
    groups: () => groups.values(),
    add(receiver, sink, last) {
      const key = classOf(model, receiver)
      let group = groups.get(key)
      if (!group) groups.set(key, (group = { receiver, members: new Set() }))
      const { personId } = receiver.access.actor
      const listener: Listener = { sink, personId, group, last, waiting: [] }
      group.members.add(listener)
      size++
      return listener
    },
    remove,
    removeAll() {
      for (const listener of everyone()) remove(listener)
    },
    post,
    postAll(bytes) {
      for (const listener of everyone()) post(listener, bytes)
    },
  }
}
