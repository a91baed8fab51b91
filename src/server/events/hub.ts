import type { Model } from '#model/types.ts'
import type { Query } from '../database/query.ts'
import type { Access } from '../permissions/types.ts'
import { changesAfter, currentPosition, type Change } from './changes.ts'
import { comparePositions, formatPosition, type Position } from './position.ts'
import type { Tail } from './tail.ts'
import { asFrame, visibility, type Receiver } from './visible.ts'

const heartbeatMs = 15_000
const batch = 500
/** One who missed more than this starts afresh. */
const maxMissed = 10_000

/** Where the frames of one listener go. */
export interface Sink {
  /** False when the listener is too slow to go on. */
  write(frame: string): boolean
  end(): void
}

/** Live events of one process: every listener gets what they may see of the one tail. */
export interface Hub {
  /** Number of listeners. */
  readonly size: number
  /** Joins a listener; `after` is the last event they know, default the present. Answers the way to leave. */
  join(receiver: { access: Access; collections?: ReadonlySet<string> | undefined }, sink: Sink, after: Position | undefined): Promise<() => void>
  close(): Promise<void>
}

interface Member extends Receiver { readonly sink: Sink; last: Position; /** Changes that arrive while older ones are still read from the audit. */ waiting: Change[] | undefined }

type Log = (message: string) => void

/** The hub over a tail. */
export const createHub = (query: Query, model: Model, tail: Tail, log: Log): Hub => {
  const members = new Set<Member>()
  let queue = Promise.resolve()

  const leave = (member: Member): void => {
    if (members.delete(member)) member.sink.end()
  }
  const deliver = async (member: Member, changes: readonly Change[], see: ReturnType<typeof visibility>): Promise<void> => {
    for (const seen of await see(member)) {
      if (!members.has(member)) return
      if (comparePositions(seen.change, member.last) <= 0) continue
      member.last = { xid: seen.change.xid, seq: seen.change.seq }
      if (!member.sink.write(asFrame(seen))) return leave(member)
    }
    const end = changes.at(-1)
    if (end && comparePositions(end, member.last) > 0) member.last = { xid: end.xid, seq: end.seq }
  }
  const spread = async (changes: readonly Change[]): Promise<void> => {
    const see = visibility(query, model, changes)
    for (const member of members) {
      if (member.waiting) member.waiting.push(...changes)
      else await deliver(member, changes, see)
    }
  }
  const stopTail = tail.subscribe((changes) => {
    queue = queue.then(() => spread(changes)).catch((error: unknown) => {
      // A listener that missed events must not go on as if nothing had happened: it comes back and resumes.
      log(`Live events could not be delivered: ${error instanceof Error ? error.message : String(error)}`)
      for (const member of members) leave(member)
    })
  })
  const heart = setInterval(() => {
    for (const member of members) if (!member.sink.write(': still here\n\n')) leave(member)
  }, heartbeatMs)
  heart.unref()

  const catchUp = async (member: Member): Promise<void> => {
    for (let read = 0; ;) {
      const missed = await changesAfter(query, member.last, batch)
      if ((read += missed.length) > maxMissed) {
        member.last = await currentPosition(query)
        member.sink.write(`id: ${formatPosition(member.last)}\nevent: reset\ndata: {}\n\n`)
        break
      }
      await deliver(member, missed, visibility(query, model, missed))
      if (missed.length < batch) break
    }
    while (member.waiting?.length) {
      const changes = member.waiting.splice(0)
      await deliver(member, changes, visibility(query, model, changes))
    }
    member.waiting = undefined
  }

  return {
    get size() { return members.size },
    async join({ access, collections }, sink, after) {
      const member: Member = { access, collections, sink, last: after ?? (await currentPosition(query)), waiting: [] }
      members.add(member)
      sink.write(`retry: 2000\nid: ${formatPosition(member.last)}\nevent: ready\ndata: {}\n\n`)
      await catchUp(member).catch((error: unknown) => { leave(member); throw error })
      return () => leave(member)
    },
    async close() {
      clearInterval(heart)
      stopTail()
      for (const member of members) leave(member)
      await queue
    },
  }
}
