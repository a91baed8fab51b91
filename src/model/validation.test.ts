import { describe, expect, test } from 'vitest'
import { english, say } from './message.ts'
import { book } from '#tests/toy.ts'
import { hotel } from '#schemas/hotel.ts'
import { validate, writableNames } from './validation.ts'

const id = '0198c0de-0000-7000-8000-000000000001'
const minimal = { title: 'Dune', code: 'B-1', author: id }
const problems = (body: unknown, options: Partial<Parameters<typeof validate>[2]> = {}) => {
  const response = validate(book, body, { mode: 'create', ...options })
  return response.ok
    ? {}
    : Object.fromEntries(response.errors.map((e) => [e.path, `${e.code}: ${english(e.message)}`]))
}

describe('a create body', () => {
  test('gets defaults and keeps its own values unchanged', () => {
    const response = validate(
      book,
      { ...minimal, notes: 'two\n lines ', price: { amount: 990, currency: 'EUR' } },
      { mode: 'create' },
    )
    expect(response).toMatchObject({
      ok: true,
      value: {
        ...minimal,
        notes: 'two\n lines ',
        price: { amount: 990, currency: 'EUR' },
        genre: 'novel',
        royalty: 1000,
        inPrint: true,
        coAuthors: [],
        chapters: [],
      },
    })
  })
  test('may clear an optional field with null, even inside a group', () => {
    const response = validate(
      book,
      { ...minimal, notes: null, size: { width: 3, height: null } },
      { mode: 'create' },
    )
    expect(response).toMatchObject({ ok: true, value: { notes: null, size: { width: 3 } } })
    expect(response.ok && 'height' in (response.value.size as object)).toBe(false)
  })
  test('reports every invalid value with its path', () => {
    expect(
      problems({
        code: '!',
        author: 'x',
        chapters: [{ label: 'a' }, { label: '', pages: 0, extra: 1 }],
        discount: { kind: 'percent', bps: 20_000 },
        pages: 1.5,
      }),
    ).toEqual({
      title: 'required: Required',
      code: 'invalid_format: Use letters, digits, hyphen, dot and underscore',
      author: 'invalid_format: This is not an id',
      'chapters.1.label': 'required: Required',
      'chapters.1.pages': 'too_small: At least 1',
      'chapters.1.extra': 'unknown_name: There is no such field',
      'discount.bps': 'too_big: At most 10000',
      pages: 'invalid_type: Enter a whole number',
    })
  })
  test('reports each of 60,000 unknown names once and does not check the entries of an oversized list', () => {
    // Comparing all pairs would take minutes.
    const many = Object.fromEntries(Array.from({ length: 60_000 }, (_, i) => [`k${i}`, 1]))
    expect(Object.keys(problems({ ...minimal, ...many }))).toHaveLength(60_000)
    const long = problems({
      ...minimal,
      chapters: Array.from({ length: 200_000 }, () => ({ nope: 1 })),
    })
    expect(long.chapters).toMatch(/^too_big: At most \d+ entries$/)
    expect(Object.keys(long).length).toBeLessThan(1000)
  })
  test('reports the maximum length of a text', () =>
    expect(problems({ ...minimal, title: 'x'.repeat(161) })).toEqual({
      title: 'too_long: At most 160 characters',
    }))
  test('returns messages with the limits of the violated rule as values', () => {
    const response = validate(
      book,
      { ...minimal, title: 'x'.repeat(161), chapters: [{ label: 'A', pages: 0 }] },
      { mode: 'create' },
    )
    expect(response.ok ? [] : response.errors.map((e) => e.message)).toEqual([
      say('At most {{n}} characters', { n: 160 }),
      say('At least {{n}}', { n: 1 }),
    ])
  })
  test('returns the limit of an amount in its currency, also inside a group', () => {
    const price = (amount: unknown, currency: unknown = 'EUR') => {
      const response = validate(
        book,
        {
          ...minimal,
          price: { amount, currency },
          discount: { kind: 'fixed', amount: { amount, currency: 'JPY' } },
        },
        { mode: 'create' },
      )
      return response.ok
        ? []
        : response.errors.map((e) => [
            e.path,
            typeof e.message === 'string' ? '' : e.message.params,
          ])
    }
    const most = 1_000_000_000_000
    expect(price(most + 1)).toEqual([
      ['price.amount', { n: { amount: most, currency: 'EUR' } }],
      ['discount.amount.amount', { n: { amount: most, currency: 'JPY' } }],
    ])
    expect(problems({ ...minimal, price: { amount: 100.5, currency: 'EUR' } })).toEqual({
      'price.amount': 'invalid_type: This amount has too many decimals',
    })
    expect(price(most + 1, 'constructor')).toContainEqual(['price.amount', { n: most }])
  })
  test('reports unknown, derived and forbidden names in the same way', () => {
    const allowed = new Set(writableNames(book, 'create').filter((n) => n !== 'internalNote'))
    const response = problems(
      { ...minimal, nonsense: 1, score: 2, state: 'draft', id, internalNote: 'x' },
      { allowed },
    )
    expect(new Set(Object.values(response))).toEqual(
      new Set(['unknown_name: There is no such field']),
    )
    expect(Object.keys(response).sort()).toEqual([
      'id',
      'internalNote',
      'nonsense',
      'score',
      'state',
    ])
  })
  test('rejects text and years the database cannot store', () => {
    expect(
      problems({ ...minimal, notes: 'a\0b', title: '\ud800', publishedOn: '0000-01-01' }),
    ).toEqual({
      notes: expect.stringContaining('cannot be stored'),
      title: expect.stringContaining('cannot be stored'),
      publishedOn: expect.stringContaining('later year'),
    })
  })
  test('runs cross-field rules on the values that are valid', () => {
    expect(problems({ ...minimal, title: '', chapters: [{ label: 'a' }, { label: 'a' }] })).toEqual(
      { title: 'required: Required', 'chapters.1.label': 'rule: This label is duplicated' },
    )
  })
  test.each([null, [], 'x', 3])('must be an object, not %j', (body) =>
    expect(Object.keys(problems(body))).toEqual(['']),
  )
})

describe('a patch', () => {
  test('contains only the changed fields and gets no defaults', () => {
    expect(validate(book, { title: 'Emma' }, { mode: 'patch', current: minimal })).toEqual({
      ok: true,
      value: { title: 'Emma' },
    })
  })
  test('may not clear a required field', () =>
    expect(problems({ title: null }, { mode: 'patch' })).toEqual({ title: 'required: Required' }))
  test('is validated together with the current record', () => {
    const response = validate(
      hotel,
      {
        roomTypes: [0, 1].map(() => ({
          code: 'DBL',
          name: 'Double',
          adults: 2,
          children: 0,
          rooms: 1,
          nightlyRate: { amount: 1, currency: 'EUR' },
        })),
      },
      { mode: 'patch', current: { name: 'Sea' } },
    )
    expect(response).toMatchObject({
      ok: false,
      errors: [{ path: 'roomTypes.1.code', message: 'This code is duplicated' }],
    })
  })
})
