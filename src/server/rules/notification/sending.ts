import type { notification, Notification } from '#schemas/notification.ts'
import { v7 as uuidv7 } from 'uuid'
import type { Json, Model } from '#model/types.ts'
import { byCollection } from '#model/compile.ts'
import type { Database } from '../../database/pool.ts'
import { Problem } from '../../problem.ts'
import { SYSTEM_JOB, type JobHandler, type Jobs } from '../../jobs/types.ts'
import { languageTo } from '../../texts/language.ts'
import {
  deliverDue,
  type Addressed,
  type DeliveryParts,
  type Taken,
} from '../../notifications/deliver.ts'
import { compileAccess, systemActor } from '../../permissions/access.ts'
import type { RuleBook } from '../../store/write/rules.ts'
import type { EntityRules, RuleRow } from '../types.ts'
import { fromRow, selected, type StoredRow } from '../../store/write/rows.ts'
import type { TransactionalWriter, TxWriteContext } from '../../store/write/writer.ts'
import { enterDeliveries, tally } from './audience.ts'

/** Kind of the job that sends one notification. */
export const SEND_JOB = 'send-notification'
/** Progress is written at most this often: each writing is a change that others hear of. */
const PROGRESS_MS = 1000

/** The rules, where a notification that begins to be sent has a job for it from the same moment on, whoever or whatever began it. */
export const withSending = (rules: RuleBook, enqueue: Jobs['enqueue']): RuleBook => {
  const own: EntityRules = rules.notification ?? {}
  const start = (id: string, tx: Parameters<Jobs['enqueue']>[1]) =>
    enqueue({ kind: SEND_JOB, payload: { notification: id }, actor: SYSTEM_JOB }, tx)
  return {
    ...rules,
    notification: {
      ...own,
      async afterWrite(change, context) {
        await own.afterWrite?.(change, context)
        if (change.after?.state === 'sending' && change.before?.state !== 'sending') {
          await start(change.after.id, context.tx)
        }
      },
      scheduled: [
        ...(own.scheduled ?? []),
        {
          from: ['sending'],
          due: 'updatedAt',
          // A job that was given up after many crashes leaves nothing behind half sent.
          async run(row, { tx }) {
            const { rowCount } = await tx.query(
              "SELECT 1 FROM jobs WHERE kind = $1 AND state IN ('queued', 'running') AND payload->>'notification' = $2 LIMIT 1",
              [SEND_JOB, row.id],
            )
            if (!rowCount) await start(row.id, tx)
            return undefined
          },
        },
      ],
    },
  }
}

interface Parts extends Omit<DeliveryParts, 'query'> {
  readonly db: Database
  readonly model: Model
  readonly writer: TransactionalWriter
  readonly enqueue: Jobs['enqueue']
}

const idOf = (payload: Json): string => {
  const id =
    payload && typeof payload === 'object' && 'notification' in payload
      ? payload.notification
      : undefined
  if (typeof id !== 'string') throw new Problem(422, 'invalid', 'The job names no notification.')
  return id
}

/** Where to, for a batch: of people who still work here and customers who still are. */
const addressesOf = async (
  { db }: Parts,
  row: Notification,
  batch: readonly Taken[],
): Promise<ReadonlyMap<string, Addressed | null>> => {
  const idsOf = (type: string): string[] =>
    batch.filter((one) => one.recipient.type === type).map((one) => one.recipient.id)
  const { rows } = await db.query<{
    id: string
    email: string | null
    locale: string | null
    staff: boolean
  }>(
    "SELECT id, email, locale, true AS staff FROM employees WHERE id = ANY($1::uuid[]) AND state = 'active' AND deleted_at IS NULL UNION ALL SELECT id, email, locale, false FROM customers WHERE id = ANY($2::uuid[]) AND state = 'active' AND deleted_at IS NULL",
    [idsOf('person'), idsOf('customers')],
  )
  const known = new Map(rows.map((r) => [r.id, r]))
  return new Map(
    batch.map((one) => {
      const to = known.get(one.recipient.id)
      // Pages of this application are nothing for those who do not sign in here.
      return [
        one.id,
        to
          ? {
              address: to.email,
              language: languageTo(to.locale),
              title: row.title,
              body: row.body,
              link: to.staff ? (row.link ?? null) : null,
            }
          : null,
      ]
    }),
  )
}

/**
 * Sends a notification: enters a delivery for everybody it is for, sends those that go elsewhere, and says how it went.
 * Started again anywhere it continues where it was, since all it knows stands in the deliveries; two at once share the work.
 */
export const sendingHandler = (parts: Parts): JobHandler => {
  const { db, model, writer, push, enqueue } = parts
  const resource = byCollection(model, 'notifications')
  const access = compileAccess(model, systemActor)
  const context = (more: Partial<TxWriteContext> = {}): TxWriteContext => ({
    access,
    channel: 'job',
    requestId: 'sending',
    operationId: uuidv7(),
    ...more,
  })
  const read = async (id: string): Promise<RuleRow<typeof notification> | undefined> => {
    const {
      rows: [found],
    } = await db.query<StoredRow>(
      `SELECT ${selected(resource, 't')} FROM "${resource.table}" t WHERE id = $1 AND deleted_at IS NULL`,
      [id],
    )
    return found && fromRow<RuleRow<typeof notification>>(found)
  }
  /** Another process may have written since: then its metrics do. */
  const unlessStale = async (write: () => Promise<unknown>): Promise<void> => {
    await write().catch((error: unknown) => {
      if (
        !(
          error instanceof Problem &&
          (error.status === 412 || error.status === 409 || error.status === 404)
        )
      ) {
        throw error
      }
    })
  }
  const tell = async (id: string): Promise<void> => {
    const [row, { waiting: _, ...set }] = [await read(id), await tally(db.query, id)]
    if (row?.state === 'sending') {
      await unlessStale(() => writer.update(resource, id, row.version, {}, context({ set })))
    }
  }

  return async ({ payload, signal, progress }): Promise<Json> => {
    const id = idOf(payload)
    const row = await read(id)
    if (row?.state !== 'sending') return { sent: false }
    // Once: who is let in, leaves or chooses otherwise after that does not matter to what was begun.
    await db.transaction(async (tx) => {
      await tx.query(`SELECT 1 FROM "${resource.table}" WHERE id = $1 FOR UPDATE`, [id])
      if ((await tally(tx.query, id)).sent === 0) {
        await enterDeliveries(tx.query, row, push.available)
      }
    })
    let told = Date.now()
    const due = await deliverDue(
      { ...parts, query: db.query },
      id,
      (batch) => addressesOf(parts, row, batch),
      {
        signal,
        async afterBatch() {
          if (Date.now() - told < PROGRESS_MS) return
          told = Date.now()
          const { sent, waiting } = await tally(db.query, id)
          await progress((sent - waiting) / Math.max(1, sent), { sent, waiting })
          await tell(id)
        },
      },
    )
    if (due) {
      await tell(id)
      await enqueue({
        kind: SEND_JOB,
        payload: { notification: id },
        actor: SYSTEM_JOB,
        runAt: due,
      })
      return { again: due }
    }
    const { failed } = await tally(db.query, id)
    // Another process that tells how far it is may come in between; of those that end it, one does.
    for (let tries = 0; tries < 10; tries++) {
      const now = await read(id)
      if (now?.state !== 'sending') break
      await unlessStale(() =>
        writer.transition(resource, id, now.version, failed ? 'failed' : 'sent', {}, context()),
      )
    }
    return { sent: true }
  }
}
