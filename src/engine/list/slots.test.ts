import { expect, test } from 'vitest'
import { noSlots, slotsOf } from './slots.ts'

test('a new request reuses row elements by position', () => {
  const first = slotsOf(noSlots, 'by name', ['a', 'b', 'c'])
  expect(first.of).toEqual([0, 1, 2])
  expect(slotsOf(first, 'by date', ['c', 'x', 'a']).of).toEqual([0, 1, 2])
  const shorter = slotsOf(first, 'filtered', ['b'])
  expect(shorter.of).toEqual([0])
  // No number comes twice, not even those of elements that are gone.
  expect(slotsOf(shorter, 'all', ['a', 'b', 'c']).of).toEqual([0, 3, 4])
})

test('within the same request an element stays with its record', () => {
  const first = slotsOf(noSlots, 'by name', ['a', 'b', 'c'])
  const live = slotsOf(first, 'by name', ['n', 'c', 'a'])
  expect(live.of).toEqual([3, 2, 0])
  expect(new Set(slotsOf(live, 'by name', ['b', 'n', 'c', 'a', 'm']).of).size).toBe(5)
})

test('returns the same object for the same rows, so that nothing re-renders', () => {
  const first = slotsOf(noSlots, 'by name', ['a', 'b'])
  expect(slotsOf(first, 'by name', ['a', 'b'])).toBe(first)
})
