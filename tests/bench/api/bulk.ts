/** Export and import: time, and memory that does not grow with the rows. */
import { setTimeout as sleep } from 'node:timers/promises'
import { good, type Target } from './load.ts'
import { held, mb, type Line } from '../table.ts'
import type { Measured } from './servers.ts'

/** Reads an export to its end (or up to a number of rows) without keeping it. */
const readExport = async (
  target: Target,
  most: number,
): Promise<{ rows: number; seconds: number }> => {
  const started = performance.now()
  const stop = new AbortController()
  const response = await fetch(`${target.url}/api/bookings/export.csv`, {
    headers: { authorization: `Bearer ${target.token}` },
    signal: stop.signal,
  })
  if (!response.ok) throw new Error(`The export returned ${response.status}.`)
  let rows = -1
  try {
    for await (const part of response.body as unknown as AsyncIterable<Uint8Array>) {
      for (const byte of part) if (byte === 10) rows++
      if (rows >= most) break
    }
  } finally {
    stop.abort()
  }
  return { rows: Math.min(rows, most), seconds: (performance.now() - started) / 1000 }
}

/** Peak memory after 10,000 rows and after 100,000. */
export const exports = async (target: Measured, all: number): Promise<Line[]> => {
  await readExport(target, 10_000)
  await target.reset()
  await readExport(target, 10_000)
  const few = await target.vitals()
  await target.reset()
  const { rows, seconds } = await readExport(target, Math.min(all, 100_000))
  const many = await target.vitals()
  const growth = (many.rss - few.rss) / 1_048_576
  return [
    { measure: `export of ${rows} rows as CSV`, value: `${seconds.toFixed(1)} s` },
    held(
      `memory at its highest, ${rows} rows against 10000`,
      `${mb(many.rss)} of ${mb(few.rss)}`,
      growth,
      { most: 64, unit: 'MB more' },
    ),
  ]
}

interface Job {
  readonly data: {
    readonly state: string
    readonly result: Readonly<Record<string, unknown>> | null
    readonly error: string | null
  }
}

const importCsv = async (
  target: Target,
  csv: string,
  mode: string,
): Promise<{ seconds: number; result: Readonly<Record<string, unknown>> }> => {
  const body = new FormData()
  body.set('file', new File([csv], 'customers.csv', { type: 'text/csv' }))
  body.set(
    'mapping',
    JSON.stringify({ fields: { name: 'Name', email: 'Mail', internalNote: 'Note' } }),
  )
  body.set('mode', mode)
  body.set('upsertBy', 'email')
  const started = performance.now()
  const response = await fetch(`${target.url}/api/customers/import`, {
    method: 'POST',
    headers: { authorization: `Bearer ${target.token}` },
    body,
  })
  if (response.status !== 202) {
    throw new Error(`The import returned ${response.status}: ${await response.text()}`)
  }
  for (;;) {
    const { data } = JSON.parse(
      (await good(target, { path: response.headers.get('location')! })).text,
    ) as Job
    if (data.state === 'succeeded') {
      return { seconds: (performance.now() - started) / 1000, result: data.result! }
    }
    if (data.state === 'failed' || performance.now() - started > 300_000) {
      throw new Error(`The import is ${data.state}: ${data.error}`)
    }
    await sleep(100)
  }
}

/** 10,000 customers: a dry run, then the import. */
export const imports = async (target: Target): Promise<Line[]> => {
  const run = Date.now().toString(36)
  const csv = `Name,Mail,Note\n${Array.from({ length: 10_000 }, (_, i) => `Person ${i},person-${run}-${i}@example.net,From a file`).join('\n')}\n`
  const dry = await importCsv(target, csv, 'dry-run')
  const real = await importCsv(target, csv, 'partial')
  if (real.result.created !== 10_000) {
    throw new Error(`The import wrote ${JSON.stringify(real.result).slice(0, 300)}`)
  }
  return [
    held(
      'import of 10000 rows with its dry run',
      `${dry.seconds.toFixed(1)} s dry, ${real.seconds.toFixed(1)} s for real`,
      dry.seconds + real.seconds,
      { most: 60, unit: 's' },
    ),
  ]
}
