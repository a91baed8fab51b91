import { expect, test } from 'vitest'
import { mergedGroups, totalsOf } from './sums.ts'

const eur = (amount: number) => ({ amount, currency: 'EUR' })
const usd = (amount: number) => ({ amount, currency: 'USD' })
const rows = [
  { group: { state: 'open' }, values: { count: 2, 'sum:total': eur(300), 'sum:nights': 3 } },
  { group: { state: 'open' }, values: { count: 1, 'sum:total': usd(50), 'sum:nights': 1 } },
  { group: { state: null }, values: { count: 4, 'sum:total': null, 'sum:nights': null } },
]

test('currencies stay apart, groups do not', () => {
  const groups = mergedGroups(rows, 'state', ['total', 'nights'])
  expect(groups.map((g) => [g.value, g.count])).toEqual([
    [null, 4],
    ['open', 3],
  ])
  expect(groups[1]?.sums).toEqual({
    total: [eur(300), usd(50)],
    nights: [{ amount: 4, currency: undefined }],
  })
  expect(totalsOf(groups)).toMatchObject({ count: 7, sums: { total: [eur(300), usd(50)] } })
})

test('nothing sums up to nothing', () => expect(totalsOf([])).toMatchObject({ count: 0, sums: {} }))
