import { english, say } from '#model/message.ts'
import { describe, expect, test } from 'vitest'
import { libraryModel, toy } from '#tests/toy.ts'
import { compileAccess, systemActor } from '../permissions/access.ts'
import type { Access } from '../permissions/types.ts'
import type { RecordData } from '../store/types.ts'
import { mapRow } from './applyMapping.ts'
import { joinCell, splitCell } from '../kinds/parts/cells.ts'
import { csvLine, escapeCell, unescapeCell } from './cells.ts'
import { checkMapping } from './checkMapping.ts'
import { csvOf, exportFields } from './csv.ts'
import { Pending } from './pending.ts'
import { readTable } from './readTable.ts'
import { minorUnits } from '../kinds/parts/amounts.ts'
import { addDays, cellValue, dayOf } from './values.ts'

const access = compileAccess(libraryModel, systemActor)
const all = async <T>(items: AsyncIterable<T>): Promise<T[]> => {
  const list: T[] = []
  for await (const item of items) list.push(item)
  return list
}
const bytes = async function* (...texts: (string | Uint8Array)[]) {
  for (const t of texts) yield typeof t === 'string' ? new TextEncoder().encode(t) : t
}
const read = async (...texts: (string | Uint8Array)[]) =>
  (await all(readTable(bytes(...texts)))).flat().map(({ line: _, ...row }) => row)
const textOf = async (chunks: AsyncIterable<Uint8Array>) =>
  Buffer.concat(await all(chunks)).toString('utf8')
const person = (grants: string[]): Access =>
  compileAccess(libraryModel, {
    ...systemActor,
    kind: 'person',
    accountId: 'a',
    personId: null,
    grants: [{ allow: grants, deny: [] }],
  })

describe('cells', () => {
  test.each(['=1+1', '+cmd', '-2+3', '@SUM(A1)', '\tx', '\rx', "'=1", "''=1", '+351 21 123'])(
    'escapes %j on export, and import restores it',
    (text) => {
      expect(escapeCell(text)).toBe(`'${text}`)
      expect(unescapeCell(escapeCell(text))).toBe(text)
    },
  )
  test.each([' ', '\u00a0', '\u3000', '\u200b', '\v', '\f', ' \u200b\u2003'])(
    'escapes a formula after any number of %j, also after a list separator',
    (space) => {
      for (const run of [1, 8, 9, 5_000].map((count) => space.repeat(count))) {
        for (const start of ['=', '@', '\uff1d']) {
          const text = `${run}${start}1+1`
          expect(escapeCell(text)).toBe(`'${text}`)
          expect(escapeCell(`a;${text}`)).toBe(`a;'${text}`)
          expect(unescapeCell(escapeCell(`${text};${text}`))).toBe(`${text};${text}`)
        }
        expect(escapeCell(`${run}plain`)).toBe(`${run}plain`)
      }
    },
  )
  test.each(['-12', '+3.50', '0', 'plain', "it's", "'quoted'", ''])(
    'leaves %j unchanged on export and import',
    (text) => {
      expect(escapeCell(text)).toBe(text)
      expect(unescapeCell(text)).toBe(text)
    },
  )
  test('quotes values as RFC 4180 requires', () =>
    expect(csvLine(['a,b', 'say "hi"', 'two\nlines', ' x', 'y'])).toBe(
      '"a,b","say ""hi""","two\nlines"," x",y\r\n',
    ))
  test.each([[['a', 'b']], [['a;b', 'c']], [[]], [['[x']]])(
    'round-trips the list %j through one cell',
    (list) => expect(splitCell(joinCell(list))).toEqual(list),
  )
})

