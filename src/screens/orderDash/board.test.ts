import { expect, test } from 'vitest'
import { ageOf, boardFilter, columnFilter, columnSort, totalsByState } from './board.ts'

const now = Date.parse('2026-03-10T12:00:00Z')
const hour = 3_600_000

test('an open order is late after its due time and due soon within a day before it', () => {
  expect(ageOf({ state: 'placed', dueAt: '2026-03-10T10:00:00Z' }, now)).toEqual({
    kind: 'late',
    ms: 2 * hour,
  })
  expect(ageOf({ state: 'confirmed', dueAt: '2026-03-10T15:00:00Z' }, now)).toEqual({
    kind: 'soon',
    ms: 3 * hour,
  })
  expect(ageOf({ state: 'confirmed', dueAt: '2026-03-13T12:00:00Z' }, now)).toEqual({
    kind: 'due',
    ms: 72 * hour,
  })
})
test('a closed order shows its age since it was placed; one without due time since its creation', () => {
  expect(
    ageOf(
      { state: 'completed', dueAt: '2026-03-01T10:00:00Z', placedAt: '2026-03-10T11:00:00Z' },
      now,
    ),
  ).toEqual({ kind: 'placed', ms: hour })
  expect(ageOf({ state: 'draft', createdAt: '2026-03-10T11:00:00Z' }, now).kind).toBe('made')
})
test('totals per state add up counts across currencies but keep sums per currency', () => {
  const row = (state: string, count: number, amount: number, currency: string) => ({
    group: { state },
    values: { count, 'sum:total': { amount, currency } },
  })
  const totals = totalsByState({
    data: [row('placed', 2, 100, 'EUR'), row('placed', 1, 300, 'GBP'), row('draft', 1, 5, 'EUR')],
    included: {},
    truncated: false,
  })
  expect(totals.get('placed')).toEqual({
    count: 3,
    sums: [
      { amount: 300, currency: 'GBP' },
      { amount: 100, currency: 'EUR' },
    ],
  })
  expect(totals.get('draft')?.count).toBe(1)
})
test('sorts open orders by due time and closed ones newest first', () => {
  expect(columnSort('placed')).toEqual({ field: 'dueAt', descending: false })
  expect(columnSort('completed')).toEqual({ field: 'updatedAt', descending: true })
})
test('combines the vendor, kind and late filters of the board', () => {
  expect(boardFilter({}, 'now')).toBeUndefined()
  expect(columnFilter('placed', {}, 'now')).toEqual({ path: ['state'], op: 'eq', value: 'placed' })
  expect(boardFilter({ vendor: 'v', kind: 'service', late: true }, 'now')).toEqual({
    and: [
      { path: ['vendor'], op: 'eq', value: 'v' },
      { path: ['kind'], op: 'eq', value: 'service' },
      { path: ['state'], op: 'in', value: ['placed', 'confirmed', 'in_progress'] },
      { path: ['dueAt'], op: 'lt', value: 'now' },
    ],
  })
})
