import { titlesOf } from '../store/read/history.ts'
import { building, finish, literal, run, table, type Building } from '../store/read/statement.ts'
import type { TimelineRequest, Source } from './sources.ts'

interface Row {
  readonly id: string
  readonly at: string
  readonly type: string
  readonly state: string
  readonly recipient_type: string
  readonly recipient_id: string
}

/** A delivery outside: to somebody who does not sign in here. */
const OUTSIDE = "d.channel = 'email' and d.recipient_type <> 'person'"

/** Condition that the caller may read what an e-mail `d` is about, if it is about a record. */
const readable = (b: Building): string => {
  const conditions = b.model.resources.flatMap((about) => {
    if (!b.access.can(`${about.entity}.read`)) return []
    const rows = b.access.rows(about, 'm', b.sql, 'read', `${about.entity}.read`)
    const ofType = `d.resource_type = ${literal(about.collection)}`
    if (rows === 'true') return [ofType]
    return [
      `(${ofType} and exists (select from ${table(about)} m where m.id = d.resource_id and ${rows}))`,
    ]
  })
  return `(${['d.resource_id is null', ...conditions].join(' or ')})`
}

/**
 * Source of e-mails to people outside, such as customers: those about the record, and for our own
 * staff those to the record itself, if they may read what these are about. Without their text.
 */
export const mails = ({ db, model, resource, id, access }: TimelineRequest): Source => {
  const columns = `d.id, to_char(d.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, d.type, d.state, d.recipient_type, d.recipient_id`
  return {
    name: 'mails',
    async read(after, limit) {
      const b = building(model, access)
      const [type, at] = [b.sql.add(resource.collection), b.sql.add(id)]
      const older = after === null ? '' : ` and d.id < ${b.sql.add(after)}::uuid`
      const of = (...where: string[]): string =>
        `(select ${columns} from deliveries d where ${[...where, OUTSIDE].join(' and ')}${older} order by d.id desc limit ${limit})`
      const all = [of(`d.resource_type = ${type}`, `d.resource_id = ${at}::uuid`)]
      if (access.actor.tenant === null) {
        all.push(of(`d.recipient_type = ${type}`, `d.recipient_id = ${at}::uuid`, readable(b)))
      }
      const text = `select * from (${all.join(' union ')}) x order by x.id desc limit ${limit}`
      const rows = await run<Row>(db, finish(b, text))
      return rows.map((row) => ({ at: row.at, place: row.id, row }))
    },
    async show(found) {
      const rows = found.map(({ row }) => row as Row)
      const wanted = new Map<string, Set<string>>()
      for (const { recipient_type: type, recipient_id: to } of rows) {
        wanted.set(type, (wanted.get(type) ?? new Set()).add(to))
      }
      const names = await titlesOf(db, model, access, wanted)
      return {
        entries: rows.map(({ id: mail, at, type, state, recipient_type, recipient_id }) => {
          const title = names.get(recipient_type)?.get(recipient_id)
          return {
            kind: 'mail',
            id: `mail:${mail}`,
            at,
            type,
            state,
            to: title === undefined ? null : { type: recipient_type, id: recipient_id, title },
          }
        }),
        included: {},
      }
    },
  }
}
