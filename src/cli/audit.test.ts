/** Runs `npm run audit -- verify` as an operator does: its output and its exit code. */
import { spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Database, openDatabase } from '#server/database/pool.ts'
import { migrate } from '#server/migrations/migrate.ts'
import { sealAll, unguarded } from '#tests/support/audit.ts'
import { alonePostgresUrl, silentLog } from '#tests/support/database.ts'
import { at } from './lib/paths.mjs'

const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'audit-'))
let url: string
let db: Database
beforeAll(async () => {
  url = await alonePostgresUrl()
  db = await openDatabase({ dataDir, databaseUrl: url, log: silentLog })
  await migrate(db, { log: silentLog })
}, 120_000)
beforeEach(async () => {
  await unguarded(db, 'truncate audit, audit_seals, settings')
  for (let n = 0; n < 5; n++) {
    await db.query(
      "insert into audit (actor_name, channel, entity, record_id, version, action, patch) values ('Ada', 'api', 'book', gen_random_uuid(), 1, 'update', $1)",
      [JSON.stringify({ name: [null, `Ada ${n}`] })],
    )
  }
  await sealAll(db)
})
afterAll(async () => {
  await db?.close()
  fs.rmSync(dataDir, { recursive: true, force: true })
})

const run = (...args: readonly string[]) =>
  new Promise<{ code: number | null; out: string; err: string }>((resolve, reject) => {
    const child = spawn(process.execPath, [at('src/cli/run.mjs'), 'audit', ...args], {
      cwd: at('.'),
      env: { ...process.env, NODE_OPTIONS: '', DATABASE_URL: url, DATA_DIR: dataDir },
    })
    let [out, err] = ['', '']
    child.stdout.on('data', (chunk) => (out += String(chunk)))
    child.stderr.on('data', (chunk) => (err += String(chunk)))
    child.on('error', reject)
    child.on('exit', (code) => resolve({ code, out, err }))
  })
/** Sequence number of the n-th entry. */
const seq = async (place: number): Promise<string> =>
  (
    await db.query<{ seq: string }>('select seq::text from audit order by seq offset $1 limit 1', [
      place - 1,
    ])
  ).rows[0]!.seq

test('verifies an untouched audit and prints the hash at the end of its chain', async () => {
  const { code, out } = await run('verify')
  expect(out).toMatch(
    /^5 entries of the audit verified; 0 wait to be sealed\. The chain ends with [0-9a-f]{64}\.$/m,
  )
  expect(code).toBe(0)
})

test.each([
  [
    'changed',
    'was changed after it was sealed',
    (n: string) =>
      `update audit set patch = '{"name": [null, "Eve"]}' where seq in (${n}, ${n} + 1)`,
  ],
  ['removed', 'is missing', (n: string) => `delete from audit where seq >= ${n}`],
  [
    'inserted',
    'was put in afterwards',
    (n: string) =>
      `insert into audit (seq, xid, actor_name, channel, entity, record_id, version, action, patch) overriding system value select -1, xid, actor_name, channel, entity, record_id, version, action, patch from audit where seq = ${n}`,
  ],
])(
  'names an entry that was %s after sealing and exits with code 1',
  async (kind, words, tamper) => {
    const third = await seq(3)
    await unguarded(db, tamper(third))
    const { code, err } = await run('verify')
    const named = kind === 'inserted' ? '-1' : third
    expect(err).toMatch(/^The audit was tampered with: entry /m)
    expect(err).toContain(`entry ${named} `)
    expect(err).toContain(words)
    expect(code).toBe(1)
  },
)

test('rejects unknown subcommands', async () => {
  expect((await run('repair')).code).not.toBe(0)
})
