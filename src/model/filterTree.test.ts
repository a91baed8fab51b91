import { describe, expect, test } from 'vitest'
import { libraryModel, toy } from '#tests/toy.ts'
import { validateFilter } from './filterTree.ts'
import { parseFilter } from './filterParse.ts'
import { formatFilter, MAX_CONDITIONS, type Allowed } from './filterUrl.ts'
import type { Filter } from './query.ts'

const book = toy('book')
const valid = (raw: unknown, allowed?: Allowed) => validateFilter(book, libraryModel, raw, allowed)
const title = { path: ['title'], op: 'contains', value: 'sea' } satisfies Filter
const nested = (depth: number): Filter => (depth ? { not: nested(depth - 1) } : title)

describe('validateFilter', () => {
  test('returns the same filter as parsing its URL form', () => {
    const filters: Filter[] = [
      title,
      { or: [title, { not: { path: ['inPrint'], op: 'eq', value: true } }] },
      { and: [{ or: [title, title] }, { path: ['price'], op: 'gte', value: 5, currency: 'EUR' }] },
      { path: ['fee'], op: 'lt', value: 900 },
      { path: ['price'], op: 'isNull', value: true },
    ]
    for (const filter of filters) {
      const url = new URLSearchParams()
      formatFilter(filter, url)
      expect(valid(filter)).toEqual(parseFilter(book, libraryModel, url).filter)
    }
  })

  test('converts values to the type of their field', () => {
    expect(valid({ path: ['inPrint'], op: 'eq', value: 'true' })).toMatchObject({ value: true })
    expect(valid({ path: ['fee'], op: 'in', value: ['1', 2] })).toMatchObject({ value: [1, 2] })
  })

  test.each([
    ['nothing', null],
    ['an empty group', { and: [] }],
    ['an unknown field', { path: ['nam'], op: 'eq', value: 'x' }],
    ['an unknown operator', { path: ['title'], op: 'constructor', value: 'x' }],
    ['a wrong value', { path: ['inPrint'], op: 'eq', value: 'maybe' }],
    ['a path that is not a list', { path: 'title', op: 'eq', value: 'x' }],
    ['an amount without its currency', { path: ['price'], op: 'eq', value: 5 }],
    ['an unknown currency', { path: ['price'], op: 'eq', value: 5, currency: 'XXQ' }],
    ['a currency of a text', { ...title, currency: 'EUR' }],
    ['one wrong member', { or: [title, { path: ['nam'], op: 'eq', value: 'x' }] }],
    ['a group that is too deep', nested(4)],
    ['too many conditions', { and: [{ or: Array(MAX_CONDITIONS).fill(title) }, title] }],
  ])('rejects %s', (_, raw) => {
    expect(valid(raw)).toBeUndefined()
  })

  test('accepts a filter at the depth and size limits', () => {
    expect(valid(nested(3))).toEqual(nested(3))
    expect(valid({ or: Array(MAX_CONDITIONS).fill(title) })).toBeDefined()
  })

  test('rejects a field that the caller may not read', () => {
    expect(valid(title, (_, field) => field !== 'title')).toBeUndefined()
  })
})
