import { describe, expect, test } from 'vitest'
import {
  choice,
  day,
  flag,
  int,
  longText,
  rating,
  ref,
  rows,
  text,
  type AnyResource,
  z,
} from '#schemas/define/index.ts'
import { author, book, libraryResources } from '#tests/toy.ts'
import { compileModel } from './compile.ts'
import { diffModels } from './schemaDiff.ts'

const whole = libraryResources as Readonly<Record<string, AnyResource>>
/** Consequences of changing the books, each as `severity area place`. */
const after = (changed: AnyResource, before: AnyResource = book) =>
  diffModels(
    compileModel({ ...whole, book: before }),
    compileModel({ ...whole, book: changed }),
  ).map((c) => `${c.severity} ${c.area} ${c.at}`)
const fields = (more: z.ZodRawShape): AnyResource =>
  ({ ...book, shape: book.shape.extend(more) }) as AnyResource
const without = (name: string, more: Partial<AnyResource> = {}): AnyResource =>
  ({ ...book, shape: book.shape.omit({ [name]: true } as never), ...more }) as AnyResource
const { list } = book as AnyResource
const states = book.states as Record<string, object>
const keys = 'breaking permission book'
const freshKeys = 'safe permission book'

test('reports nothing for an unchanged model or changed labels', () => {
  expect(after(book)).toEqual([])
  expect(after({ ...book, label: { one: 'Volume', many: 'Volumes' } } as AnyResource)).toEqual([])
})

describe('fields', () => {
  test.each<[string, AnyResource, string[]]>([
    [
      'adding an optional field',
      fields({ isbn: text(20).optional() }),
      ['safe api books.isbn', 'safe table books.isbn', freshKeys],
    ],
    [
      'adding a field with a default',
      fields({ hardcover: flag().default(false) }),
      ['safe api books.hardcover', 'safe table books.hardcover', freshKeys],
    ],
    [
      'adding a required field',
      fields({ isbn: text(20) }),
      ['breaking api books.isbn', 'backfill table books.isbn', freshKeys],
    ],
    [
      'adding a required reference',
      fields({ owner: ref('members') }),
      ['breaking api books.owner', 'backfill table books.owner', freshKeys],
    ],
    [
      'adding a field the server computes',
      fields({ loans: int(0, 99, { derived: true }).optional() }),
      ['safe api books.loans', 'backfill table books.loans', freshKeys],
    ],
    [
      'removing a field',
      without('weight'),
      [
        'breaking api books.weight',
        'breaking table books.weight',
        keys,
        'breaking view books.weight',
      ],
    ],
    [
      'changing to a kind that accepts more values',
      fields({ hotline: longText(200).optional() }),
      ['safe api books.hotline'],
    ],
    [
      'changing to a kind stored differently',
      fields({ pages: text(10).optional() }),
      ['breaking api books.pages', 'breaking table books.pages'],
    ],
    [
      'changing to a kind with fewer filters',
      fields({ country: rating(5).optional() }),
      ['breaking api books.country', 'breaking table books.country'],
    ],
    [
      'adding an option',
      fields({ genre: choice(['novel', 'poetry', 'science', 'crime']).default('novel') }),
      ['safe api books.genre'],
    ],
    [
      'removing an option',
      fields({ genre: choice(['novel', 'poetry']).default('novel') }),
      ['breaking api books.genre', 'breaking table books.genre', 'breaking view books.genre'],
    ],
    [
      'lowering a limit',
      fields({ pages: int(1, 5000).optional() }),
      ['breaking api books.pages', 'backfill table books.pages'],
    ],
    ['limit widened', fields({ pages: int(0, 20_000).optional() }), ['safe api books.pages']],
    [
      'making a field required',
      fields({ publishedOn: day() }),
      ['breaking api books.publishedOn', 'backfill table books.publishedOn'],
    ],
    ['became optional', fields({ author: ref('authors').optional() }), ['safe api books.author']],
    [
      'changing a default',
      fields({ genre: choice(['novel', 'poetry', 'science']).default('poetry') }),
      ['safe api books.genre'],
    ],
    [
      'letting the server compute a field',
      fields({ pages: int(1, 10_000, { derived: true }).optional() }),
      ['breaking api books.pages'],
    ],
    [
      'fixing a field at creation',
      fields({ pages: int(1, 10_000, { immutable: true }).optional() }),
      ['breaking api books.pages'],
    ],
    [
      'pointing a reference to another resource',
      fields({ sequel: ref('loans', { onDelete: 'clear' }).optional() }),
      ['breaking api books.sequel', 'breaking table books.sequel'],
    ],
    [
      'making a field unique',
      fields({ contact: text(160, { unique: true }).optional() }),
      ['breaking api books.contact', 'backfill table books.contact'],
    ],
    [
      'removing and adding a field of a child row',
      fields({ chapters: rows({ label: text(80), teaser: text(20).optional() }, { max: 50 }) }),
      [],
    ],
  ])('classifies %s', (_, changed, expected) => {
    const found = after(changed)
    if (expected.length) for (const line of expected) expect(found).toContain(line)
    else {
      expect(found).toEqual(
        ['pages', 'unit', 'editor', 'source']
          .flatMap((name) => [
            `breaking api books.chapters.${name}`,
            `backfill table books.chapters.${name}`,
          ])
          .concat('safe api books.chapters.teaser'),
      )
    }
    // No further lines: an added optional field breaks nothing.
    if (expected.length && expected.every((line) => line.startsWith('safe'))) {
      expect(
        found.filter((line) => !line.startsWith('safe') && !line.startsWith('backfill')),
      ).toEqual([])
    }
  })

  test('a rename hint keeps the data but breaks API calls, permissions and views', () => {
    const { weight: _, ...rest } = book.shape.shape
    const renamed = {
      ...book,
      shape: z.object({
        ...rest,
        mass: int(0, 100, { unit: 'kg', renamedFrom: 'weight' }).optional(),
      }),
    } as AnyResource
    const found = after(renamed, {
      ...book,
      shape: book.shape.extend({ weight: int(0, 100, { unit: 'kg' }).optional() }),
    } as AnyResource)
    expect(found).toEqual([
      'breaking api books.mass',
      'safe table books.mass',
      keys,
      freshKeys,
      'breaking view books.mass',
    ])
  })
})

