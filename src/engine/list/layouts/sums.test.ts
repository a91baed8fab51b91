import { expect, test } from 'vitest'
import { largestOf, mergedGroups, pivotOf } from './sums.ts'

const eur = (amount: number) => ({ amount, currency: 'EUR' })
const usd = (amount: number) => ({ amount, currency: 'USD' })
const rows = [
  { group: { state: 'open' }, values: { count: 2, 'sum:total': eur(300), 'sum:nights': 3 } },
  { group: { state: 'open' }, values: { count: 1, 'sum:total': usd(50), 'sum:nights': 1 } },
  { group: { state: null }, values: { count: 4, 'sum:total': null, 'sum:nights': null } },
]

test('merges group rows but keeps sums per currency', () => {
  const groups = mergedGroups(rows, 'state', ['sum:total', 'sum:nights'])
  expect(groups.map((g) => [g.value, g.count])).toEqual([
    [null, 4],
    ['open', 3],
  ])
  expect(groups[1]?.sums).toEqual({
    'sum:total': [eur(300), usd(50)],
    'sum:nights': [{ amount: 4, currency: undefined }],
  })
  expect(mergedGroups(rows, undefined, ['sum:total'])).toMatchObject([
    { count: 7, sums: { 'sum:total': [eur(300), usd(50)] } },
  ])
})

test('an average counts as often as its rows have records, in each currency', () => {
  const row = (count: number, total: ReturnType<typeof eur>, nights: number) => ({
    group: { state: 'open' },
    values: { count, 'avg:total': total, 'avg:nights': nights },
  })
  // The server has a row for each pair of currencies of two amounts.
  const [group] = mergedGroups(
    [row(3, eur(100), 2), row(1, eur(500), 6), row(4, usd(70), 2)],
    'state',
    ['avg:total', 'avg:nights'],
  )
  expect(group?.sums).toEqual({
    'avg:total': [eur(200), usd(70)],
    'avg:nights': [{ amount: 2.5, currency: undefined }],
  })
})

test('pivots two group fields into a table with row and column totals', () => {
  const cell = (state: string | null, paid: boolean, count: number, total = eur(count)) => ({
    group: { state, paid },
    values: { count, 'sum:total': total },
  })
  const pivot = pivotOf(
    [
      cell('open', true, 2),
      cell('open', false, 3),
      cell(null, true, 4),
      cell('open', true, 1, usd(7)),
    ],
    'state',
    'paid',
    ['sum:total'],
  )
  expect(pivot.rows.map((g) => [g.value, g.count])).toEqual([
    ['open', 6],
    [null, 4],
  ])
  expect(pivot.columns.map((g) => [g.value, g.count])).toEqual([
    [true, 7],
    [false, 3],
  ])
  expect(pivot.at('open', true)?.sums['sum:total']).toEqual([eur(2), usd(7)])
  expect(pivot.at(null, false)).toBeUndefined()
})

test('the largest groups of two fields have no more cells than the server sends', () => {
  const groups = (count: number, currencies: readonly string[]) =>
    Array.from({ length: count }, (_, i) => ({
      value: i,
      count: count - i,
      sums: { 'sum:total': currencies.map((currency) => ({ amount: i, currency })) },
    }))
  const sizes = (rows: number, columns: number, currencies = ['EUR']) => {
    const found = largestOf(groups(rows, currencies), groups(columns, currencies))
    return [found.rows.length, found.columns.length, found.lessRows, found.lessColumns]
  }
  expect(sizes(5000, 7)).toEqual([142, 7, true, false])
  expect(sizes(5000, 7, ['EUR', 'GBP'])).toEqual([71, 7, true, false])
  expect(sizes(7, 5000)).toEqual([7, 50, false, true])
  expect(sizes(5000, 5000)).toEqual([20, 50, true, true])
  expect(sizes(5000, 1)).toEqual([200, 1, true, false])
})
