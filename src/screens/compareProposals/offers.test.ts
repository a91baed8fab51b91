import { expect, test } from 'vitest'
import type { Included, RecordData } from '#data/types.ts'
import type { Seen } from '../shared/resources.ts'
import { bestBy, dearerBy, offerOf, sorted } from './offers.ts'

const included = {
  vendors: {
    a: {
      id: 'a',
      title: 'Alba',
      ratingAverage: 4.5,
      address: { city: 'Porto' },
      createdAt: '2024-02-03T10:00:00.000Z',
    },
    b: { id: 'b', title: 'Brio', ratingAverage: null },
  },
} as unknown as Included
const offer = (vendor: string, amount: number | null, more: object = {}, currency = 'EUR') =>
  offerOf(
    {
      id: vendor + String(amount),
      version: 1,
      vendor,
      amount: amount === null ? null : { amount, currency },
      lines: [],
      ...more,
    } as unknown as RecordData,
    included,
    new Map([['a', 7]]),
  )

test('combines proposal and vendor data, and computes the last day of work', () => {
  expect(offer('a', 100, { startOn: '2026-02-27', durationDays: 3 })).toMatchObject({
    vendor: 'Alba',
    rating: 4.5,
    city: 'Porto',
    since: '2024-02-03',
    completed: 7,
    finishOn: '2026-03-01',
  })
  expect(offer('b', 100, { startOn: '2026-02-27' })).toMatchObject({
    vendor: 'Brio',
    rating: undefined,
    city: undefined,
    completed: 0,
    finishOn: undefined,
  })
  expect(
    offerOf({ id: 'x', version: 1, vendor: 'z' } as Seen<'proposals'>, {}, undefined),
  ).toMatchObject({
    vendor: undefined,
    amount: undefined,
    completed: undefined,
    lines: [],
  })
})
test('returns how much more an offer costs than the cheapest in the same currency', () => {
  const all = [offer('a', 10_000), offer('b', 12_500), offer('a', 900, {}, 'GBP')]
  expect(all.map((o) => dearerBy(o, all))).toEqual([
    { amount: 0, bps: 0 },
    { amount: 2500, bps: 2500 },
    undefined,
  ])
})
test('finds the best offers of each row, if any is better', () => {
  const [a, b, c] = [
    offer('a', 300, { startOn: '2026-03-02' }),
    offer('b', 200, { startOn: '2026-03-01' }),
    offer('a', 200),
  ]
  expect([...bestBy('price', [a, b, c])]).toEqual([b, c])
  expect([...bestBy('start', [a, b, c])]).toEqual([b])
  expect([...bestBy('completed', [a, b])]).toEqual([a])
  expect(bestBy('rating', [a, b]).size).toBe(0)
  expect(bestBy('price', [b, c]).size).toBe(0)
  expect(bestBy('price', [a, offer('b', 1, {}, 'GBP')]).size).toBe(0)
})
test('sorts the best offer first and unknown values last', () => {
  const [a, b, c] = [offer('a', 300), offer('b', 200), offer('b', null)]
  expect(sorted('price', [c, a, b])).toEqual([b, a, c])
  expect(sorted('rating', [b, a])).toEqual([a, b])
})
