import { say } from '#model/message.ts'
import type { Model } from '#model/types.ts'
import type { Database, Tx } from '../database/pool.ts'
import { actorOfJob } from '../jobs/actor.ts'
import { notify } from '../notifications/notify.ts'
import { compileAccess } from '../permissions/access.ts'
import { isVisible } from '../store/read/get.ts'
import { options } from '../store/read/options.ts'

interface Due {
  readonly id: string
  readonly entity: string
  readonly record_id: string
  readonly person_id: string
  readonly text: string | null
}

/** Notifies the person, unless they left or may no longer read the record. */
const tell = async (
  tx: Tx,
  model: Model,
  { id, entity, record_id, person_id, text }: Due,
): Promise<void> => {
  const resource = model.resources.find((r) => r.entity === entity)
  const actor = await actorOfJob(tx.query, model, {
    accountId: null,
    personId: person_id,
    name: '',
  })
  if (!resource || !actor) return
  const access = compileAccess(model, actor)
  if (!access.can(`${entity}.read`)) return
  if (!(await isVisible({ db: tx, model, access }, resource, record_id))) return
  // A record in the trash has no title to choose by.
  const [record] = await options(tx, model, resource, { ids: [record_id] }, access)
  if (!record) return
  const needs = [`${entity}.field.${resource.title}.read`].filter((key) => access.can(key))
  await notify(tx, {
    type: 'reminder',
    employees: [person_id],
    title: say('Reminder: {{title}}', {
      title: needs.length ? record.title : { label: resource.label.one },
    }),
    body: text ?? undefined,
    link: resource.path ? `${resource.path}/${record_id}` : '/',
    resource: { type: resource.collection, id: record_id },
    needs,
    apart: id,
  })
}

/**
 * Notifies of every reminder that is due, each in a transaction that deletes it: exactly once,
 * however many servers run this. Run by the scheduler.
 */
export const fireReminders = async (
  { db, model }: { readonly db: Database; readonly model: Model },
  signal?: AbortSignal,
): Promise<void> => {
  const next = (tx: Tx): Promise<boolean> =>
    tx
      .query<Due>(
        'DELETE FROM reminders WHERE id = (SELECT id FROM reminders WHERE due_at <= now() ORDER BY due_at, id LIMIT 1 FOR UPDATE SKIP LOCKED) RETURNING id, entity, record_id, person_id, text',
      )
      .then(async ({ rows: [due] }) => {
        if (due) await tell(tx, model, due)
        return due !== undefined
      })
  while (!signal?.aborted && (await db.transaction(next)));
}
