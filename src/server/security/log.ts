/** Reads the security log. Names of people and roles depend on the reader's permissions. */
import type { Json, Model } from '#model/types.ts'
import { csvLine, escapeCell } from '../exchange/cells.ts'
import type { Access } from '../permissions/types.ts'
import { knownPeople, knownRecords } from '../store/read/actors.ts'
import { queryOf, type Queryable } from '../store/read/statement.ts'

export interface SecurityQuery {
  readonly kind?: string
  /** Id of the actor, or of the affected person. */
  readonly person?: string
  readonly address?: string
  /** Instants; `from` inclusive, `to` exclusive. */
  readonly from?: string
  readonly to?: string
  /**
   * Time in microseconds and id of the last event of the previous page: `1700000000000000_<id>`.
   */
  readonly before?: string
  readonly limit: number
}

export interface SecurityEvent {
  readonly id: string
  readonly at: string
  readonly lastAt: string
  readonly times: number
  readonly kind: string
  readonly person: { readonly id: string | null; readonly name: string | null }
  readonly subject: { readonly id: string | null; readonly name: string | null }
  readonly email: string | null
  readonly address: string | null
  readonly client: string | null
  readonly requestId: string | null
  readonly detail: Readonly<Record<string, Json>>
}

type Row = Omit<SecurityEvent, 'person' | 'subject'> & {
  readonly place: string
  readonly personId: string | null
  readonly name: string | null
  readonly subjectId: string | null
  readonly subjectName: string | null
}

const COLUMNS = `id, at, last_at as "lastAt", times, kind, person_id as "personId", name, subject_id as "subjectId", subject_name as "subjectName", email, address, client, request_id as "requestId", detail, (extract(epoch from at) * 1000000)::bigint::text as place`

const conditions: readonly (readonly [keyof SecurityQuery, (parameter: string) => string])[] = [
  ['kind', (p) => `kind = ${p}`],
  ['person', (p) => `(person_id = ${p}::uuid or subject_id = ${p}::uuid)`],
  ['address', (p) => `address = ${p}`],
  ['from', (p) => `at >= ${p}::timestamptz`],
  ['to', (p) => `at < ${p}::timestamptz`],
]

const nobody = { id: null, name: null }

/** True if the reader may see people's e-mail addresses. */
const mailsOpen = (model: Model, access: Access): boolean => {
  const people = model.resources.find((r) => r.person)
  const email = people?.person?.email
  return (
    people !== undefined &&
    email !== undefined &&
    access.can(`${people.entity}.read`) &&
    access.readable(people).has(email)
  )
}

/** Returns one page, newest first, and the `before` of the next one. */
export const securityLog = async (
  db: Queryable,
  model: Model,
  access: Access,
  query: SecurityQuery,
): Promise<{ readonly data: readonly SecurityEvent[]; readonly next: string | null }> => {
  if (query.person !== undefined && query.person !== access.actor.personId) {
    // Otherwise the events without names would be those of this person.
    const roles = model.resources.find((r) => r.grants)
    const isPerson = await knownPeople(db, model, access, [query.person])
    const isRole = await knownRecords(db, model, access, roles, [query.person])
    if (!isPerson(query.person) && !isRole(query.person)) return { data: [], next: null }
  }
  const values: unknown[] = []
  const add = (value: unknown): string => `$${values.push(value)}`
  const where = conditions.flatMap(([name, condition]) =>
    query[name] === undefined ? [] : [condition(add(query[name]))],
  )
  const [time, id] = query.before?.split('_') ?? []
  if (time !== undefined && id !== undefined) {
    where.push(
      `(at, id) < (timestamptz 'epoch' + ${add(time)}::bigint * interval '1 microsecond', ${add(id)}::uuid)`,
    )
  }
  const { rows } = await queryOf(db)<Row>(
    `select ${COLUMNS} from security_events ${where.length ? `where ${where.join(' and ')}` : ''} order by at desc, id desc limit ${query.limit + 1}`,
    values,
  )
  const page = rows.slice(0, query.limit)
  const last = rows.length > query.limit ? page.at(-1) : undefined
  const ids = page.flatMap((row) => [row.personId, row.subjectId])
  const people = await knownPeople(db, model, access, ids)
  const grants = model.resources.find((r) => r.grants)
  const roles = await knownRecords(db, model, access, grants, ids)
  const isKnown = (id: string | null): boolean =>
    people(id) || (id !== null && id === access.actor.personId)
  const mails = mailsOpen(model, access)
  return {
    data: page.map(({ place: _, personId, name, subjectId, subjectName, email, ...event }) => {
      const isNamed = event.kind === 'role_changed' ? roles(subjectId) : isKnown(subjectId)
      return {
        ...event,
        email: mails && (personId === null || isKnown(personId)) ? email : null,
        person: isKnown(personId) ? { id: personId, name } : nobody,
        subject: isNamed ? { id: subjectId, name: subjectName } : nobody,
      }
    }),
    next: last ? `${last.place}_${last.id}` : null,
  }
}

const CSV_PAGE = 1000
const columns: Readonly<Record<string, (event: SecurityEvent) => string | number | null>> = {
  at: (e) => e.at,
  lastAt: (e) => e.lastAt,
  times: (e) => e.times,
  kind: (e) => e.kind,
  person: (e) => e.person.name,
  personId: (e) => e.person.id,
  subject: (e) => e.subject.name,
  subjectId: (e) => e.subject.id,
  email: (e) => e.email,
  address: (e) => e.address,
  client: (e) => e.client,
  requestId: (e) => e.requestId,
  detail: (e) => JSON.stringify(e.detail),
}

/**
 * Streams all matching events as CSV, page by page; text that a spreadsheet would run gets a
 * leading `'`.
 */
export async function* securityCsv(
  db: Queryable,
  model: Model,
  access: Access,
  query: Omit<SecurityQuery, 'before' | 'limit'>,
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  yield encoder.encode(`\ufeff${csvLine(Object.keys(columns))}`)
  for (let before: string | null | undefined; before !== null;) {
    const page: Awaited<ReturnType<typeof securityLog>> = await securityLog(db, model, access, {
      ...query,
      ...(before === undefined ? {} : { before }),
      limit: CSV_PAGE,
    })
    const lines = page.data.map((event) =>
      csvLine(Object.values(columns).map((value) => escapeCell(String(value(event) ?? '')))),
    )
    yield encoder.encode(lines.join(''))
    before = page.next
  }
}
