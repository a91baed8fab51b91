import { expect, test } from 'vitest'
import { mappingSchema, type Mapping, type Source } from '#model/importMapping.ts'
import { byCollection } from '#model/compile.ts'
import { toy, toyModel } from '#tests/toy.ts'
import { partsOf } from '#model/importParts.ts'
import { autoMatch } from './autoMatch.ts'
import { newRecordMatch } from './newRecordMatch.ts'
import { emptyWords, firstMapping } from './firstMapping.ts'
import {
  entryAs,
  entryKinds,
  formsFor,
  keysOf,
  kindOf,
  withEntry,
  type EntryPlace,
} from './entries.ts'
import { mappingText, readMapping } from './mappingText.ts'
import {
  missingFields,
  offeredFields,
  problemsOf,
  unusedColumns,
  upsertFields,
} from './problems.ts'

const book = toy('book', toyModel)
const columns = ['Title', 'Code', 'writer', 'year', 'month', 'day', 'net', 'gross', 'kind']
const fieldsOf = book.fields.filter((f) => !f.derived || f.name === 'state')
const place = (fields: Record<string, Source> = {}): EntryPlace => ({
  mapping: { nulls: [], fields },
  columns,
  fields: fieldsOf,
  currency: 'EUR',
  targetOf: (c) => byCollection(toyModel, c),
})
const field = (name: string) => fieldsOf.find((f) => f.name === name)!

/** One entry of every form of the grammar. */
const everyForm: Record<string, Source> = {
  title: 'Title',
  inPrint: { constant: true },
  genre: { column: 'kind', values: { N: 'novel' }, otherwise: 'poetry' },
  publishedOn: { date: ['year', 'month', 'day'] },
  pages: { sum: ['net', 'gross'] },
  price: { money: 'net', currency: { column: 'kind' } },
  code: { template: 'B-{row}-{kind}', values: { kind: { N: 'nov' } } },
  author: {
    by: 'email',
    template: '{writer}@example.com',
    create: { name: 'writer', country: { constant: 'PT' } },
  },
}

test('recognises every entry form and round-trips a mapping that uses them all', () => {
  const kinds = Object.values(everyForm).map(kindOf)
  expect(
    new Set([...kinds, kindOf({ addDays: ['publishedOn', 'net'] }), kindOf(undefined)]),
  ).toEqual(new Set(entryKinds))
  const mapping: Mapping = { nulls: ['NA'], fields: everyForm }
  expect(readMapping(mappingText(mapping))).toEqual({ mapping })
  expect(problemsOf(mapping, place(everyForm))).toEqual({})
})

test('a new entry has the chosen form and keeps the previous column', () => {
  for (const kind of entryKinds) {
    const entry = entryAs(kind, field('publishedOn'), 'net', place({ availableAt: 'day' }))
    expect(kindOf(entry)).toBe(kind)
    if (!['none', 'constant', 'addDays', 'reference'].includes(kind)) {
      expect(JSON.stringify(entry)).toContain('net')
    }
  }
})

test('a complete new entry fits the grammar; an incomplete one is reported', () => {
  const made = {
    author: entryAs('reference', field('author'), 'writer', place())!,
    price: entryAs('money', field('price'), 'net', place())!,
    genre: entryAs('constant', field('genre'), undefined, place())!,
    publishedOn: entryAs('date', field('publishedOn'), undefined, place())!,
  }
  expect(mappingSchema.parse({ fields: made }).fields).toEqual({
    author: { by: 'email', column: 'writer' },
    price: { money: 'net', currency: 'EUR' },
    genre: { constant: 'novel' },
    publishedOn: { date: ['year', 'month', 'day'] },
  })
  const open = {
    title: '',
    pages: { sum: ['net', ''] },
    genre: { column: 'kind', values: {} },
    code: { template: '' },
    author: { by: 'email', column: 'writer', create: { name: '' } },
  }
  expect(
    Object.entries(problemsOf({ nulls: [], fields: open as never }, place(open as never))).map(
      ([name, p]) => `${name} ${p.code}`,
    ),
  ).toEqual([
    'title incomplete',
    'pages incomplete',
    'genre noValues',
    'code incomplete',
    'author incomplete',
  ])
})

