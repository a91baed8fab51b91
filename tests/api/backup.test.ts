/** A backup made while people write is restored and compared table by table. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { OMITTED_TABLES } from '#server/database/backup.ts'
import { checksum, tables } from '#server/database/catalogue.ts'
import type { Database } from '#server/database/pool.ts'
import type { Query } from '#server/database/query.ts'
import { restore } from '#server/database/restore.ts'
import { backupNow, listBackups } from '#server/database/schedule.ts'
import { migrationLevels } from '#server/migrations/migrate.ts'
import { silentLog, testDatabase } from '#tests/support/database.ts'
import { startApi, type Api } from './harness.ts'

let api: Api
let directory: string
beforeAll(async () => {
  api = await startApi()
  directory = await mkdtemp(path.join(tmpdir(), 'backup-'))
}, 120_000)
afterAll(async () => {
  await api?.close()
  await rm(directory, { recursive: true, force: true })
})

const sums = async (query: Query): Promise<Record<string, { rows: number; checksum: string }>> => {
  const found: Record<string, { rows: number; checksum: string }> = {}
  for (const table of await tables(query)) {
    if (!OMITTED_TABLES.includes(table.name) && table.name !== 'migrations') {
      found[table.name] = await checksum(query, table)
    }
  }
  return found
}

test('has every table as it was at one moment, however much was written meanwhile', async () => {
  const { db } = api.services
  const facilities = api.model.resources.find((r) => r.collection === 'facilities')!
  let working = true
  let written = 0
  const writers = Array.from({ length: 4 }, async () => {
    while (working) {
      const { id, version } = await api.create(facilities)
      const changed = await api.call('PATCH', `/api/facilities/${id}`, {
        version,
        body: { name: `Changed ${id}` },
      })
      expect(changed.status).toBe(200)
      written++
    }
  })
  let then: Awaited<ReturnType<typeof sums>> = {}
  // Sums computed by the database in the backup's own snapshot, before the first row is written to
  // the file.
  const watched: Database = {
    ...db,
    transaction: (fn, options) =>
      db.transaction(async (tx) => {
        then = await sums(tx.query)
        return fn(tx)
      }, options),
  }
  const before = written
  const file = await backupNow(watched, directory, silentLog)
  expect(written).toBeGreaterThan(before)
  working = false
  await Promise.all(writers)

  const [last] = await listBackups(directory)
  expect(path.join(directory, 'backups', last!.name)).toBe(file)
  const target = await testDatabase()
  try {
    await restore(target, file, { levels: migrationLevels(target) })
    const now = await sums(target.query)
    expect(Object.keys(now).length).toBeGreaterThan(30)
    expect(now).toEqual(then)
    expect(now).not.toEqual(await sums(db.query))
    // No change is split: each record matches the entry of its last change.
    const { rows } = await target.query<{ halves: number; records: number }>(`
      select count(*) as records, count(*) filter (where not exists (
        select from audit a where a.record_id = f.id and a.version = f.version)) as halves from facilities f`)
    expect(rows[0]!.halves).toBe(0)
    expect(rows[0]!.records).toBeGreaterThan(1)
  } finally {
    await target.close()
  }
}, 120_000)
