import { expect, test } from 'vitest'
import { guestsOf, heatOf, shareTaken, sumOf } from './nights.ts'

test.each([
  [0, 4, '0'],
  [1, 4, '1'],
  [2, 4, '2'],
  [3, 4, '3'],
  [4, 4, 'full'],
  [5, 4, 'over'],
  [0, 0, 'closed'],
  [1, 0, 'over'],
] as const)('shows %i of %i rooms taken as %s', (taken, rooms, heat) => {
  expect(heatOf(taken, rooms, true)).toBe(heat)
})
test('shows a closed hotel as closed, but still shows overbooking', () => {
  expect([heatOf(1, 4, false), heatOf(5, 4, false)]).toEqual(['closed', 'over'])
})
test('adds up room types and computes the share of taken room nights', () => {
  const all = sumOf(
    [
      { code: 'A', name: '', rooms: 2, taken: [2, 0] },
      { code: 'B', name: '', rooms: 3, taken: [1, 2] },
    ],
    2,
  )
  expect(all).toMatchObject({ rooms: 5, taken: [3, 2] })
  expect(shareTaken(all)).toBe(5000)
  expect(shareTaken({ ...all, rooms: 0 })).toBeUndefined()
})
test('filters the guests of a night by their actual departure day, otherwise the planned one', () => {
  expect(guestsOf('h', '2026-06-10', 'DBL')).toEqual({
    hotel: 'h',
    layout: 'table',
    state: ['pending', 'confirmed', 'checked_in', 'checked_out'],
    where: {
      and: [
        { path: ['checkIn'], op: 'lte', value: '2026-06-10' },
        {
          or: [
            { path: ['leftOn'], op: 'gt', value: '2026-06-10' },
            {
              and: [
                { path: ['leftOn'], op: 'isNull', value: true },
                { path: ['checkOut'], op: 'gt', value: '2026-06-10' },
              ],
            },
          ],
        },
        { path: ['roomTypeCode'], op: 'eq', value: 'DBL' },
      ],
    },
  })
})
