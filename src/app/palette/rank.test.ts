import { expect, test } from 'vitest'
import { frequency, match, rank } from './rank.ts'

const none = new Map<string, number>()
const of = (...labels: string[]) => labels.map((label) => ({ key: label, label }))

test('ranks an exact match before prefixes, word starts, initials and scattered characters', () => {
  const found = rank(
    of('Oversee rooms', 'Bookings of rooms', 'Rooms', 'Room types', 'Restore old offers', 'Hotels'),
    'rooms',
    none,
  ).map((c) => c.label)
  expect(found[0]).toBe('Rooms')
  expect(found.slice(1)).toEqual(['Oversee rooms', 'Bookings of rooms', 'Room types'])
  expect(match('Room types', 'room')).toBeGreaterThan(match('Types of room', 'room'))
  expect(match('Service sub-categories', 'ssc')).toBeGreaterThan(0)
  expect(match('Order dashboard', 'od')).toBeGreaterThan(match('Orders', 'odr'))
  expect(match('Subscriptions', 'sbscr')).toBeGreaterThan(0)
  expect(match('Hotels', 'zzz')).toBe(0)
})

test('ignores accents, case and word order', () => {
  expect(match('Código', 'codigo')).toBe(match('Codigo', 'CÓDIGO'))
  expect(match('Add hotel', 'hotel add')).toBeGreaterThan(0)
})

test('ranks a frequently used command before an equal match, with a limit on the bonus', () => {
  const uses = new Map([['Add booking', 20]])
  expect(rank(of('Add banner', 'Add booking'), 'add b', uses)[0]?.label).toBe('Add booking')
  expect(frequency(1000)).toBe(2)
  expect(rank(of('Bookings', 'Add x booking'), 'bookings', none).map((c) => c.label)).toEqual([
    'Bookings',
  ])
})
