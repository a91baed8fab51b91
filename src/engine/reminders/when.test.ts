import { expect, test } from 'vitest'
import { offeredInstant, offersOf, wallTimeOf } from './when.ts'

const LISBON = 'Europe/Lisbon'
const AUCKLAND = 'Pacific/Auckland'

test('offers nine o’clock in the person’s time zone', () => {
  // Friday evening in Lisbon, Saturday in Auckland.
  const now = Date.parse('2026-11-20T21:30:00Z')
  expect(wallTimeOf('tomorrow', now, LISBON)).toBe('2026-11-21T09:00')
  expect(wallTimeOf('tomorrow', now, AUCKLAND)).toBe('2026-11-22T09:00')
  expect(wallTimeOf('monday', now, LISBON)).toBe('2026-11-23T09:00')
  expect(wallTimeOf('week', now, LISBON)).toBe('2026-11-27T09:00')
})

test('offers the next Monday: a week later on a Monday, the next day on a Sunday', () => {
  expect(wallTimeOf('monday', Date.parse('2026-11-23T08:00:00Z'), LISBON)).toBe('2026-11-30T09:00')
  expect(wallTimeOf('monday', Date.parse('2026-11-22T08:00:00Z'), LISBON)).toBe('2026-11-23T09:00')
})

test('gives the instant of an offer, across daylight saving', () => {
  const friday = Date.parse('2026-10-23T08:00:00Z')
  expect(offeredInstant('tomorrow', friday, LISBON)).toBe('2026-10-24T08:00:00.000Z')
  expect(offeredInstant('monday', friday, LISBON)).toBe('2026-10-26T09:00:00.000Z')
})

test('offers each time once: no Monday when it is tomorrow or in a week', () => {
  const at = (day: string) => offersOf(Date.parse(`${day}T08:00:00Z`), LISBON)
  expect(at('2026-11-21')).toEqual(['tomorrow', 'monday', 'week'])
  expect(at('2026-11-22')).toEqual(['tomorrow', 'week'])
  expect(at('2026-11-23')).toEqual(['tomorrow', 'week'])
})
