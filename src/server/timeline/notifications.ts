import { peopleNames } from './people.ts'
import type { TimelineRequest, Source } from './sources.ts'

interface Row {
  readonly id: string
  readonly at: string
  readonly type: string
  readonly channels: readonly string[]
  readonly state: string
  readonly recipient_id: string
}

const RANK = (alias: string): string =>
  `array_position(array['in_app', 'email', 'push'], ${alias}.channel)`
/** Deliveries `o` of the same notification as `d`: one for each channel, of one instant. */
const SAME =
  'o.resource_type = d.resource_type and o.resource_id = d.resource_id and o.recipient_id = d.recipient_id and o.type = d.type and o.at = d.at'

/**
 * Source of notifications sent to colleagues about the record: to whom and how, without their text,
 * which may contain field values. Only our own staff see those of others, and reminders are shown to
 * the person alone. One sent by several channels is one entry.
 */
export const notifications = (request: TimelineRequest): Source | undefined => {
  const { db, model, resource, id, access } = request
  const { tenant, personId } = access.actor
  // Following is not worth an entry for each change, and reminders are private.
  const shown = `d.type <> 'followed' and (d.type <> 'reminder' or d.recipient_id = $4::uuid)`
  if (tenant !== null && personId === null) return undefined
  return {
    name: 'notifications',
    async read(after, limit) {
      const values: unknown[] = [resource.collection, id, limit, personId]
      const older = after === null ? '' : `and d.id < $${values.push(after)}::uuid`
      const mine = tenant === null ? '' : 'and d.recipient_id = $4::uuid'
      const { rows } = await db.query<Row>({
        text: `select d.id, to_char(d.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, d.type, d.state, d.recipient_id,
  array(select o.channel from deliveries o where ${SAME} order by ${RANK('o')}) as channels
from deliveries d where d.resource_type = $1 and d.resource_id = $2::uuid and d.recipient_type = 'person' and ${shown}
  and not exists (select from deliveries o where ${SAME} and ${RANK('o')} < ${RANK('d')}) ${older} ${mine} order by d.id desc limit $3`,
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
          channels: row.channels,
          state: row.state,
          to: { ...named(row.recipient_id) },
        })),
        included: {},
      }
    },
  }
}
