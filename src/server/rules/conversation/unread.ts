/** Unread messages of a person in open conversations. */
import type { Model } from '#model/types.ts'
import { byCollection } from '#model/compile.ts'
import type { Query } from '../../database/query.ts'
import { fieldsReadableOn } from '../../permissions/fieldsOn.ts'
import type { Access, SqlValues } from '../../permissions/types.ts'

/** Conversations checked, those with the newest messages first. */
const MOST = 500
/** Counts per conversation are capped here. */
const MOST_EACH = 100

/**
 * `unread`: conversation → number of unseen messages of the other side, and its assignee where the
 * person may read that. `arrived`: the newest message of each that no device has confirmed yet.
 */
export interface Unread {
  readonly unread: Readonly<
    Record<string, { readonly count: number; readonly assignee: string | null }>
  >
  readonly arrived: readonly { readonly id: string; readonly version: number }[]
}

interface Row {
  readonly id: string
  readonly assignee: string | null
  readonly count: number
  readonly arrived: string | null
  readonly version: number | null
}

/**
 * Unread counts of the caller. For a conversation never opened, counts only messages after our last
 * reply; otherwise a new colleague would start with years of unread messages. Without the
 * permission to mark messages as seen nothing counts as unread.
 */
export const unreadOf = async (query: Query, model: Model, access: Access): Promise<Unread> => {
  const { actor } = access
  if (
    actor.personId === null ||
    !['conversation.list', 'chatMessage.list', 'chatMessage.see'].every((key) => access.can(key))
  ) {
    return { unread: {}, arrived: [] }
  }
  const values: unknown[] = [
    actor.personId,
    actor.tenant === null ? 'incoming' : 'outgoing',
    actor.tenant === null ? 'outgoing' : 'incoming',
  ]
  const sql: SqlValues = { values, add: (value) => `$${values.push(value)}` }
  const conversations = access.rows(
    byCollection(model, 'conversations'),
    'c',
    sql,
    'read',
    'conversation.list',
  )
  const messages = access.rows(
    byCollection(model, 'chat-messages'),
    'm',
    sql,
    'read',
    'chatMessage.list',
  )
  const { rows } = await query<Row>(
    `SELECT c.id, c.assignee, n.count, n.arrived, n.version FROM (SELECT c.id, c.assignee FROM conversations c WHERE c.state IN ('open', 'pending') AND c.deleted_at IS NULL AND (${conversations}) ORDER BY c.last_message_at DESC NULLS FIRST LIMIT ${MOST}) c
     CROSS JOIN LATERAL (SELECT coalesce((SELECT up_to FROM reads WHERE record_id = c.id AND person_id = $1), (SELECT max(sequence) FROM chat_messages a WHERE a.conversation = c.id AND a.kind = $3 AND a.deleted_at IS NULL), 0) AS up_to) r
     CROSS JOIN LATERAL (SELECT count(*)::int AS count, (array_agg(x.id ORDER BY x.sequence DESC) FILTER (WHERE x.state = 'sent'))[1] AS arrived, (array_agg(x.version ORDER BY x.sequence DESC) FILTER (WHERE x.state = 'sent'))[1] AS version FROM
       (SELECT m.id, m.version, m.sequence, m.state FROM chat_messages m WHERE m.conversation = c.id AND m.sequence > r.up_to AND m.kind = $2 AND m.deleted_at IS NULL AND (${messages}) ORDER BY m.sequence DESC LIMIT ${MOST_EACH}) x) n
     WHERE n.count > 0`,
    values,
  )
  const ids = rows.map((row) => row.id)
  const readable = await fieldsReadableOn(query, access, byCollection(model, 'conversations'), ids)
  const shown = ({ id, assignee }: Row): string | null =>
    assignee === actor.personId || readable(id).has('assignee') ? assignee : null
  return {
    unread: Object.fromEntries(
      rows.map((row) => [row.id, { count: row.count, assignee: shown(row) }]),
    ),
    arrived: rows.flatMap(({ arrived, version }) =>
      arrived && version !== null ? [{ id: arrived, version }] : [],
    ),
  }
}
