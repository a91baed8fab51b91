import { peopleNames } from './people.ts'
import type { Asked, Source } from './sources.ts'

interface Row {
  readonly id: string
  readonly at: string
  readonly type: string
  readonly channel: string
  readonly state: string
  readonly recipient_id: string
}

/**
 * Source of notifications sent to colleagues about the record: to whom and how, without their text,
 * which may contain field values. Only our own staff see those of others.
 */
export const notifications = (asked: Asked): Source | undefined => {
  const { db, model, resource, id, access } = asked
  const { tenant, personId } = access.actor
  if (tenant !== null && personId === null) return undefined
  return {
    name: 'notifications',
    async read(after, limit) {
      const values: unknown[] = [resource.collection, id, limit]
      const older = after === null ? '' : `and d.id < $${values.push(after)}::uuid`
      const mine = tenant === null ? '' : `and d.recipient_id = $${values.push(personId)}::uuid`
      const { rows } = await db.query<Row>({
        text: `select d.id, to_char(d.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, d.type, d.channel, d.state, d.recipient_id
from deliveries d where d.resource_type = $1 and d.resource_id = $2::uuid and d.recipient_type = 'person' ${older} ${mine} order by d.id desc limit $3`,
        values,
      })
      return rows.map((row) => ({ at: row.at, place: row.id, row }))
    },
    async show(found) {
      const rows = found.map(({ row }) => row as Row)
      const named = await peopleNames(
        db,
        model,
        access,
        rows.map((row) => row.recipient_id),
      )
      return {
        entries: rows.map((row) => ({
          kind: 'notification',
          id: `notification:${row.id}`,
          at: row.at,
          type: row.type,
          channel: row.channel,
          state: row.state,
          to: { ...named(row.recipient_id) },
        })),
        included: {},
      }
    },
  }
}
