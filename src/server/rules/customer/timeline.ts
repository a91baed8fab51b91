/** All events of a customer in chronological order. */
import type { Json } from '#model/types.ts'
import { Problem } from '../../base/problem.ts'
import { listed, titlesOf, type Listed } from '../../store/read/listed.ts'
import { building, run, type Building } from '../../store/read/statement.ts'
import type { RecordData } from '../../store/types.ts'
import type { RuleContext } from '../types.ts'

const PAGE = 25

/** A kind of event: its rows, its time, and the fields shown. */
interface Source {
  readonly fields: readonly string[]
  /** Field of the time, if the caller may read it; else the time of recording is used. */
  readonly at?: string
  readonly column?: string
  /** SQL condition on `t` for rows of the customer. */
  readonly of: (customer: string) => string
}

const own = (customer: string): string => `t.customer = ${customer}`
const sources: Readonly<Record<string, Source>> = {
  bookings: { fields: ['code', 'hotel', 'checkIn', 'checkOut', 'total', 'state'], of: own },
  orders: {
    fields: ['number', 'kind', 'vendor', 'total', 'paymentState', 'state'],
    at: 'placedAt',
    column: 'placed_at',
    of: own,
  },
  'payment-transactions': {
    fields: ['number', 'kind', 'method', 'amount', 'order', 'booking', 'state'],
    at: 'processedAt',
    column: 'processed_at',
    of: (c) =>
      `(t."order" in (select o.id from orders o where o.customer = ${c}) or t.booking in (select k.id from bookings k where k.customer = ${c}))`,
  },
  tickets: {
    fields: ['number', 'subject', 'category', 'priority', 'satisfaction', 'state'],
    of: own,
  },
  conversations: {
    fields: ['subject', 'kind', 'assignee', 'state'],
    at: 'lastMessageAt',
    column: 'last_message_at',
    of: own,
  },
}

const wrong = (path: string, message: string): Problem =>
  new Problem(400, 'bad_query', message, { errors: [{ path, code: 'invalid_value', message }] })

const PLACE =
  /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z)~([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

interface TimelineQuery {
  readonly kinds: readonly string[]
  readonly before?: { readonly at: string; readonly id: string }
}
const queryIn = ({ kinds, before, ...rest }: Readonly<Record<string, string>>): TimelineQuery => {
  const [stray] = Object.keys(rest)
  if (stray) throw wrong(stray, `"${stray}" is not a parameter here.`)
  const named = kinds?.split(',')
  if (named?.some((k) => !Object.hasOwn(sources, k))) {
    throw wrong('kinds', `Kinds are ${Object.keys(sources).join(', ')}.`)
  }
  const place = before === undefined ? undefined : PLACE.exec(before)
  if (before !== undefined && (!place || Number.isNaN(Date.parse(place[1]!)))) {
    throw wrong('before', 'Continue with the "next" of a response.')
  }
  return {
    kinds: named ?? Object.keys(sources),
    ...(place ? { before: { at: place[1]!, id: place[2]! } } : {}),
  }
}

type Happened = {
  readonly collection: string
  readonly id: string
  readonly at: string
  readonly record: Record<string, Json>
}

const part = (
  b: Building,
  rows: Listed,
  { of, at, column, fields }: Source,
  customer: string,
  place: string | undefined,
): string => {
  const time = `date_trunc('milliseconds', ${at && column && b.access.readable(rows.resource).has(at) ? `coalesce(t."${column}", t.created_at)` : 't.created_at'})`
  return `(select '${rows.resource.collection}' as collection, t.id, ${time} as at, (select row_to_json(x) from (select ${rows.select('t', fields)}) x) as record
 from ${rows.from('t')} where ${of(customer)} and ${rows.where('t')}${place ? ` and (${time}, t.id) < ${place}` : ''} order by ${time} desc, t.id desc limit ${PAGE + 1})`
}

/**
 * Preview `timeline` with `kinds` (collections, default all that may be listed) and `before` (the
 * `next` of the previous response). Returns `{ kinds, data: [{ collection, id, at, record }],
 * included, next }`, newest first, 25 per page, by keyset.
 */
export const timeline = async (
  row: RecordData,
  context: RuleContext,
  input: Readonly<Record<string, string>>,
): Promise<Json> => {
  const { kinds, before } = queryIn(input)
  const fresh = () => building(context.model, context.access)
  const b = fresh()
  const mayList = new Map(
    Object.keys(sources).flatMap((c) => {
      const rows = listed(b, c)
      return rows ? [[c, rows] as const] : []
    }),
  )
  const chosen = kinds.filter((k) => mayList.has(k))
  if (!chosen.length) return { kinds: [...mayList.keys()], data: [], included: {}, next: null }
  const customer = b.sql.add(row.id)
  const place = before && `(${b.sql.add(before.at)}::timestamptz, ${b.sql.add(before.id)}::uuid)`
  const union = chosen
    .map((k) => part(b, mayList.get(k)!, sources[k]!, customer, place))
    .join(' union all ')
  const text = `select collection, id, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, record from (${union}) u order by u.at desc, u.id desc limit ${PAGE + 1}`
  const found = await run<Happened>(context.tx, { text, values: b.sql.values })
  const data = found.slice(0, PAGE)
  const last = found.length > PAGE ? data.at(-1) : undefined
  const included = await titlesOf(
    context.tx,
    fresh,
    data.map((d) => ({ resource: mayList.get(d.collection)!.resource, row: d.record })),
  )
  return {
    kinds: [...mayList.keys()],
    data,
    included,
    next: last ? `${last.at}~${last.id}` : null,
  }
}
