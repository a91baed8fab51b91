import { describe, expect, test } from 'vitest'
import type { Filter } from '#model/query.ts'
import { toy, toyModel } from '#tests/toy.ts'
import { choicesOf, draftOf, filterOfDraft, newCondition } from './filterDraft.ts'

const book = toy('book', toyModel)
const back = (filter: Filter) =>
  filterOfDraft(draftOf(filter, book, toyModel)!, book, toyModel, 'EUR')

describe('the filter builder', () => {
  const filters: Filter[] = [
    { path: ['pages'], op: 'gte', value: 10 },
    { path: ['publishedOn'], op: 'between', value: '@d-6:0' },
    {
      and: [
        { path: ['author', 'country'], op: 'eq', value: 'PT' },
        {
          or: [
            { path: ['price'], op: 'lt', value: 1250, currency: 'EUR' },
            { path: ['royalty'], op: 'between', value: [1000, 1250] },
          ],
        },
      ],
    },
    {
      or: [
        { path: ['state'], op: 'in', value: ['draft', 'rejected'] },
        { path: ['blurb'], op: 'isNull', value: true },
      ],
    },
  ]
  test.each(filters)('shows a filter and returns it unchanged: %j', (filter) => {
    expect(back(filter)).toEqual(filter)
  })

  test.each([
    ['pages', '١٢', 12],
    ['price', '١٢٫٥', 1250],
    ['price', '1.234,5', 123_450],
    ['royalty', '12,5', 1250],
  ])('reads %s %s in local number formats', (name, text, value) => {
    const condition = { id: 1, path: [name], op: 'gte', values: [text] } as const
    const draft = { id: 1, all: true, conditions: [condition], groups: [] }
    expect(filterOfDraft(draft, book, toyModel, 'EUR')).toMatchObject({ path: [name], value })
  })
  test.each(['ten', '1.2.3', '1,2,3'])('rejects %s as a number', (text) => {
    const condition = { id: 1, path: ['price'], op: 'gte', values: [text] } as const
    const draft = { id: 1, all: true, conditions: [condition], groups: [] }
    expect(filterOfDraft(draft, book, toyModel, 'EUR')).toBe('incomplete')
  })

  test('rejects a condition without a value', () => {
    const [choice] = choicesOf(book, toyModel, () => true)
    expect(
      filterOfDraft(
        { id: 1, all: true, conditions: [newCondition(choice!)], groups: [] },
        book,
        toyModel,
        'EUR',
      ),
    ).toBe('incomplete')
  })
  test('does not edit a filter nested deeper than it can show', () => {
    const one: Filter = { path: ['pages'], op: 'eq', value: 1 }
    expect(
      draftOf({ and: [one, { or: [one, { and: [one, one] }] }] }, book, toyModel),
    ).toBeUndefined()
  })
  test('offers fields through one relation, without fields the person may not read', () => {
    const paths = choicesOf(
      book,
      toyModel,
      (r, f) => !(r.entity === 'author' && f === 'rank') && f !== 'notes',
    ).map((c) => c.path.join('.'))
    expect(paths).toEqual(expect.arrayContaining(['title', 'author.country', 'createdAt']))
    expect(paths).not.toContain('author.rank')
    expect(paths).not.toContain('notes')
    expect(paths.some((p) => p.split('.').length > 2)).toBe(false)
  })
})
