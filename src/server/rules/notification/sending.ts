import type { notification, Notification } from '#schemas/notification.ts'
import { v7 as uuidv7 } from 'uuid'
import type { Json, Model } from '#model/types.ts'
import { byCollection } from '#model/compile.ts'
import type { Database } from '../../database/pool.ts'
import { Problem } from '../../base/problem.ts'
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
/** Minimum time between progress writes, since each is a change that others receive. */
const PROGRESS_MS = 1000

/**
 * Extends the rules: a notification that enters `sending` gets its job in the same transaction,
 * however it got there.
 */
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
          // Restarts a job given up after many crashes, so that nothing stays half sent.
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

/** Addresses for a batch, of active employees and active customers. */
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
      // Customers do not sign in here, so they get no links to this application.
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

/** Another process may have written since; then its counts apply. */
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

/**
 * Sends a notification: inserts a delivery for every recipient, sends those that leave the
 * application, and records the results. A restart anywhere resumes, since all progress is in the
 * deliveries; two running at once share the work.
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
    // Only once: employees who join, leave or change their preferences later do not affect a send
    // in progress.
    await db.transaction(async (tx) => {
      await tx.query(`SELECT 1 FROM "${resource.table}" WHERE id = $1 FOR UPDATE`, [id])
      if ((await tally(tx.query, id)).sent === 0) {
        await enterDeliveries(tx.query, row, push.available)
      }
    })
    let reportedAt = Date.now()
    const due = await deliverDue(
      { ...parts, query: db.query },
      id,
      (batch) => addressesOf(parts, row, batch),
      {
        signal,
        async afterBatch() {
          if (Date.now() - reportedAt < PROGRESS_MS) return
          reportedAt = Date.now()
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
    // Another process reporting progress may interfere; of those that end the send, one succeeds.
    for (let tries = 0; tries < 10; tries++) {
      const now = await read(id)
      if (now?.state !== 'sending') break
      await unlessStale(() =>
        writer.transition(resource, now, failed ? 'failed' : 'sent', {}, context()),
      )
    }
    return { sent: true }
  }
}
