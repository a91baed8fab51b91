import { describe, expect, test } from 'vitest'
import { postcards } from '#tests/support/toyDocuments.ts'
import { libraryModel } from '#tests/toy.ts'
import type { Filter, ListQuery } from '../query.ts'
import { decode, encode, reservationName, reservationsOf } from './codec.ts'
import { judge, judgeAll, ruleSafePattern } from './eligible.ts'
import { narrowed } from './narrow.ts'
import {
  documentOperators,
  formatPosition,
  NotPossible,
  parsePosition,
  toDocumentQuery,
} from './query.ts'

const asked = (more: Partial<ListQuery> = {}): ListQuery => ({
  sort: [],
  limit: 25,
  totalExact: false,
  trashed: false,
  ...more,
})
const where = (filter: Filter) => toDocumentQuery(postcards, asked({ filter })).where.slice(1)
const one = (field: string, op: string, value: unknown, more = {}): Filter =>
  ({ path: [field], op, value, ...more }) as Filter
const refused = (more: Partial<ListQuery>): string => {
  try {
    toDocumentQuery(postcards, asked(more))
  } catch (error) {
    if (error instanceof NotPossible) return error.code
    throw error
  }
  return 'possible'
}

describe('list requests as document queries', () => {
  test('every request has a limit, excludes the trash by default and sorts by one field', () => {
    expect(toDocumentQuery(postcards, asked())).toEqual({
      where: [{ path: 'deleted', op: '==', value: false }],
      order: { path: 'seenAt', descending: true, instant: true },
      limit: 25,
    })
    expect(
      toDocumentQuery(
        postcards,
        asked({ sort: [{ field: 'price', descending: false }], limit: 10, trashed: true }),
      ),
    ).toEqual({
      where: [{ path: 'deleted', op: '==', value: true }],
      order: { path: 'price.amount', descending: false },
      limit: 10,
    })
  })
  test.each<[Filter, unknown]>([
    [one('from', 'eq', 'a'), [{ path: 'from', op: '==', value: 'a' }]],
    [one('from', 'ne', 'a'), [{ path: 'from', op: '!=', value: 'a' }]],
    [one('from', 'in', ['a', 'b']), [{ path: 'from', op: 'in', value: ['a', 'b'] }]],
    [one('size', 'notIn', ['small']), [{ path: 'size', op: 'not-in', value: ['small'] }]],
    [one('words', 'has', 'sea'), [{ path: 'words', op: 'array-contains', value: 'sea' }]],
    [
      one('words', 'hasAny', ['sea', 'sun']),
      [{ path: 'words', op: 'array-contains-any', value: ['sea', 'sun'] }],
    ],
    [one('words', 'isNull', true), [{ path: 'words', op: '==', value: [] }]],
    [one('on', 'isNull', false), [{ path: 'on', op: '!=', value: null }]],
    [
      one('on', 'between', ['2026-01-01', '2026-01-31']),
      [
        { path: 'on', op: '>=', value: '2026-01-01' },
        { path: 'on', op: '<=', value: '2026-01-31' },
      ],
    ],
    [
      one('price', 'gte', 500, { currency: 'EUR' }),
      [
        { path: 'price.currency', op: '==', value: 'EUR' },
        { path: 'price.amount', op: '>=', value: 500 },
      ],
    ],
    [
      one('seenAt', 'lt', '2026-01-01T00:00:00.000Z'),
      [{ path: 'seenAt', op: '<', value: '2026-01-01T00:00:00.000Z', instant: true }],
    ],
    [
      { or: [one('from', 'eq', 'a'), one('from', 'eq', 'b')] },
      [{ path: 'from', op: 'in', value: ['a', 'b'] }],
    ],
    [
      { and: [one('sent', 'eq', true), { or: [one('size', 'eq', 'small')] }] },
      [
        { path: 'sent', op: '==', value: true },
        { path: 'size', op: '==', value: 'small' },
      ],
    ],
  ])('translates the filter %j', (filter, expected) => {
    expect(where(filter)).toEqual(expected)
  })
  test.each<[string, Partial<ListQuery>]>([
    ['search', { search: 'sea' }],
    ['page', { page: 2 }],
    [
      'sort',
      {
        sort: [
          { field: 'title', descending: false },
          { field: 'on', descending: false },
        ],
      },
    ],
    ['sort', { sort: [{ field: 'from', descending: false }] }],
    ['relation_filter', { filter: { path: ['from', 'name'], op: 'eq', value: 'x' } }],
    ['no_index', { filter: one('stars', 'eq', 3) }],
    ['no_index', { filter: one('title', 'contains', 'x') }],
    ['operator', { filter: one('on', 'ne', '2026-01-01') }],
    ['operator', { filter: one('words', 'hasAll', ['a', 'b']) }],
    ['or', { filter: { or: [one('from', 'eq', 'a'), one('sent', 'eq', true)] } }],
    ['not', { filter: { not: one('sent', 'eq', true) } }],
    ['ranges', { filter: { and: [one('on', 'gt', '2026-01-01'), one('pages', 'gt', 3)] } }],
    ['lists', { filter: { and: [one('words', 'has', 'a'), one('words', 'has', 'b')] } }],
    [
      'excluded',
      { filter: { and: [one('size', 'notIn', ['small']), one('from', 'in', ['a', 'b'])] } },
    ],
    [
      'too_many_values',
      {
        filter: one(
          'from',
          'in',
          Array.from({ length: 31 }, (_, i) => `t${i}`),
        ),
      },
    ],
    [
      'too_many_values',
      {
        filter: {
          and: [
            one(
              'from',
              'in',
              Array.from({ length: 8 }, (_, i) => `t${i}`),
            ),
            one('pages', 'in', [1, 2, 3, 4]),
          ],
        },
      },
    ],
    ['bad_cursor', { cursor: 'bent' }],
    [
      'bad_cursor',
      {
        cursor: formatPosition(
          { field: 'title', descending: false },
          { value: 'x', id: 'y', before: false },
        ),
      },
    ],
  ])('rejects an unsupported query with %s: %j', (code, more) => {
    expect(refused(more)).toBe(code)
  })
  test('offers only the operators, filters and sort fields that the database supports', () => {
    expect(documentOperators(postcards.fields.find((f) => f.name === 'on')!)).not.toContain('ne')
    expect(narrowed(postcards).list).toMatchObject({
      search: [],
      filters: ['from', 'size', 'words', 'price', 'on', 'seenAt', 'sent', 'pages'],
      sortable: ['title', 'price', 'on', 'seenAt', 'sent', 'createdAt', 'updatedAt'],
    })
    expect(narrowed(postcards).list).not.toHaveProperty('layouts')
  })
  test('a cursor round-trips with any characters', () => {
    for (const value of ['Évora ☂ /+=', null, -3.5, true]) {
      for (const before of [true, false]) {
        const sort = { field: 'title', descending: before }
        const position = { value, id: '01900000-0000-7000-8000-000000000001', before }
        expect(formatPosition(sort, position)).toMatch(/^[\w-]+$/)
        expect(parsePosition(sort, formatPosition(sort, position))).toEqual(position)
      }
    }
  })
})

