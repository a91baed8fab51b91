/** `kill -9` in the middle of a bulk, its undo and an import; `npm run test:long` does 20 rounds of each. */
import fs from 'node:fs'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { killChanges } from '#tests/support/killChanges.ts'
import { scratch } from '#tests/support/postgres.ts'

const ROUNDS = process.env.LONG ? 60 : 3

let dataDir: string
beforeEach(() => (dataDir = scratch('kill-changes')))
afterEach(() =>
  fs.rmSync(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }),
)

test(`killed bulk edits, undos and imports resume without repeating or skipping rows, in ${ROUNDS} rounds`, async () => {
  const { interrupted, ...wrong } = await killChanges(dataDir, ROUNDS)
  expect(wrong).toEqual({ skipped: 0, repeated: 0, unreported: 0 })
  expect(interrupted).toBeGreaterThan(0)
}, 3_600_000)
