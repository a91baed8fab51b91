import { describe, expect, test } from 'vitest'
import { toy } from '#tests/toy.ts'
import type { RecordData } from '#data/types.ts'
import { possibleColumns } from './columns.ts'
import { neededWidth, steadyWidth } from './fitted.ts'

const book = toy('book')
const columns = possibleColumns(book, () => true)
const column = (name: string) => columns.find((c) => c.name === name)!
const drawn = {
  included: {},
  locale: 'en',
  zone: 'UTC',
}
const rowsOf = (...values: readonly Partial<RecordData>[]): RecordData[] =>
  values.map((value, i) => ({ id: String(i), version: 1, ...value }) as RecordData)
const width = (name: string, ...values: readonly Partial<RecordData>[]) =>
  neededWidth(column(name), rowsOf(...values), drawn)

describe('the width of a column', () => {
  test('fits its longest text, up to a limit', () => {
    const short = width('title', { title: 'Short' }, { title: 'Shorter' })
    const long = width('title', { title: 'Short' }, { title: 'A title of thirty characters!!' })
    expect(long).toBeGreaterThan(short + 100)
    expect(width('title', { title: 'x'.repeat(900) })).toBeLessThan(500)
  })
  test('fits its label, even without values', () => {
    expect(width('publishedOn', { publishedOn: null })).toBeGreaterThan(
      column('publishedOn').field.label.length * 7,
    )
    expect(neededWidth(column('title'), [], drawn)).toBeGreaterThan(60)
  })
  test('allows for the wider digits of dates and numbers', () => {
    const wide = width('publishedOn', { publishedOn: '2027-03-16' })
    // Without a canvas each character is 7.4 px; a cell has 22 px beside its text.
    expect(wide).toBeGreaterThan('Mar 16, 2027'.length * 8 + 22)
  })
  test('fits the titles of the referenced records', () => {
    const one = width('coAuthors', { coAuthors: ['a'] })
    expect(width('coAuthors', { coAuthors: ['a', 'b', 'c'] })).toBeGreaterThan(one + 100)
    const known = { authors: { a: { title: 'A name of thirty characters!!!' } } }
    const named = rowsOf({ coAuthors: ['a'] })
    expect(
      neededWidth(column('coAuthors'), named, { ...drawn, included: known as never }),
    ).toBeGreaterThan(30 * 7)
  })
  test('does not shrink while paging', () => {
    expect(steadyWidth('books', column('code'), 120)).toBe(120)
    expect(steadyWidth('books', column('code'), 90)).toBe(120)
    expect(steadyWidth('others', column('code'), 90)).toBe(90)
  })
})