describe('values', () => {
  test('converts to minor units without binary fractions, rounding half away from zero', () => {
    expect([
      minorUnits('75', 'EUR'),
      minorUnits('1.005', 'EUR'),
      minorUnits('-1.005', 'EUR'),
      minorUnits('0.1', 'EUR'),
      minorUnits('12.5', 'JPY'),
      minorUnits('1.2345', 'KWD'),
      minorUnits('1,5,x', 'EUR'),
    ]).toEqual([7500, 101, -101, 10, 13, 1235, undefined])
  })
  test('reads amounts and percentages in common notations and numeral systems', () => {
    expect(
      ['1,234.50', '1.234,50 €', "1'234.50", 'EUR 1 234,50', '1,234', '12,5', '9'.repeat(61)].map(
        (text) => minorUnits(text, 'EUR'),
      ),
    ).toEqual([123_450, 123_450, 123_450, 123_450, 123_400, 1250, undefined])
    expect(
      ['١٬٢٣٤٫٥٠', '۱۲۳۴٫۵ €', 'EUR ٩', '١٫٢٫٣'].map((text) => minorUnits(text, 'EUR')),
    ).toEqual([123_450, 123_450, 900, undefined])
    const royalty = toy('book').fields.find((f) => f.kind === 'bps')!
    expect(['23%', '6,5 %', '2300', 'x%', '٦٫٥٪'].map((text) => cellValue(royalty, text))).toEqual([
      2300,
      650,
      2300,
      'x%',
      650,
    ])
    const pages = toy('book').fields.find((f) => f.name === 'pages')!
    expect(['١٢', '۱٬۲۳۴', '١٬٢'].map((text) => cellValue(pages, text))).toEqual([12, 1234, '١٬٢'])
  })
  test('reads times as people and spreadsheets write them', () => {
    const opens = { name: 'opens', label: 'Opens', kind: 'time', required: false } as const
    const times = ['9:30', '14:30:00', '2:30 PM', '12:05 a.m.', '13:00 pm', '14:30:10', 'noon']
    expect(times.map((text) => cellValue(opens, text))).toEqual([
      '09:30',
      '14:30',
      '14:30',
      '00:05',
      '13:00 pm',
      '14:30:10',
      'noon',
    ])
  })
  test('accepts only dates that exist, and adds days across the end of a month', () => {
    expect([
      dayOf('2016', 'February', '29'),
      dayOf('2015', 'Feb', '29'),
      dayOf('2015', '7', '1'),
      dayOf('15', '7', '1'),
    ]).toEqual(['2016-02-29', undefined, '2015-07-01', undefined])
    expect(addDays('2016-02-28', 2)).toBe('2016-03-01')
  })
})

