/**
 * Ratings of vendors, services and hotels: the mean rating of tickets about them, to one decimal. A
 * ticket is about the vendor, service and hotel of its order and its booking.
 */
import { v7 as uuidv7 } from 'uuid'
import { byCollection } from '#model/compile.ts'
import type { Model } from '#model/types.ts'
import type { ticket, Ticket } from '#schemas/ticket.ts'
import type { Query } from '../../database/query.ts'
import { Problem } from '../../base/problem.ts'
import { compileAccess, systemActor } from '../../permissions/access.ts'
import type { Change, RuleContext, RuleRow } from '../types.ts'
import type { TransactionalWriter } from '../../store/write/writer.ts'

/** How a ticket leads to what it rates: joins, and the column of the rated record's id. */
interface Path {
  readonly joins: string
  readonly id: string
}

const byOrder = 'JOIN orders o ON o.id = t."order"'
const byBooking = 'JOIN bookings b ON b.id = t.booking'

/** Collections in locking order: closing a vendor locks it before its hotels. */
type Rated = 'vendors' | 'services' | 'hotels'
const paths: ReadonlyMap<Rated, readonly Path[]> = new Map<Rated, readonly Path[]>([
  [
    'vendors',
    [
      { joins: byOrder, id: 'o.vendor' },
      { joins: `${byBooking} JOIN hotels h ON h.id = b.hotel`, id: 'h.vendor' },
    ],
  ],
  ['services', [{ joins: `${byOrder} JOIN service_jobs j ON j.id = o.job`, id: 'j.service' }]],
  [
    'hotels',
    [
      { joins: byBooking, id: 'b.hotel' },
      { joins: `${byOrder} JOIN bookings b ON b.id = o.booking`, id: 'b.hotel' },
    ],
  ],
])

const COUNTS = `t.satisfaction IS NOT NULL AND t.deleted_at IS NULL AND t.state <> 'merged'`

/** Each rated ticket with its subjects. UNION: a ticket that reaches a record twice counts once. */
const rated = (collection: Rated, only = ''): string =>
  (paths.get(collection) ?? [])
    .map(
      ({ joins, id }) =>
        `SELECT t.id AS ticket, t.satisfaction, ${id} AS subject FROM tickets t ${joins} WHERE ${COUNTS} AND ${id} IS NOT NULL ${only && `AND ${id} = ${only}`}`,
    )
    .join(' UNION ')

const MEAN = 'round(avg(satisfaction), 1)::float8'

/** Possible subjects of a ticket, rated or not: pairs of collection and id. */
const subjectsOf = async (
  query: Query,
  ticket: Pick<Ticket, 'order' | 'booking'>,
): Promise<string[]> => {
  const one = `(SELECT $1::uuid AS "order", $2::uuid AS booking) t`
  const text = [...paths]
    .flatMap(([collection, list]) =>
      list.map(
        ({ joins, id }) =>
          `SELECT '${collection}' AS collection, ${id} AS id FROM ${one} ${joins} WHERE ${id} IS NOT NULL`,
      ),
    )
    .join(' UNION ')
  const { rows } = await query<{ collection: string; id: string }>(text, [
    ticket.order ?? null,
    ticket.booking ?? null,
  ])
  return rows.map(({ collection, id }) => `${collection}/${id}`)
}

const countsFor = (row: RuleRow<typeof ticket> | null): Ticket | undefined => {
  const counts = row && row.deletedAt === null && row.satisfaction != null && row.state !== 'merged'
  return counts ? row : undefined
}

/** Updates the ratings affected by a change of a ticket, in its transaction. */
export const rate = async (change: Change<typeof ticket>, context: RuleContext): Promise<void> => {
  const [was, now] = [countsFor(change.before), countsFor(change.after)]
  if (!was && !now) return
  const same =
    was &&
    now &&
    was.satisfaction === now.satisfaction &&
    was.order === now.order &&
    was.booking === now.booking
  if (same) return
  const touched = new Set<string>()
  for (const ticket of [was, now]) {
    if (!ticket) continue
    for (const subject of await subjectsOf(context.tx.query, ticket)) touched.add(subject)
  }
  for (const collection of paths.keys()) {
    const ids = [...touched].filter((key) => key.startsWith(`${collection}/`)).sort()
    for (const key of ids) await refresh(collection, key.slice(collection.length + 1), context)
  }
}

const refresh = async (collection: Rated, id: string, context: RuleContext): Promise<void> => {
  // Locked first: two tickets rated at once must count each other.
  const row = await context.lock(collection, id)
  if (!row || row.deletedAt !== null) return
  const {
    rows: [found],
  } = await context.tx.query<{ mean: number | null }>(
    `SELECT ${MEAN} AS mean FROM (${rated(collection, '$1')}) r`,
    [id],
  )
  const mean = found?.mean ?? null
  if (mean !== (row.ratingAverage ?? null)) {
    await context.others.update(collection, id, { ratingAverage: mean })
  }
}

/**
 * Compares every rating with its tickets and corrects those that differ, as the system: a hotel
 * that moved to another vendor takes its ratings along. Returns the number of corrections.
 */
export const checkRatings = async (parts: {
  readonly query: Query
  readonly model: Model
  readonly writer: Pick<TransactionalWriter, 'update'>
  readonly signal?: AbortSignal
}): Promise<number> => {
  const { query, model, writer, signal } = parts
  const context = {
    access: compileAccess(model, systemActor),
    channel: 'job',
    requestId: 'ratings',
    operationId: uuidv7(),
  } as const
  let written = 0
  for (const collection of paths.keys()) {
    const resource = byCollection(model, collection)
    const { rows } = await query<{ id: string; version: number; mean: number | null }>(
      `SELECT s.id, s.version, r.mean FROM "${resource.table}" s LEFT JOIN (SELECT subject, ${MEAN} AS mean FROM (${rated(collection)}) t GROUP BY subject) r ON r.subject = s.id
WHERE s.deleted_at IS NULL AND s.rating_average::float8 IS DISTINCT FROM r.mean ORDER BY s.id`,
    )
    for (const { id, version, mean } of rows) {
      if (signal?.aborted) return written
      // Changed meanwhile: the next run checks again.
      const done = await writer
        .update(resource, id, version, {}, { ...context, set: { ratingAverage: mean } })
        .catch((error: unknown) => {
          if (!(error instanceof Problem)) throw error
        })
      if (done) written += 1
    }
  }
  return written
}
