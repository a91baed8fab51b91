/**
 * Writes with audit against a bare UPDATE in a transaction, both over HTTP; and lists during
 * writes.
 */
import { call, drive, good, type Target } from './load.ts'
import { held, median, ms, type Line } from '../table.ts'
import type { Measured } from './servers.ts'

interface Row {
  readonly id: string
  version: number
}

/** Rows to write to, separate for each client, so that no version is stale. */
export const rowsOf = async (target: Target, count: number): Promise<Row[]> => {
  const rows: Row[] = []
  for (let next = ''; rows.length < count;) {
    const { data, page } = JSON.parse(
      (
        await good(target, {
          path: `/api/bookings?limit=200&sort=createdAt&fields=id,version${next}`,
        })
      ).text,
    ) as { data: Row[]; page: { next: string | null } }
    rows.push(...data)
    if (!page.next) break
    next = `&cursor=${page.next}`
  }
  return rows.slice(0, count)
}

// A different text from any earlier run, because a change without effect writes nothing.
let texts = Date.now()

/** The product's change of one field, with its version. */
export const patch = async (target: Target, row: Row): Promise<void> => {
  await good(target, {
    path: `/api/bookings/${row.id}`,
    method: 'PATCH',
    headers: { 'if-match': `"${row.version}"` },
    body: JSON.stringify({ notes: `note ${++texts}` }),
  })
  row.version++
}

const ROUNDS = 7

/**
 * The product's change with permission, version, rules and audit against the hand-written server's
 * bare UPDATE.
 */
export const againstUpdate = async (target: Target, limit: Target): Promise<Line[]> => {
  const rows = await rowsOf(target, 400)
  // The bare server raises versions too, so each has a separate half.
  const [mine, theirs] = [rows.slice(0, 200), rows.slice(200)]
  const measure = async (clients: number, requests: number): Promise<[number, string]> => {
    const [ratios, own, bare]: [number[], number[], number[]] = [[], [], []]
    for (let n = 0; n <= ROUNDS; n++) {
      const b = await drive(
        (i) =>
          good(limit, {
            path: `/${theirs[i % theirs.length]!.id}`,
            method: 'PATCH',
            body: JSON.stringify({ notes: `note ${++texts}` }),
          }),
        { clients, requests, seconds: 4 },
      )
      const a = await drive((i) => patch(target, mine[i % mine.length]!), {
        clients,
        requests,
        seconds: 4,
      })
      if (n > 0) {
        ratios.push(a.p50 / b.p50)
        own.push(a.p50)
        bare.push(b.p50)
      }
    }
    return [median(ratios), `${ms(median(own))} of ${ms(median(bare))}`]
  }
  const [one, alone] = await measure(1, 150)
  const [many, together] = await measure(8, 600)
  return [
    held('write with audit against bare UPDATE, 1 client: median', alone, one, { most: 1.5 }, true),
    held(
      'write with audit against bare UPDATE, 8 clients: median',
      together,
      many,
      { most: 1.5 },
      true,
    ),
  ]
}

/** Lists by 8 clients during writes: the 99th percentile, and the longest event loop delay. */
export const besideWriter = async (target: Measured): Promise<Line[]> => {
  const rows = await rowsOf(target, 200)
  await drive(() => good(target, { path: '/api/bookings?limit=50' }), {
    clients: 8,
    requests: 400,
    seconds: 3,
  })
  const p99: number[] = []
  const delays: number[] = []
  let written = 0
  for (let round = 0; round < 5; round++) {
    await target.reset()
    let going = true
    const writer = (async () => {
      while (going) {
        await patch(target, rows[written++ % rows.length]!)
      }
    })()
    const load = await drive(() => call(target, { path: '/api/bookings?limit=50' }), {
      clients: 8,
      requests: 1200,
      seconds: 5,
    })
    going = false
    await writer
    p99.push(load.p99)
    delays.push((await target.vitals()).delayMaxMs)
  }
  return [
    held(
      'list p99, 8 clients and a writer',
      `${ms(median(p99))} (rounds ${p99.map((n) => n.toFixed(0)).join(', ')})`,
      median(p99),
      { most: 25, unit: 'ms' },
    ),
    held(
      'longest event loop delay meanwhile',
      `${ms(median(delays))} (rounds ${delays.map((n) => n.toFixed(0)).join(', ')})`,
      median(delays),
      { most: 50, unit: 'ms' },
    ),
  ]
}