describe('readTable', () => {
  test('reads quotes, line endings, a byte order mark and characters split between chunks', async () => {
    const e = new TextEncoder().encode('é')
    expect(
      await read(
        '\ufeffname,note\r\n"a ""b""","two\r\nlines"\r\ncaf',
        e.slice(0, 1),
        e.slice(1),
        ',x\r\n',
      ),
    ).toEqual([
      { row: 1, cells: { name: 'a "b"', note: 'two\r\nlines' } },
      { row: 2, cells: { name: 'café', note: 'x' } },
    ])
  })
  test('takes the separator that the first line says, for spreadsheet programs', async () =>
    expect(await read('sep=;\r\na;b,c\r\n1;2\r\n')).toEqual([
      { row: 1, cells: { a: '1', 'b,c': '2' } },
    ]))
  test('detects another separator', async () =>
    expect(await read('a;b\n1;2\n')).toEqual([{ row: 1, cells: { a: '1', b: '2' } }]))
  test.each([
    ['Name\r\nA\nB\r\nC', ['A', 'B', 'C']],
    ['Name\nA\r\nB\rC\n', ['A', 'B', 'C']],
    ['Name\r\n"A\r\nB"\n"C\nD"', ['A\r\nB', 'C\nD']],
    ['Name\r\n5" pipe\n"say ""x""\ny"\r\nZ', ['5" pipe', 'say "x"\ny', 'Z']],
    ['Name\nLisbon, PT\nPorto, PT\n', ['Lisbon, PT', 'Porto, PT']],
  ])('reads one column, also with mixed line ends: %j', async (text, cells) => {
    const chunkings = [[text], [...text]]
    for (const chunks of chunkings) {
      expect((await read(...chunks)).map((row) => row.cells)).toEqual(
        cells.map((Name) => ({ Name })),
      )
    }
  })
  test('reads several columns with mixed line ends', async () =>
    expect(await read('a;b\r\n1;"2\r\n3"\n4;5\r\n')).toEqual([
      { row: 1, cells: { a: '1', b: '2\r\n3' } },
      { row: 2, cells: { a: '4', b: '5' } },
    ]))
  test.each([
    ['Guests, exported 3 May 2026\n\nname;mail\nA;a@x\nB;b@x\n', 3],
    ['Guests\nname,mail\nA,a@x\nB,b@x\n', 2],
    ['Guests,\n,\nname,mail\nA,a@x\nB,b@x\n', 3],
  ])('takes the names of the columns from a line below a title: %j', async (text, headerRow) => {
    const [rows = []] = await all(readTable(bytes(text), { headerRow }))
    expect(rows).toEqual([
      { row: 1, line: headerRow + 1, cells: { name: 'A', mail: 'a@x' } },
      { row: 2, line: headerRow + 2, cells: { name: 'B', mail: 'b@x' } },
    ])
  })
  test.each([
    'a;b;c\n1;2;3\n;;\n  ;\t ;\u00a0\n\n4;5;6\n;;;;\n;\n',
    ';;\na;b;c\n1;2;3\n"";"";""\n\n4;5;6',
  ])(
    'passes over lines of nothing but separators and blanks, but counts them: %j',
    async (text) => {
      const lines = text.split('\n')
      expect((await all(readTable(bytes(text)))).flat()).toEqual([
        { row: 1, line: lines.indexOf('1;2;3') + 1, cells: { a: '1', b: '2', c: '3' } },
        { row: 2, line: lines.indexOf('4;5;6') + 1, cells: { a: '4', b: '5', c: '6' } },
      ])
    },
  )
  test('refuses a header line that the file does not have', async () => {
    await expect(all(readTable(bytes('a,b\n1,2\n'), { headerRow: 9 }))).rejects.toMatchObject({
      status: 422,
    })
  })
  test('reports lines with a wrong number of cells', async () =>
    expect(
      (await read('a,b\n1\n1,2,3\n1,2,\n')).map((r) => r.problem && english(r.problem)),
    ).toEqual([
      'This line has 1 cells, the header 2',
      'This line has 3 cells, the header 2',
      undefined,
    ]))
  test.each([
    [new Uint8Array([0x61, 0x2c, 0x00, 0x62, 0x0a, 0x61, 0x61, 0x61, 0x61, 0x61])],
    [new Uint8Array([0xc3, 0xa9, 0xc3, 0xa9, 0xff, 0x0a])],
    [''],
  ])('refuses %j with an error on the file', async (content) => {
    await expect(read(content)).rejects.toMatchObject({
      status: 422,
      extra: { errors: [{ path: 'file' }] },
    })
  })
  test.each([
    ['too many columns', Array.from({ length: 1001 }, (_, i) => `c${i}`).join(','), '1000 columns'],
    ['a great many columns', 'a,'.repeat(400_000), '1000 columns'],
    [
      'a cell of more than 100,000 characters',
      `a,b\n1,2\n"${'x'.repeat(1_100_000)}",2\n`,
      'After line 2',
    ],
    ['blank lines without end', `a,b\n1,2\n${'\n'.repeat(1_048_600)}`, 'lines at most'],
    ['a quotation mark left open', `a,b\n1,"2\n${'1,2\n'.repeat(500_000)}`, 'quotation mark'],
  ])('refuses %s with a message that gives the reason', async (_name, content, words) => {
    await expect(read(content)).rejects.toMatchObject({
      status: 422,
      message: expect.stringContaining(words),
      extra: { errors: [{ path: 'file' }] },
    })
  })
  test('reads a cell that spans many chunks, and the lines after it', async () => {
    const long = `${'x'.repeat(99)}\n`.repeat(900)
    expect(
      await read('a,b\n', `"${long.slice(0, 70_000)}`, `${long.slice(70_000)}",1\n`, '2,3\n'),
    ).toEqual([
      { row: 1, cells: { a: long, b: '1' } },
      { row: 2, cells: { a: '2', b: '3' } },
    ])
  })
  test.each([1, 2, 3, 7, 1000])('reads each encoding in chunks of %i bytes', async (size) => {
    const text = `name,note\n${'plain,line\n'.repeat(30)}caf\u00e9,\u20ac 5\n`
    const utf16 = Buffer.from(`\ufeff${text}`, 'utf16le')
    const files = {
      'utf-8': Buffer.from(text),
      'utf-16le': utf16,
      'utf-16le without a mark': utf16.subarray(2),
      'utf-16be': Buffer.from(utf16).swap16(),
      'windows-1252': Buffer.from(text.replace('\u20ac', '\u0080'), 'latin1'),
    }
    for (const [encoding, whole] of Object.entries(files)) {
      const parts = Array.from({ length: Math.ceil(whole.length / size) }, (_, at) =>
        whole.subarray(at * size, (at + 1) * size),
      )
      expect((await read(...parts)).at(-1)?.cells, encoding).toEqual({
        name: 'caf\u00e9',
        note: '\u20ac 5',
      })
    }
  })
  test('returns rows in batches', async () =>
    expect(
      (await all(readTable(bytes('n\n1\n2\n3\n'), { batch: 2 }))).map((b) => b.length),
    ).toEqual([2, 1]))
})

