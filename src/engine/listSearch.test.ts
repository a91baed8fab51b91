import { expect, test } from 'vitest'
import { allResources, modelOf } from './resource.ts'
import { readListSearch } from './listSearch.ts'
import { parseSearch, stringifySearch } from '#model/searchText.ts'

const id = '018f0000-0000-7000-8000-000000000001'
const read = (collection: string, address: string) => {
  const resource = modelOf(collection)
  if (!resource) throw new Error(collection)
  return Object.fromEntries(
    Object.entries(readListSearch(resource, parseSearch(address))).filter(
      ([, v]) => v !== undefined,
    ),
  )
}

test('parses valid parameters into typed values', () => {
  expect(
    read(
      'hotels',
      `?stars=4&state=published&sort=-createdAt&page=3&limit=100&search=mar&trashed=true&vendor=${id}`,
    ),
  ).toEqual({
    stars: 4,
    state: 'published',
    sort: '-createdAt',
    page: 3,
    limit: 100,
    search: 'mar',
    trashed: true,
    vendor: id,
  })
  expect(read('hotels', '?state=draft&state=published&stars=3..')).toEqual({
    state: ['draft', 'published'],
    stars: '3..',
  })
  expect(read('bookings', '?checkIn=2017-07-01..2017-07-31')).toEqual({
    checkIn: '2017-07-01..2017-07-31',
  })
  expect(read('user-roles', '?system=false')).toEqual({ system: false })
})

test.each([
  'sort=description',
  'sort=password',
  'sort=--name',
  'page=0',
  'page=-1',
  'page=1.5',
  'page=x',
  'page=1e9',
  'limit=30',
  'limit=0',
  'state=live',
  'stars=four',
  'stars=..',
  'stars=1..x',
  'vendor=acme',
  'trashed=1',
  'where=%7B',
  'where=%5B%5D',
  'where=%7B%22path%22%3A1%7D',
  'where=%7B%22path%22%3A%5B%22pasword%22%5D%2C%22op%22%3A%22eq%22%2C%22value%22%3A1%7D',
  'where=%7B%22path%22%3A%5B%22stars%22%5D%2C%22op%22%3A%22contains%22%2C%22value%22%3A1%7D',
  'page=401',
  'nothing=1',
  'search=',
  'search=%20',
])('drops %s', (text) => {
  expect(read('hotels', `?${text}`)).toEqual({})
})

test('drops pages beyond the limit for the page size', () => {
  expect(read('hotels', '?page=400')).toEqual({ page: 400 })
  expect(read('hotels', '?page=51&limit=200')).toEqual({ limit: 200 })
})

test('drops only the invalid ones of several values', () => {
  expect(read('hotels', '?state=draft&state=live')).toEqual({ state: 'draft' })
})

test('returns every known name, so that a dropped value cannot reappear from the raw search', () => {
  for (const resource of allResources()) {
    const out = readListSearch(resource, {
      sort: 'x',
      page: 'x',
      limit: 'x',
      where: 'x',
      trashed: 'x',
    })
    expect(Object.keys(out)).toEqual(
      expect.arrayContaining([
        'sort',
        'page',
        'limit',
        'where',
        'trashed',
        'search',
        ...resource.list.filters,
      ]),
    )
  }
})

test('round-trips a search through the address', () => {
  const search = {
    state: ['draft', 'published'],
    stars: '3..5',
    sort: '-createdAt',
    page: 2,
    limit: 50,
    search: 'a & b = c',
    where: { or: [{ path: ['vendor', 'state'], op: 'eq', value: 'approved' }] },
  }
  expect(read('hotels', stringifySearch(search))).toEqual(search)
})

test('writes readable search parameters', () => {
  expect(stringifySearch({ state: 'published', sort: '-createdAt', page: undefined })).toBe(
    '?state=published&sort=-createdAt',
  )
  expect(stringifySearch({})).toBe('')
})
