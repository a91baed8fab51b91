import { v7 as uuidv7 } from 'uuid'
import { byCollection } from '#model/compile.ts'
import type { Model } from '#model/types.ts'
import type { Database, Tx } from '../../database/pool.ts'
import { compileAccess, systemActor } from '../../permissions/access.ts'
import { eraseValues } from '../../store/write/erase.ts'

/** Lines that were written before this day may name people in their text. */
const NAMELESS_SINCE = '2026-12-01'
const BATCH = 200

const FORMS = '^.+ (set the (state|priority) to .+|assigned this to .+|took this from everybody)$'

/** A line as it is written today: who did it and whom it mentions are references. */
const renewed = (body: string): { readonly body: string; readonly name?: string } => {
  const [, kind, label] = /^.+ set the (state|priority) to (.+)$/s.exec(body) ?? []
  if (kind) return { body: `${kind === 'state' ? 'State' : 'Priority'}: ${label}` }
  const [, name] = /^.+ assigned this to (.+)$/s.exec(body) ?? []
  return name ? { body: 'Assigned', name } : { body: 'Assigned to nobody' }
}

/** The one person of a name; empty where several or none have it. */
const mentioned = async (tx: Tx, name: string | undefined): Promise<string[]> => {
  if (name === undefined) return []
  const { rows } = await tx.query<{ id: string }>(
    'SELECT id FROM employees WHERE name = $1 LIMIT 2',
    [name],
  )
  return rows.length === 1 ? [rows[0]!.id] : []
}

/**
 * Takes the names of colleagues out of lines that earlier versions wrote into threads of tickets,
 * and out of their history: not every reader of a ticket may know them. Returns the number of
 * lines.
 */
export const namelessLines = async (
  { db, model }: { readonly db: Database; readonly model: Model },
  signal?: AbortSignal,
): Promise<number> => {
  const resource = byCollection(model, 'chat-messages')
  const context = {
    access: compileAccess(model, systemActor),
    channel: 'job',
    requestId: 'nameless-lines',
    operationId: uuidv7(),
  } as const
  const next = (): Promise<number> =>
    db.transaction(async (tx) => {
      const { rows } = await tx.query<{ id: string; body: string }>(
        `SELECT id, body FROM chat_messages WHERE kind = 'activity' AND created_at < $1 AND body ~ $2 ORDER BY id LIMIT ${BATCH}`,
        [NAMELESS_SINCE, FORMS],
      )
      for (const row of rows) {
        const { body, name } = renewed(row.body)
        const mentions = await mentioned(tx, name)
        const instead = { body, ...(mentions.length ? { mentions } : {}) }
        await eraseValues(tx, resource, [row.id], { instead, reason: 'Names removed' }, context)
      }
      return rows.length
    })
  let done = 0
  for (let count = BATCH; count === BATCH && !signal?.aborted; done += count) count = await next()
  return done
}
