import { expect, test } from 'vitest'
import { byCollection } from '#model/compile.ts'
import { toy, toyModel } from '#tests/toy.ts'
import { headAt, readStart } from './csv.ts'
import { firstMapping } from './firstMapping.ts'
import { headerIndex } from './headerRow.ts'

const place = {
  mapping: { nulls: [], fields: {} },
  columns: [],
  fields: toy('book', toyModel).fields,
  currency: 'EUR',
  targetOf: (collection: string) => byCollection(toyModel, collection),
}

/** The number of the line that is taken for the header. */
const headerOf = async (...lines: string[]): Promise<number | undefined> => {
  const start = await readStart(new File([lines.join('\n')], 'books.csv'))
  const at = headerIndex(start.lines, (index) => {
    const { columns = [], rows = [] } = headAt(start, index) ?? {}
    return firstMapping(columns, rows, { ...place, columns }).fields
  })
  return headAt(start, at)?.headerRow
}
const data = ['Emma,novel,B-1,400', 'Ilias,poetry,B-2,700']

test('the first line is the header, with known and with unknown names, also of one column', async () => {
  expect(await headerOf('Title,Genre,Code,Pages', ...data)).toBe(1)
  expect(await headerOf('w,x,y,z', ...data)).toBe(1)
  expect(await headerOf('w,,y,z', ...data)).toBe(1)
  expect(await headerOf('Title', 'Emma', 'Genre')).toBe(1)
  expect(await headerOf('Title,Genre')).toBe(1)
})

test('a title above the header is passed over, in one cell or several, with empty lines', async () => {
  const names = 'Title,Genre,Code,Pages'
  expect(await headerOf('Books', names, ...data)).toBe(2)
  expect(await headerOf('"Books, exported 3 May 2026"', '', names, ...data)).toBe(3)
  expect(await headerOf('Books, exported 3 May 2026, by Ann', '', names, ...data)).toBe(3)
  expect(await headerOf('Books,,,', ',,,', 'Filter: all,,,', names, ...data)).toBe(4)
  expect(await headerOf('', 'Books', 'w,x,y,z', ...data)).toBe(3)
  expect(await headerOf('Title,,About,', names, ...data)).toBe(2)
})

test('lines of nothing but separators and blanks are neither header nor rows', async () => {
  const start = await readStart(
    new File(
      [';;\nTitle;Genre;Code\nEmma;novel;B-1\n;;\n ; ;\t\nIlias;poetry;B-2\n;;;;\n'],
      'b.csv',
    ),
  )
  expect(headAt(start, 0)).toMatchObject({
    headerRow: 2,
    columns: ['Title', 'Genre', 'Code'],
    rows: [
      ['Emma', 'novel', 'B-1'],
      ['Ilias', 'poetry', 'B-2'],
    ],
  })
})

test('an empty file has no header', async () => {
  const start = await readStart(new File([''], 'empty.csv'))
  expect(headAt(start, 0)).toBeUndefined()
})
