import { titlesOf } from '../store/read/history.ts'
import type { Asked, Source } from './sources.ts'

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

/**
 * Source of e-mails to people outside, such as customers: those about the record, and for our own
 * staff those to the record itself. Without their text.
 */
export const mails = ({ db, model, resource, id, access }: Asked): Source => {
  const columns = `d.id, to_char(d.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, d.type, d.state, d.recipient_type, d.recipient_id`
  return {
    name: 'mails',
    async read(after, limit) {
      const older = after === null ? '' : 'and d.id < $4::uuid'
      const of = (where: string): string =>
        `(select ${columns} from deliveries d where ${where} and ${OUTSIDE} ${older} order by d.id desc limit $3)`
      const about = of('d.resource_type = $1 and d.resource_id = $2::uuid')
      const to = of('d.recipient_type = $1 and d.recipient_id = $2::uuid')
      const all = access.actor.tenant === null ? `${about} union ${to}` : about
      const { rows } = await db.query<Row>({
        text: `select * from (${all}) x order by x.id desc limit $3`,
        values: [resource.collection, id, limit, ...(after === null ? [] : [after])],
      })
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
