/** A backup made while people write is restored and compared table by table. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { OMITTED_TABLES } from '#server/database/backup.ts'
import { checksum, tables } from '#server/database/catalogue.ts'
import type { Database } from '#server/database/pool.ts'
import type { Query } from '#server/database/query.ts'
import { restore } from '#server/database/restore.ts'
import { backupNow, listBackups } from '#server/database/schedule.ts'
import { migrationLevels } from '#server/migrations/migrate.ts'
import { builtInRole } from '#server/rules/userRole/builtin.ts'
import { silentLog, testDatabase } from '#tests/support/database.ts'
import { PASSWORD, startApi, type Api } from './harness.ts'

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

test('a backup holds all tables at one consistent moment, despite concurrent writes', async () => {
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
  // Sums computed by the database in the backup's own snapshot. The first row is written to the file
  // only after something else was written.
  const watched: Database = {
    ...db,
    transaction: (fn, options) =>
      db.transaction(async (tx) => {
        then = await sums(tx.query)
        const before = written
        await vi.waitFor(() => expect(written).toBeGreaterThan(before), 60_000)
        return fn(tx)
      }, options),
  }
  // Something to be split, if the snapshot could split a change.
  await vi.waitFor(() => expect(written).toBeGreaterThan(1), 60_000)
  const file = await backupNow(watched, directory, silentLog)
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

test('a backup file contains no token, mailed link, code, password or key', async () => {
  const { personId, email } = await api.person('guarded', [builtInRole('viewer').id])
  const token = api.tokens.get('guarded')!
  const linkOf = (path: string) =>
    vi.waitFor(() => {
      const mail = api.mails.findLast((m) => m.to === email && m.text.includes(path))
      return new URL(/http\S+/.exec(mail!.text)![0]).searchParams.get('token')!
    })
  const password = PASSWORD
  await api.call('POST', '/api/auth/forget-password', { as: '', body: { email } })
  const enabled = await api.call('POST', '/api/auth/two-factor/enable', {
    as: 'guarded',
    body: { password },
  })
  expect(enabled.status, enabled.text).toBe(200)
  const { totpUri, backupCodes } = enabled.body as { totpUri: string; backupCodes: string[] }
  const secret = new URL(totpUri).searchParams.get('secret')!
  const invited = await api.person('invited', [builtInRole('viewer').id])
  const person = invited.personId
  expect((await api.call('POST', '/api/auth/invite', { body: { person } })).status).toBe(202)
  const guarded: Record<string, string> = {
    'session token': token,
    'reset link': await linkOf('/auth/reset'),
    password,
    'authenticator secret': secret,
    'installation secret': api.services.config.secret,
    ...Object.fromEntries(backupCodes.map((code, n) => [`backup code ${n}`, code])),
  }
  const mailed = api.mails.findLast((m) => m.to === invited.email)!
  guarded.invitation = new URL(/http\S+/.exec(mailed.text)![0]).searchParams.get('token')!
  const text = gunzipSync(await readFile(await backupNow(api.services.db, directory, silentLog)))
  expect(text.includes(personId)).toBe(true)
  expect(Object.keys(guarded).length).toBeGreaterThan(8)
  for (const [name, value] of Object.entries(guarded)) {
    expect(value.length, name).toBeGreaterThan(7)
    for (const form of [value, Buffer.from(value).toString('hex'), btoa(value)]) {
      expect(text.includes(form), name).toBe(false)
    }
  }
})