test('removing a unique constraint is safe; adding one breaks the API and needs distinct rows', () => {
  expect(after({ ...book, unique: [] } as AnyResource)).toEqual(['safe api books.author + title'])
  expect(
    after({
      ...book,
      unique: [
        ['author', 'title'],
        ['author', 'genre'],
      ],
    } as AnyResource),
  ).toEqual(['breaking api books.author + genre', 'backfill table books.author + genre'])
})

describe('lifecycle', () => {
  const { archived: _archived, '*': _anywhere, ...fewer } = states
  test.each<[string, AnyResource, string[]]>([
    [
      'removing a state',
      { ...book, states: fewer } as never,
      [
        'breaking api books.state',
        'breaking table books.state',
        'breaking view books.state',
        'breaking api books.state',
        keys,
      ],
    ],
    [
      'adding a state',
      { ...book, states: { ...states, lost: { final: true } } } as never,
      ['safe api books.state', 'safe api books.state', freshKeys],
    ],
    [
      'removing a transition',
      { ...book, states: { ...states, in_review: { to: { published: 'Publish' } } } } as never,
      ['breaking api books.state'],
    ],
    [
      'requiring a reason',
      { ...book, states: { ...states, published: { ...states.published, reason: true } } } as never,
      ['breaking api books.state', 'breaking api books.state'],
    ],
    [
      'changing the initial state',
      { ...book, states: { in_review: states.in_review, ...states } } as never,
      ['breaking api books.state'],
    ],
  ])('classifies %s', (_, changed, expected) =>
    expect(
      after(changed).filter((line) => !line.startsWith('safe api') || expected.includes(line)),
    ).toEqual(expect.arrayContaining(expected)),
  )

  test('removing an action or adding a required input is breaking; making an input optional is safe', () => {
    const withAction = (input: z.ZodObject | undefined) =>
      ({ ...book, actions: input && { lend: { label: 'Lend', input } } }) as AnyResource
    expect(after(withAction(undefined), withAction(z.object({ days: int(1, 30) })))).toEqual([
      'breaking api books.actions.lend',
      keys,
    ])
    expect(
      after(
        withAction(z.object({ days: int(1, 30).optional() })),
        withAction(z.object({ days: int(1, 30) })),
      ),
    ).toEqual(['safe api books.actions.lend.days'])
    expect(
      after(
        withAction(z.object({ days: int(1, 30), to: text() })),
        withAction(z.object({ days: int(1, 30) })),
      ),
    ).toEqual(['breaking api books.actions.lend.to'])
  })
})