describe('mapRow', () => {
  const book = toy('book')
  const map = (fields: Record<string, unknown>, cells: Record<string, string>, row = 7) =>
    mapRow(
      libraryModel,
      book,
      checkMapping(libraryModel, book, { nulls: ['NULL', 'NA'], fields }, access),
      { row, line: row + 1, cells },
    )

  test('a cell with the error of a formula is an error of its field, whatever kind it is', () => {
    const fields = {
      title: 'a',
      pages: 'b',
      price: { money: 'c', currency: 'EUR' },
      publishedOn: 'd',
      code: { template: 'B-{e}' },
      genre: { column: 'f', values: { '#REF!': 'poetry' } },
      author: { by: 'email', column: 'g' },
    }
    const errors = ['#DIV/0!', '#REF!', '#N/A', '#VALUE!', 'Err:502', '#REF!', '#NAME?']
    const cells = Object.fromEntries([...'abcdefg'].map((c, at) => [c, errors[at]!]))
    const mapped = map(fields, cells)
    expect(mapped.draft).toEqual({ genre: 'poetry' })
    expect(
      mapped.errors.map(({ path, message, columns }) => [path, english(message), columns]),
    ).toEqual([
      ['title', 'The cell has the error #DIV/0!', ['a']],
      ['pages', 'The cell has the error #REF!', ['b']],
      ['price', 'The cell has the error #N/A', ['c']],
      ['publishedOn', 'The cell has the error #VALUE!', ['d']],
      ['code', 'The cell has the error Err:502', ['e']],
      ['author', 'The cell has the error #NAME?', ['g']],
    ])
    expect(map({ title: 'a' }, { a: 'Why #N/A?' }).errors).toEqual([])
  })

  test('reads group parts from columns, and child rows from the lines of a record', () => {
    const fields = {
      title: 'name',
      'shelf.city': 'town',
      'shelf.country': 'country',
      'shelf.region': 'region',
      'chapters.label': 'chapter',
      'chapters.unit': { money: 'price', currency: 'EUR' },
      'chapters.editor': { by: 'email', column: 'editor' },
    }
    const line = (chapter: string, price: string) => ({
      name: 'A',
      town: 'Porto',
      country: 'Portugal',
      region: '',
      chapter,
      price,
      editor: 'ann@example.com',
    })
    const lines = [line('One', '1.234,50 €'), line('Two', 'x'), line('Three', '')]
    const row = { row: 7, line: 8, cells: lines[0]!, lines }
    const mapping = checkMapping(libraryModel, book, { fields }, access)
    const { draft, errors } = mapRow(libraryModel, book, mapping, row)
    const editor = expect.objectContaining({ value: 'ann@example.com' })
    expect(draft).toEqual({
      title: 'A',
      shelf: { city: 'Porto', country: 'PT', region: null },
      chapters: [
        { label: 'One', unit: { amount: 123_450, currency: 'EUR' }, editor },
        { label: 'Two', editor },
        { label: 'Three', unit: null, editor },
      ],
    })
    expect(errors).toMatchObject([
      {
        path: 'chapters.1.unit',
        columns: ['price'],
        message: say('"{{text}}" is not an amount', { text: 'x' }),
      },
    ])
  })
  test('requires the field’s permission for each of its parts, and refuses a field next to its own parts', () => {
    const check = (fields: Record<string, string>, of: Access) => () =>
      checkMapping(libraryModel, book, { fields }, of)
    // A part named like a field that may be written must not borrow its right.
    const pages = person(['book.import', 'book.create', 'book.field.pages.*'])
    expect(check({ pages: 'n' }, pages)).not.toThrow()
    for (const name of ['chapters.pages', 'shelf.city', 'shelf.__proto__', 'price.amount']) {
      expect(check({ [name]: 'n' }, pages), name).toThrow()
    }
    expect(check({ shelf: 'a', 'shelf.city': 'b' }, access)).toThrow()
    const create = { name: 'n', address: 'a', 'address.city': 'b' }
    const author = { by: 'email', column: 'e', create }
    expect(() => checkMapping(libraryModel, book, { fields: { author } }, access)).toThrow()
  })
  test('supports every form of the mapping grammar', () => {
    const fields = {
      title: 'name',
      genre: { column: 'kind', values: { Poem: 'poetry' } },
      notes: { constant: 'imported' },
      code: { template: '{shop}-{row}', values: { shop: { 'Main Street': 'MS' } } },
      publishedOn: { date: ['y', 'm', 'd'] },
      price: { money: 'cost', currency: 'EUR' },
      fee: { money: 'minor', currency: { column: 'cur' }, minor: true },
      pages: { sum: ['p', 'q'] },
      inPrint: 'printed',
      slug: { template: 'x-{code}' },
      stars: 'stars',
    }
    const cells = {
      name: 'A',
      kind: 'Poem',
      shop: 'Main Street',
      y: '2015',
      m: 'July',
      d: '1',
      cost: '75.5',
      minor: '1234',
      cur: 'EUR',
      p: '3',
      q: 'NA',
      printed: 'yes',
      stars: 'NULL',
    }
    expect(map(fields, cells)).toEqual({
      row: 7,
      errors: [],
      draft: {
        title: 'A',
        genre: 'poetry',
        notes: 'imported',
        code: 'MS-7',
        publishedOn: '2015-07-01',
        price: { amount: 7550, currency: 'EUR' },
        fee: { amount: 1234, currency: 'EUR' },
        pages: 3,
        inPrint: true,
        slug: 'x-MS-7',
        stars: null,
      },
    })
  })
  test('reports the columns of each invalid cell and continues', () => {
    const { errors } = map(
      {
        title: 'name',
        genre: { column: 'kind', values: { Poem: 'poetry' } },
        price: { money: 'cost', currency: 'EUR' },
        publishedOn: { date: ['y', 'm', 'd'] },
      },
      { name: 'A', kind: 'Song', cost: 'free', y: '2015', m: 'Juli', d: '1' },
    )
    expect(errors.map((e) => [e.path, ...e.columns])).toEqual([
      ['genre', 'kind'],
      ['price', 'cost'],
      ['publishedOn', 'y', 'm', 'd'],
    ])
  })
  test('refuses circular templates and missing columns', () => {
    const { errors } = map(
      { title: { template: '{code}' }, code: { template: '{title}' }, notes: 'missing' },
      { a: 'b' },
    )
    expect(errors.map((e) => e.path)).toEqual(['title', 'code', 'notes'])
    expect(english(errors[2]!.message)).toBe('The file has no column "missing"')
  })
  test('looks up a reference by a field, or plans the record to create', () => {
    const { draft } = map(
      {
        author: {
          by: 'email',
          template: '{who}@example.com',
          create: { name: { template: 'Author {who}' } },
        },
      },
      { who: 'ann' },
    )
    const pending = draft.author as Pending
    expect(pending).toBeInstanceOf(Pending)
    expect([pending.value, pending.collection, pending.create!()]).toEqual([
      'ann@example.com',
      'authors',
      { name: 'Author ann' },
    ])
  })
})

