import { expect, test } from 'vitest'
import type { Json } from '#model/types.ts'
import type { RecordData } from '#data/types.ts'
import { toy, toyModel } from '#tests/toy.ts'
import { searchOfCell } from './cellFilter.ts'

const book = toy('book', toyModel)
const zone = 'Europe/Lisbon'
const of = (name: string, value: Json, search = {}, allowed = () => true) => {
  const row: RecordData = { id: 'x', version: 1, [name]: value }
  return searchOfCell({ resource: book, search, zone, allowed }, row, name, toyModel)
}

test('a choice is a quick filter; other values are conditions beside those there are', () => {
  expect(of('state', 'draft')).toEqual({ state: 'draft' })
  const code = { path: ['code'], op: 'eq', value: 'A1' }
  expect(of('code', 'A1')).toEqual({ where: code })
  const pages = { path: ['pages'], op: 'eq', value: 5 } as const
  expect(of('code', 'A1', { where: pages })).toEqual({ where: { and: [pages, code] } })
  expect(of('code', 'A1', { where: { or: [pages, pages] } })).toEqual({
    where: { and: [{ or: [pages, pages] }, code] },
  })
})

test('an amount has its currency, a time its day, and nothing is empty', () => {
  expect(of('price', { amount: 1250, currency: 'EUR' })).toEqual({
    where: { path: ['price'], op: 'eq', value: 1250, currency: 'EUR' },
  })
  expect(of('availableAt', '2027-07-01T23:30:00.000Z')).toEqual({
    where: {
      path: ['availableAt'],
      op: 'between',
      value: ['2027-07-01T23:00:00.000Z', '2027-07-02T22:59:59.999Z'],
    },
  })
  expect(of('blurb', null)).toEqual({ where: { path: ['blurb'], op: 'isNull', value: true } })
})

test('a column of a related record narrows through it; what may not be read does not', () => {
  expect(of('author.country', 'PT')).toEqual({
    where: { path: ['author', 'country'], op: 'eq', value: 'PT' },
  })
  expect(of('code', 'A1', {}, () => false)).toBeUndefined()
})
