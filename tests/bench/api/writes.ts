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

/** A change of one of 200 rows on the hand-written server, below a path. */
const byHand =
  (limit: Target, path: string, rows: readonly Row[]) =>
  (n: number): Promise<unknown> =>
    good(limit, {
      path: `${path}${rows[n % rows.length]!.id}`,
      method: 'PATCH',
      body: JSON.stringify({ notes: `note ${++texts}` }),
    })

/**
 * The product's change with permission, version, rules and audit against the hand-written server's
 * bare UPDATE, and how much of that the same statements take there, with lock and audit.
 */
export const againstUpdate = async (target: Target, limit: Target): Promise<Line[]> => {
  const rows = await rowsOf(target, 600)
  const mine = rows.slice(0, 200)
  // The hand-written server raises versions too, so each has separate rows.
  const bare = byHand(limit, '/', rows.slice(200, 400))
  const audited = byHand(limit, '/audited/', rows.slice(400))
  const measure = async (clients: number, requests: number): Promise<Line[]> => {
    const p50 = async (next: (n: number) => Promise<unknown>): Promise<number> =>
      (await drive(next, { clients, requests, seconds: 4 })).p50
    const found: { bare: number; audited: number; own: number }[] = []
    for (let n = 0; n <= ROUNDS; n++) {
      const round = {
        bare: await p50(bare),
        audited: await p50(audited),
        own: await p50((i) => patch(target, mine[i % mine.length]!)),
      }
      if (n > 0) found.push(round)
    }
    const [own, hand] = (['own', 'audited'] as const).map((name) => ({
      ratio: median(found.map((round) => round[name] / round.bare)),
      value: `${ms(median(found.map((round) => round[name])))} of ${ms(median(found.map((round) => round.bare)))}`,
    }))
    const who = `${clients} client${clients > 1 ? 's' : ''}: median`
    return [
      held(
        `write with audit against bare UPDATE, ${who}`,
        own!.value,
        own!.ratio,
        { most: 1.5 },
        true,
      ),
      { measure: `the same with audit by hand, ${who}`, ...hand! },
    ]
  }
  return [...(await measure(1, 150)), ...(await measure(8, 600))]
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
