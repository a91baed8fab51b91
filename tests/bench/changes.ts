/**
 * `npm run bench:changes [-- --rows 50000]`: a bulk edit of 50,000 customers on the default
 * installation and its undo, lists beside both, the timeline of a record with 10,000 entries, and a
 * list of 100,000 customers as it was before.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { openDatabase } from '#server/database/pool.ts'
import { startProduct } from '#tests/support/product.ts'
import { uuid } from './api/fill.ts'
import { good, timeOf, type Target } from './api/load.ts'
import { isBuilt, measuredProduct } from './api/servers.ts'
import { held, ms, printTable, quantile, type Line } from './table.ts'

const { values: args } = parseArgs({ options: { rows: { type: 'string', default: '50000' } } })
const rows = Number(args.rows)
const ENTRIES = 10_000
const started = performance.now()
const say = (text: string): void =>
  console.log(`▸ ${((performance.now() - started) / 1000).toFixed(0)} s  ${text}`)
const load = (): string =>
  `${os
    .loadavg()
    .map((n) => n.toFixed(1))
    .join(' ')} on ${os.cpus().length} cores`

/** Twice as many customers as the bulk changes; the first has a long history. Returns its id. */
const fill = async (dataDir: string): Promise<string> => {
  const db = await openDatabase({
    dataDir,
    databaseUrl: undefined,
    log: { info: () => {}, warn: () => {}, error: console.error },
    ownerOnly: true,
    maxConnections: 1,
    queryTimeoutMs: 600_000,
  })
  try {
    await db.query(`INSERT INTO customers (id, created_at, updated_at, search, name, email, tags)
SELECT ${uuid('c')}, now() - i * interval '1 minute', now(), 'guest ' || i, 'Guest ' || i, 'guest' || i || '@example.net', CASE WHEN i <= ${rows} THEN ARRAY['bench'] ELSE '{}' END FROM generate_series(1, ${rows * 2}) i`)
    const {
      rows: [first],
    } = await db.query<{ id: string }>(
      "SELECT id FROM customers WHERE email = 'guest1@example.net'",
    )
    await db.query(
      `INSERT INTO audit (at, channel, entity, record_id, version, action, patch)
SELECT now() - (${ENTRIES + 1} - i) * interval '1 second', 'api', 'customer', $1::uuid, i + 1, 'update', jsonb_build_object('name', jsonb_build_array('Guest ' || i - 1, 'Guest ' || i)) FROM generate_series(1, ${ENTRIES}) i`,
      [first!.id],
    )
    await db.query('VACUUM ANALYZE customers')
    await db.query('VACUUM ANALYZE audit')
    return first!.id
  } finally {
    await db.close()
  }
}

interface Operation {
  readonly id: string
  readonly state: string
  readonly counts: Readonly<Record<string, number>>
}

const listOnce = async (target: Target): Promise<number> =>
  (await good(target, { path: '/api/hotels?limit=50' })).ms

/** The list alone, in the same run and at the same pace: what the machine takes anyway. */
const listsAlone = async (target: Target): Promise<number> => {
  const times: number[] = []
  for (let i = 0; i < 80; i++) {
    times.push(await listOnce(target))
    await sleep(100)
  }
  return quantile(times, 0.99)
}

/** Sends a change, and lists records until it is done. */
const besideLists = async (
  target: Target,
  begin: () => Promise<string>,
): Promise<{ readonly done: Operation; readonly seconds: number; readonly p99: number }> => {
  const times: number[] = []
  const from = performance.now()
  const id = await begin()
  for (;;) {
    times.push(await listOnce(target))
    await sleep(100)
    if (times.length % 5) continue
    const { data } = JSON.parse((await good(target, { path: `/api/operations/${id}` })).text) as {
      data: Operation
    }
    if (data.state === 'running') continue
    return { done: data, seconds: (performance.now() - from) / 1000, p99: quantile(times, 0.99) }
  }
}

