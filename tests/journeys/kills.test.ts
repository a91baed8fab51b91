/**
 * `kill -9` of the product, of its database and of both under sixteen writers; `npm run
 * bench:kills` does more rounds.
 */
import fs from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { killRounds } from '#tests/support/kills.ts'
import { scratch } from '#tests/support/postgres.ts'

const ROUNDS = 10

let dataDir: string
beforeEach(() => (dataDir = scratch('kills')))
afterEach(() =>
  fs.rmSync(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }),
)

test(`${ROUNDS} kills lose no acknowledged data or audit entry, leave no process behind, and every start succeeds`, async () => {
  const { acknowledged, ...wrong } = await killRounds(dataDir, ROUNDS)
  expect(acknowledged).toBeGreaterThan(ROUNDS * 16)
  expect(wrong).toEqual({
    lostRecords: 0,
    lostFiles: 0,
    brokenFiles: 0,
    withoutAudit: 0,
    withoutRecord: 0,
    orphans: 0,
  })
}, 900_000)

test('the check detects lost records when commits are acknowledged before they are written', async () => {
  const careless = (): void =>
    fs.appendFileSync(
      path.join(dataDir, 'database/postgresql.conf'),
      'synchronous_commit = off\nwal_writer_delay = 10s\nwal_writer_flush_after = 1GB\n',
    )
  let lost = 0
  // What was written just before the kill by chance is on the disk all the same.
  for (let round = 0; round < 5 && lost === 0; round++) {
    lost = (await killRounds(dataDir, 1, { before: careless, firstVictim: 2 })).lostRecords
  }
  expect(lost).toBeGreaterThan(0)
}, 600_000)
