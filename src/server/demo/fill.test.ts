import { expect, test } from 'vitest'
import { resources } from '#schemas/index.ts'
import { openBench } from '#tests/support/writes.ts'
import { fillRows } from '../store/fill/fill.ts'

test('filling never repeats a unique pair within or across runs, and fails when none is left', async () => {
  const { db, model } = await openBench(resources)
  const parts = { db, model, resources }
  for (const [collection, rows] of [
    ['vendors', 2],
    ['service-categories', 2],
    ['service-sub-categories', 2],
    ['services', 12],
    ['customers', 12],
    ['service-bookmarks', 50],
    ['service-bookmarks', 30],
  ] as const) {
    await fillRows(parts, collection, rows)
  }
  expect(
    (await db.query('SELECT DISTINCT customer, service FROM service_bookmarks')).rowCount,
  ).toBe(80)
  await expect(fillRows(parts, 'service-bookmarks', 100)).rejects.toThrow(
    'too few records to refer to',
  )
  await db.close()
}, 60_000)
