import { describe, expect, test } from 'vitest'
import { formatListQuery } from '#model/urlQuery.ts'
import { parseListQuery } from '#model/urlQueryParse.ts'
import { listOf } from '#data/queries.ts'
import { toy, toyModel } from '#tests/toy.ts'
import { readListSearch, type AnyListSearch } from '../listSearch.ts'
import { parseSearch, stringifySearch } from '#model/searchText.ts'
import { conditionsOf, filterOf, isNarrowed, nothingNarrowed, queryOf, sortOf } from './queryOf.ts'
import { dayStart, nextDay } from '#model/zone.ts'

const book = toy('book', toyModel)
const ID = '0198f6a2-0000-7000-8000-000000000001'
const ID2 = '0198f6a2-0000-7000-8000-000000000002'
const field = (name: string) => book.fields.find((f) => f.name === name)!
const asked = (search: AnyListSearch) => ({
  resource: book,
  model: toyModel,
  search,
  zone: 'Europe/Lisbon',
})
const query = (search: AnyListSearch) => queryOf(asked(search), ['title'])

describe('quick filters', () => {
  test('use the operator that suits the field kind', () => {
    const zone = 'Europe/Lisbon'
    expect(conditionsOf(field('state'), 'draft', { zone })).toEqual([
      { path: ['state'], op: 'eq', value: 'draft' },
    ])
    expect(conditionsOf(field('state'), ['draft', 'published'], { zone })).toEqual([
      { path: ['state'], op: 'in', value: ['draft', 'published'] },
    ])
    expect(conditionsOf(field('coAuthors'), [ID, ID2], { zone })).toEqual([
      { path: ['coAuthors'], op: 'hasAny', value: [ID, ID2] },
    ])
    expect(conditionsOf(field('moods'), 'dark', { zone })).toEqual([
      { path: ['moods'], op: 'has', value: 'dark' },
    ])
    expect(conditionsOf(field('title'), 'sea', { zone })).toEqual([
      { path: ['title'], op: 'contains', value: 'sea' },
    ])
    expect(conditionsOf(field('inPrint'), false, { zone })).toEqual([
      { path: ['inPrint'], op: 'eq', value: false },
    ])
    expect(conditionsOf(field('pages'), '10..', { zone })).toEqual([
      { path: ['pages'], op: 'gte', value: 10 },
    ])
    expect(conditionsOf(field('publishedOn'), '2017-07-01..2017-07-31', { zone })).toEqual([
      { path: ['publishedOn'], op: 'gte', value: '2017-07-01' },
      { path: ['publishedOn'], op: 'lte', value: '2017-07-31' },
    ])
    expect(conditionsOf(field('price'), '100 EUR..900 EUR', { zone })).toEqual([
      { path: ['price'], op: 'gte', value: 100, currency: 'EUR' },
      { path: ['price'], op: 'lte', value: 900, currency: 'EUR' },
    ])
  })

  test('cover whole days of a datetime field in the person’s time zone', () => {
    expect(
      conditionsOf(field('availableAt'), '2026-07-01..2026-07-02', {
        zone: 'Europe/Lisbon',
      }),
    ).toEqual([
      { path: ['availableAt'], op: 'gte', value: '2026-06-30T23:00:00.000Z' },
      { path: ['availableAt'], op: 'lt', value: '2026-07-02T23:00:00.000Z' },
    ])
    expect(dayStart('2026-03-29', 'Europe/Lisbon')).toBe('2026-03-29T00:00:00.000Z')
    expect(dayStart('2026-03-30', 'Europe/Lisbon')).toBe('2026-03-29T23:00:00.000Z')
    expect(nextDay('2026-02-28')).toBe('2026-03-01')
  })
})

