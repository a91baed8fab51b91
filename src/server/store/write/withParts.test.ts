import { expect, test } from 'vitest'
import type { RecordData } from '../types.ts'
import { withParts } from './withParts.ts'

const names = new Set(['shelf'])
const before = { shelf: { line: 'A 1', city: 'Porto' } } as Partial<RecordData> as RecordData

test('a group keeps parts that are left out, and loses parts set to null', () => {
  expect(withParts({ shelf: { city: 'Faro' }, n: 1 }, before, names)).toEqual({
    shelf: { line: 'A 1', city: 'Faro' },
    n: 1,
  })
  expect(withParts({ shelf: { city: null } }, before, names)).toEqual({ shelf: { line: 'A 1' } })
  expect(withParts({ shelf: { line: null, city: null } }, before, names)).toEqual({ shelf: null })
})

test('a new record gets no empty group, and other values stay unchanged', () => {
  expect(withParts({ shelf: { line: null } }, null, names)).toEqual({})
  expect(withParts({ shelf: { line: null }, other: { a: null } }, null, new Set())).toEqual({
    shelf: { line: null },
    other: { a: null },
  })
})
