import type { Model } from '#model/types.ts'
import type { Query } from '../database/query.ts'
import type { Access } from '../permissions/types.ts'
import { changesAfter, currentPosition, isBehind, type Change } from './changes.ts'
import { changeFrame, frame, heartbeat, joined, readyFrame, viewsFrame } from './frames.ts'
import { comparePositions, type Position } from './position.ts'
import { knownPeople } from '../store/read/actors.ts'
import { unnamed, type Signal } from './signals.ts'
import type { Tail } from './tail.ts'
import { VIEW_ENTITY } from '#model/views.ts'
import { classOf, readersOf, visibility, type LiveEvent, type Receiver } from './visible.ts'

const heartbeatMs = 15_000
const batch = 500
/** A listener that missed more than this is reset. */
const maxMissed = 10_000
/** Maximum number of queued signals; further ones are dropped, since late signals are useless. */
const maxSignals = 500

/** Receives the frames of one listener. */
export interface Sink {
  /** Returns false when the listener is too slow to continue. */
  write(frame: Uint8Array): boolean
  end(): void
}

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

interface Member {
  readonly sink: Sink
  readonly personId: string | null
  readonly group: Group
  last: Position
  /** Changes that arrive while older ones are still being read from the audit. */
  waiting: Change[] | undefined
}
/** Listeners who see the same events. */
interface Group {
  readonly receiver: Receiver
  readonly members: Set<Member>
}

/**
 * A change is sent at once; those that follow closely are collected into the next batch. After
 * sending a batch, the hub pauses for a multiple of the time it took: under heavy writes, sending
 * takes a twentieth of the time, in fewer and larger batches. Revoked permissions do not wait,
 * since they are read from the tail directly.
 */
const restTimes = { few: 2, many: 19 }
const few = 5
const maxRestMs = 2000
/** Maximum number of changes in one batch; a reader that is not slow can take it. */
const maxPart = 1000
/** With more than this waiting, low latency matters more than the share of time. */
const maxBehind = 5 * maxPart

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

type Log = (message: string) => void