describe('checkMapping', () => {
  const paths = (mapping: unknown, by: Access = access) => {
    try {
      checkMapping(libraryModel, toy('book'), mapping, by)
      return []
    } catch (error) {
      return (error as { extra: { errors: { path: string; code: string }[] } }).extra.errors.map(
        (e) => e.path,
      )
    }
  }
  test.each([
    [{ fields: {} }, ['mapping.fields']],
    [{ fields: { title: { colum: 'x' } } }, ['mapping.fields.title']],
    [{ fields: { nope: 'x', score: 'x' } }, ['mapping.fields.nope', 'mapping.fields.score']],
    [{ fields: { title: { by: 'name', column: 'x' } } }, ['mapping.fields.title']],
    [{ fields: { author: { by: 'payoutAccount', column: 'x' } } }, ['mapping.fields.author.by']],
    [
      { fields: { author: { by: 'email', column: 'x', create: { nope: 'x' } } } },
      ['mapping.fields.author.create.nope'],
    ],
    [{ fields: { publishedOn: { addDays: ['nothing', 'x'] } } }, ['mapping.fields.publishedOn']],
    ['text', ['mapping']],
  ])('reports the invalid paths in %j', (mapping, expected) =>
    expect(paths(mapping)).toEqual(expected),
  )
  test('treats a forbidden field like an unknown one, and refuses to create what the caller may not import', () => {
    const clerk = person(['book.*', 'author.list', 'author.field.*.read'])
    expect(paths({ fields: { title: 'a' } }, person(['book.import']))).toEqual([
      'mapping.fields.title',
    ])
    expect(paths({ fields: { author: { by: 'email', column: 'x' } } }, clerk)).toEqual([])
    expect(paths({ fields: { author: { by: 'email', column: 'x', create: {} } } }, clerk)).toEqual([
      'mapping.fields.author.create',
    ])
  })
})

