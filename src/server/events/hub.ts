import type { Model } from '#model/types.ts'
import type { Query } from '../database/query.ts'
import type { Access } from '../permissions/types.ts'
import { changesAfter, currentPosition, isBehind, type Change } from './changes.ts'
import { changeFrame, frame, heartbeat, joined, readyFrame } from './frames.ts'
import { comparePositions, type Position } from './position.ts'
import { knownPeople } from '../store/read/actors.ts'
import { unnamed, type Signal } from './signals.ts'
import type { Tail } from './tail.ts'
import { classOf, readersOf, visibility, type LiveEvent, type Receiver } from './visible.ts'

const heartbeatMs = 15_000
const batch = 500
/** One who missed more than this starts afresh. */
const maxMissed = 10_000
/** Signals that wait to be spread; further ones are dropped, since late ones are worth nothing. */
const maxSignals = 500

/** Where the frames of one listener go. */
export interface Sink {
  /** False when the listener is too slow to continue. */
  write(frame: Uint8Array): boolean
  end(): void
}

/** Live events of one process: every listener gets what they may see of the one tail. */
export interface Hub {
  /** Number of listeners. */
  readonly size: number
  /** Everything up to here was handed out: whoever begins to read now and listens from here on misses nothing. */
  readonly position: Position
  /** Joins a listener; `after` is the last event they know, default the present. Returns the function to leave. */
  join(
    receiver: { access: Access; collections?: ReadonlySet<string> | undefined },
    sink: Sink,
    after: Position | undefined,
  ): Promise<() => void>
  /** Hands a signal to the listeners of this process who may read its record. */
  signal(signal: Signal): void
  close(): Promise<void>
}

interface Member {
  readonly sink: Sink
  readonly personId: string | null
  readonly group: Group
  last: Position
  /** Changes that arrive while older ones are still read from the audit. */
  waiting: Change[] | undefined
}
/** Listeners who see the same. */
interface Group {
  readonly receiver: Receiver
  readonly members: Set<Member>
}

/**
 * A change goes out at once, and those that follow it too closely are gathered into the next piece: a piece that took a while is
 * followed by so many times that while of rest. Where much is written, this takes one part in twenty of the time, in larger
 * and fewer pieces; the revocation of rights does not wait, since it follows the tail itself.
 */
const restTimes = { few: 2, many: 19 }
const few = 5
const maxRestMs = 2000
/** Changes of one piece; a reader who is not slow takes it in. */
const maxPiece = 1000
/** With more than this waiting, being on time counts more than the share of the time. */
const maxBehind = 5 * maxPiece

/** Node gathers what is written to a connection and sends it when the code that wrote has ended: most of the work is done then. */
const flushed = (): Promise<void> =>
  new Promise((resolve) => {
    process.nextTick(resolve)
  })

/** Listeners who are written to in one go: a large piece to a thousand of them would else keep every request waiting for a tenth of a second. */
const atOnce = 100
const othersTurn = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve)
  })

type Log = (message: string) => void

/** The hub over a tail. */
export const createHub = (query: Query, model: Model, tail: Tail, log: Log): Hub => {
  const groups = new Map<string, Group>()
  let size = 0
  /** Changes that wait for the next piece. */
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
    const piece = pending.slice(0, maxPiece)
    pending = pending.slice(maxPiece)
    spreading = spread(piece)
      .catch((error: unknown) => {
        // A listener that missed events must not continue as if nothing had happened: it comes back and resumes.
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
    // Between two pieces the connections get their turn.
    if (waitMs <= 0 && first) flush()
    else timer = setTimeout(flush, waitMs).unref()
  }
  const stopTail = tail.subscribe((changes) => {
    // Whoever comes later reads from the audit.
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
      // An id that is still to come is of another database, or of this one before it was restored.
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
