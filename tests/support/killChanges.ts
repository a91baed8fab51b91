/** Kills the product in the middle of a bulk, its undo, or an import, and checks every row. */
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '#server/database/pool.ts'
import { silentLog } from './database.ts'
import { bare, signIn } from './load.ts'
import { startProduct, type Product } from './product.ts'

const KINDS = ['bulk', 'undo', 'import'] as const
/** Several chunks of every kind of job, so that a job is far from its end when half is committed. */
const ROWS = 1_500
/** Less than one chunk takes, so that a kill also meets work that is not committed. */
const MOST_OF_A_CHUNK_MS = 80
const PATIENCE_MS = 120_000

/** What was wrong after all rounds, as counts that must be 0; and how many kills met running work. */
export interface KilledChanges {
  readonly interrupted: number
  /** Rows without the change. */
  readonly skipped: number
  /** Rows changed more than once by one operation. */
  readonly repeated: number
  /** Rows whose outcome was not reported as done. */
  readonly unreported: number
}

interface Running {
  readonly product: Product
  readonly token: string
}

const ask = async (
  { product, token }: Running,
  path: string,
  body?: object | FormData,
): Promise<Record<string, unknown>> => {
  const response = await fetch(product.url + path, {
    headers: {
      authorization: `Bearer ${token}`,
      ...(body && !(body instanceof FormData) ? { 'content-type': 'application/json' } : {}),
    },
    ...(body
      ? { method: 'POST', body: body instanceof FormData ? body : JSON.stringify(body) }
      : {}),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`)
  return (JSON.parse(text) as { data: Record<string, unknown> }).data
}

const until = async <T>(find: () => Promise<T | undefined>): Promise<T> => {
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await sleep(10)) {
    const found = await find()
    if (found !== undefined) return found
  }
  throw new Error('A change did not end.')
}

const start = async (dataDir: string): Promise<Running> => {
  const product = await startProduct({ dataDir, env: bare })
  return { product, token: await signIn(product) }
}

/**
 * Creates records by an import, changes them by a bulk and undoes that, `rounds` times; each round
 * kills the product at a random moment of the first half of one of the three, and starts it again.
 */
export const killChanges = async (
  dataDir: string,
  rounds: number,
  onRound: (round: number) => void = () => {},
): Promise<KilledChanges> => {
  const found = { interrupted: 0, skipped: 0, repeated: 0, unreported: 0 }
  let running = await start(dataDir)
  const count = async (sql: string, values: unknown[] = []): Promise<number> => {
    const db = await openDatabase({ dataDir, beside: true, log: silentLog })
    try {
      return (await db.query<{ n: number }>(sql, values)).rows[0]!.n
    } finally {
      await db.close()
    }
  }
  /** Kills Node while the job runs; the next process need not wait until its lease ends. */
  const kill = async (job: string): Promise<void> => {
    const committed = Math.random() * (ROWS / 2)
    await until(async () => {
      const counts = (await ask(running, job)).counts as Record<string, number> | null
      return (counts?.done ?? counts?.created ?? 0) >= committed ? true : undefined
    })
    await sleep(Math.random() * MOST_OF_A_CHUNK_MS)
    await running.product.stop({ signal: 'SIGKILL', keep: true })
    running = await start(dataDir)
    found.interrupted += await count(
      "WITH j AS (UPDATE jobs SET locked_until = now() WHERE id = $1 AND state = 'running' RETURNING 1) SELECT count(*)::int AS n FROM j",
      [job.split('/').at(-1)],
    )
  }
  const end = async (job: string): Promise<Record<string, unknown>> =>
    until(async () => {
      const { state, result, error } = await ask(running, job)
      if (state === 'failed') throw new Error(String(error))
      return state === 'succeeded' ? (result as Record<string, unknown>) : undefined
    })
  /** Counts the rows of a tag whose entries of an operation or version are not exactly one. */
  const check = async (tag: string, entry: string, right: string): Promise<void> => {
    const entries = `(SELECT count(*) FROM audit a WHERE a.entity = 'facility' AND a.record_id = f.id AND ${entry})`
    const where = `f.code LIKE '${tag}-%'`
    const all = await count(
      `SELECT count(*)::int AS n FROM facilities f WHERE ${where} AND ${right} AND ${entries} >= 1`,
    )
    found.skipped += ROWS - all
    found.repeated += await count(
      `SELECT count(*)::int AS n FROM facilities f WHERE ${where} AND ${entries} > 1`,
    )
  }

  for (let round = 0; round < rounds; round++) {
    const killed = KINDS[round % KINDS.length]
    const tag = `K${randomBytes(6).toString('hex').toUpperCase()}`
    const form = new FormData()
    const lines = Array.from({ length: ROWS }, (_, i) => `Facility ${tag} ${i},${tag}-${i},1`)
    form.set('file', new File([`Name,Code,Place\n${lines.join('\n')}\n`], 'facilities.csv'))
    form.set(
      'mapping',
      JSON.stringify({
        fields: { name: 'Name', code: 'Code', position: 'Place', group: { constant: 'room' } },
      }),
    )
    form.set('mode', 'partial')
    const imported = `/api/jobs/${String((await ask(running, '/api/facilities/import', form)).id)}`
    if (killed === 'import') await kill(imported)
    const { created } = await end(imported)
    found.unreported += ROWS - Number(created)
    await check(tag, 'a.version = 1', 'f.position = 1 AND f.version = 1')

    const change = { search: tag, expected: ROWS, do: { patch: { position: 2 } } }
    const plan = await ask(running, '/api/facilities/bulk', { ...change, dryRun: true })
    const bulk = await ask(running, '/api/facilities/bulk', { ...change, planHash: plan.planHash })
    const job = `/api/jobs/${String(bulk.jobId)}`
    if (killed === 'bulk') await kill(job)
    found.unreported += ROWS - Number((await end(job)).done)
    await check(tag, `a.operation_id = '${String(bulk.id)}'`, 'f.position = 2 AND f.version = 2')

    const undo = await ask(running, `/api/undo/${String(bulk.id)}`, {})
    const undoing = `/api/jobs/${String(undo.jobId)}`
    if (killed === 'undo') await kill(undoing)
    found.unreported += ROWS - Number((await end(undoing)).done)
    await check(tag, `a.operation_id = '${String(undo.id)}'`, 'f.position = 1 AND f.version = 3')
    onRound(round + 1)
  }
  await running.product.stop({ keep: true })
  return found
}
