import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { libraryResources } from '#tests/toy.ts'
import { tiers } from '#tests/support/database.ts'
import { openBench, problemOf, type Bench } from '#tests/support/writes.ts'
import { invalid } from '../../http/problem.ts'
import type { RecordData } from '../types.ts'
import type { ImportOptions, ImportResult } from './importTypes.ts'
import type { RuleBook } from './rules.ts'

let n = 0
const unique = () => `i${++n}`

/** Shelves may not be called "bad"; a rule without a batch form. */
const rules: RuleBook = {
  shelf: {
    beforeWrite: ({ after }) => {
      if (after?.name === 'bad')
        throw invalid([{ path: 'name', code: 'rule', message: 'Not this name' }])
    },
  },
}

describe.each(tiers)('imports on %s', (tier) => {
  let b: Bench
  let author: RecordData
  beforeAll(async () => {
    b = await openBench(tier, libraryResources, rules)
    author = await b.writer.create(
      b.of('author'),
      { name: 'A', email: `${unique()}@example.com` },
      b.as(),
    )
  }, 120_000)
  afterAll(() => b?.db.close())

  const book = (code: string, more: object = {}) => ({
    title: code,
    code,
    author: author.id,
    ...more,
  })
  const run = (
    data: readonly unknown[],
    options: Partial<ImportOptions> = {},
    as = b.as(),
    entity = 'book',
  ): Promise<ImportResult> =>
    b.writer.importRows(
      b.of(entity),
      data.map((d, i) => ({ row: i + 2, data: d })),
      { mode: 'partial', upsertBy: entity === 'book' ? 'code' : 'name', ...options },
      as,
    )
  const outcomes = (result: ImportResult) => result.rows.map((r) => r.outcome)
  const count = async () =>
    (await b.db.query<{ n: number }>('SELECT count(*) AS n FROM books')).rows[0]!.n
  const audits = async () =>
    (await b.db.query<{ n: number }>('SELECT count(*) AS n FROM audit')).rows[0]!.n

  test('writes new rows, updates known ones, and writes nothing the second time', async () => {
    const known = await b.writer.create(b.of('book'), book(unique(), { stars: 1 }), b.as())
    const rows = [
      book(known.code as string, { title: known.title, stars: 2 }),
      ...Array.from({ length: 1200 }, () =>
        book(unique(), {
          price: { amount: 5, currency: 'EUR' },
          availableAt: '2026-01-01T00:00:00Z',
        }),
      ),
    ]
    const first = await run(rows)
    expect(first).toMatchObject({
      committed: true,
      created: 1200,
      updated: 1,
      unchanged: 0,
      refused: 0,
    })
    const before = await audits()
    expect(await run(rows)).toMatchObject({
      committed: true,
      created: 0,
      updated: 0,
      unchanged: 1201,
      refused: 0,
    })
    expect(await audits()).toBe(before)
    const entry = (await b.audit('book')).filter((a) => a.record_id === known.id).at(-1)
    expect(entry).toMatchObject({
      action: 'import',
      channel: 'import',
      version: 2,
      patch: { stars: [1, 2] },
    })
  })

  test('a known record keeps what a row does not mention', async () => {
    const code = unique()
    await run([book(code, { genre: 'poetry', stars: 4 })])
    await run([{ code, notes: 'new' }])
    expect(
      (await b.db.query('SELECT genre, stars, notes, version FROM books WHERE code = $1', [code]))
        .rows,
    ).toEqual([{ genre: 'poetry', stars: 4, notes: 'new', version: 2 }])
  })

  test('refuses wrong rows by name and place and writes the others', async () => {
    const good = unique()
    const taken = (
      await b.writer.create(b.of('author'), { name: 'T', email: `${unique()}@example.com` }, b.as())
    ).email
    const result = await run([
      book(good),
      { ...book(unique()), title: '', stars: 9 },
      book(unique(), { author: '0198c0de-0000-7000-8000-000000000001' }),
      'nonsense',
      book(unique(), { score: 1 }),
      book(unique(), { state: 'nowhere' }),
    ])
    expect(outcomes(result)).toEqual([
      'created',
      'refused',
      'refused',
      'refused',
      'refused',
      'refused',
    ])
    expect(
      result.rows.slice(1).map((r) => r.errors!.map((e) => `${r.row} ${e.path} ${e.code}`)),
    ).toEqual([
      ['3 title required', '3 stars too_big'],
      ['4 author unknown_reference'],
      ['5  invalid_type'],
      ['6 score unknown_name'],
      ['7 state invalid_value'],
    ])
    const people = await b.writer.importRows(
      b.of('author'),
      [
        { row: 1, data: { name: 'X', email: `${unique()}@example.com` } },
        { row: 2, data: { name: 'X', email: taken } },
        { row: 3, data: { name: 'Y', email: `${unique()}@example.com` } },
      ],
      { mode: 'partial' },
      b.as(),
    )
    expect(outcomes(people)).toEqual(['created', 'refused', 'created'])
    expect(people.rows[1]!.errors).toMatchObject([{ path: 'email', code: 'taken' }])
  })

  test('the same key twice in one import is the same record', async () => {
    const code = unique()
    const result = await run([
      book(code, { stars: 1 }),
      book(code, { stars: 2 }),
      book(code, { stars: 2 }),
    ])
    expect(outcomes(result)).toEqual(['created', 'updated', 'unchanged'])
    expect(new Set(result.rows.map((r) => r.id)).size).toBe(1)
  })

  test('a dry run says the same and writes nothing', async () => {
    const rows = [book(unique()), { code: unique() }, book(unique())]
    const before = [await count(), await audits()]
    const dry = await run(rows, { mode: 'dry-run' })
    expect([outcomes(dry), dry.committed]).toEqual([['created', 'refused', 'created'], false])
    expect([await count(), await audits()]).toEqual(before)
    expect(outcomes(await run(rows))).toEqual(outcomes(dry))
  })

  test('an atomic import with one wrong row writes nothing', async () => {
    const before = await count()
    expect(await run([book(unique()), { code: unique() }], { mode: 'atomic' })).toMatchObject({
      committed: false,
      refused: 1,
    })
    expect(await count()).toBe(before)
    expect(await run([book(unique())], { mode: 'atomic' })).toMatchObject({
      committed: true,
      created: 1,
    })
    expect(await count()).toBe(before + 1)
  })

  test('state may be set, without transitions and reasons', async () => {
    const code = unique()
    await run([book(code, { state: 'rejected' })])
    expect(
      outcomes(
        await run([
          { code, state: 'archived' },
          { code, state: 'archived' },
        ]),
      ),
    ).toEqual(['updated', 'unchanged'])
  })

  test('needs its right, and stays within fields and rows of the caller', async () => {
    expect(
      await problemOf(run([], {}, b.as([{ allow: ['book.create', 'book.update'], deny: [] }]))),
    ).toMatchObject({ status: 403 })
    const noNotes = await run(
      [book(unique(), { notes: 'x' })],
      {},
      b.as([{ allow: ['*'], deny: ['book.field.notes.write'] }]),
    )
    expect(noNotes.rows[0]!.errors).toMatchObject([{ path: 'notes', code: 'unknown_name' }])
    const foreign = await b.writer.create(
      b.of('author'),
      { name: 'F', email: `${unique()}@example.com` },
      b.as(),
    )
    const theirs = await b.writer.create(
      b.of('book'),
      book(unique(), { author: foreign.id }),
      b.as(),
    )
    const staff = b.as({ tenant: author.id, grants: [{ allow: ['*'], deny: [] }] })
    const result = await run(
      [book(unique()), book(theirs.code as string), book(unique(), { author: foreign.id })],
      {},
      staff,
    )
    expect(outcomes(result)).toEqual(['created', 'refused', 'refused'])
    expect(result.rows.slice(1).map((r) => r.errors![0]!.path)).toEqual(['code', 'author'])
    expect(await problemOf(run([], { upsertBy: 'title' }))).toMatchObject({ status: 400 })
  })

  test('rules without a batch form see one row at a time', async () => {
    const [a, c] = [unique(), unique()]
    const result = await run([{ name: a }, { name: 'bad' }, { name: c }], {}, b.as(), 'shelf')
    expect(outcomes(result)).toEqual(['created', 'refused', 'created'])
    expect(result.rows[1]!.errors).toMatchObject([{ path: 'name', message: 'Not this name' }])
  })
})
