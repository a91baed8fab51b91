/** A person's in-app notifications; nobody else can read them. */
import type { Model } from '#model/types.ts'
import type { Query } from '../database/query.ts'
import type { Access } from '../permissions/types.ts'
import { fingerprint, readCursor, writeCursor } from '../store/read/cursor.ts'
import type { NoticeMessages } from './types.ts'
import { readableNotices } from './visible.ts'

/**
 * One notification as shown to its recipient. `title` and `body` are null if they may not read what
 * it is about.
 */
export interface InboxItem {
  readonly id: string
  readonly type: string
  readonly title: string | null
  readonly body: string | null
  /** The same as messages, for other languages than English; null in what a person wrote. */
  readonly messages: NoticeMessages | null
  readonly link: string | null
  readonly resource: { readonly type: string; readonly id: string } | null
  /** How often it occurred since it was last read. */
  readonly times: number
  readonly at: string
  /** It arrived during the person's quiet hours, so it makes no sound. */
  readonly quiet: boolean
  readonly readAt: string | null
}

/** Unread notifications are counted up to this. */
export const MOST_UNREAD = 100

const MINE = "recipient_type = 'person' AND channel = 'in_app' AND state = 'delivered'"

/** Returns a person's unread count, up to `MOST_UNREAD`. */
export const unreadOf = async (query: Query, person: string): Promise<number> => {
  const { rows } = await query<{ n: number }>({
    name: 'inbox-unread',
    text: `SELECT count(*)::int AS n FROM (SELECT 1 FROM deliveries WHERE recipient_id = $1 AND ${MINE} AND read_at IS NULL LIMIT ${MOST_UNREAD}) x`,
    values: [person],
  })
  return rows[0]!.n
}

interface Row {
  id: string
  type: string
  title: string | null
  body: string | null
  said: NoticeMessages | null
  link: string | null
  resource_type: string | null
  resource_id: string | null
  needs: readonly string[]
  times: number
  held: boolean
  at: string
  read_at: string | null
  place: string
}
interface Parts {
  readonly query: Query
  readonly model: Model
  readonly secret: string
}

/**
 * Returns a page of a person's notifications, newest first. `cursor` is the `next` of the previous
 * page; 400 for one of another inbox.
 */
export const readInbox = async (
  { query, model, secret }: Parts,
  access: Access,
  person: string,
  {
    limit,
    cursor,
    unread,
  }: { readonly limit: number; readonly cursor?: string | undefined; readonly unread: boolean },
): Promise<{ data: InboxItem[]; unread: number; next: string | null }> => {
  const print = fingerprint('inbox', person, unread)
  const after = cursor === undefined ? undefined : readCursor(secret, print, cursor).keys
  const { rows } = await query<Row>(
    `SELECT id, type, title, body, said, link, resource_type, resource_id, needs, times, held, at, read_at, (extract(epoch FROM at) * 1000000)::bigint::text AS place FROM deliveries
WHERE recipient_id = $1 AND ${MINE}${unread ? ' AND read_at IS NULL' : ''}${after ? " AND (at, id) < (timestamptz 'epoch' + $3::bigint * interval '1 microsecond', $4::uuid)" : ''} ORDER BY at DESC, id DESC LIMIT $2`,
    [person, limit + 1, ...(after ?? [])],
  )
  const page = rows.slice(0, limit)
  const about = (row: Row) =>
    row.resource_type && row.resource_id ? { type: row.resource_type, id: row.resource_id } : null
  const notices = page.map((row) => ({ resource: about(row), needs: row.needs }))
  const [readable, count] = await Promise.all([
    readableNotices(query, model, access, notices),
    unreadOf(query, person),
  ])
  const last = page.at(-1)
  return {
    data: page.map((row) => {
      const resource = about(row)
      // An announcement is always shown, since its author is responsible for it; one about a record
      // is shown only to those who may read the record.
      const shown = row.type === 'announcement' || readable.texts({ resource, needs: row.needs })
      return {
        id: row.id,
        type: row.type,
        title: shown ? row.title : null,
        body: shown ? row.body : null,
        messages: shown ? row.said : null,
        link: row.link,
        resource: resource && readable.record(resource) ? resource : null,
        times: row.times,
        at: row.at,
        quiet: row.held,
        readAt: row.read_at,
      }
    }),
    unread: count,
    next:
      rows.length > limit && last
        ? writeCursor(secret, print, { backward: false, keys: [last.place, last.id] })
        : null,
  }
}

/**
 * Marks a person's notifications as read; without ids, all up to an instant (default now). Those of
 * others are unaffected.
 */
export const markRead = async (
  query: Query,
  person: string,
  which: { readonly ids: readonly string[] } | { readonly until?: string | undefined },
): Promise<void> => {
  const [condition, value] =
    'ids' in which
      ? ['id = ANY($2::uuid[])', which.ids]
      : ['at <= coalesce($2::timestamptz, now())', which.until ?? null]
  await query(
    `UPDATE deliveries SET read_at = now(), xid = pg_current_xact_id() WHERE recipient_id = $1 AND ${MINE} AND read_at IS NULL AND ${condition}`,
    [person, value],
  )
}

/**
 * Days after which notifications of changes are deleted; announcements stay as long as their
 * record, and e-mails to people outside are part of timelines.
 */
const KEPT_DAYS = 180

/** Deletes old notifications. Run by a job each hour. */
export const purgeDeliveries = async (query: Query): Promise<void> => {
  await query(
    `DELETE FROM deliveries WHERE id IN (SELECT id FROM deliveries WHERE record_id IS NULL AND recipient_type = 'person' AND state NOT IN ('waiting', 'sending') AND at < now() - interval '${KEPT_DAYS} days' LIMIT 5000)`,
  )
}
