import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { traits, type Operator } from '#schemas/define/kinds.ts'
import { libraryModel, toy } from '#tests/toy.ts'
import { parseAggregateQuery } from './aggregateQuery.ts'
import { takesList } from './filterValue.ts'
import type { Condition, Filter, ListQuery } from './query.ts'
import { standardFields } from './standard.ts'
import type { FieldModel, Json } from './types.ts'
import { formatListQuery } from './urlQuery.ts'
import { parseListQuery, type ParseOptions } from './urlQueryParse.ts'

const book = toy('book')
const parse = (text: string, options?: ParseOptions) =>
  parseListQuery(book, libraryModel, new URLSearchParams(text), options)
const query = (text: string): ListQuery => {
  const result = parse(text)
  if ('problems' in result) throw new Error(JSON.stringify(result.problems))
  return result.query
}
const codes = (text: string, options?: ParseOptions) => {
  const result = parse(text, options)
  return 'problems' in result ? result.problems.map((p) => `${p.path} ${p.code}`) : []
}

const scalar = (field: FieldModel, op: Operator): fc.Arbitrary<Json> => {
  if (op === 'isNull') return fc.boolean()
  if (op === 'contains' || op === 'startsWith' || op === 'endsWith') {
    return fc.string({ unit: 'grapheme' }).filter((s) => !s.includes('\0'))
  }
  if (field.options) return fc.constantFrom(...field.options.map((o) => o.value))
  if (field.kind === 'time') return fc.constantFrom('00:00', '09:30', '23:59')
  switch (traits(field.kind).storage) {
    case 'integer':
      return fc.integer()
    case 'money':
      return fc.maxSafeInteger()
    case 'double':
      return fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => n + 0)
    case 'boolean':
      return fc.boolean()
    case 'date':
      return fc
        .date({ min: new Date('0001-01-01'), max: new Date('9999-12-30'), noInvalidDate: true })
        .map((d) => d.toISOString().slice(0, 10))
    case 'timestamptz':
      return fc
        .date({ min: new Date('0001-01-01'), max: new Date('9999-12-30'), noInvalidDate: true })
        .map((d) => d.toISOString())
    case 'uuid':
    case 'uuid[]':
      return fc.uuid()
    default:
      return fc.string({ unit: 'grapheme' }).filter((s) => !s.includes('\0'))
  }
}

const condition = (
  fields: readonly FieldModel[],
  prefix: readonly string[] = [],
): fc.Arbitrary<Condition> =>
  fc.constantFrom(...fields.filter((f) => traits(f.kind).operators.length)).chain((field) =>
    fc.constantFrom(...traits(field.kind).operators).chain((op) => {
      const one = scalar(field, op)
      const list =
        op === 'between' ? fc.tuple(one, one) : fc.array(one, { minLength: 1, maxLength: 4 })
      const value: fc.Arbitrary<Json> = op === 'between' || takesList(op) ? list : one
      const currency =
        field.kind === 'money' && op !== 'isNull'
          ? fc.constantFrom('EUR', 'USD')
          : fc.constant(undefined)
      return fc.tuple(value, currency).map(([v, c]): Condition => ({
        path: [...prefix, field.name],
        op,
        value: v,
        ...(c ? { currency: c } : {}),
      }))
    }),
  )

const anyCondition = fc.oneof(
  condition([...book.fields, ...standardFields]),
  condition(toy('author').fields, ['author']),
)
const level = (inner: fc.Arbitrary<Filter>): fc.Arbitrary<Filter> => {
  const some = fc.array(inner, { minLength: 1, maxLength: 3 })
  return fc.oneof(
    inner,
    some.map((and) => ({ and })),
    some.map((or) => ({ or })),
    inner.map((not) => ({ not })),
  )
}
const anyQuery: fc.Arbitrary<ListQuery> = fc.record(
  {
    filter: level(level(anyCondition)),
    sort: fc.uniqueArray(
      fc.record({
        field: fc.constantFrom('title', 'price', 'createdAt', 'state'),
        descending: fc.boolean(),
      }),
      { selector: (s) => s.field, maxLength: 3 },
    ),
    search: fc.constantFrom('a', 'two words', 'é&=+%'),
    limit: fc.integer({ min: 1, max: 200 }),
    cursor: fc.base64String(),
    fields: fc.constant(['title', 'id']),
    include: fc.constant(['author']),
    totalExact: fc.boolean(),
    trashed: fc.boolean(),
  },
  { requiredKeys: ['sort', 'limit', 'totalExact', 'trashed'] },
)

