/** Power loss; `tests/support/powerLoss.ts` says what is simulated and what is not. */
import fs from 'node:fs'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { losePower, missing, type Careless, type Outcome } from '#tests/support/powerLoss.ts'
import { scratch } from '#tests/support/postgres.ts'

let place: string
beforeEach(() => (place = scratch('power')))
afterEach(() => fs.rmSync(place, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }))

const lose = async (careless?: Careless): Promise<Outcome> => {
  const lacking = missing()
  if (lacking.length > 0) {
    throw new Error(
      `A loss of power can only be made with ${lacking.join(', ')}. Run the tests as root on Linux, in a virtual machine or a container that may mount.`,
    )
  }
  return losePower(place, careless)
}

test('a power loss loses no acknowledged record, file or audit entry', async () => {
  const { records, files, ...rest } = await lose()
  expect(records).toBeGreaterThan(50)
  expect(files).toBeGreaterThan(4)
  expect(rest).toEqual({
    lostRecords: 0,
    lostFiles: 0,
    brokenFiles: 0,
    withoutAudit: 0,
    withoutRecord: 0,
    sameSecret: true,
  })
}, 180_000)

test('the simulation detects lost records when commits are not flushed to disk', async () => {
  expect((await lose('commits')).lostRecords).toBeGreaterThan(0)
}, 180_000)

test('the simulation detects broken files when uploads are not flushed to disk', async () => {
  const { lostRecords, brokenFiles } = await lose('uploads')
  expect(lostRecords).toBe(0)
  expect(brokenFiles).toBeGreaterThan(0)
}, 180_000)
