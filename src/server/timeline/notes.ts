/** Notes in a timeline: what people of the back-office wrote to each other about a record. */
import { mentionsIn } from '#model/timeline.ts'
import type { Json } from '#model/types.ts'
import { sqlValues } from '../permissions/rowRules.ts'
import type { Access, SqlValues } from '../permissions/types.ts'
import { peopleNames } from './people.ts'
import type { TimelineRequest, Source } from './sources.ts'

/** A stored note. */
export interface NoteRow {
  readonly id: string
  readonly at: string
  readonly author_id: string
  readonly text: string | null
  readonly edited_at: string | null
  readonly deleted_at: string | null
  readonly earlier: readonly { readonly at: string; readonly text: string }[]
}

const instant = (column: string): string =>
  `to_char(n.${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as ${column}`

/** Select list of a `NoteRow` of `record_notes n`. */
export const NOTE = `n.id, ${instant('at')}, n.author_id, n.text, ${instant('edited_at')}, ${instant('deleted_at')}, n.earlier`

/**
 * SQL condition for notes `n` the caller may read, of records they may read: people of a tenant see
 * only their own tenant's.
 */
export const ownNotes = (access: Access, sql: SqlValues): string =>
  access.actor.tenant === null ? 'true' : `n.tenant = ${sql.add(access.actor.tenant)}::uuid`

/**
 * Returns timeline entries of notes, with the names of authors and mentioned people that the caller
 * may see.
 */
export const shownNotes = async (
  { db, model, access }: Pick<TimelineRequest, 'db' | 'model' | 'access'>,
  rows: readonly NoteRow[],
): Promise<Awaited<ReturnType<Source['show']>>> => {
  const people = model.resources.find((r) => r.person)
  const mentioned = [
    ...new Set(
      rows.flatMap((n) => mentionsIn([n.text, ...n.earlier.map((e) => e.text)].join('\n'))),
    ),
  ]
  const person = await peopleNames(db, model, access, [
    ...rows.map((n) => n.author_id),
    ...mentioned,
  ])
  const titles = mentioned.flatMap((id): [string, Json][] => {
    const { name } = person(id)
    return name === null ? [] : [[id, { id, title: name }]]
  })
  return {
    entries: rows.map((n) => ({
      kind: 'note',
      id: `note:${n.id}`,
      note: n.id,
      at: n.at,
      actor: { ...person(n.author_id) },
      mine: n.author_id === access.actor.personId,
      text: n.text,
      editedAt: n.edited_at,
      deletedAt: n.deleted_at,
      earlier: n.deleted_at ? [] : (n.earlier as Json),
    })),
    included: people && titles.length ? { [people.collection]: Object.fromEntries(titles) } : {},
  }
}

/** Source of the notes about a record that the caller may read. */
export const notes = (request: TimelineRequest): Source => {
  const { db, resource, id, access } = request
  return {
    name: 'notes',
    async read(after, limit) {
      const sql = sqlValues()
      const where = [
        `n.entity = ${sql.add(resource.entity)}`,
        `n.record_id = ${sql.add(id)}::uuid`,
        ownNotes(access, sql),
        ...(after === null ? [] : [`n.id < ${sql.add(after)}::uuid`]),
      ].join(' and ')
      const { rows } = await db.query<NoteRow>({
        text: `select ${NOTE} from record_notes n where ${where} order by n.id desc limit ${limit}`,
        values: sql.values,
      })
      return rows.map((row) => ({ at: row.at, place: row.id, row }))
    },
    show: (found) =>
      shownNotes(
        request,
        found.map(({ row }) => row as NoteRow),
      ),
  }
}
