import type { ChatMessage } from '#schemas/chatMessage.ts'
import { v7 as uuidv7 } from 'uuid'
import type { Model } from '#model/types.ts'
import { byCollection } from '#model/compile.ts'
import type { Database } from '../../database/pool.ts'
import type { Files } from '../../files/files.ts'
import type { FileLinks } from '../../files/links.ts'
import { compileAccess, systemActor } from '../../permissions/access.ts'
import type { DeskFile, DeskMessage } from '../../portal/desk.ts'
import { Problem } from '../../base/problem.ts'
import type { TransactionalWriter } from '../../store/write/writer.ts'

/** Messages shown: the latest ones. */
const SHOWN = 200

/** Holder of a customer's link: the customer at the address it is sent to. */
export const holderOf = (customer: string, email: string): string =>
  `${customer} ${email.toLowerCase()}`

/** What the customer's side of records is made of. */
export interface DeskServices {
  readonly db: Database
  readonly model: Model
  readonly writer: TransactionalWriter
  readonly files: Files
  readonly links: FileLinks
}

/** How a message is found: through its conversation's ticket, or its conversation. */
type Whose = 'ticket' | 'id'

type FileRow = Omit<DeskFile, 'url' | 'picture'> & {
  readonly width: number | null
  readonly height: number | null
}

/** Returns a function that reads what a customer sees of attachments, in their order. */
const filesReader =
  ({ db, links }: Pick<DeskServices, 'db' | 'links'>) =>
  async (attachments: ChatMessage['attachments']): Promise<DeskFile[]> => {
    if (!attachments.length) return []
    const { rows } = await db.query<FileRow>(
      'SELECT id, name, type, size, width, height FROM files WHERE id = ANY($1::uuid[])',
      [attachments.map((a) => a.file)],
    )
    return attachments.flatMap((a) =>
      rows
        .filter((r) => r.id === a.file)
        .map(({ id, name, type, size, width, height }) => ({
          id,
          name: a.name ?? name,
          type,
          size: Number(size),
          url: links.of(id),
          picture: width && height ? { thumbnail: links.thumbnail(id), width, height } : null,
        })),
    )
  }

/** Reads what was said between us and a customer, with links to the files, and marks it as read. */
export const createDeskMessages = ({ db, model, writer, links }: Omit<DeskServices, 'files'>) => {
  const filesOf = filesReader({ db, links })
  return {
    /** The latest messages, oldest first; `organisation` signs for unnamed staff. */
    async said(whose: Whose, id: string, organisation: string): Promise<DeskMessage[]> {
      const { rows } = await db.query<{
        id: string
        ours: boolean
        body: string | null
        at: Date | string
        attachments: ChatMessage['attachments']
        who: string | null
      }>(
        `SELECT m.id, m.kind = 'outgoing' OR vendor.id IS NOT NULL AS ours, m.body, m.created_at AS at, m.attachments, coalesce(e.name, vendor.display_name) AS who
FROM chat_messages m JOIN conversations v ON v.id = m.conversation
LEFT JOIN employees e ON m.sender->>'type' = 'employees' AND e.id = (m.sender->>'id')::uuid
LEFT JOIN vendors vendor ON m.sender->>'type' = 'vendors' AND vendor.id = (m.sender->>'id')::uuid
WHERE v.${whose} = $1 AND v.deleted_at IS NULL AND m.kind IN ('incoming', 'outgoing') AND m.state NOT IN ('sending', 'failed') AND m.deleted_at IS NULL ORDER BY m.sequence DESC NULLS LAST, m.id DESC LIMIT ${SHOWN}`,
        [id],
      )
      return Promise.all(
        rows.reverse().map(async (m) => ({
          id: m.id,
          ours: m.ours,
          who: m.who ?? organisation,
          at: new Date(m.at).toISOString(),
          body: m.body ?? '',
          files: await filesOf(m.attachments ?? []),
        })),
      )
    },
    /** Marks our messages as read by the customer. */
    async seen(whose: Whose, id: string): Promise<void> {
      const { rows } = await db.query<{ id: string; version: number; state: string }>(
        `SELECT m.id, m.version, m.state FROM chat_messages m JOIN conversations v ON v.id = m.conversation
WHERE v.${whose} = $1 AND v.deleted_at IS NULL AND m.kind = 'outgoing' AND m.state IN ('sent', 'delivered') AND m.deleted_at IS NULL ORDER BY m.sequence DESC LIMIT ${SHOWN}`,
        [id],
      )
      const context = {
        access: compileAccess(model, systemActor),
        channel: 'system' as const,
        requestId: 'desk',
        operationId: uuidv7(),
      }
      const move = (message: string, version: number, to: string) =>
        writer.transition(
          byCollection(model, 'chat-messages'),
          { id: message, version },
          to,
          undefined,
          context,
        )
      for (const row of rows) {
        try {
          const { version } =
            row.state === 'sent' ? await move(row.id, row.version, 'delivered') : row
          await move(row.id, version, 'read')
        } catch (error) {
          // Changed meanwhile: the next look at the page marks it.
          if (!(error instanceof Problem)) throw error
        }
      }
    },
  }
}