describe('csvOf', () => {
  const row = {
    id: '1',
    version: 1,
    title: '=cmd',
    author: 'a1',
    coAuthors: ['a1', 'a2'],
    price: { amount: 1234, currency: 'EUR' },
    moods: ['dark', 'odd'],
    publishedOn: '2020-01-02',
    chapters: [{ label: 'x, y' }],
    inPrint: true,
    pages: null,
  } as unknown as RecordData
  const rows = async function* () {
    yield { row, titles: { a1: 'Ann', a2: 'Bob' } }
  }
  test('writes references with titles, money in two columns, lists joined, groups as JSON, formulas escaped', async () => {
    const fields = exportFields(toy('book'), access, [
      'title',
      'author',
      'coAuthors',
      'price',
      'moods',
      'publishedOn',
      'chapters',
      'inPrint',
      'pages',
    ])
    expect((await textOf(csvOf(fields, rows(), { byteOrderMark: false }))).split('\r\n')).toEqual([
      'id,title,author,author.title,coAuthors,coAuthors.title,price.amount,price.currency,moods,publishedOn,chapters,inPrint,pages',
      '1,\'=cmd,a1,Ann,a1;a2,Ann;Bob,1234,EUR,dark;odd,2020-01-02,"[{""label"":""x, y""}]",true,',
      '',
    ])
  })
  test('omits fields the caller may not read, even if requested', () => {
    const reader = person(['book.list', 'book.field.title.read'])
    expect(exportFields(toy('book'), reader, ['title', 'notes']).map((f) => f.name)).toEqual([
      'id',
      'title',
    ])
    expect(exportFields(toy('book'), reader).map((f) => f.name)).toEqual([
      'id',
      'title',
      'createdAt',
      'updatedAt',
    ])
  })
  test('streams 20,000 rows in small chunks', async () => {
    const many = async function* () {
      for (let i = 0; i < 20_000; i++) {
        yield { row: { ...row, notes: 'x'.repeat(200) } as unknown as RecordData, titles: {} }
      }
    }
    let largest = 0
    for await (const chunk of csvOf(exportFields(toy('book'), access), many())) {
      largest = Math.max(largest, chunk.byteLength)
    }
    expect(largest).toBeLessThan(100_000)
  })
})