class Stamp {
  readonly iso: string
  constructor(iso: string) {
    this.iso = iso
  }
}
const instants = {
  write: (iso: string) => new Stamp(iso),
  read: (v: unknown) => (v instanceof Stamp ? v.iso : undefined),
}
const T = '2026-05-31T10:00:00.000Z'
const standard = {
  version: 1,
  createdAt: new Stamp(T),
  updatedAt: new Stamp(T),
  createdBy: 'p',
  updatedBy: null,
  deletedAt: null,
  deleted: false,
}

describe('records as documents', () => {
  const body = {
    title: 'Sea',
    from: 'town-1',
    through: ['a', 'b'],
    price: { amount: 1250, currency: 'EUR' },
    on: '2026-05-31',
    seenAt: T,
    to: { line: '1 Rua', city: 'Faro', country: 'PT', region: null },
    words: [],
    weight: 2.5,
  }
  test('a document holds every field, stores instants as timestamps and decodes to the same values', () => {
    const data = encode(postcards, body, instants, true)
    expect(Object.keys(data).toSorted()).toEqual(postcards.fields.map((f) => f.name).toSorted())
    expect(data).toMatchObject({
      price: { amount: 1250, currency: 'EUR' },
      on: '2026-05-31',
      seenAt: new Stamp(T),
      through: ['a', 'b'],
      note: null,
      words: [],
    })
    expect(data.to).toEqual({ line: '1 Rua', city: 'Faro', country: 'PT' })
    const read = decode(postcards, { ...data, ...standard }, instants)
    expect(read).toMatchObject({
      values: {
        title: 'Sea',
        seenAt: T,
        price: { amount: 1250, currency: 'EUR' },
        note: null,
        weight: 2.5,
      },
      standard: { version: 1, createdAt: T, updatedBy: null, deletedAt: null },
    })
  })
  test('a change encodes only the given fields, including null', () => {
    expect(encode(postcards, { note: null, pages: 3 }, instants, false)).toEqual({
      note: null,
      pages: 3,
    })
  })
  test.each([
    ['an unknown field', { castle: 1 }, 'castle'],
    ['text instead of a timestamp', { seenAt: T }, 'seenAt'],
    ['a foreign object', { note: new Map() }, 'note'],
    ['a foreign object inside', { to: { line: new Stamp(T) } }, 'to.line'],
    ['no version', { version: 0 }, 'version'],
    ['a fractional version', { version: 1.5 }, 'version'],
    ['no creation time', { createdAt: null }, 'createdAt'],
    ['a number for a person', { createdBy: 7 }, 'createdBy'],
    ['a deletion mark but no deletion time', { deleted: true }, 'deleted'],
    ['an infinite number', { weight: Infinity }, 'weight'],
  ])('reports a document with %s as invalid', (_, wrong, path) => {
    const read = decode(
      postcards,
      { ...encode(postcards, body, instants, true), ...standard, ...wrong },
      instants,
    )
    expect('misfits' in read && read.misfits.map((m) => m.path)).toEqual([path])
  })
  test('reserves a name for each unique value, and none for empty values', async () => {
    const hash = (text: string) => Promise.resolve(`#${text}`)
    const names = (values: object) =>
      Promise.all(
        reservationsOf(postcards, values as never).map((r) =>
          reservationName('post-cards', r, hash),
        ),
      )
    expect(
      await names({ title: 'Sea', from: 't', number: 'A/1', contact: 'Ada@Example.com' }),
    ).toEqual([
      'post-cards.number.#A/1',
      'post-cards.contact.#ada@example.com',
      'post-cards.from+title.##t#Sea',
    ])
    expect(await names({ title: 'Sea', from: null, number: null, contact: '' })).toEqual([])
  })
})

