import { expect, test } from 'vitest'
import { daysOfMonth } from '../../list/layouts/months.ts'
import { chosenDay, dayAfterKey, nightsOf, partOf, rangeWith, weeksOfMonth } from './range.ts'

const [mon, tue, thu] = ['2026-06-01', '2026-06-02', '2026-06-04']

test('takes the first day as arrival and a later one as departure', () => {
  expect(chosenDay({}, mon)).toEqual({ from: mon })
  expect(chosenDay({ from: mon }, thu)).toEqual({ from: mon, until: thu })
})
test('starts again on an earlier or the same day, and after a complete stay', () => {
  expect(chosenDay({ from: tue }, mon)).toEqual({ from: mon })
  expect(chosenDay({ from: tue }, tue)).toEqual({ from: tue })
  expect(chosenDay({ from: mon, until: tue }, thu)).toEqual({ from: thu })
})
test('counts the nights of a complete stay', () => {
  expect([nightsOf({}), nightsOf({ from: mon }), nightsOf({ from: mon, until: thu })]).toEqual([
    0, 0, 3,
  ])
})
test('returns the part of a stay that a day belongs to', () => {
  const stay = { from: mon, until: thu }
  expect([mon, tue, thu, '2026-06-05'].map((day) => partOf(stay, day))).toEqual([
    'from',
    'within',
    'until',
    undefined,
  ])
})
test('lays out a month in weeks that begin on Monday', () => {
  const weeks = weeksOfMonth(daysOfMonth('2026-08'))
  expect(weeks).toHaveLength(6)
  expect(weeks[0]).toEqual([
    ...Array.from({ length: 5 }, () => undefined),
    '2026-08-01',
    '2026-08-02',
  ])
  expect(weeks.flat().filter(Boolean)).toHaveLength(31)
})
test('moves by days and weeks with arrow keys, mirrored in right-to-left layouts', () => {
  expect(dayAfterKey(mon, 'ArrowRight', 1)).toBe(tue)
  expect(dayAfterKey(tue, 'ArrowRight', -1)).toBe(mon)
  expect(dayAfterKey(mon, 'ArrowDown', -1)).toBe('2026-06-08')
  expect(dayAfterKey(mon, 'x', 1)).toBeUndefined()
})
test('keeps the other end of a range unless the order would be wrong', () => {
  const range = { from: mon, until: thu }
  expect(rangeWith(range, tue, 'from')).toEqual({ from: tue, until: thu })
  expect(rangeWith(range, '2026-06-05', 'from')).toEqual({ from: '2026-06-05' })
  expect(rangeWith(range, tue, 'until')).toEqual({ from: mon, until: tue })
  expect(rangeWith({ from: tue }, mon, 'until')).toEqual({ from: mon })
  expect(rangeWith({}, mon, 'until')).toEqual({ from: undefined, until: mon })
})
test('begins weeks on the given weekday', () => {
  expect(weeksOfMonth(daysOfMonth('2026-08'), 7)[0]).toEqual([
    ...Array.from({ length: 6 }, () => undefined),
    '2026-08-01',
  ])
})
