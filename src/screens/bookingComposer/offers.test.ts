import { expect, test } from 'vitest'
import { formatOf } from '#ui/format.ts'
import { nightsText, offerFor, type Offer } from './offers.ts'

const offer = (code: string, more: Partial<Offer> = {}): Offer => ({
  code,
  name: code,
  adults: 2,
  children: 0,
  nightlyRate: { amount: 1, currency: 'EUR' },
  total: null,
  left: 1,
  over: [],
  ...more,
})
const one = { adults: 1, children: 0, rooms: 1 }

test('suggests the first free room type that fits the guests, or else the first free one', () => {
  const types = [
    offer('FULL', { left: 0, over: ['2026-06-01'] }),
    offer('SGL', { adults: 1 }),
    offer('DBL'),
  ]
  expect(offerFor(types, undefined, one)?.code).toBe('SGL')
  expect(offerFor(types, undefined, { ...one, adults: 2 })?.code).toBe('DBL')
  expect(offerFor(types, undefined, { adults: 2, children: 0, rooms: 2 })?.code).toBe('SGL')
  expect(offerFor(types, undefined, { ...one, adults: 9 })?.code).toBe('SGL')
  expect(offerFor(types.slice(0, 1), undefined, one)).toBeUndefined()
})
test('keeps the chosen room type, even if it is full', () => {
  const types = [offer('DBL'), offer('FULL', { left: 0, over: ['2026-06-01'] })]
  expect(offerFor(types, 'FULL', one)?.code).toBe('FULL')
  expect(offerFor(types, 'GONE', one)).toBeUndefined()
})
test('joins consecutive nights into ranges', () => {
  const nights = ['2026-06-01', '2026-06-03', '2026-06-04', '2026-06-05']
  expect(nightsText(nights, formatOf('en'))).toBe('Jun 1, 2026 and Jun 3, 2026 – Jun 5, 2026')
})
