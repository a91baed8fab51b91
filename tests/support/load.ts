/**
 * Concurrent callers that record every acknowledged write outside of the product, and the
 * comparison with what survived.
 */
import { createHash, randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase, type Database } from '#server/database/pool.ts'
import { silentLog } from './database.ts'
import type { Product } from './product.ts'

const ADMIN = { email: 'operator@example.com', password: 'four grey herons by the pier' }

/** Environment of a product without demo data, in which `signIn` works. */
export const bare = {
  DEMO: '0',
  ADMIN_EMAIL: ADMIN.email,
  ADMIN_PASSWORD: ADMIN.password,
}

/** Far more than a busy machine needs. */
const PATIENCE_MS = 60_000

/** Signs in as the only person of `bare` and returns the bearer token. */
export async function signIn({ url }: Pick<Product, 'url'>): Promise<string> {
  const response = await fetch(`${url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(ADMIN),
  })
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
  return ((await response.json()) as { token: string }).token
}

/** Acknowledged writes: records with their version, files with the SHA-256 of their content. */
export type Acknowledged = {
  readonly records: Map<string, number>
  readonly files: Map<string, string>
}
export const nothing = (): Acknowledged => ({ records: new Map(), files: new Map() })

export type Load = {
  /** Number of refused or interrupted calls by status; 0 = no response. */
  readonly failures: Map<number, number>
  /** Waits until this many more writes are acknowledged. */
  more(count: number): Promise<void>
  /** Waits for pending calls, then stops. */
  stop(): Promise<void>
}

/**
 * Starts callers that create and change records, each as fast as it gets responses, and others that
 * upload files.
 */
export function startLoad(
  { url }: Pick<Product, 'url'>,
  token: string,
  kept: Acknowledged,
  { writers = 16, uploaders = 0 } = {},
): Load {
  const failures = new Map<number, number>()
  let acknowledged = 0
  let running = true

  const ask = async (place: string, init: RequestInit): Promise<Record<string, unknown>> => {
    const response = await fetch(url + place, {
      ...init,
      headers: { Authorization: `Bearer ${token}`, ...init.headers },
    }).catch(() => undefined)
    const text = await response?.text().catch(() => undefined)
    if (!response?.ok || text === undefined) {
      const status = response?.status ?? 0
      failures.set(status, (failures.get(status) ?? 0) + 1)
      throw new Error(`${status} ${text}`)
    }
    acknowledged++
    return (JSON.parse(text) as { data: Record<string, unknown> }).data
  }
  const json = (method: string, body: unknown, version?: number): RequestInit => ({
    method,
    headers: {
      'Content-Type': 'application/json',
      ...(version === undefined ? {} : { 'If-Match': `"${version}"` }),
    },
    body: JSON.stringify(body),
  })
  const write = async (): Promise<void> => {
    const code = `L-${randomBytes(8).toString('hex').toUpperCase()}`
    const name = 'x'.repeat(1 + (randomBytes(1)[0]! % 100))
    const made = await ask('/api/facilities', json('POST', { name, code, group: 'room' }))
    const id = String(made.id)
    kept.records.set(id, 1)
    for (let version = 1; version < 4; version++) {
      await ask(`/api/facilities/${id}`, json('PATCH', { position: version }, version))
      kept.records.set(id, version + 1)
    }
  }
  const upload = async (): Promise<void> => {
    const text = randomBytes(20_000).toString('hex')
    const form = new FormData()
    form.set('file', new Blob([text]), 'load.txt')
    const made = await ask('/api/files', { method: 'POST', body: form })
    kept.files.set(String(made.id), createHash('sha256').update(text).digest('hex'))
  }
  const again = async (work: () => Promise<void>): Promise<void> => {
    while (running) await work().catch(() => sleep(20))
  }
  const all = Promise.all([
    ...Array.from({ length: writers }, () => again(write)),
    ...Array.from({ length: uploaders }, () => again(upload)),
  ])
  return {
    failures,
    async more(count) {
      const from = acknowledged
      const begun = Date.now()
      while (acknowledged < from + count) {
        if (Date.now() - begun > PATIENCE_MS) {
          throw new Error(`Too few acknowledgements; failures: ${JSON.stringify([...failures])}`)
        }
        await sleep(10)
      }
    },
    async stop() {
      running = false
      await all
    },
  }
}

/** Damage in a database after the load, as counts that must all be 0. */
export type Damage = {
  /** Acknowledged records or changes that are missing. */
  readonly lostRecords: number
  readonly lostFiles: number
  /** Files in the database without content. */
  readonly brokenFiles: number
  /** Records without an audit entry for each of their versions. */
  readonly withoutAudit: number
  /** Audit entries of missing records. */
  readonly withoutRecord: number
}

/**
 * Compares the stored data with the acknowledged writes, in the directory's database, whether or
 * not its product is running.
 */
export async function damage(dataDir: string, kept: Acknowledged): Promise<Damage> {
  const db = await openDatabase({ dataDir, beside: true, log: silentLog })
  try {
    return await compare(db, dataDir, kept)
  } finally {
    await db.close()
  }
}

async function compare(db: Database, dataDir: string, kept: Acknowledged): Promise<Damage> {
  const found = await db.query<{ id: string; version: number }>(
    'SELECT id, version FROM facilities',
  )
  const versions = new Map(found.rows.map(({ id, version }) => [id, Number(version)]))
  const files = await db.query<{ id: string; storage_key: string }>(
    'SELECT id, storage_key FROM files',
  )
  const places = new Map(files.rows.map((row) => [row.id, row.storage_key]))
  const isWhole = ([id, hash]: [string, string]): boolean => {
    const place = path.join(dataDir, 'files', places.get(id) ?? 'nowhere')
    if (!fs.existsSync(place)) return false
    return createHash('sha256').update(fs.readFileSync(place)).digest('hex') === hash
  }
  const lostFiles = [...kept.files].filter((one) => !isWhole(one))
  const count = async (sql: string): Promise<number> =>
    (await db.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${sql}`)).rows[0]!.n
  return {
    lostRecords: [...kept.records].filter(([id, version]) => (versions.get(id) ?? 0) < version)
      .length,
    lostFiles: lostFiles.length,
    brokenFiles: lostFiles.filter(([id]) => places.has(id)).length,
    withoutAudit: await count(
      "facilities f WHERE (SELECT count(DISTINCT a.version) FROM audit a WHERE a.entity = 'facility' AND a.record_id = f.id AND a.version BETWEEN 1 AND f.version) <> f.version",
    ),
    withoutRecord: await count(
      "audit a WHERE a.entity = 'facility' AND NOT EXISTS (SELECT 1 FROM facilities f WHERE f.id = a.record_id AND f.version >= a.version)",
    ),
  }
}