const post = async (target: Target, to: string, body: object) =>
  (
    JSON.parse(
      (await good(target, { path: to, method: 'POST', body: JSON.stringify(body) })).text,
    ) as {
      data: { id: string; planHash: string; counts: unknown }
    }
  ).data

/** Total time of a bulk or undo, and the lists beside it, also as a multiple of those alone. */
const lines = (
  name: string,
  alone: number,
  { done, seconds, p99 }: Awaited<ReturnType<typeof besideLists>>,
): Line[] => {
  if (done.state !== 'done' || done.counts.done !== rows) {
    throw new Error(`The ${name} is ${done.state}: ${JSON.stringify(done.counts)}`)
  }
  return [
    held(`${name} of ${rows} rows`, `${seconds.toFixed(1)} s`, seconds, { most: 60, unit: 's' }),
    {
      ...held(`a list beside the ${name}, p99`, ms(p99), p99, { most: 100, unit: 'ms' }),
      ratio: p99 / alone,
    },
  ]
}

const measure = async (target: Target, first: string): Promise<Line[]> => {
  const before = new Date().toISOString()
  await sleep(20)
  const change = {
    filter: { tags: { has: 'bench' } },
    expected: rows,
    do: { patch: { locale: 'pt-PT' } },
  }
  const plan = await post(target, '/api/customers/bulk', { ...change, dryRun: true })
  say(`dry run: ${JSON.stringify(plan.counts)}`)
  const alone = await listsAlone(target)
  const bulk = await besideLists(target, async () => {
    const made = await post(target, '/api/customers/bulk', { ...change, planHash: plan.planHash })
    return made.id
  })
  say(`bulk: ${bulk.seconds.toFixed(1)} s`)
  const undo = await besideLists(target, async () => {
    return (await post(target, `/api/undo/${bulk.done.id}`, {})).id
  })
  say(`undo: ${undo.seconds.toFixed(1)} s`)
  const timeline = await timeOf(target, { path: `/api/customers/${first}/timeline?limit=50` })
  const asOf = await timeOf(target, { path: `/api/customers?asOf=${before}&limit=50` })
  // By a field that the bulk and its undo changed, on half of the rows.
  const narrowed = await timeOf(target, {
    path: `/api/customers?asOf=${before}&limit=50&sort=name&filter[locale][isNull]=true&filter[tags][has]=bench`,
  })
  return [
    { measure: 'a list alone, p99', value: ms(alone) },
    ...lines('bulk edit', alone, bulk),
    ...lines('undo', alone, undo),
    held(`page of a timeline with ${ENTRIES} entries`, ms(timeline), timeline, {
      most: 50,
      unit: 'ms',
    }),
    held(`page of a list of ${rows * 2} rows as it was`, ms(asOf), asOf, { most: 300, unit: 'ms' }),
    held(`the same filtered and sorted, ${rows * 2} changes since`, ms(narrowed), narrowed, {
      most: 300,
      unit: 'ms',
    }),
  ]
}

if (!isBuilt()) {
  console.error('The product is not built. Run `npm run build` first.')
  process.exit(1)
}
if (!Number.isInteger(rows) || rows < 100 || rows > 50_000) {
  throw new Error('--rows is a whole number from 100 to 50000.')
}
const dataDir = await mkdtemp(path.join(os.tmpdir(), 'bench-changes-'))
try {
  console.log(`Load of the machine before: ${load()}`)
  await (await startProduct({ dataDir })).stop({ keep: true })
  const first = await fill(dataDir)
  say(`${rows * 2} customers`)
  const target = await measuredProduct(dataDir, undefined, 'admin')
  try {
    printTable('Changes, embedded', await measure(target, first))
  } finally {
    await target.product.stop({ keep: true })
  }
  console.log(`\n  Load of the machine at the end: ${load()}`)
} finally {
  await rm(dataDir, { recursive: true, force: true })
}
