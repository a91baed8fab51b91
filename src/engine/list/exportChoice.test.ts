import { expect, test } from 'vitest'
import { parseListQuery } from '#model/urlQueryParse.ts'
import { toy, toyModel } from '#tests/toy.ts'
import { exportRequest, inOrder, type ExportChoice, type ExportedList } from './exportChoice.ts'
import { queryOf } from './queryOf.ts'

const book = toy('book', toyModel)
const list: ExportedList = {
  resource: book,
  query: queryOf(
    {
      resource: book,
      model: toyModel,
      search: { search: 'sea', sort: '-price', page: 4 },
      zone: 'UTC',
    },
    ['title', 'price'],
  ),
  zone: 'Asia/Tokyo',
  matching: undefined,
  selection: {},
  trashed: false,
  allowed: (_, field) => field !== 'notes',
}
const choice: ExportChoice = {
  file: 'xlsx',
  rows: 'matching',
  columns: ['title', 'price'],
  keys: false,
  ids: false,
  children: 'none',
}
const OWN = ['for', 'language', 'tz', 'headers', 'ids', 'children']
const asked = (more: Partial<ExportChoice>, of: Partial<ExportedList> = {}) => {
  const { format, params } = exportRequest({ ...list, ...of }, { ...choice, ...more }, 'pt')
  const parsed = parseListQuery(book, toyModel, params, { ignore: OWN })
  const own = Object.fromEntries([...params].filter(([name]) => OWN.includes(name)))
  return { format, own, query: 'query' in parsed ? parsed.query : parsed.problems }
}

test('exports the matching rows as xlsx or CSV in the person’s language and time zone', () => {
  expect(asked({})).toMatchObject({
    format: 'xlsx',
    own: { language: 'pt', tz: 'Asia/Tokyo' },
    query: { search: 'sea', fields: ['title', 'price'] },
  })
  expect(asked({ file: 'csv', keys: true, ids: true, children: 'lines' })).toMatchObject({
    format: 'csv',
    own: { for: 'people', headers: 'names', ids: 'true', children: 'lines' },
    query: { fields: ['title', 'price', 'chapters'] },
  })
})

test('chosen columns keep the order of the screen, also one that was chosen again', () => {
  const all = ['title', 'price', 'author', 'author.email', 'pages']
  const shown = ['author.email', 'title', 'price']
  expect(inOrder(['price', 'pages', 'author', 'title', 'author.email'], shown, all)).toEqual([
    'author.email',
    'title',
    'price',
    'author',
    'pages',
  ])
})

test('an exact CSV export has no language, time zone or header options', () => {
  expect(asked({ file: 'exact', keys: true })).toMatchObject({ format: 'csv', own: {} })
})

test('exports all rows, or any number of selected rows', () => {
  const all = asked({ rows: 'all' }).query
  expect(all).toMatchObject({ sort: [{ field: 'price', descending: true }] })
  expect(all).not.toHaveProperty('search')
  const ids = Array.from(
    { length: 450 },
    (_, at) => `01900000-0000-7000-8000-${String(at).padStart(12, '0')}`,
  )
  const selection = Object.fromEntries(ids.map((id) => [id, true as const]))
  expect(asked({ rows: 'selected' }, { selection }).query).toMatchObject({
    filter: {
      or: [0, 200, 400].map((at) => ({ path: ['id'], op: 'in', value: ids.slice(at, at + 200) })),
    },
  })
})