describe('screens, permissions and whole resources', () => {
  test.each<[string, AnyResource, string[]]>([
    [
      'changing the path',
      { ...book, path: '/library', createPath: '/addbook' } as never,
      ['breaking route books.path'],
    ],
    [
      'removing a column',
      {
        ...book,
        list: { ...list, columns: list!.columns!.filter((c: string) => c !== 'genre') },
      } as never,
      ['safe view books.genre', 'breaking view books.genre'],
    ],
    [
      'removing a filter',
      { ...book, list: { ...list, filters: ['author', 'publishedOn', 'state'] } } as never,
      ['breaking view books.genre'],
    ],
    [
      'adding a filter',
      {
        ...book,
        list: { ...list, filters: ['author', 'genre', 'publishedOn', 'state', 'pages'] },
      } as never,
      ['safe view books.pages'],
    ],
    ['sort changed', { ...book, list: { ...list, sort: 'title' } } as never, ['safe view books']],
    [
      'changing the search',
      { ...book, list: { ...list, search: ['title'] } } as never,
      ['backfill table books.search'],
    ],
    ['scope changed', { ...book, scope: 'shared' } as never, ['breaking permission books.scope']],
    ['edits forbidden', { ...book, appendOnly: true } as never, ['breaking api books']],
  ])('classifies %s', (_, changed, expected) => expect(after(changed)).toEqual(expected))

  test('renaming a collection breaks API, table and views, but not permissions', () => {
    const found = diffModels(
      compileModel({ author: { ...author, detail: {} } as AnyResource, shelf: whole.shelf! }),
      compileModel({
        author: { ...author, detail: {} } as AnyResource,
        shelf: {
          ...whole.shelf!,
          name: 'racks',
          shape: z.object({ name: text(80, { unique: true }), parent: ref('racks').optional() }),
        } as AnyResource,
      }),
    )
    expect(found.map((c) => `${c.severity} ${c.area} ${c.at}`)).toEqual(
      expect.arrayContaining(['breaking api racks', 'breaking table racks', 'breaking view racks']),
    )
    expect(found.some((c) => c.area === 'permission')).toBe(false)
  })

  test('adding a resource is safe in every area; removing it is breaking', () => {
    const { loan, reader: _reader, ...rest } = whole
    const fewer = compileModel(rest)
    const more = compileModel({
      ...rest,
      loan: { ...loan!, shape: (loan!.shape as z.ZodObject).omit({ reader: true }) } as AnyResource,
    })
    expect(diffModels(fewer, more).map((c) => `${c.severity} ${c.area}`)).toEqual([
      'safe api',
      'safe table',
      'safe permission',
      'safe route',
    ])
    expect(diffModels(more, fewer).map((c) => `${c.severity} ${c.area}`)).toEqual([
      'breaking api',
      'breaking table',
      'breaking permission',
      'breaking route',
      'breaking view',
    ])
  })
})
