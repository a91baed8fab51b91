/**
 * `npm run bench:live`: live events of the built product on PostgreSQL with a thousand listeners:
 * latency of a change, cost of a delivery, and its effect on writers. `-- --clients 200` uses
 * another number.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startProduct } from '#tests/support/product.ts'
import { freshDatabase, startPostgres } from '#tests/support/postgres.ts'
import { drive, good } from './api/load.ts'
import { isBuilt, measuredProduct, type Measured } from './api/servers.ts'
import { patch, rowsOf } from './api/writes.ts'
import { connectAll, makeSessions, steadyMs, type Listeners } from './live/listeners.ts'
import { held, median, ms, printTable, quantile, type Line } from './table.ts'

const { values: args } = parseArgs({ options: { clients: { type: 'string' } } })
const CLIENTS = Number(args.clients ?? 1000)
const CHANGES = 60
const ROUNDS = 5
/**
 * People of several roles who may all list the changed records: staff, and others who see fewer
 * fields.
 */
const PEOPLE = ['admin', 'manager', 'support', 'viewer'].map((name) => `${name}@example.com`)

const cpuUs = async (product: Measured): Promise<number> => (await product.vitals()).cpuUs

/** One change at a time: time from sending it until each listener has it. */
const latency = async (product: Measured, listeners: Listeners): Promise<Line[]> => {
  const [row] = await rowsOf(product, 1)
  const times: number[] = []
  for (let n = 0; n < CHANGES; n++) {
    const arrived = listeners.arrivals(`"id":"${row!.id}","version":${row!.version + 1},`)
    const sent = steadyMs()
    await patch(product, row!)
    const got = await arrived
    if (n >= 5) times.push(...got.map((at) => at - sent))
    // Real writes are not synchronised with the server's polling.
    await sleep(Math.random() * 150)
  }
  return [
    {
      measure: `change sent until it is at all of ${listeners.size}: median`,
      value: ms(quantile(times, 0.5)),
    },
    held('the same, slowest hundredth', ms(quantile(times, 0.99)), quantile(times, 0.99), {
      most: 150,
      unit: 'ms',
    }),
  ]
}

/** CPU time of the server for the same writes with and without listeners. */
const cost = async (product: Measured, connect: () => Promise<Listeners>): Promise<Line[]> => {
  const rows = await rowsOf(product, 50)
  const steady = async (): Promise<number> => {
    const before = await cpuUs(product)
    for (let n = 0; n < 150; n++) {
      await patch(product, rows[n % rows.length]!)
      await sleep(25)
    }
    await sleep(300)
    return (await cpuUs(product)) - before
  }
  await steady()
  const alone = median([await steady(), await steady(), await steady()])
  const listeners = await connect()
  try {
    const idle: number[] = []
    const each: number[] = []
    for (let n = 0; n < 3; n++) {
      const quiet = await cpuUs(product)
      await sleep(3000)
      idle.push(((await cpuUs(product)) - quiet) / 3.6e6)
      const before = await listeners.frames()
      const busy = await steady()
      each.push((busy - alone) / ((await listeners.frames()) - before))
    }
    return [
      {
        measure: `share of a core that ${listeners.size} quiet listeners take`,
        value: `${(median(idle) * 100).toFixed(1)} %`,
      },
      held(
        'CPU of the server per delivery',
        `${median(each).toFixed(1)} µs (rounds ${each.map((n) => n.toFixed(1)).join(', ')})`,
        median(each),
        { most: 30, unit: 'µs' },
      ),
    ]
  } finally {
    await listeners.close()
  }
}

/** Writers at full speed, alternately with and without listeners. */
const writers = async (product: Measured, connect: () => Promise<Listeners>): Promise<Line[]> => {
  const rows = await rowsOf(product, 200)
  const speed = async (): Promise<{ perSecond: number; cpu: number }> => {
    const before = await cpuUs(product)
    const { perSecond, times } = await drive((n) => patch(product, rows[n % rows.length]!), {
      clients: 8,
      requests: 4000,
      seconds: 4,
    })
    return { perSecond, cpu: ((await cpuUs(product)) - before) / times.length }
  }
  await speed()
  const ratios: number[] = []
  const cpus: number[] = []
  const both: string[] = []
  for (let n = 0; n < ROUNDS; n++) {
    const alone = await speed()
    const listeners = await connect()
    await sleep(500)
    const received = await speed()
    await listeners.close()
    await sleep(1000)
    ratios.push(received.perSecond / alone.perSecond)
    cpus.push(received.cpu / alone.cpu)
    both.push(`${received.perSecond.toFixed(0)} of ${alone.perSecond.toFixed(0)}`)
  }
  // The listeners run on the same machine: when its cores are busy, their own work slows the
  // writers too.
  const apart = {
    measure: 'CPU of the server per write, with listeners against without',
    value: cpus.map((n) => n.toFixed(2)).join(', '),
    ratio: median(cpus),
  }
  return [
    apart,
    held(
      'writes per second at full speed, with listeners against without',
      both.join(', '),
      median(ratios),
      { least: 0.9 },
      true,
    ),
  ]
}

if (!isBuilt()) {
  console.error('The product is not built. Run `npm run build` first.')
  process.exit(1)
}
console.log(
  `Load of the machine before: ${os
    .loadavg()
    .map((n) => n.toFixed(1))
    .join(' ')} on ${os.cpus().length} cores`,
)
const dataDir = await mkdtemp(path.join(os.tmpdir(), 'bench-live-'))
const postgres = await startPostgres()
try {
  const url = await freshDatabase(postgres.socket, { name: 'bench' })
  await (await startProduct({ dataDir, env: { DATABASE_URL: url } })).stop({ keep: true })
  const product = await measuredProduct(dataDir, url, 'admin')
  try {
    await good(product, { path: '/api/health' })
    const tokens = await makeSessions(url, PEOPLE, CLIENTS)
    const connect = (): Promise<Listeners> => connectAll(product.url, tokens)
    const listeners = await connect()
    const lines: Line[] = []
    const found = (more: readonly Line[]): void => {
      lines.push(...more)
      for (const { measure, value } of more) console.log(`▸ ${measure}: ${value}`)
    }
    await product.reset()
    found(await latency(product, listeners))
    found([
      {
        measure: 'longest event loop delay of the server meanwhile',
        value: ms((await product.vitals()).delayMaxMs),
      },
    ])
    await listeners.close()
    found(await cost(product, connect))
    found(await writers(product, connect))
    printTable(`Live events, ${CLIENTS} listeners of ${PEOPLE.length} roles`, lines)
  } finally {
    await product.product.stop({ keep: true })
  }
} finally {
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
}
console.log(
  `\n  Load of the machine at the end: ${os
    .loadavg()
    .map((n) => n.toFixed(1))
    .join(' ')} on ${os.cpus().length} cores; ratios are less moved by it than single metrics.`,
)