describe('the query string of a list', () => {
  test('round-trips every query', () => {
    fc.assert(
      fc.property(anyQuery, (q) => {
        expect(query(formatListQuery(q).toString())).toEqual(q)
      }),
      { numRuns: 2000 },
    )
  })
  test('parses values by field kind', () => {
    expect(
      query(
        'filter[pages][gte]=10&filter[inPrint]=true&filter[availableAt][lt]=2026-01-01T12:00:00%2B02:00&filter[price][between]=1,2&filter[price][currency]=EUR',
      ).filter,
    ).toEqual({
      and: [
        { path: ['pages'], op: 'gte', value: 10 },
        { path: ['inPrint'], op: 'eq', value: true },
        { path: ['availableAt'], op: 'lt', value: '2026-01-01T10:00:00.000Z' },
        { path: ['price'], op: 'between', value: [1, 2], currency: 'EUR' },
      ],
    })
  })
  test.each([-2_147_483_648, 2_147_483_647])('accepts the integer %i', (n) => {
    expect(query(`filter[pages]=${n}`).filter).toEqual({ path: ['pages'], op: 'eq', value: n })
  })
  test('parses filters on a related record, alternatives and negation', () => {
    expect(
      query(
        'filter[author.country]=PT&filter[or][0][genre]=novel&filter[or][1][not][state][in]=draft,published',
      ).filter,
    ).toEqual({
      and: [
        { path: ['author', 'country'], op: 'eq', value: 'PT' },
        {
          or: [
            { path: ['genre'], op: 'eq', value: 'novel' },
            { not: { path: ['state'], op: 'in', value: ['draft', 'published'] } },
          ],
        },
      ],
    })
  })
  test('reports unknown and unreadable names in the same way', () => {
    const allowed: ParseOptions = { allowed: (_, field) => field !== 'internalNote' }
    for (const place of [
      'filter[X]=1',
      'filter[X][contains]=1',
      'sort=X',
      'fields=X',
      'filter[author.X]=1',
    ]) {
      const responses = ['internalNote', 'nothing'].map((name) => {
        const result = parse(place.replace('X', name), allowed)
        return 'problems' in result
          ? JSON.stringify(result.problems).replaceAll(name, '?')
          : 'accepted'
      })
      expect(responses[0]).toContain('unknown_name')
      expect(responses[0]).toBe(responses[1])
    }
  })
  test.each([
    ['filter[pages]=x', 'filter[pages] invalid_value'],
    ['filter[pages]=99999999999', 'filter[pages] invalid_value'],
    ['filter[publishedOn]=2026-02-30', 'filter[publishedOn] invalid_value'],
    ['filter[availableAt][gt]=2026-13-01T00:00:00Z', 'filter[availableAt][gt] invalid_value'],
    ['filter[author]=1', 'filter[author] invalid_value'],
    ['filter[genre]=opera', 'filter[genre] invalid_value'],
    ['filter[title]=%00', 'filter[title] invalid_value'],
    ['filter[pages][between]=1', 'filter[pages][between] invalid_value'],
    ['filter[title]=a&filter[title]=b', 'filter[title] invalid_value'],
    ['filter[price]=1', 'filter[price] currency_required'],
    ['filter[price][currency]=EUR', 'filter[price][currency] malformed'],
    ['filter[title][gt]=1', 'filter[title][gt] unknown_operator'],
    ['filter[shelf][eq]=1', 'filter[shelf][eq] unknown_operator'],
    ['filter[author.sequel.title]=1', 'filter[author.sequel.title] unknown_name'],
    ['filter[or][x][title]=1', 'filter[or][x][title] malformed'],
    ['filter[title', 'filter[title unknown_name'],
    ['filter[title]]=1', 'filter[title]] unknown_name'],
    ['filter=1', 'filter unknown_name'],
    [`filter${'[not]'.repeat(4)}[title]=a`, 'filter[not][not][not][not][title] too_deep'],
    ['limit=0', 'limit out_of_range'],
    ['limit=201', 'limit out_of_range'],
    ['page=101&limit=100', 'page out_of_range'],
    ['page=1&cursor=x', 'page conflict'],
    ['total=yes', 'total invalid_value'],
    ['trashed=false', 'trashed invalid_value'],
    ['sort=title,-title', 'sort repeated'],
    ['sort=shelf', 'sort unknown_name'],
    ['limit=1&limit=2', 'limit repeated'],
    ['include=title', 'include unknown_name'],
    ['colour=red', 'colour unknown_name'],
  ])('refuses %s', (text, problem) => {
    expect(codes(text)).toEqual([problem])
  })
  test('refuses more than 50 conditions', () => {
    expect(
      codes(Array.from({ length: 51 }, (_, i) => `filter[or][${i}][title]=${i}`).join('&')),
    ).toEqual(['filter too_many'])
    expect(
      codes(Array.from({ length: 50 }, (_, i) => `filter[or][${i}][title]=${i}`).join('&')),
    ).toEqual([])
  })
  test('needs no currency when the field has a fixed one', () => {
    expect(query('filter[fee][gt]=5').filter).toEqual({ path: ['fee'], op: 'gt', value: 5 })
  })
  test('accepts escaped commas inside values', () => {
    expect(query('filter[title][in]=a\\,b,c').filter).toEqual({
      path: ['title'],
      op: 'in',
      value: ['a,b', 'c'],
    })
  })
})

describe('the query string of an aggregate', () => {
  const aggregate = (text: string) => {
    const result = parseAggregateQuery(book, libraryModel, new URLSearchParams(text), {
      timeZone: 'Europe/Lisbon',
    })
    return 'problems' in result ? result.problems.map((p) => `${p.path} ${p.code}`) : result.query
  }
  test('counts by default and uses the organisation’s time zone', () => {
    expect(aggregate('group=state')).toEqual({
      group: ['state'],
      measures: ['count'],
      timeZone: 'Europe/Lisbon',
    })
  })
  test('parses date buckets, measures and filters', () => {
    expect(
      aggregate(
        'group=availableAt:week,genre&measure=sum:price,max:publishedOn&filter[genre]=novel&tz=UTC',
      ),
    ).toEqual({
      group: ['availableAt:week', 'genre'],
      measures: ['sum:price', 'max:publishedOn'],
      filter: { path: ['genre'], op: 'eq', value: 'novel' },
      timeZone: 'UTC',
    })
  })
  test.each([
    ['group=title:day', 'group unknown_name'],
    ['group=nope', 'group unknown_name'],
    ['group=price', 'group unknown_name'],
    ['measure=sum:title', 'measure unknown_name'],
    ['measure=count:pages', 'measure unknown_name'],
    ['tz=Mars/Base', 'tz invalid_value'],
    ['tz=%2B01:00', 'tz invalid_value'],
    ['limit=3', 'limit unknown_name'],
    ['group=genre,genre', 'group too_many'],
  ])('refuses %s', (text, problem) => {
    expect(aggregate(text)).toEqual([problem])
  })
})