test('reports missing columns, unmapped fields and unknown fields', () => {
  const fields: Record<string, Source> = {
    title: 'Gone',
    publishedOn: { addDays: ['availableAt', 'net'] },
    code: { template: '{nowhere}' },
    nope: 'Title',
    author: { by: 'email', column: 'writer', create: { name: 'Lost' } },
  }
  expect(problemsOf({ nulls: [], fields }, place(fields))).toEqual({
    title: { code: 'column', name: 'Gone' },
    publishedOn: { code: 'field', name: 'availableAt' },
    code: { code: 'column', name: 'nowhere' },
    nope: { code: 'unknown' },
    author: { code: 'column', name: 'Lost' },
  })
})

test('offers only forms that suit the field, plus the form in use', () => {
  expect(formsFor(field('author'))).toEqual(['none', 'column', 'constant', 'reference'])
  expect(formsFor(field('price'))).toEqual(['none', 'column', 'constant', 'values', 'money'])
  expect(formsFor(field('publishedOn'))).toContain('addDays')
  expect(formsFor(field('title'), 'sum')).toContain('sum')
  expect(
    keysOf(toy('author', toyModel))
      .map((f) => f.name)
      .slice(0, 2),
  ).toEqual(['email', 'name'])
  expect(keysOf(toy('author', toyModel)).map((f) => f.name)).not.toContain('payoutAccount')
})

test('matches columns by name or label, and recognises our own export', () => {
  const match = (heads: string[], row: string[] = []) =>
    autoMatch(heads, [row], { ...place(), columns: heads })
  expect(match(['TITLE', 'published on', 'in_print', 'Vendor'])).toEqual({
    title: 'TITLE',
    publishedOn: 'published on',
    inPrint: 'in_print',
  })
  expect(
    match(
      ['price.amount', 'price.currency', 'author', 'author.title'],
      ['1', 'EUR', '0190c1d2-0000-7000-8000-000000000001', 'Ann'],
    ),
  ).toEqual({
    price: { money: 'price.amount', currency: { column: 'price.currency' }, minor: true },
    author: 'author',
  })
  expect(match(['Author', 'Fee'], ['Ann', '3'])).toEqual({
    author: { by: 'name', column: 'Author' },
    fee: { money: 'Fee', currency: 'EUR' },
  })
  expect(match(['Author'], ['ann@example.com'])).toEqual({
    author: { by: 'email', column: 'Author' },
  })
  expect(match(['Full title', 'E-mail address', 'Subtitle'])).toEqual({
    title: 'Full title',
    contact: 'E-mail address',
  })
  expect(match(['Full title', 'Short title'])).toEqual({})
  expect(
    emptyWords([
      ['1', 'NULL'],
      ['x', ' NA '],
    ]),
  ).toEqual(['NULL', 'NA'])
})

test('columns of related records in our own exports are not imported', () => {
  const related = ['Author: Email', 'Autor: E-mail', 'author.email', 'Author: Address: City']
  const row = ['Alpha', 'Ann', 'a@example.com', 'a@example.com', 'a@example.com', 'Porto']
  const mapped = autoMatch(['Title', 'Author', ...related], [row], place(), (label) => [
    label,
    ...(({ Author: ['Autor'], Email: ['E-mail'] } as Record<string, string[]>)[label] ?? []),
  ])
  expect(mapped.author).toEqual({ by: 'name', column: 'Author' })
  const unused = unusedColumns(['Title', 'Author', ...related], { nulls: [], fields: mapped })
  expect(unused).toEqual(related)
  // Nor where they are the only ones.
  expect(autoMatch(['Author: Email'], [['a@example.com']], place())).toEqual({})
})

