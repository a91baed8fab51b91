import { expect, test } from 'vitest'
import type { FieldModel } from '#model/types.ts'
import { dateSerial, serialDate } from '../exchange/xlsx/dates.ts'
import { kind } from './instant.ts'

const field = { name: 'dueAt', kind: 'instant' } as FieldModel
const written = (zone: string, exact: boolean) =>
  ({ language: 'en', zone, keys: false, titles: {}, exact }) as const
const of = () => ''

test.each([
  ['Europe/Lisbon', '2026-10-25T01:00Z'],
  ['Europe/Lisbon', '2026-03-29T01:00Z'],
  ['Africa/Cairo', '2026-04-23T22:00Z'],
  ['Africa/Cairo', '2026-10-29T21:00Z'],
] as const)('in %s around %s a cell is read as the instant it was written from', (zone, change) => {
  for (let minutes = -180; minutes <= 180; minutes += 15) {
    for (const more of [0, 17_000, 17_123]) {
      const at = new Date(Date.parse(change) + minutes * 60_000 + more).toISOString()
      const text = kind.write(field, at, written(zone, true), of)
      expect([text, kind.read(field, text, { zone })]).toEqual([text, at])
      // A workbook has a number, or the text where that says more.
      const serial = dateSerial(text)
      const cell = serial === undefined ? text : serialDate(Number(String(serial)), false)!
      expect([cell, kind.read(field, cell, { zone })]).toEqual([cell, at])
    }
  }
})

test('times that occur twice have their offset; others are to the minute unless they are imported again', () => {
  const text = (at: string, exact = false) =>
    kind.write(field, at, written('Europe/Lisbon', exact), of)
  expect(text('2026-10-25T00:30:15.120Z')).toBe('2026-10-25 01:30 +01:00')
  expect(text('2026-10-25T01:30:15.120Z')).toBe('2026-10-25 01:30 +00:00')
  expect(text('2026-10-25T02:30:15.120Z')).toBe('2026-10-25 02:30')
  expect(text('2026-10-25T02:30:15.120Z', true)).toBe('2026-10-25 02:30:15.120')
  expect(text('2026-10-25T02:30:15.000Z', true)).toBe('2026-10-25 02:30:15')
  expect(text('2026-10-25T02:30:00.000Z', true)).toBe('2026-10-25 02:30')
})
