/** A backup of another cluster, whose transactions had higher ids. */
import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sealAll } from '#tests/support/audit.ts'
import { aloneDatabase, silentLog, testDatabase } from '#tests/support/database.ts'
import { backup } from '../database/backup.ts'
import type { Database } from '../database/pool.ts'
import { restore } from '../database/restore.ts'
import { changesAfter } from '../events/changes.ts'
import { migrate } from '../migrations/migrate.ts'
import { verifyAudit } from './verify.ts'

let scratch: string
let source: Database
let target: Database
beforeAll(async () => {
  scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'restored-'))
  source = await testDatabase()
  target = await aloneDatabase()
  for (const db of [source, target]) await migrate(db, { log: silentLog })
}, 60_000)
afterAll(async () => {
  await source?.close()
  await target?.close()
  fs.rmSync(scratch, { recursive: true, force: true })
})

const write = (seq: number, xid: string): Promise<unknown> =>
  source.query(
    "insert into audit (seq, xid, channel, entity, record_id, version, action) overriding system value values ($1, $2::text::xid8, 'api', 'hotel', $3, 1, 'create')",
    [seq, xid, randomUUID()],
  )

test('its changes are neither announced nor notified when this cluster reaches their ids', async () => {
  await write(1, '900000000001')
  await write(5, '900000000002')
  expect(await sealAll(source)).toBe(2)
  // Began before the sealed one, and committed after it.
  await write(4, '900000000003')
  await source.query("select setval(pg_get_serial_sequence('audit', 'seq'), 5)")
  const file = path.join(scratch, 'backup.gz')
  await backup(source, file)
  const before = { xid: 5n, seq: 0n }
  expect(await restore(target, file)).toEqual({ rows: expect.any(Number) })
  const { rows } = await target.query<{ ahead: number }>(
    `select (select count(*) from audit where xid >= pg_snapshot_xmin(pg_current_snapshot()))
      + (select count(*) from audit_seals where xid >= pg_snapshot_xmin(pg_current_snapshot())) as ahead`,
  )
  expect(rows).toEqual([{ ahead: 0 }])
  expect(await changesAfter(target.query, before, 10)).toEqual([])
  expect(await verifyAudit(target)).toMatchObject({ verified: 2, waiting: 1, tampering: null })
  expect(await sealAll(target)).toBe(1)
  await target.query(
    "insert into audit (channel, entity, record_id, version, action) values ('api', 'hotel', gen_random_uuid(), 1, 'create')",
  )
  expect(await changesAfter(target.query, before, 10)).toHaveLength(1)
  expect(await sealAll(target)).toBe(1)
  expect(await verifyAudit(target)).toMatchObject({ verified: 4, waiting: 0, tampering: null })
})