test('guesses columns by synonyms, group and row parts, the grouping column and the date order', () => {
  const words = (label: string) =>
    ({ 'Published on': ['Released'], City: ['Town'], Label: ['Item'], Title: ['Name'] })[label] ?? [
      label,
    ]
  const fields = fieldsOf.flatMap((f) => [f, ...partsOf(f)])
  const heads = ['Order no', 'Name', 'Released', 'Town', 'Item', 'Pages']
  const rows = [
    ['A1', 'One', '3/14/2025', 'Porto', 'x', '1'],
    ['A1', 'One', '3/14/2025', 'Porto', 'y', '2'],
  ]
  const mapping = firstMapping(heads, rows, { ...place(), fields, columns: heads }, words)
  expect(mapping).toEqual({
    nulls: [],
    fields: {
      title: 'Name',
      pages: 'Pages',
      publishedOn: 'Released',
      'shelf.city': 'Town',
      'chapters.label': 'Item',
    },
    groupBy: 'Order no',
    dates: 'month first',
  })
  expect(missingFields(fields, mapping.fields).map((f) => f.name)).toEqual([
    'code',
    'author',
    'shelf.line',
    'shelf.country',
  ])
})

test('matches the fields of a record to create by columns that start with the reference’s name', () => {
  const columns = ['Title', 'Writer', 'Writer name', 'Writer city', 'Writer country', 'City']
  const author = byCollection(toyModel, 'authors')
  const reference = field('author')
  const fields = author.fields.flatMap((f) => [f, ...partsOf(f)])
  const words = (label: string) => (label === 'Author' ? ['Author', 'Writer'] : [label])
  const rows = [['One', 'ann@example.com', 'Ann', 'Porto', 'Portugal', 'Faro']]
  const entry = { by: 'email', column: 'Writer' }
  expect(newRecordMatch(reference, entry, fields, { ...place(), columns, rows }, words)).toEqual({
    name: 'Writer name',
    'address.city': 'Writer city',
    country: 'Writer country',
  })
})

test('does not guess child rows that lack a required part', () => {
  const fields = fieldsOf.flatMap((f) => [f, ...partsOf(f)])
  const guess = (columns: string[]) =>
    Object.keys(autoMatch(columns, [], { ...place(), fields, columns }))
  expect(guess(['Chapters: Label', 'Chapters: Unit price'])).toEqual([
    'chapters.label',
    'chapters.unit',
  ])
  expect(guess(['Chapters: Unit price', 'Shelf: City'])).toEqual(['shelf.city'])
})

test('a mapped group part requires the group’s other required parts and excludes the whole group', () => {
  const fields = fieldsOf.flatMap((f) => [f, ...partsOf(f)])
  const names = (found: readonly { readonly name: string }[]) =>
    found.map((f) => f.name).filter((name) => name.startsWith('shelf'))
  const parts = ['line', 'city', 'region', 'postalCode', 'country'].map((name) => `shelf.${name}`)
  expect(names(missingFields(fields, {}))).toEqual([])
  expect(names(missingFields(fields, { 'shelf.city': 'x' }))).toEqual([
    'shelf.line',
    'shelf.country',
  ])
  expect(names(offeredFields(fields, {}))).toEqual(['shelf', ...parts])
  expect(names(offeredFields(fields, { 'shelf.city': 'x' }))).toEqual(parts)
  expect(names(offeredFields(fields, { shelf: 'x' }))).toEqual(['shelf'])
})

test('derives required fields, unused columns and usable keys from the mapping', () => {
  const mapping: Mapping = { nulls: [], fields: everyForm }
  expect(missingFields(fieldsOf, {}).map((f) => f.name)).toEqual(['title', 'code', 'author'])
  expect(missingFields(fieldsOf, everyForm)).toEqual([])
  expect(unusedColumns(columns, mapping)).toEqual(['Code'])
  expect(upsertFields(book, mapping).map((f) => f.name)).toEqual(['code'])
  expect(upsertFields(book, { nulls: [], fields: { title: 'Title' } })).toEqual([])
})

test('replaces an entry in place and removes it when undefined', () => {
  expect(Object.keys(withEntry({ a: 'x', b: 'y' }, 'a', 'z'))).toEqual(['a', 'b'])
  expect(withEntry({ a: 'x', b: 'y' }, 'a', undefined)).toEqual({ b: 'y' })
})

test('reports where a text is not a valid mapping', () => {
  expect(readMapping('{')).toEqual({ wrong: 'json' })
  expect(readMapping('{"fields":{"title":{"sum":[]}}}')).toEqual({
    wrong: 'grammar',
    at: 'fields.title.sum',
  })
})
