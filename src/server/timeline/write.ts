/**
 * Writes notes and follows records: neither changes the record, and both need only permission to
 * read it and the notes permission.
 */
import { say, type Said } from '#model/message.ts'
import { v7 as uuidv7 } from 'uuid'
import { noteKey } from '#schemas/define/noteKey.ts'
import { cut } from '#model/cut.ts'
import { mentionsIn, MAX_MENTIONS, MAX_NOTE } from '#model/timeline.ts'
import type { Json, Model, ResourceModel } from '#model/types.ts'
import type { Database, Tx } from '../database/pool.ts'
import { notifyNaming, type NamingNotice } from '../notifications/naming.ts'
import { forbidden, invalid, notFound } from '../base/problem.ts'
import { knownPeople } from '../store/read/actors.ts'
import { requireRecord } from '../store/read/history.ts'
import { recordEvent } from '../store/write/auditEntry.ts'
import { quotedColumn } from '../store/write/statements.ts'
import { wake, type TxWriteContext } from '../store/write/unit.ts'
import { NOTE, ownNotes, shownNotes, type NoteRow } from './notes.ts'
import { sqlValues } from '../permissions/rowRules.ts'
import { startFollowing } from './follow.ts'
import { noticeText, takeBackNotices } from './noteNotices.ts'
import { readersAmong } from './people.ts'
import { requirePermission } from '../permissions/require.ts'

/** Maximum number of earlier versions kept of a note. */
const MAX_EARLIER = 50
/** Maximum number of followers notified of a note. */
const MAX_TOLD = 100

export interface TimelineParts {
  readonly db: Database
  readonly model: Model
}

/** The record and the caller. */
export interface About {
  readonly resource: ResourceModel
  readonly id: string
  readonly context: TxWriteContext
}

const within = <T>(
  { db }: TimelineParts,
  { context }: About,
  run: (tx: Tx) => Promise<T>,
): Promise<T> => {
  const inside = async (tx: Tx): Promise<T> => {
    const result = await run(tx)
    tx.afterCommit(() => wake(db))
    return result
  }
  return context.tx ? inside(context.tx) : db.transaction(inside)
}

/** Returns the author's person id; 403 if the caller is not a person of the back-office. */
const authorOf = ({ context }: About): string => {
  const { personId } = context.access.actor
  if (personId === null) throw forbidden()
  return personId
}

const requireNotes = async (tx: Tx, { model }: TimelineParts, about: About): Promise<string> => {
  const { resource, id, context } = about
  requirePermission(context.access, `${resource.entity}.read`)
  if (!context.access.can(noteKey(resource.entity))) throw forbidden()
  await requireRecord({ db: tx, model, access: context.access }, resource, id)
  const sql = sqlValues(id)
  const rows = context.access.rows(resource, 't', sql, 'read', noteKey(resource.entity))
  const own = `select 1 from "${resource.table}" t where t.id = $1::uuid and (${rows})`
  if (!(await tx.query(own, sql.values)).rowCount) throw forbidden()
  return authorOf(about)
}

const wrong = (code: string, message: Said) => invalid([{ path: 'text', code, message }])

/** Normalises the text of a note; 422 if it is empty or too long. */
const textOf = (given: string): string => {
  const text = given.trim()
  if (!text) throw wrong('required', 'Write something')
  if (text.length > MAX_NOTE) {
    throw wrong('too_long', say('At most {{n}} characters', { n: MAX_NOTE }))
  }
  if (text.includes('\0')) throw wrong('invalid_value', 'This text cannot be stored')
  return text
}

/**
 * Returns the people mentioned in a text; 422 for too many, and for people the author may not see.
 */
const mentionedBy = async (
  tx: Tx,
  { model }: TimelineParts,
  { context }: About,
  text: string,
): Promise<string[]> => {
  const ids = mentionsIn(text)
  if (ids.length > MAX_MENTIONS) {
    throw wrong('too_many', say('Mention at most {{n}} people', { n: MAX_MENTIONS }))
  }
  if (!ids.length) return ids
  const known = await knownPeople(tx, model, context.access, ids)
  const people = model.resources.find((r) => r.person)!
  const { rows } = await tx.query<{ id: string }>(
    `select id from "${people.table}" where id = any($1::uuid[]) and deleted_at is null`,
    [ids],
  )
  const there = new Set(rows.map((row) => row.id))
  const self = context.access.actor.personId
  if (!ids.every((id) => there.has(id) && (known(id) || id === self))) {
    throw wrong('unknown_reference', 'There is no such person to mention')
  }
  return ids
}

const noteOf = async (
  tx: Tx,
  { resource, id, context }: About,
  note: string,
  lock = '',
): Promise<NoteRow> => {
  const sql = sqlValues()
  const where = [
    `n.id = ${sql.add(note)}::uuid`,
    `n.entity = ${sql.add(resource.entity)}`,
    `n.record_id = ${sql.add(id)}::uuid`,
    ownNotes(context.access, sql),
  ].join(' and ')
  const { rows } = await tx.query<NoteRow>(
    `select ${NOTE} from record_notes n where ${where} ${lock}`,
    sql.values,
  )
  if (!rows[0]) throw notFound('note')
  return rows[0]
}

const shown = async (
  tx: Tx,
  parts: TimelineParts,
  about: About,
  note: string,
): Promise<{ data: Json; included: Json }> => {
  const row = await noteOf(tx, about, note)
  const { entries, included } = await shownNotes(
    { db: tx, model: parts.model, access: about.context.access },
    [row],
  )
  return { data: entries[0]!, included }
}

