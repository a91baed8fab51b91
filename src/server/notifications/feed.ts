import type { Database, Query } from '../database/pool.ts'
import { frame } from '../events/frames.ts'
import type { Tail } from '../events/tail.ts'
import { MOST_UNREAD } from './inbox.ts'

/**
 * Channel that wakes the feeds of all processes: notifications were read, or deliveries were added
 * without a change of a record.
 */
export const INBOX_CHANNEL = 'inbox'
/** Collection name of a person's notifications in live events. */
export const INBOX = 'me/notifications'

const looksEveryMs = 100
const idleLookMs = 2000

type Send = (frame: Uint8Array) => void

/**
 * Emits an event to each listener in this process when their notifications change, without their
 * texts.
 */
export interface InboxFeed {
  /** Sends the current state, then every change. Returns an unsubscribe function. */
  join(person: string, send: Send): () => void
  close(): Promise<void>
}

/**
 * Returns the event of a person's inbox: like a record change, with the unread count as its
 * version. It has no position in the stream of changes, so it carries no id.
 */
export const inboxFrame = (person: string, unread: number): Uint8Array =>
  frame('change', { collection: INBOX, id: person, version: unread, action: 'update', changed: [] })

// The next position and who has news up to it, in one snapshot: a transaction below xmin has ended.
const NEWS = `WITH s AS MATERIALIZED (SELECT pg_snapshot_xmin(pg_current_snapshot()) AS x)
SELECT s.x::text AS upto, (SELECT array_agg(DISTINCT d.recipient_id) FROM deliveries d WHERE d.xid >= $1::text::xid8 AND d.xid < s.x AND d.recipient_id = ANY($2::uuid[]) AND d.channel = 'in_app') AS people FROM s`
const UNREAD = `SELECT x.id, (SELECT count(*)::int FROM (SELECT 1 FROM deliveries WHERE recipient_id = x.id AND recipient_type = 'person' AND channel = 'in_app' AND state = 'delivered' AND read_at IS NULL LIMIT ${MOST_UNREAD}) n) AS unread FROM unnest($1::uuid[]) x(id)`

interface News {
  /** Position up to which it was read. */
  readonly upto: string
  /** Those whose inbox changed. */
  readonly people: readonly string[] | null
}

const newsOf = async (query: Query, from: string, people: readonly string[]): Promise<News> => {
  const {
    rows: [news],
  } = await query<News>({
    name: 'inbox-news',
    text: NEWS,
    values: [from, people],
  })
  return news!
}

const unreadOf = async (
  query: Query,
  people: readonly string[],
): Promise<ReadonlyMap<string, number>> => {
  const { rows } = await query<{ id: string; unread: number }>({
    name: 'inbox-counts',
    text: UNREAD,
    values: [people],
  })
  return new Map(rows.map((r) => [r.id, r.unread]))
}

interface Polling {
  /** Reads after a delay, counted from the end of a read in progress. */
  soon(afterMs: number): void
  /** Reads in a moment, at most once per interval. */
  wake(): void
  close(): Promise<void>
}

/** Reads when asked, and periodically while `needed`; one read at a time. */
const createPolling = (
  read: () => Promise<void>,
  needed: () => boolean,
  log: (message: string) => void,
): Polling => {
  let timer: NodeJS.Timeout | undefined
  let dueAt = Infinity
  let looking: Promise<void> | undefined
  let closed = false
  const look = (): void => {
    dueAt = Infinity
    looking = read()
      .catch((error: unknown) => {
        if (closed) return
        const what = error instanceof Error ? error.message : String(error)
        log(`The inboxes could not be read: ${what}`)
      })
      .finally(() => {
        looking = undefined
        plan(idleLookMs)
      })
  }
  const plan = (afterMs: number): void => {
    const at = performance.now() + afterMs
    // Further news does not postpone a poll that is already due soon.
    if (closed || !needed() || at >= dueAt) return
    dueAt = at
    clearTimeout(timer)
    timer = setTimeout(look, afterMs).unref()
  }
  const soon = (afterMs: number): void => {
    if (looking) void looking.then(() => plan(afterMs))
    else plan(afterMs)
  }
  return {
    soon,
    wake: () => soon(looking ? looksEveryMs : looksEveryMs / 2),
    async close() {
      closed = true
      clearTimeout(timer)
      await looking
    },
  }
}

/**
 * Creates the feed of one process. It polls when somebody joins, when records change, when it is
 * woken, and periodically.
 */
export const createInboxFeed = async (
  db: Pick<Database, 'query' | 'listen'>,
  tail: Pick<Tail, 'subscribe'>,
  log: (message: string) => void,
): Promise<InboxFeed> => {
  const members = new Map<string, Set<Send>>()
  /** Listeners that have not been sent anything yet, and the person whose inbox they follow. */
  const fresh = new Map<Send, string>()
  let from: string | undefined
  const read = async (): Promise<void> => {
    const known = from === undefined ? [] : [...members.keys()]
    const news = await newsOf(db.query, from ?? '0', known)
    from = members.size ? news.upto : undefined
    // The counts are read after the position: what they miss is sent after the next poll.
    const first = new Map(fresh)
    const changed = new Set(news.people)
    const people = [...new Set([...changed, ...first.values()])]
    if (!people.length) return
    const unread = await unreadOf(db.query, people)
    for (const person of people) {
      for (const send of members.get(person) ?? []) {
        if (!changed.has(person) && !first.has(send)) continue
        fresh.delete(send)
        send(inboxFrame(person, unread.get(person) ?? 0))
      }
    }
  }
  const { soon, wake, close } = createPolling(read, () => members.size > 0, log)
  const stopTail = tail.subscribe(wake)
  const stopListening = await db.listen(INBOX_CHANNEL, wake)

  return {
    join(person, send) {
      const known = members.get(person) ?? new Set()
      members.set(person, known.add(send))
      fresh.set(send, person)
      soon(0)
      return () => {
        known.delete(send)
        fresh.delete(send)
        if (!known.size && members.get(person) === known) members.delete(person)
        // No listeners are left: the next one starts at the present.
        if (!members.size) from = undefined
      }
    },
    close() {
      stopTail()
      stopListening()
      return close()
    },
  }
}
