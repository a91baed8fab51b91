import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { unguarded } from '#tests/support/audit.ts'
import { libraryModel, libraryResources, toy } from '#tests/toy.ts'
import { silentLog, testDatabase } from '#tests/support/database.ts'
import type { Database, Tx } from '../database/pool.ts'
import { localFileStore } from '../files/store.ts'
import { createJobs, type Jobs, type JobView } from '../jobs/queue.ts'
import { createTables } from '../migrations/createTables.ts'
import { compileAccess, systemActor } from '../permissions/access.ts'
import { importRows } from '../store/write/importRows.ts'
import { createImports, type Imports } from './import.ts'
import type { ImportMode } from './importPayload.ts'
import type { ImportReport } from './report.ts'

const access = compileAccess(libraryModel, systemActor)
const MAPPING = {
  fields: {
    code: 'code',
    title: 'title',
    genre: { column: 'genre', otherwise: 'novel' },
    pages: 'pages',
    state: { column: 'state', otherwise: 'draft' },
    author: { by: 'email', column: 'author', create: { name: { template: 'Author {author}' } } },
  },
}
const CSV = [
  'code,title,genre,pages,state,author',
  'b1,One,poetry,10,published,ann@example.com',
  'b2,Two,,0,,bob@example.com',
  'b3,Three,,3,,ann@example.com',
  'b4,Four,opera,4,nowhere,cyd@example.com',
]