test('periods become the days they are now, in quick filters and in groups', () => {
  // In Lisbon it is the first of March already.
  const now = Date.parse('2027-02-28T23:59:00Z') + 60_000
  const filter = (search: AnyListSearch, zone = 'Europe/Lisbon') =>
    filterOf({ ...asked(readListSearch(book, search)), zone, now })
  expect(filter({ publishedOn: '@d-6:0' })).toEqual({
    and: [
      { path: ['publishedOn'], op: 'gte', value: '2027-02-23' },
      { path: ['publishedOn'], op: 'lte', value: '2027-03-01' },
    ],
  })
  const of = (name: string, value: string): AnyListSearch => ({
    where: { not: { or: [{ path: [name], op: 'between', value }] } },
  })
  const days = (name: string, value: readonly string[]) => ({
    not: { or: [{ path: [name], op: 'between', value }] },
  })
  expect(filter(of('publishedOn', '@m-1:0'))).toEqual(
    days('publishedOn', ['2027-02-01', '2027-03-31']),
  )
  expect(filter(of('publishedOn', '@y0:0'), 'America/Lima')).toEqual(
    days('publishedOn', ['2027-01-01', '2027-12-31']),
  )
  expect(filter(of('availableAt', '@m0:0'))).toEqual(
    days('availableAt', ['2027-03-01T00:00:00.000Z', '2027-03-31T22:59:59.999Z']),
  )
  // Weeks of English without a country begin on Sunday; the first of March 2027 is a Monday.
  expect(filter(of('publishedOn', '@w0:0'))).toEqual(
    days('publishedOn', ['2027-02-28', '2027-03-06']),
  )
  // They are periods of days only.
  for (const name of ['pages', 'title']) expect(filter(of(name, '@d0:0'))).toBeUndefined()
  expect(filter({ pages: '@d0:0' })).toBeUndefined()
})

describe('a list in the address', () => {
  const states: AnyListSearch[] = [
    {},
    { sort: '-price', page: 3, limit: 100 },
    { search: 'sea', state: ['draft', 'published'], genre: 'poetry' },
    { author: ID, publishedOn: '..2020-01-01', trashed: true },
    {
      state: 'draft',
      where: {
        or: [
          { path: ['author', 'country'], op: 'eq', value: 'PT' },
          {
            and: [
              { path: ['state'], op: 'in', value: ['rejected'] },
              { path: ['pages'], op: 'between', value: [1, 9] },
            ],
          },
        ],
      },
    },
  ]
  test.each(states)('round-trips and forms a request that the server accepts: %j', (state) => {
    const full = readListSearch(book, state as Record<string, unknown>)
    expect(readListSearch(book, parseSearch(stringifySearch(full)))).toEqual(full)
    const parsed = parseListQuery(book, toyModel, formatListQuery(listOf(query(full))))
    expect(parsed).toHaveProperty('query')
  })

  test('drops a filter with an unknown or unreadable field instead of failing', () => {
    const where = { path: ['author', 'country'], op: 'eq', value: 'PT' } as const
    expect(filterOf(asked({ where }))).toEqual(where)
    expect(filterOf(asked({ where: { path: ['nonsense'], op: 'eq', value: 1 } }))).toBeUndefined()
    expect(
      filterOf({
        ...asked({ where }),
        allowed: (r, f) => !(r.entity === 'author' && f === 'country'),
      }),
    ).toBeUndefined()
    expect(
      filterOf({ ...asked({ state: 'draft' }), allowed: (_, f) => f !== 'state' }),
    ).toBeUndefined()
  })

  test('omits the state filter for the counts of the state tabs', () => {
    expect(filterOf(asked({ state: 'draft', genre: 'novel' }), 'state')).toEqual({
      path: ['genre'],
      op: 'eq',
      value: 'novel',
    })
  })

  test('limits the page to the last one the server accepts', () => {
    expect(query({ page: 9000, limit: 200 }).page).toBe(50)
    expect(query({ page: 1 })).not.toHaveProperty('page')
  })

  test('clears every search and filter', () => {
    const state: AnyListSearch = { search: 'x', state: 'draft', sort: 'title' }
    expect(isNarrowed(book, state)).toBe(true)
    expect(isNarrowed(book, { ...state, ...nothingNarrowed(book) })).toBe(false)
    expect(sortOf(book, {})).toEqual([{ field: 'createdAt', descending: true }])
  })
})
