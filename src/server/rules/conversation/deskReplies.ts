import type { Json } from '#model/types.ts'
import { byCollection } from '#model/compile.ts'
import type { Tx } from '../../database/pool.ts'
import type { Received } from '../../files/files.ts'
import { invalid, Problem } from '../../base/problem.ts'
import type { Access } from '../../permissions/types.ts'
import type { DeskReply, SentFile } from '../../portal/desk.ts'
import type { TxWriteContext } from '../../store/write/writer.ts'
import type { DeskServices } from './deskMessages.ts'

/** What storing replies needs. */
export interface ReplyParts extends Omit<DeskServices, 'links'> {
  readonly access: Access
  readonly context: (more?: Partial<TxWriteContext>) => TxWriteContext
}

/** Where a reply goes, once found and locked. */
export interface Taking {
  /** The ticket or conversation that has the reply. */
  readonly id: string
  readonly conversation: string
  readonly customer: string
}

/** What `enterReply` needs to know of one kind of record. */
export interface TakingOf {
  /** Returns the customer of the record, whose daily limit counts. 404 if there is no record. */
  customer(): Promise<string>
  /**
   * Locks the record of the link: the same reply sent twice at once waits here. 404 if there is
   * none.
   */
  lock(tx: Tx): Promise<void>
  /** Returns where the reply goes; creates what is missing. */
  take(tx: Tx): Promise<Taking>
}

const MESSAGES = 'chat-messages'

/** The record of a stored reply, by the reply's key. */
const stored = async (
  { query }: Pick<Tx, 'query'>,
  key: string,
  whose: 'ticket' | 'id',
): Promise<string | undefined> =>
  (
    await query<{ id: string }>(
      `SELECT v.${whose} AS id FROM chat_messages m JOIN conversations v ON v.id = m.conversation WHERE m.client_id = $1`,
      [key],
    )
  ).rows[0]?.id

/** Receives one file of a reply; a refusal says which one, as several may have the same name. */
const receive = async (
  { files, access }: ReplyParts,
  file: SentFile,
  at: number,
  sender: string,
): Promise<Received> => {
  try {
    return await files.receive({ ...file, collection: MESSAGES, sender }, access)
  } catch (error) {
    throw error instanceof Problem
      ? new Problem(error.status, error.code, error.said, {
          ...error.extra,
          members: { ...error.extra.members, fileAt: at },
        })
      : error
  }
}

/** Stores the reply and returns its record; undefined when another request has stored it. */
const write = (
  { db, model, writer, files, context }: ReplyParts,
  { body, key }: DeskReply,
  received: readonly Received[],
  whose: 'ticket' | 'id',
  { lock, take }: TakingOf,
) =>
  db.transaction(async (tx) => {
    await lock(tx)
    const known = await stored(tx, key, whose)
    if (known) return { id: known, again: true }
    const { id, conversation, customer } = await take(tx)
    for (const r of received) await files.enter(r, tx.query)
    await writer.create(
      byCollection(model, MESSAGES),
      {
        conversation,
        kind: 'incoming',
        body,
        attachments: received.map(({ row }) => ({ file: row.id, name: row.name })),
        clientId: key,
      } as Record<string, Json>,
      context({ tx, set: { sender: { type: 'customers', id: customer } } }),
    )
    return { id, again: false }
  })

/**
 * Enters a reply once: a key that is stored already returns its record with `again`. Files of a
 * reply that is not stored are discarded.
 */
export const enterReply = async (
  parts: ReplyParts,
  reply: DeskReply,
  whose: 'ticket' | 'id',
  taking: TakingOf,
): Promise<{ readonly id: string; readonly again: boolean }> => {
  if (!reply.body.trim() && !reply.files.length) {
    throw invalid([{ path: 'body', code: 'required', message: 'Write something or attach a file' }])
  }
  const known = await stored(parts.db, reply.key, whose)
  if (known) return { id: known, again: true }
  const received: Received[] = []
  let again = true
  try {
    const sender = reply.files.length ? await taking.customer() : ''
    for (const [at, file] of reply.files.entries()) {
      received.push(await receive(parts, file, at, sender))
    }
    const done = await write(parts, reply, received, whose, taking)
    again = done.again
    return done
  } finally {
    if (again) await Promise.all(received.map((r) => parts.files.discard(r)))
  }
}
