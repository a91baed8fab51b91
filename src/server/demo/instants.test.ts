import { describe, expect, test } from 'vitest'
import { compileModel } from '#model/compile.ts'
import { resources } from '#schemas/index.ts'
import type { SeedHistory } from './later.ts'
import { drawPictures } from './pictures.ts'
import { Random } from './random.ts'
import { demoRows } from './seed.ts'

const model = compileModel(resources)
const stateOf = (row: SeedHistory): unknown =>
  (row.later ?? []).reduce<unknown>((state, { values }) => values.state ?? state, row.state)

/**
 * The drawn data depends on the current instant: by chance, no job was a draft at the first three
 * of these.
 */
describe.each([
  '2026-12-27T23:48:07.617Z',
  '2027-01-03T03:12:08.000Z',
  '2027-01-27T16:48:12.000Z',
  '2026-02-28T12:00:00.000Z',
])('demo data generated at %s', (at) => {
  const now = new Date(at)
  const random = new Random(now)
  const rows = demoRows(
    random,
    drawPictures(random).map(({ alt }) => ({ file: '01900000-0000-7000-8000-000000000001', alt })),
  )

  test.each([
    'service-jobs',
    'services',
    'proposals',
    'bookings',
    'orders',
    'tickets',
    'banners',
    'subscriptions',
  ])('has %s in every state', (collection) => {
    const states = model.resources
      .find((r) => r.collection === collection)!
      .states.map((s) => s.value)
    expect([...new Set(rows[collection]!.map(stateOf))].sort()).toEqual(states.sort())
  })
  test('contains nothing created later than that', () => {
    for (const [collection, list] of Object.entries(rows)) {
      expect(list.filter((row) => row.createdAt && row.createdAt > now).length, collection).toBe(0)
    }
  })
})
