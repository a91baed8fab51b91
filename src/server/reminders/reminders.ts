/** Reminders of people about records: private to each, and only about records they may read. */
import { say, type Said } from '#model/message.ts'
import { v7 as uuidv7 } from 'uuid'
import { MAX_REMINDER_DAYS, MAX_REMINDER_TEXT, MAX_REMINDERS } from '#model/reminders.ts'
import { parseInstant } from '#model/filterValue.ts'
import type { Model, ResourceModel } from '#model/types.ts'
import type { Database, Tx } from '../database/pool.ts'
import type { Access } from '../permissions/types.ts'
import { forbidden, invalid, notFound, Problem } from '../base/problem.ts'
import { requireRecord } from '../store/read/history.ts'
import { options } from '../store/read/options.ts'
import { sees, type Queryable } from '../store/read/statement.ts'
import type { TxWriteContext } from '../store/write/unit.ts'

const DAY_MS = 86_400_000

export interface ReminderParts {
  readonly db: Database
  readonly model: Model
}

/** A pending reminder as its owner sees it. */
export interface Reminder {
  readonly id: string
  /** Instant. */
  readonly at: string
  readonly text: string | null
  readonly record: { readonly collection: string; readonly id: string; readonly title: string }
}

interface Row {
  readonly id: string
  readonly entity: string
  readonly record_id: string
  readonly at: string
  readonly text: string | null
}
const ROW = `id, entity, record_id, to_char(due_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, text`

/** Returns the caller's person id; 403 if the caller is not a person of the back-office. */
const ownerOf = ({ actor }: Access): string => {
  if (actor.personId === null) throw forbidden()
  return actor.personId
}

/** Reminders with the titles of their records; those of records the caller cannot read are left out. */
const shown = async (
  db: Queryable,
  model: Model,
  access: Access,
  rows: readonly Row[],
): Promise<Reminder[]> => {
  const records = new Map<string, Reminder['record']>()
  for (const resource of model.resources) {
    const ids = rows.flatMap((row) => (row.entity === resource.entity ? [row.record_id] : []))
    if (!ids.length || !sees(access, resource)) continue
    const unique = [...new Set(ids)]
    for (let i = 0; i < unique.length; i += 200) {
      const found = await options(db, model, resource, { ids: unique.slice(i, i + 200) }, access)
      for (const { id, title } of found) {
        records.set(`${resource.entity} ${id}`, { collection: resource.collection, id, title })
      }
    }
  }
  return rows.flatMap(({ id, entity, record_id, at, text }) => {
    const record = records.get(`${entity} ${record_id}`)
    return record ? [{ id, at, text, record }] : []
  })
}

/** Returns the caller's pending reminders, next first; with `about`, only those of one record. */
export const ownReminders = async (
  { db, model }: ReminderParts,
  access: Access,
  about?: { readonly resource: ResourceModel; readonly id: string },
): Promise<Reminder[]> => {
  if (about) await requireRecord({ db, model, access }, about.resource, about.id)
  const { personId } = access.actor
  if (personId === null) return []
  const { rows } = await db.query<Row>(
    `SELECT ${ROW} FROM reminders WHERE person_id = $1 AND ($2::text IS NULL OR (entity = $2 AND record_id = $3::uuid)) ORDER BY due_at, id LIMIT ${MAX_REMINDERS}`,
    [personId, about?.resource.entity ?? null, about?.id ?? null],
  )
  return shown(db, model, access, rows)
}

/** A reminder to create: an instant, and a text. */
export interface NewReminder {
  readonly at: string
  readonly text?: string | null | undefined
}

const wrong = (path: string, code: string, message: Said): Problem =>
  invalid([{ path, code, message }])

const checked = ({ at, text }: NewReminder): { at: string; text: string | null } => {
  const instant = parseInstant(at)
  if (instant === undefined) throw wrong('at', 'invalid_value', 'Not an instant')
  const ahead = Date.parse(instant) - Date.now()
  if (ahead <= 0) throw wrong('at', 'out_of_range', 'Choose a time in the future')
  if (ahead > MAX_REMINDER_DAYS * DAY_MS) {
    throw wrong('at', 'out_of_range', 'Choose a time within five years')
  }
  const said = text?.trim() ?? ''
  if (said.length > MAX_REMINDER_TEXT) {
    throw wrong('text', 'too_long', say('At most {{n}} characters', { n: MAX_REMINDER_TEXT }))
  }
  if (said.includes('\0')) throw wrong('text', 'invalid_value', 'This text cannot be stored')
  return { at: instant, text: said || null }
}

/**
 * Creates a reminder of the caller about a record they may read. 422 for a past time, 409 above
 * `MAX_REMINDERS`.
 */
export const remind = (
  { db, model }: ReminderParts,
  { resource, id, context }: { resource: ResourceModel; id: string; context: TxWriteContext },
  wanted: NewReminder,
): Promise<Reminder> => {
  const inside = async (tx: Tx): Promise<Reminder> => {
    const { access } = context
    const person = ownerOf(access)
    await requireRecord({ db: tx, model, access }, resource, id)
    const { at, text } = checked(wanted)
    // In turn per person, so that two requests cannot exceed the limit together.
    await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`reminders ${person}`])
    const { rows: counted } = await tx.query<{ n: number }>(
      'SELECT count(*)::int AS n FROM reminders WHERE person_id = $1',
      [person],
    )
    if (counted[0]!.n >= MAX_REMINDERS) {
      throw new Problem(
        409,
        'too_many',
        say('There can be at most {{n}} reminders.', { n: MAX_REMINDERS }),
      )
    }
    const { rows } = await tx.query<Row>(
      `INSERT INTO reminders (id, entity, record_id, person_id, due_at, text) VALUES ($1, $2, $3, $4, $5, $6) RETURNING ${ROW}`,
      [uuidv7(), resource.entity, id, person, at, text],
    )
    const [made] = await shown(tx, model, access, rows)
    if (!made) throw notFound(resource.label.one.toLowerCase())
    return made
  }
  return context.tx ? inside(context.tx) : db.transaction(inside)
}

/** Deletes one of the caller's reminders; 404 for others. */
export const cancelReminder = async (
  { db }: ReminderParts,
  { access, tx }: Pick<TxWriteContext, 'access' | 'tx'>,
  id: string,
): Promise<void> => {
  const { rowCount } = await (tx ?? db).query(
    'DELETE FROM reminders WHERE id = $1::uuid AND person_id = $2',
    [id, access.actor.personId],
  )
  if (!rowCount) throw notFound('reminder')
}
