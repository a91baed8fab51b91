/**
 * `npm run bench:api`: the built product over real HTTP, with a real session and real permissions,
 * against hand-written SQL on bare node:http. Embedded with 100,000 bookings, as it is installed;
 * PostgreSQL with 1,000,000, on a server of the tests, which never syncs. `-- --rows 50000` uses
 * another size for both, `--tier embedded` (or `postgres`) only one tier, `--only list,write` some
 * parts. `--keep` fills a database and keeps it, and prints how later runs can use it.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { resources } from '#schemas/index.ts'
import { compileModel } from '#model/compile.ts'
import { forgetMetrics, keepMetrics } from '#server/metrics/rollups/keep.ts'
import { readPid } from '#server/database/embedded/process.ts'
import { APPLICATION, socketUrl, withClient } from '#server/database/embedded/ready.ts'
import { openDatabase } from '#server/database/pool.ts'
import { startProduct } from '#tests/support/product.ts'
import { freshDatabase, startPostgres } from '#tests/support/postgres.ts'
import { exports, imports } from './api/bulk.ts'
import { metrics, fillOrders } from './api/dashboard.ts'
import { fillBookings } from './api/fill.ts'
import { againstLimit, deepPages, ofOwnVendor, rareWord, sorts } from './api/lists.ts'
import type { Target } from './api/load.ts'
import { handwritten, isBuilt, measuredProduct, type Measured } from './api/servers.ts'
import { againstUpdate, besideWriter } from './api/writes.ts'
import { printTable, type Line } from './table.ts'

const { values: args } = parseArgs({
  options: {
    rows: { type: 'string' },
    tier: { type: 'string' },
    only: { type: 'string' },
    keep: { type: 'boolean' },
    prepared: { type: 'string' },
    url: { type: 'string' },
  },
})
const started = performance.now()
const say = (text: string): void =>
  console.log(`▸ ${((performance.now() - started) / 1000).toFixed(0)} s  ${text}`)
const log = { info: () => {}, warn: () => {}, error: console.error }

/** Runs the requested parts in order. */
const measure = async (all: Readonly<Record<string, () => Promise<Line[]>>>): Promise<Line[]> => {
  const lines: Line[] = []
  for (const [name, run] of Object.entries(all)) {
    if (args.only !== undefined && !args.only.split(',').includes(name)) continue
    say(name)
    const found = await run()
    for (const { measure: what, value, ratio, met } of found) {
      say(
        `  ${what}: ${value}${ratio === undefined ? '' : ` = ${ratio.toFixed(2)}`}${met === false ? ' MISSED' : ''}`,
      )
    }
    lines.push(...found)
  }
  return lines
}

/** Demo data created by the product's own first start, then many more bookings. */
const prepare = async (
  dataDir: string,
  databaseUrl: string | undefined,
  rows: number,
): Promise<void> => {
  const first = await startProduct({
    dataDir,
    env: databaseUrl ? { DATABASE_URL: databaseUrl } : {},
  })
  await first.stop({ keep: true })
  const db = await openDatabase({
    dataDir,
    databaseUrl,
    log,
    ownerOnly: true,
    maxConnections: 1,
    queryTimeoutMs: 600_000,
  })
  try {
    const socket = databaseUrl
      ? new URL(databaseUrl).searchParams.get('host')
      : readPid(path.join(dataDir, 'database'))?.socket
    // Filling disables triggers and foreign keys, which the product's role may not do.
    if (socket) {
      await withClient(socketUrl(socket, 'postgres', 'postgres'), (client) =>
        client.query(`GRANT SET ON PARAMETER session_replication_role TO ${APPLICATION}`),
      )
    }
    await fillBookings(db.query, rows, say)
    await fillOrders(db.query, rows, say)
    // These rows bypassed the product, which relies on its own change log.
    await forgetMetrics(db.query)
    await keepMetrics(db, compileModel(resources))
    say('metrics of all days')
  } finally {
    await db.close()
  }
}

const parts = (
  product: Measured,
  limit: Target,
  rows: number,
): Readonly<Record<string, () => Promise<Line[]>>> => ({
  list: () => againstLimit(product, limit, 'all rows'),
  vendor: async () => {
    const vendor = await product.as('vendor')
    return againstLimit(vendor, limit, 'rows of one vendor', await ofOwnVendor(vendor))
  },
  write: () => againstUpdate(product, limit),
  writer: () => besideWriter(product),
  dashboard: async () => [
    ...(await metrics(product, rows, 'all rows')),
    ...(await metrics(await product.as('vendor'), rows, 'rows of one vendor')),
  ],
  pages: () => deepPages(product, Math.min(300, Math.floor(rows / 400))),
  search: () => rareWord(product),
  sort: () => sorts(product),
  export: () => exports(product, rows),
  import: () => imports(product),
})

const measured = async (
  dataDir: string,
  url: string | undefined,
  rows: number,
): Promise<Line[]> => {
  const product = await measuredProduct(dataDir, url, 'admin')
  const limit = await handwritten(url ?? dataDir)
  try {
    return await measure(parts(product, limit, rows))
  } finally {
    await limit.stop()
    await product.product.stop({ keep: true })
  }
}

/**
 * Creates a separate data directory (and on PostgreSQL a server), fills it, measures, and removes
 * it.
 */
const tier = async (kind: 'embedded' | 'postgres', rows: number): Promise<void> => {
  const title = `${kind === 'embedded' ? 'Embedded' : 'PostgreSQL'}, ${rows} bookings`
  const dataDir = args.prepared ?? (await mkdtemp(path.join(os.tmpdir(), `bench-${kind}-`)))
  const postgres = kind === 'postgres' && !args.url ? await startPostgres() : undefined
  try {
    const url =
      kind === 'postgres'
        ? (args.url ?? (await freshDatabase(postgres!.socket, { name: 'bench' })))
        : undefined
    if (!args.prepared) await prepare(dataDir, url, rows)
    if (args.keep) {
      console.log(`Prepared: --prepared ${dataDir}${url ? ` --url '${url}'` : ''}. Ctrl-C ends it.`)
      await new Promise(() => setInterval(() => {}, 60_000))
    }
    printTable(title, await measured(dataDir, url, rows))
  } finally {
    await postgres?.stop()
    if (!args.prepared) await rm(dataDir, { recursive: true, force: true })
  }
}

if (!isBuilt()) {
  console.error('The product is not built. Run `npm run build` first.')
  process.exit(1)
}
const rowsOf = (otherwise: number): number => {
  const rows = args.rows === undefined ? otherwise : Number(args.rows)
  if (!Number.isInteger(rows) || rows < 1000 || rows > 5_000_000) {
    throw new Error('--rows is a whole number from 1000 to 5000000.')
  }
  return rows
}
console.log(
  `Load of the machine before: ${os
    .loadavg()
    .map((n) => n.toFixed(1))
    .join(' ')} on ${os.cpus().length} cores`,
)
if (args.tier !== 'postgres') await tier('embedded', rowsOf(100_000))
if (args.tier !== 'embedded') await tier('postgres', rowsOf(1_000_000))
console.log(
  `\n  Load of the machine at the end: ${os
    .loadavg()
    .map((n) => n.toFixed(1))
    .join(
      ' ',
    )} on ${os.cpus().length} cores; ratios and medians are less moved by it than single metrics.`,
)