/** Creates the hub over a tail. */
export const createHub = (query: Query, model: Model, tail: Tail, log: Log): Hub => {
  const groups = new Map<string, Group>()
  let size = 0
  /** Changes waiting for the next batch. */
  let pending: Change[] = []
  let spreading: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  let restUntil = 0
  let closed = false
  let signals = Promise.resolve()
  let signalsWaiting = 0

  const everyone = function* (): Generator<Member> {
    for (const { members } of groups.values()) yield* members
  }
  const enter = (receiver: Receiver, sink: Sink, last: Position): Member => {
    const key = classOf(model, receiver)
    let group = groups.get(key)
    if (!group) groups.set(key, (group = { receiver, members: new Set() }))
    const member: Member = {
      sink,
      personId: receiver.access.actor.personId,
      group,
      last,
      waiting: [],
    }
    group.members.add(member)
    size++
    return member
  }
  const leave = (member: Member): void => {
    const { group } = member
    if (!group.members.delete(member)) return
    size--
    if (!group.members.size) {
      for (const [key, known] of groups) if (known === group) groups.delete(key)
    }
    member.sink.end()
  }
  const post = (member: Member, bytes: Uint8Array): void => {
    if (!member.sink.write(bytes)) leave(member)
  }

  const framesOf = (
    changes: readonly Change[],
    eventOf: (change: Change) => LiveEvent | undefined,
  ) =>
    joined(
      changes.flatMap((change) => {
        if (change.entity === VIEW_ENTITY) return [viewsFrame(change)]
        const event = eventOf(change)
        return event ? [changeFrame(event, change)] : []
      }),
    )
  const framesFor = async (receiver: Receiver, changes: readonly Change[]) =>
    framesOf(changes, await visibility(query, model, changes)(receiver))
  const deliver = (
    member: Member,
    changes: readonly Change[],
    frames: ReturnType<typeof joined>,
  ): void => {
    const bytes = frames(member.last)
    const end = changes.at(-1)
    if (end && comparePositions(end, member.last) > 0) member.last = { xid: end.xid, seq: end.seq }
    if (bytes) post(member, bytes)
  }
  const spread = async (changes: readonly Change[]): Promise<void> => {
    const see = visibility(query, model, changes)
    let busyMs = 0
    let served = 0
    for (const group of groups.values()) {
      const eventOf = await see(group.receiver)
      let began = performance.now()
      const frames = framesOf(changes, eventOf)
      for (const member of group.members) {
        if (member.waiting) member.waiting.push(...changes)
        else deliver(member, changes, frames)
        if (++served % atOnce) continue
        await flushed()
        busyMs += performance.now() - began
        await othersTurn()
        began = performance.now()
      }
      await flushed()
      busyMs += performance.now() - began
    }
    restUntil =
      pending.length > maxBehind
        ? 0
        : performance.now() +
          Math.min(busyMs * (changes.length <= few ? restTimes.few : restTimes.many), maxRestMs)
  }
  const flush = (): void => {
    timer = undefined
    const part = pending.slice(0, maxPart)
    pending = pending.slice(maxPart)
    spreading = spread(part)
      .catch((error: unknown) => {
        // A listener that missed events must not continue as if nothing had happened: it is
        // disconnected, reconnects and resumes.
        log(
          `Live events could not be delivered: ${error instanceof Error ? error.message : String(error)}`,
        )
        for (const member of everyone()) leave(member)
      })
      .finally(() => {
        spreading = undefined
        plan(false)
      })
  }
  const plan = (first: boolean): void => {
    if (closed || spreading || timer || !pending.length) return
    const waitMs = restUntil - performance.now()
    // Yields to the connections between two batches.
    if (waitMs <= 0 && first) flush()
    else timer = setTimeout(flush, waitMs).unref()
  }
  const stopTail = tail.subscribe((changes) => {
    // Listeners who join later read from the audit.
    if (!size) pending = []
    else {
      pending.push(...changes)
      plan(true)
    }
  })
  const spreadSignal = async (signal: Signal): Promise<void> => {
    const mayRead = readersOf(query, model, signal.collection, signal.id)
    const [whole, nameless] = [frame('signal', signal), frame('signal', unnamed(signal))]
    for (const { receiver, members } of groups.values()) {
      if (!(await mayRead(receiver))) continue
      const { id } = signal.by
      const known = (await knownPeople({ query }, model, receiver.access, [id]))(id)
      for (const member of members) post(member, known || member.personId === id ? whole : nameless)
    }
  }
  const heart = setInterval(() => {
    for (const member of everyone()) post(member, heartbeat)
  }, heartbeatMs)
  heart.unref()

  const catchUp = async (member: Member): Promise<void> => {
    const { receiver } = member.group
    for (let first = true; ; first = false) {
      const missed = await changesAfter(query, member.last, batch)
      if (first && missed.length === batch && (await isBehind(query, member.last, maxMissed))) {
        member.last = await currentPosition(query)
        post(member, frame('reset', {}, member.last))
        break
      }
      deliver(member, missed, await framesFor(receiver, missed))
      if (missed.length < batch) break
    }
    while (member.waiting?.length) {
      const changes = member.waiting.splice(0)
      deliver(member, changes, await framesFor(receiver, changes))
    }
    member.waiting = undefined
  }

  return {
    get size() {
      return size
    },
    get position() {
      return tail.position
    },
    async join({ access, collections }, sink, after) {
      const now = await currentPosition(query)
      // A future id comes from another database, or from this one before it was restored.
      const foreign = after !== undefined && comparePositions(after, now) > 0
      const member = enter({ access, collections }, sink, foreign ? now : (after ?? now))
      post(member, readyFrame(member.last))
      if (foreign) post(member, frame('reset', {}, member.last))
      await catchUp(member).catch((error: unknown) => {
        leave(member)
        throw error
      })
      return () => leave(member)
    },
    signal(signal) {
      if (!size || signalsWaiting >= maxSignals) return
      signalsWaiting++
      signals = signals
        .then(() => spreadSignal(signal))
        .catch((error: unknown) =>
          log(
            `A signal could not be delivered: ${error instanceof Error ? error.message : String(error)}`,
          ),
        )
        .finally(() => {
          signalsWaiting--
        })
    },
    async close() {
      closed = true
      clearInterval(heart)
      clearTimeout(timer)
      stopTail()
      for (const member of everyone()) leave(member)
      await spreading
      await signals
    },
  }
}
