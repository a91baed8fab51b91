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

/** What the caller may see of one recipient. */
interface Seen {
  readonly id: string
  readonly title: string | null
  /** The caller may read e-mail addresses, which mail servers repeat in their errors. */
  readonly isAddressOpen: boolean
}

/** The recipients that the caller may see, by type and id. */
const seenOf = async (
  rows: readonly Row[],
  { tx, access, model }: RuleContext,
): Promise<ReadonlyMap<string, Seen>> => {
  const seen = new Map<string, Seen>()
  for (const [type, collection] of [
    ['person', 'employees'],
    ['customers', 'customers'],
  ] as const) {
    const ids = rows.filter((r) => r.recipient_type === type).map((r) => r.recipient_id)
    if (!ids.length) continue
    const resource = byCollection(model, collection)
    const open = access.readable(resource)
    const visible = await visibleResources(
      tx.query,
      model,
      access,
      ids.map((id) => ({ type: collection, id })),
    )
    for (const id of ids.filter((one) => visible({ type: collection, id: one }))) {
      seen.set(`${type} ${id}`, { id, title: null, isAddressOpen: open.has('email') })
    }
    if (!open.has('name')) continue
    const b = building(model, access)
    for (const { id, name } of (
      await tx.query<{ id: string; name: string }>(
        `SELECT t.id, t.name FROM ${rowsFrom(b, resource, 't')} WHERE t.id = ANY(${b.sql.add(ids)}::uuid[]) AND t.name IS NOT NULL`,
        b.sql.values,
      )
    ).rows) {
      const one = seen.get(`${type} ${id}`)
      if (one) seen.set(`${type} ${id}`, { ...one, title: name })
    }
  }
  return seen
}

/**
 * `{ data: [{ id, recipient: { type, id, title }, state, attempts, error, retryAt, deliveredAt,
 * readAt }], counts: { <state>: n }, next }`: the deliveries, those that need attention first.
 * `state` filters (`read` too), `after` is the `next` of the previous page. Ids and names are
 * included only where the caller may read them, errors of mail servers only for those who may send
 * and read the address.
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
  const seen = await seenOf(page, context)
  const last = page.at(-1)
  const sender = access.can('notification.update')
  return {
    data: page.map((r) => {
      const to = seen.get(`${r.recipient_type} ${r.recipient_id}`)
      return {
        id: r.id,
        recipient: {
          type: r.recipient_type === 'person' ? 'employees' : r.recipient_type,
          id: to?.id ?? null,
          title: to?.title ?? null,
        },
        state: r.state,
        attempts: r.attempts,
        error: sender && to?.isAddressOpen ? r.error : r.error && 'It could not be delivered.',
        retryAt: r.state === 'waiting' && r.attempts ? r.due_at : null,
        deliveredAt: r.delivered_at,
        readAt: r.read_at,
      }
    }),
    counts: {
      ...Object.fromEntries(counted.map((c) => [c.state, c.n])),
      read: counted.reduce((sum, c) => sum + c.read, 0),
    },
    next: rows.length > PAGE && last ? `${last.rank}-${last.id}` : null,
  }
}
