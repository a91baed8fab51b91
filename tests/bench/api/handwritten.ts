/**
 * The baseline: the list of bookings, of all or of one vendor's hotels, and the change of one,
 * hand-written for this one table on bare node:http. Same columns, same titles, same keyset page; no
 * permissions beyond a known token, no validation, and an audit only below `/audited/`, where a
 * change locks its row, checks its version and writes the same entries as the product's. Runs as a
 * separate process: `handwritten.ts <token> [<database url> | <data directory>]`, prints its
 * address.
 */
import http from 'node:http'
import { randomUUID } from 'node:crypto'
import { openDatabase } from '#server/database/pool.ts'

const [, , token, place] = process.argv as [string, string, string, string]
const isUrl = place.startsWith('postgres')
const log = { info: () => {}, warn: () => {}, error: console.error }
const db = await openDatabase({
  dataDir: place,
  databaseUrl: isUrl ? place : undefined,
  beside: true,
  log,
})

const money = (c: string): string =>
  `case when ${c}_amount is null then null else json_build_object('amount', ${c}_amount, 'currency', ${c}_currency) end`
const at = (c: string): string =>
  `to_char(${c} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
const columns = `id, version, ${at('created_at')} as "createdAt", created_by as "createdBy", ${at('updated_at')} as "updatedAt", updated_by as "updatedBy", code, hotel, room_type_code as "roomTypeCode", rooms, adults, children, customer, source, check_in as "checkIn", check_out as "checkOut",
  ${money('nightly_rate')} as "nightlyRate", extras, ${money('total')} as total, ${money('paid')} as paid, ${money('refunded')} as refunded, ${money('due')} as due, ${money('refundable')} as refundable, refunded_lines as "refundedLines", payment_state as "paymentState", ${money('cancellation_fee')} as "cancellationFee", ${at('hold_until')} as "holdUntil", left_on as "leftOn", notes, tags, state`
const page = (
  after: string,
): string => `with p as materialized (select * from bookings where deleted_at is null ${after} order by check_in desc, id desc limit 51), d as materialized (select * from p limit 50)
  select (select json_agg(x)::text from (select ${columns} from d) x) as data,
  json_build_object('hotels', (select json_object_agg(id, json_build_object('id', id, 'title', name)) from hotels where id in (select hotel from d) and deleted_at is null),
    'customers', (select json_object_agg(id, json_build_object('id', id, 'title', name)) from customers where id in (select customer from d) and deleted_at is null))::text as included,
  (select count(*) from p) > 50 as more, (select check_in || ' ' || id from d offset 49 limit 1) as next`

interface Found {
  readonly data: string
  readonly included: string
  readonly more: boolean
  readonly next: string
}

const ofVendor =
  'and exists (select 1 from hotels h where h.id = bookings.hotel and h.vendor = $1::uuid)'

const statementOf = (
  cursor: string | null,
  vendor: string | null,
): { name: string; text: string; values?: unknown[] } => {
  if (vendor) return { name: 'vendor', text: page(ofVendor), values: [vendor] }
  if (!cursor) return { name: 'first', text: page('') }
  return {
    name: 'next',
    text: page('and (check_in, id) < ($1::date, $2::uuid)'),
    values: cursor.split(' '),
  }
}

const list = async (cursor: string | null, vendor: string | null): Promise<string> => {
  const {
    rows: [found],
  } = await db.query<Found>(statementOf(cursor, vendor))
  return `{"data":${found!.data},"included":${found!.included},"page":${JSON.stringify({ limit: 50, next: found!.more ? found!.next : null })}}`
}

/** Three trips, as written by hand; `Database.transaction` sends BEGIN with the first statement. */
const change = async (id: string, notes: string): Promise<string> => {
  const client = await db.pool.connect()
  try {
    await client.query('BEGIN')
    const { rows } = await client.query({
      name: 'change',
      text: `update bookings set notes = $2, version = version + 1, updated_at = now() where id = $1 and deleted_at is null returning ${columns}`,
      values: [id, notes],
    })
    await client.query('COMMIT')
    return JSON.stringify({ data: rows[0] })
  } catch (error) {
    await client.query('ROLLBACK')
    throw error
  } finally {
    client.release()
  }
}

const SOMEBODY = '019aa000-0000-7000-8000-000000000001'

/** The change as by the product: with a lock, its version, an audit entry and an operation. */
const changeAudited = (id: string, notes: string): Promise<string> =>
  db.transaction(async (tx) => {
    const { rows: found } = await tx.query<{ version: number; notes: string | null }>({
      name: 'lock',
      text: 'SELECT version, notes FROM bookings WHERE id = $1 AND deleted_at IS NULL FOR NO KEY UPDATE',
      values: [id],
    })
    const { version, notes: before } = found[0]!
    const { rows } = await tx.query({
      name: 'change-audited',
      text: `with w as (update bookings set notes = $2, version = $3, updated_at = now() where id = $1 returning *),
        a as (insert into audit (operation_id, request_id, actor_id, account_id, actor_name, channel, entity, record_id, version, action, patch) values ($4, $5, $6, 'account', 'Somebody', 'api', 'booking', $1, $3, 'update', $7)),
        o as (insert into operations (id, kind, channel, entity, record_id, account_id, actor_id, actor_name) values ($4, 'update', 'api', 'booking', $1, 'account', $6, 'Somebody'))
        select ${columns} from w`,
      values: [
        id,
        notes,
        version + 1,
        randomUUID(),
        randomUUID(),
        SOMEBODY,
        JSON.stringify({ notes: [before, notes] }),
      ],
    })
    return JSON.stringify({ data: rows[0] })
  })

const bodyOf = async (request: http.IncomingMessage): Promise<string> => {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString()
}

const server = http.createServer(async (request, response) => {
  const send = (status: number, text: string): void =>
    void response
      .writeHead(status, {
        'content-type': 'application/json; charset=utf-8',
        'cache-control': 'no-store',
      })
      .end(text)
  try {
    if (request.headers.authorization !== `Bearer ${token}`) send(401, '{}')
    else if (request.method === 'PATCH') {
      const { notes } = JSON.parse(await bodyOf(request)) as { notes: string }
      const write = request.url!.startsWith('/audited/') ? changeAudited : change
      send(200, await write(request.url!.split('/').at(-1)!, notes))
    } else {
      const query = new URL(request.url!, 'http://x').searchParams
      send(200, await list(query.get('cursor'), query.get('vendor')))
    }
  } catch (error) {
    send(500, String(error))
  }
})
server.listen(0, '127.0.0.1', () =>
  console.log(`Ready at http://127.0.0.1:${(server.address() as { port: number }).port}`),
)
process.on('SIGTERM', () => {
  server.closeAllConnections()
  void db.close().then(() => process.exit(0))
})