describe('which resources a document database may keep', () => {
  const facts = { ruled: new Set<string>(), checked: new Set(['postcard']) }
  test('accepts a resource that security rules can protect, with notes on partial checks', () => {
    const { refusals, notes } = judge(postcards, facts)
    expect(refusals).toEqual([])
    expect(notes.join('\n')).toMatch(/compares its fields[^]*“through”[^]*“words”[^]*“from”/)
    expect(judge(postcards, { ...facts, ruled: new Set(['postcard']) }).refusals).toEqual([
      'The server has rules of its own for it, which would not run.',
    ])
  })
  test('rejects every library resource: scopes, lifecycles, secrets, files, rows, references to it', () => {
    const verdicts = judgeAll(libraryModel, facts)
    expect(verdicts.filter((v) => v.refusals.length === 0).map((v) => v.collection)).toEqual([])
    const of = (collection: string) =>
      verdicts.find((v) => v.collection === collection)!.refusals.join('\n')
    expect(of('books')).toMatch(
      /Tenants see only some[^]*lifecycle[^]*“cover” is a file[^]*“chapters” holds rows[^]*“discount” has several shapes[^]*“score” is computed/,
    )
    expect(of('authors')).toMatch(/“payoutAccount” may be written but never read/)
    expect(of('shelves')).toMatch(/“parent” of shelves points at it/)
    expect(of('members')).toMatch(/It decides who may do what/)
  })
  test('rejects a resource that references lead to: lists and exports read it from the server', () => {
    const referredBy = [{ collection: 'books', field: 'postcard', many: false }]
    expect(judge({ ...postcards, referredBy }, facts).refusals).toEqual([
      '“postcard” of books points at it, and the database of the server holds such references.',
    ])
  })
  test('leaves regular expressions that security rules do not support to the application', () => {
    expect(['^[a-z]+$', '^(?:a|b)$', '^(?=a)', '(?<!b)c', '(a)\\1'].map(ruleSafePattern)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ])
  })
})
