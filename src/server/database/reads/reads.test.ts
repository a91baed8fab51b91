/**
 * Reads through a real streaming replica: what it serves, that reads are never stale, and what
 * happens when it lags or dies.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { silentLog } from '#tests/support/database.ts'
import { freshDatabase, startPostgres, type TestPostgres } from '#tests/support/postgres.ts'
import { startPrimary, startReplica, type Replica } from '#tests/support/replica.ts'
import { type Database, openDatabase } from '../pool.ts'
import { openReads, type ReplicatedReads } from './reads.ts'

let primary: TestPostgres
let replica: Replica
let url: string
let db: Database
let reads: ReplicatedReads

const until = (check: () => void | Promise<void>): Promise<void> =>
  vi.waitFor(check, { timeout: 30_000, interval: 20 })
const used = (of = reads): Promise<void> => until(() => expect(of.health().state).toBe('used'))
const open = (readUrl: string): ReplicatedReads =>
  openReads(db, { url: readUrl, log: silentLog, maxConnections: 4 })
const count = async (of: Pick<Database, 'query'> = reads): Promise<number> =>
  (await of.query<{ n: number }>('select count(*) as n from notes')).rows[0]!.n
const write = (): Promise<unknown> => db.query("insert into notes values ('x')")

beforeAll(async () => {
  primary = await startPrimary()
  replica = await startReplica(primary)
  url = await freshDatabase(primary.socket)
  db = await openDatabase({ databaseUrl: url, ownerOnly: true, log: silentLog })
  await db.query('create table notes (text text)')
  await until(() => replica.run('select 1').then(() => {}))
  reads = open(replica.urlOf(url))
}, 120_000)
afterAll(async () => {
  await reads?.close()
  await db?.close()
  await replica?.stop()
  await primary?.stop()
})
beforeEach(() => used())

/** Statements on `notes` that the replica ran; nobody else reads from that server. */
const scansThere = async (): Promise<number> => {
  await replica.run('select pg_stat_force_next_flush()')
  return Number(
    (
      await replica.run(
        `select sum(xact_commit) as n from pg_stat_database where datname = '${new URL(url).pathname.slice(1)}'`,
      )
    )[0]!.n,
  )
}

test('the replica serves reads and read-only transactions instead of the primary', async () => {
  const from = await scansThere()
  const before = reads.health()
  for (let n = 0; n < 20; n++) await count()
  await reads.transaction((tx) => tx.query('select 1'), {
    isolation: 'repeatable read',
    readOnly: true,
  })
  expect(reads.health().byReplica).toBe(before.byReplica + 21)
  expect(reads.health().byPrimary).toBe(before.byPrimary)
  expect(
    (await reads.query<{ there: boolean }>('select pg_is_in_recovery() as there')).rows,
  ).toEqual([{ there: true }])
  await until(async () => expect(await scansThere()).toBeGreaterThan(from + 20))
})

test('a write through the read pool is refused, not forwarded to the primary', async () => {
  const before = await count()
  await expect(reads.query("insert into notes values ('no')")).rejects.toMatchObject({
    code: '25006',
  })
  expect(await count()).toBe(before)
})

test('a statement that fails on the replica by itself is not repeated on the primary', async () => {
  const before = reads.health().byPrimary
  await expect(reads.query('select 1 / 0')).rejects.toMatchObject({ code: '22012' })
  expect(reads.health().byPrimary).toBe(before)
})

test('reads always see preceding writes, under concurrent writers and readers of two servers', async () => {
  const other = open(replica.urlOf(url))
  await used(other)
  const from = { ...reads.health() }
  await Promise.all(
    Array.from({ length: 8 }, async (_, writer) => {
      for (let n = 0; n < 25; n++) {
        await db.query('insert into notes values ($1)', [`${writer}-${n}`])
        const { rows } = await (n % 2 ? reads : other).query(
          'select 1 from notes where text = $1',
          [`${writer}-${n}`],
        )
        expect(rows).toHaveLength(1)
      }
    }),
  )
  const to = reads.health()
  // Otherwise this would prove nothing about the replica.
  expect(to.byReplica).toBeGreaterThan(from.byReplica)
  await other.close()
}, 60_000)

test('reads see writes while replay is paused, and the replica is used again after it resumes', async () => {
  await replica.run('select pg_wal_replay_pause()')
  const before = await count()
  await write()
  expect(await count()).toBe(before + 1)
  expect(reads.health().state).toBe('behind')
  // The replica is skipped meanwhile, so only one read waited for it.
  const { byReplica } = reads.health()
  await sleep(1200)
  expect(await count()).toBe(before + 1)
  expect(reads.health()).toMatchObject({ state: 'behind', byReplica })
  expect(reads.health().behindBytes).toBeGreaterThan(0)
  await replica.run('select pg_wal_replay_resume()')
  await used()
  expect(await count()).toBe(before + 1)
  expect(reads.health().byReplica).toBe(byReplica + 1)
}, 60_000)

test('killing the replica during reads causes no errors, and it is used again after its restart', async () => {
  let stop = false
  const failures: unknown[] = []
  let done = 0
  const readers = Array.from({ length: 6 }, async () => {
    while (!stop) {
      await count().catch((error: unknown) => failures.push(error))
      done++
    }
  })
  await sleep(100)
  await replica.signal('SIGQUIT')
  await until(() => expect(reads.health().state).toBe('unreachable'))
  const then = done
  await until(() => expect(done).toBeGreaterThan(then + 50))
  await replica.start()
  await used()
  const { byReplica } = reads.health()
  await until(() => expect(reads.health().byReplica).toBeGreaterThan(byReplica))
  stop = true
  await Promise.all(readers)
  expect(failures).toEqual([])
}, 90_000)

test('a hanging replica causes no errors, even for reads already waiting for it', async () => {
  const waiting = reads.query<{ there: boolean }>(
    'select pg_is_in_recovery() as there, case when pg_is_in_recovery() then pg_sleep(60) end',
  )
  await sleep(100)
  await replica.signal('SIGSTOP')
  try {
    const found = await Promise.all(Array.from({ length: 8 }, () => count()))
    expect(new Set(found).size).toBe(1)
    expect((await waiting).rows).toMatchObject([{ there: false }])
    expect(reads.health().state).toBe('unreachable')
  } finally {
    await replica.signal('SIGCONT')
  }
}, 60_000)

test('a server that is not a replica of the primary, another database or a wrong address is never read', async () => {
  const elsewhere = await startPostgres()
  const strangers = [
    [url, 'unfit', 'is not a replica'],
    [await freshDatabase(elsewhere.socket), 'unfit', 'is not a replica'],
    [replica.urlOf(await freshDatabase(primary.socket)), 'unfit', 'another database'],
    ['postgres://nobody@localhost/none?host=/nowhere', 'unreachable', 'DATABASE_READ_URL'],
  ] as const
  for (const [address, state, reason] of strangers) {
    const wrong = open(address)
    await until(() => expect(wrong.health().state).toBe(state))
    expect(wrong.health().reason).toContain(reason)
    expect(await count(wrong)).toBe(await count(db))
    expect(wrong.health().byReplica).toBe(0)
    await wrong.close()
  }
  await elsewhere.stop()
}, 60_000)

test('a promoted replica is no longer read', async () => {
  const { byReplica } = reads.health()
  await replica.run('select pg_promote()')
  await write()
  await until(() => expect(reads.health().state).toBe('unfit'))
  expect(await count()).toBe(await count(db))
  expect(reads.health().byReplica).toBe(byReplica)
}, 60_000)