/** Notifies those of the people who may read the note. */
const tell = async (
  tx: Tx,
  { model }: TimelineParts,
  { resource, id, context }: About,
  notice: Pick<NamingNotice, 'type' | 'employees' | 'done'>,
  text: string,
): Promise<void> => {
  const { access } = context
  const employees = await readersAmong({ db: tx, model, access }, resource, id, notice.employees)
  if (!employees.length) return
  const { rows } = await tx.query<{ title: string | null }>(
    `select ${quotedColumn(resource.title)}::text as title from "${resource.table}" where id = $1::uuid`,
    [id],
  )
  await notifyNaming(tx, model, access.actor, {
    ...notice,
    employees,
    subject: cut(rows[0]?.title ?? '', 80),
    body: noticeText(text),
    link: resource.path ? `${resource.path}/${id}` : '/',
    resource: { type: resource.collection, id },
    needs: [`${resource.entity}.field.${resource.title}.read`],
  })
}

const tellMentioned = (
  tx: Tx,
  parts: TimelineParts,
  about: About,
  employees: readonly string[],
  text: string,
): Promise<void> => tell(tx, parts, about, { type: 'mention', employees, done: 'mentioned' }, text)

/** Notifies followers of a note: not its author, nor those it mentions. */
const tellFollowing = async (
  tx: Tx,
  parts: TimelineParts,
  about: About,
  mentioned: readonly string[],
  text: string,
): Promise<void> => {
  const { resource, id, context } = about
  const { rows } = await tx.query<{ person: string }>(
    `select person_id as person from record_followers where entity = $1 and record_id = $2::uuid and person_id <> all($3::uuid[]) order by at, person_id limit ${MAX_TOLD}`,
    [resource.entity, id, [...mentioned, context.access.actor.personId]],
  )
  const employees = rows.map((row) => row.person)
  await tell(tx, parts, about, { type: 'followed', employees, done: 'noted' }, text)
}

/**
 * Writes a note about a record, makes its author follow it, and notifies its followers. Returns the timeline
 * entry.
 */
export const writeNote = (
  parts: TimelineParts,
  about: About,
  given: string,
): Promise<{ data: Json; included: Json }> =>
  within(parts, about, async (tx) => {
    const author = await requireNotes(tx, parts, about)
    const text = textOf(given)
    const mentioned = await mentionedBy(tx, parts, about, text)
    const { resource, id, context } = about
    const note = uuidv7()
    await tx.query(
      'insert into record_notes (id, entity, record_id, author_id, tenant, text) values ($1, $2, $3, $4, $5, $6)',
      [note, resource.entity, id, author, context.access.actor.tenant, text],
    )
    await startFollowing(tx, about.resource.entity, about.id, author)
    await recordEvent(tx, resource, id, { action: 'note' }, context)
    await tellMentioned(tx, parts, about, mentioned, text)
    await tellFollowing(tx, parts, about, mentioned, text)
    return shown(tx, parts, about, note)
  })

/**
 * Returns the caller's own note, locked until the write ends: 403 for another's, 409 for a deleted
 * one.
 */
const ownNote = async (
  tx: Tx,
  parts: TimelineParts,
  about: About,
  note: string,
): Promise<NoteRow> => {
  const author = await requireNotes(tx, parts, about)
  const row = await noteOf(tx, about, note, 'for update of n')
  if (row.author_id !== author) throw forbidden('Only its author can change a note.')
  if (row.deleted_at !== null) throw notFound('note')
  return row
}

/** Edits the caller's own note; the previous text is kept. Newly mentioned people are notified. */
export const editNote = (
  parts: TimelineParts,
  about: About,
  note: string,
  given: string,
): Promise<{ data: Json; included: Json }> =>
  within(parts, about, async (tx) => {
    const row = await ownNote(tx, parts, about, note)
    const text = textOf(given)
    if (text !== row.text) {
      const before = mentionsIn(row.text ?? '')
      const mentioned = await mentionedBy(tx, parts, about, text)
      const earlier = [...row.earlier, { at: row.edited_at ?? row.at, text: row.text ?? '' }]
      await tx.query(
        'update record_notes set text = $2, edited_at = now(), earlier = $3::jsonb where id = $1',
        [note, text, JSON.stringify(earlier.slice(-MAX_EARLIER))],
      )
      await recordEvent(tx, about.resource, about.id, { action: 'note' }, about.context)
      await tellMentioned(
        tx,
        parts,
        about,
        mentioned.filter((id) => !before.includes(id)),
        text,
      )
    }
    return shown(tx, parts, about, note)
  })

/** Deletes the caller's own note: its entry stays visible, its text does not, wherever it is shown. */
export const deleteNote = (parts: TimelineParts, about: About, note: string): Promise<void> =>
  within(parts, about, async (tx) => {
    const { text, earlier } = await ownNote(tx, parts, about, note)
    await takeBackNotices(tx, about, [text ?? '', ...earlier.map((one) => one.text)])
    await tx.query('update record_notes set text = null, deleted_at = now() where id = $1', [note])
    await recordEvent(tx, about.resource, about.id, { action: 'note' }, about.context)
  })

/** Makes the caller follow or unfollow a record they may read. */
export const setFollowing = (
  parts: TimelineParts,
  about: About,
  following: boolean,
): Promise<void> =>
  within(parts, about, async (tx) => {
    const { resource, id, context } = about
    const person = authorOf(about)
    await requireRecord({ db: tx, model: parts.model, access: context.access }, resource, id)
    if (following) await startFollowing(tx, resource.entity, id, person)
    else {
      await tx.query(
        'delete from record_followers where entity = $1 and record_id = $2::uuid and person_id = $3',
        [resource.entity, id, person],
      )
    }
  })
