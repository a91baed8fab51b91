import type { Json } from '#model/types.ts'
import { byCollection } from '#model/compile.ts'
import { Problem } from '../../base/problem.ts'
import { building, rowsFrom } from '../../store/read/statement.ts'
import { visibleResources } from '../../notifications/visible.ts'
import type { RecordData } from '../../store/types.ts'
import type { RuleContext } from '../types.ts'

const PAGE = 50
const STATES = [
  'waiting',
  'sending',
  'delivered',
  'failed',
  'no_device',
  'no_address',
  'muted',
  'read',
] as const

interface Row {
  id: string
  recipient_type: string
  recipient_id: string
  state: string
  attempts: number
  error: string | null
  due_at: string
  delivered_at: string | null
  read_at: string | null
}

const malformed = (path: string): Problem =>
  new Problem(400, 'bad_query', `"${path}" is not valid.`, {
    errors: [{ path, code: 'invalid_value', message: `"${path}" is not valid.` }],
  })

/** Names of the recipients that the caller may read, by type and id. */
const namesOf = async (
  rows: readonly Row[],
  { tx, access, model }: RuleContext,
): Promise<ReadonlyMap<string, string>> => {
  const names = new Map<string, string>()
  for (const [type, collection] of [
    ['person', 'employees'],
    ['customers', 'customers'],
  ] as const) {
    const ids = rows.filter((r) => r.recipient_type === type).map((r) => r.recipient_id)
    const resource = byCollection(model, collection)
    if (!ids.length || !access.readable(resource).has('name')) continue
    const b = building(model, access)
    const visible = await visibleResources(
      tx.query,
      model,
      access,
      ids.map((id) => ({ type: collection, id })),
    )
    const seen = ids.filter((id) => visible({ type: collection, id }))
    for (const { id, name } of (
      await tx.query<{ id: string; name: string }>(
        `SELECT t.id, t.name FROM ${rowsFrom(b, resource, 't')} WHERE t.id = ANY(${b.sql.add(seen)}::uuid[]) AND t.name IS NOT NULL`,
        b.sql.values,
      )
    ).rows) {
      names.set(`${type} ${id}`, name)
    }
  }
  return names
}

/**
 * `{ data: [{ id, recipient: { type, id, title }, state, attempts, error, retryAt, deliveredAt,
 * readAt }], counts: { <state>: n }, next }`: the deliveries, those that need attention first.
 * `state` filters (`read` too), `after` is the `next` of the previous page. Names are included only
 * where the caller may read them, mail server errors only for those who may send.
 */
export const deliveriesOf = async (
  row: RecordData,
  context: RuleContext,
  input: Readonly<Record<string, string>>,
): Promise<Json> => {
  const { tx, access } = context
  const { state, after } = input
  if (state !== undefined && !STATES.some((s) => s === state)) throw malformed('state')
  if (after !== undefined && !/^\d-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(after)) {
    throw malformed('after')
  }
  const rank =
    "CASE state WHEN 'failed' THEN 0 WHEN 'sending' THEN 1 WHEN 'waiting' THEN 2 WHEN 'delivered' THEN 4 ELSE 3 END"
  const inState = state === 'read' ? ' AND read_at IS NOT NULL' : ` AND state = '${state}'`
  const where = state === undefined ? '' : inState
  const { rows } = await tx.query<Row & { rank: number }>(
    `SELECT id, recipient_type, recipient_id, state, attempts, error, due_at, delivered_at, read_at, ${rank} AS rank FROM deliveries WHERE record_id = $1${where}${after ? ` AND (${rank}, id) > ($2::int, $3::uuid)` : ''} ORDER BY ${rank}, id LIMIT ${PAGE + 1}`,
    [row.id, ...(after ? [Number(after[0]), after.slice(2)] : [])],
  )
  const { rows: counted } = await tx.query<{ state: string; n: number; read: number }>(
    'SELECT state, count(*)::int AS n, count(read_at)::int AS read FROM deliveries WHERE record_id = $1 GROUP BY 1',
    [row.id],
  )
  const page = rows.slice(0, PAGE)
  const names = await namesOf(page, context)
  const last = page.at(-1)
  const sender = access.can('notification.update')
  return {
    data: page.map((r) => ({
      id: r.id,
      recipient: {
        type: r.recipient_type === 'person' ? 'employees' : r.recipient_type,
        id: r.recipient_id,
        title: names.get(`${r.recipient_type} ${r.recipient_id}`) ?? null,
      },
      state: r.state,
      attempts: r.attempts,
      error: sender ? r.error : r.error && 'It could not be delivered.',
      retryAt: r.state === 'waiting' && r.attempts ? r.due_at : null,
      deliveredAt: r.delivered_at,
      readAt: r.read_at,
    })),
    counts: {
      ...Object.fromEntries(counted.map((c) => [c.state, c.n])),
      read: counted.reduce((sum, c) => sum + c.read, 0),
    },
    next: rows.length > PAGE && last ? `${last.rank}-${last.id}` : null,
  }
}