describe('imports', () => {
  let db: Database
  let jobs: Jobs
  let imports: Imports
  let folder: string
  let failAfter = Infinity
  let onRows: ((tx: Tx) => Promise<void>) | undefined

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'imports-'))
    db = await testDatabase()
    await createTables(db, libraryModel)
    imports = createImports(
      {
        db,
        model: libraryModel,
        resources: libraryResources,
        store: localFileStore(folder),
        accessFor: (actor) => compileAccess(libraryModel, actor),
        importRows: async (resource, rows, ...rest) => {
          const { tx } = rest[1]
          if (tx) await onRows?.(tx)
          if (resource.collection === 'books' && --failAfter < 0) {
            failAfter = Infinity
            throw new Error('the machine stopped')
          }
          return importRows(
            { db, model: libraryModel, resources: libraryResources },
            resource,
            rows,
            ...rest,
          )
        },
      },
      () => jobs,
    )
    jobs = createJobs(db, {
      log: silentLog,
      handlers: { import: imports.handler },
      timing: { retryMs: 1, pollMs: 20 },
    })
    await jobs.start()
  })
  afterAll(async () => {
    await jobs.stop()
    await db.close()
    rmSync(folder, { recursive: true })
  })
  beforeEach(async () => {
    await unguarded(db, 'TRUNCATE books, authors, audit CASCADE')
  })

  interface Options {
    readonly upsertBy?: string
    readonly history?: boolean
    readonly mapping?: object
    readonly language?: 'en' | 'pt'
  }
  const start = (
    mode: ImportMode,
    lines: readonly string[],
    { upsertBy, history = true, mapping = MAPPING, language = 'en' }: Options = {},
  ) =>
    imports.start(
      toy('book'),
      {
        file: (async function* () {
          yield new TextEncoder().encode(`${lines.join('\n')}\n`)
        })(),
        mapping,
        mode,
        history,
        language,
        ...(upsertBy ? { upsertBy } : {}),
      },
      access,
    )
  const finished = (id: string): Promise<JobView> =>
    vi.waitFor(
      async () => {
        const job = await jobs.get(id, access)
        expect(['succeeded', 'failed']).toContain(job.state)
        return job
      },
      { timeout: 20_000, interval: 20 },
    )
  const run = async (mode: ImportMode, lines: readonly string[] = CSV, options?: Options) =>
    (await finished(await start(mode, lines, options))).result as ImportReport
  const codes = async () =>
    (await db.query<{ code: string }>('SELECT code FROM books ORDER BY code')).rows.map(
      (r) => r.code,
    )
  const kept = () =>
    readdirSync(folder, { recursive: true }).filter((n) => String(n).endsWith('.csv')).length
  const jobCount = async () =>
    (await db.query<{ n: number }>('SELECT count(*)::int AS n FROM jobs')).rows[0]!.n
  const emails = async () =>
    (await db.query<{ email: string }>('SELECT email FROM authors ORDER BY email')).rows.map(
      (r) => r.email,
    )

  test('partial mode writes only the valid rows, and the corrected error report can be imported', async () => {
    const report = await run('partial')
    expect(report).toMatchObject({
      committed: true,
      read: 4,
      created: 2,
      updated: 0,
      unchanged: 0,
      refused: 2,
    })
    expect(report.errors.map(({ row, columns }) => [row, columns.join()])).toEqual([
      [2, 'pages'],
      [4, 'genre'],
      [4, 'state'],
    ])
    expect([await codes(), await emails()]).toEqual([['b1', 'b3'], ['ann@example.com']])
    expect((await db.query("SELECT state FROM books WHERE code = 'b1'")).rows).toEqual([
      { state: 'published' },
    ])
    const refused = (await new Response(await imports.errorsCsv(report.report!)).text()).split(
      '\r\n',
    )
    expect(refused).toEqual([
      expect.stringMatching(/^\ufeff?code,title,genre,pages,state,author,Why it was refused$/),
      expect.stringMatching(/^b2,Two,,0,,bob@example\.com,Pages: At least 1/),
      expect.stringMatching(
        /^b4,Four,opera,4,nowhere,cyd@example\.com,Genre: Choose one of the options; State: /,
      ),
      '',
    ])
    // Corrected and sent again, it is imported, and the reasons are not a column of its own.
    const corrected = refused.map((line) =>
      line.replace('Two,,0', 'Two,,2').replace('opera,4,nowhere', 'novel,4,draft'),
    )
    expect(await run('atomic', corrected.slice(0, 3))).toMatchObject({ created: 2, refused: 0 })
  })

  test('a refused row lists all its errors in the importer’s language', async () => {
    const mapping = {
      groupBy: 'code',
      fields: {
        ...MAPPING.fields,
        author: { by: 'email', column: 'author' },
        price: { money: 'price', currency: 'EUR' },
        'shelf.city': 'city',
        'shelf.country': 'country',
        'chapters.label': 'title',
        'chapters.pages': 'pages',
      },
    }
    const head = 'code,title,genre,pages,state,author,price,city,country'
    const line = 'z1,Un,opera,many,nowhere,no@example.com,free,Porto,Atlantis'
    const right = 'z2,Deux,poetry,1,draft,no@example.com,1,Porto,PT'
    const wrong = [head, line, line.replace('many', '-1'), right]
    const report = await run('dry-run', wrong, {
      upsertBy: 'code',
      history: false,
      mapping,
      language: 'pt',
    })
    expect(report.errors.map(({ row, path, code }) => [row, path, code])).toEqual([
      [1, 'price', 'invalid_value'],
      [1, 'author', 'unknown_reference'],
      [1, 'genre', 'invalid_value'],
      [1, 'pages', 'invalid_type'],
      [1, 'shelf.line', 'required'],
      [1, 'shelf.country', 'invalid_format'],
      [1, 'chapters.0.pages', 'invalid_type'],
      [1, 'chapters.1.pages', 'too_small'],
      [1, 'state', 'invalid_value'],
      [3, 'author', 'unknown_reference'],
      [3, 'shelf.line', 'required'],
    ])
    const [names, first] = (
      await new Response(await imports.errorsCsv(report.report!)).text()
    ).split('\r\n')
    expect(names).toMatch(/,Motivo da recusa$/)
    expect(first).toContain('Preço: “free” não é um montante; ')
    expect(first).toContain('Chapters 2 → Pages: No mínimo 1')
    // Where the key is wrong, it is not known which record is meant.
    const unkeyed = await run('dry-run', [head, right.replace('z2', '?')], {
      upsertBy: 'code',
      history: false,
      mapping: {
        ...mapping,
        fields: { ...mapping.fields, code: { column: 'code', values: { z1: 'z1' } } },
      },
    })
    expect(unkeyed.errors.map(({ path }) => path)).toEqual(['code', 'author'])
  })

  test('lines of one record become its child rows, and group parts missing from the file are kept', async () => {
    const mapping = {
      groupBy: 'code',
      fields: {
        code: 'code',
        title: 'title',
        'shelf.line': 'street',
        'shelf.city': 'city',
        'shelf.country': 'country',
        'chapters.label': 'chapter',
        'chapters.unit': { money: 'price', currency: 'EUR' },
        'chapters.editor': {
          by: 'email',
          column: 'editor',
          create: { name: { template: 'Editor of {chapter}' }, 'address.city': 'city' },
        },
        author: {
          by: 'email',
          column: 'author',
          create: {
            name: 'author',
            'address.line': 'street',
            'address.city': 'city',
            'address.region': 'region',
            'address.country': 'country',
          },
        },
      },
    }
    const head = 'code,title,street,city,region,country,chapter,price,editor,author'
    const lines = [
      head,
      'b1,One,Rua 1,Porto,,Portugal,First,"1.250,50 €",,ann@example.com',
      'b1,One,Rua 1,Porto,,Portugal,Second,3,,ann@example.com',
      'b2,Two,Rua 1,Porto,,Portugal,First,free,,bob@example.com',
      'b3,Three,Rua 1,Porto,,Portugal,First,1,,ann@example.com',
      'b4,Four,Rua 1,Porto,,Portugal,Last,1,dora@example.com,ann@example.com',
      'b3,Three,Rua 1,Porto,,Portugal,Second,1,,ann@example.com',
    ]
    const report = await run('partial', lines, { upsertBy: 'code', mapping })
    expect(report).toMatchObject({ read: 5, created: 1, refused: 4 })
    expect(report.errors).toMatchObject([
      { row: 3, columns: ['price'] },
      { row: 4, message: 'Lines with the same "code" must follow one another' },
      {
        row: 5,
        path: 'chapters.0.editor',
        columns: ['editor'],
        message: 'The author "dora@example.com" could not be created',
      },
      { row: 5, path: 'chapters.0.editor.address.line', code: 'required', columns: ['editor'] },
      { row: 5, path: 'chapters.0.editor.address.country', code: 'required', columns: ['editor'] },
      { row: 6, message: 'Lines with the same "code" must follow one another' },
    ])
    const books = await db.query('SELECT code, shelf, chapters FROM books')
    expect(books.rows).toMatchObject([
      {
        code: 'b1',
        shelf: { line: 'Rua 1', city: 'Porto', country: 'PT' },
        chapters: [
          { label: 'First', pages: 1, unit: { amount: 125_050, currency: 'EUR' } },
          { label: 'Second', pages: 1, unit: { amount: 300, currency: 'EUR' } },
        ],
      },
    ])
    expect((await db.query('SELECT email, address FROM authors')).rows).toEqual([
      { email: 'ann@example.com', address: { line: 'Rua 1', city: 'Porto', country: 'PT' } },
    ])
    // A file with the city alone changes that part.
    const part = { fields: { code: 'code', 'shelf.city': 'city' } }
    expect(
      await run('atomic', ['code,city', 'b1,Faro'], {
        upsertBy: 'code',
        history: false,
        mapping: part,
      }),
    ).toMatchObject({
      updated: 1,
    })
    expect((await db.query('SELECT shelf, chapters FROM books')).rows).toMatchObject([
      { shelf: { line: 'Rua 1', city: 'Faro', country: 'PT' }, chapters: [{}, {}] },
    ])
  })

  test('a referenced record with invalid cells is not created, and the row says why', async () => {
    const mapping = {
      fields: {
        ...MAPPING.fields,
        author: {
          by: 'email',
          column: 'author',
          create: { name: { column: 'genre', values: { novel: 'Ann' } } },
        },
      },
    }
    const report = await run('partial', CSV.slice(0, 2), { upsertBy: 'code', mapping })
    expect(report.errors).toMatchObject([
      {
        row: 1,
        path: 'author',
        columns: ['author'],
        message: 'The author "ann@example.com" could not be created',
      },
      {
        row: 1,
        path: 'author.name',
        columns: ['genre'],
        message: 'The mapping has no entry for "poetry"',
      },
    ])
  })

  test('atomic mode writes all rows or none', async () => {
    expect(await run('atomic')).toMatchObject({ committed: false, read: 4, created: 2, refused: 2 })
    expect([await codes(), await emails()]).toEqual([[], []])
    expect(
      await run(
        'atomic',
        CSV.filter((_, i) => i !== 2 && i !== 4),
      ),
    ).toMatchObject({ committed: true, created: 2, refused: 0 })
    expect(await codes()).toEqual(['b1', 'b3'])
  })

  test('a dry run writes nothing', async () => {
    expect(await run('dry-run')).toMatchObject({
      committed: false,
      read: 4,
      created: 2,
      refused: 2,
    })
    expect([
      await codes(),
      await emails(),
      (await db.query('SELECT 1 FROM audit')).rowCount,
    ]).toEqual([[], [], 0])
  })

  test('matches existing rows by the unique field and updates only those that differ', async () => {
    await run('partial', CSV, { upsertBy: 'code' })
    const audited = (await db.query('SELECT 1 FROM audit')).rowCount
    expect(await run('partial', CSV, { upsertBy: 'code' })).toMatchObject({
      created: 0,
      updated: 0,
      unchanged: 2,
      refused: 2,
    })
    expect((await db.query('SELECT 1 FROM audit')).rowCount).toBe(audited)
    expect(
      await run(
        'partial',
        CSV.map((line) => line.replace('One', 'First')),
        { upsertBy: 'code', history: false },
      ),
    ).toMatchObject({ updated: 1, unchanged: 1 })
    expect((await db.query("SELECT title, version FROM books WHERE code = 'b1'")).rows).toEqual([
      { title: 'First', version: 2 },
    ])
  })

  test.each(['partial', 'atomic'] as const)(
    '%s mode runs as an operation until the import is done',
    async (mode) => {
      const found = async ({ query }: Pick<Tx, 'query'> = db) =>
        (
          await query(
            "SELECT state, job_id IS NOT NULL AS job FROM operations WHERE kind = 'import'",
          )
        ).rows
      await db.query('DELETE FROM operations')
      const seen: unknown[] = []
      onRows = async (tx) => void seen.push(...(await found(tx)))
      const rows = ['1', '2'].map(
        (code) => `${mode[0]}${code},Fine ${code},poetry,1,draft,x@example.com`,
      )
      await run(mode, [CSV[0]!, ...rows]).finally(() => (onRows = undefined))
      expect(seen.length).toBeGreaterThan(0)
      for (const one of seen) expect(one).toEqual({ state: 'running', job: true })
      expect(await found()).toEqual([{ state: 'done', job: true }])
      await db.query('DELETE FROM operations')
      await run(mode, [CSV[0]!, 'y1,Bad,opera,1,draft,x@example.com'])
      expect(await found()).toEqual([])
    },
  )

  test('resumes after a failure between batches without writing a row twice', async () => {
    const lines = [
      CSV[0]!,
      ...Array.from({ length: 1200 }, (_, i) => `c${i},Title ${i},,5,,ann@example.com`),
    ]
    failAfter = 1
    const report = await run('partial', lines)
    expect(failAfter).toBe(Infinity)
    expect(report).toMatchObject({ read: 1200, created: 1200, refused: 0 })
    expect(await codes()).toHaveLength(1200)
    expect(await emails()).toEqual(['ann@example.com'])
  })

  test('deletes the file after the import, and after a file that cannot be read', async () => {
    const before = kept()
    await run('partial', [CSV[0]!, CSV[1]!])
    const failed = await finished(await start('partial', [',,', ' ,']))
    expect(failed).toMatchObject({
      state: 'failed',
      error: 'The file is empty: its first line must name the columns.',
    })
    // Files are deleted after the ends of their jobs are stored.
    await expect.poll(kept).toBe(before)
  })

  test('refuses to start without permission, with a wrong mapping or key, and stores nothing', async () => {
    const [files, queued] = [kept(), await jobCount()]
    const clerk = compileAccess(libraryModel, {
      ...systemActor,
      kind: 'person',
      accountId: 'a',
      grants: [{ allow: ['book.create', 'book.field.*'], deny: [] }],
    })
    await expect(
      imports.start(
        toy('book'),
        { file: (async function* () {})(), mapping: MAPPING, mode: 'partial' },
        clerk,
      ),
    ).rejects.toMatchObject({ status: 403 })
    await expect(start('partial', CSV, { upsertBy: 'title' })).rejects.toMatchObject({
      status: 422,
      extra: { errors: [{ path: 'upsertBy' }] },
    })
    const by = { by: 'email', column: 'author' }
    for (const [fields, path] of [
      [{}, 'mapping.fields'],
      [{ nothing: 'code' }, 'mapping.fields.nothing'],
      [{ constructor: 'code' }, 'mapping.fields.constructor'],
      [{ code: 7 }, 'mapping.fields.code'],
      [{ id: 'code' }, 'mapping.fields.id'],
      [{ title: by }, 'mapping.fields.title'],
      [{ author: { ...by, by: 'nothing' } }, 'mapping.fields.author.by'],
      [
        { author: { ...by, create: { nothing: 'author' } } },
        'mapping.fields.author.create.nothing',
      ],
    ] as const) {
      await expect(start('partial', CSV, { mapping: { fields } }), path).rejects.toMatchObject({
        status: 422,
        extra: { errors: [{ path }] },
      })
    }
    expect([kept(), await jobCount()]).toEqual([files, queued])
  })
})
