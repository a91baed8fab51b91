import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { code, defineResource, text, z } from '#schemas/define/index.ts'
import { libraryResources } from '#tests/toy.ts'
import { openBench, problemOf, type Bench } from '#tests/support/writes.ts'
import { invalid, Problem } from '../../base/problem.ts'
import type { RecordData } from '../types.ts'
import type { ImportOptions, ImportResult } from './importTypes.ts'
import type { RuleBook } from './rules.ts'

let n = 0
const unique = () => `i${++n}`

const note = defineResource({
  name: 'notes',
  permission: 'note',
  label: { one: 'Note', many: 'Notes' },
  title: 'code',
  shape: z.object({ code: code({ unique: true }), body: text(80) }),
  scope: 'staff',
  appendOnly: true,
})

/** Shelves may not be called "bad"; a rule without a batch form. */
const rules: RuleBook = {
  shelf: {
    beforeWrite: ({ after }) => {
      if (after?.name === 'bad') {
        throw invalid([{ path: 'name', code: 'rule', message: 'Not this name' }])
      }
    },
  },
  book: {
    invariants: {
      published: ({ title }) => {
        if (title === 'Untitled') throw new Problem(409, 'incomplete', 'Give it a title.')
      },
    },
    guards: {
      in_review: ({ title }) => {
        if (title === 'Unready') {
          throw invalid([{ path: 'title', code: 'required', message: 'Give it a title' }])
        }
      },
    },
  },
}

describe('imports', () => {
  let b: Bench
  let author: RecordData
  beforeAll(async () => {
    b = await openBench({ ...libraryResources, note }, rules)
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

  test('creates new rows and updates existing ones; running the same import again writes nothing', async () => {
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

  test('an existing record keeps fields that its row leaves out', async () => {
    const code = unique()
    await run([book(code, { genre: 'poetry', stars: 4 })])
    await run([{ code, notes: 'new' }])
    expect(
      (await b.db.query('SELECT genre, stars, notes, version FROM books WHERE code = $1', [code]))
        .rows,
    ).toEqual([{ genre: 'poetry', stars: 4, notes: 'new', version: 2 }])
  })

  test('matches records by id, and never writes the id', async () => {
    const known = await b.writer.create(b.of('book'), book(unique()), b.as())
    const nobody = '0198c0de-0000-7000-8000-000000000001'
    const rows = [
      { id: known.id.toUpperCase(), stars: 3 },
      { id: nobody, stars: 3 },
      book(unique()),
    ]
    const result = await run([...rows, { id: 'x' }], { upsertBy: 'id' })
    expect(outcomes(result)).toEqual(['updated', 'refused', 'created', 'refused'])
    expect(result.rows[0]!.id).toBe(known.id)
    expect(result.rows[1]!.errors).toMatchObject([
      { path: 'id', code: 'unknown_reference' },
      {},
      {},
      {},
    ])
    // Without it as the key, an id is a name like any other that nobody may write.
    expect(outcomes(await run([{ ...book(unique()), id: nobody }]))).toEqual(['refused'])
  })

  test('refuses invalid rows with row number and field, and writes the others', async () => {
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

  test('rows with the same key in one import write the same record', async () => {
    const code = unique()
    const result = await run([
      book(code, { stars: 1 }),
      book(code, { stars: 2 }),
      book(code, { stars: 2 }),
    ])
    expect(outcomes(result)).toEqual(['created', 'updated', 'unchanged'])
    expect(new Set(result.rows.map((r) => r.id)).size).toBe(1)
  })

  test('a dry run reports the same outcomes and writes nothing', async () => {
    const rows = [book(unique()), { code: unique() }, book(unique())]
    const before = [await count(), await audits()]
    const dry = await run(rows, { mode: 'dry-run' })
    expect([outcomes(dry), dry.committed]).toEqual([['created', 'refused', 'created'], false])
    expect([await count(), await audits()]).toEqual(before)
    expect(outcomes(await run(rows))).toEqual(outcomes(dry))
  })

  test('an atomic import writes nothing when one row is invalid', async () => {
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

  const stateOf = async (code: string) =>
    (
      await b.db.query<{ state: string; version: number; score: number | null }>(
        'SELECT state, version, score FROM books WHERE code = $1',
        [code],
      )
    ).rows[0]
  /** Rows with reasons, as produced by a mapping. */
  const move = (rows: readonly [object, string?][], as = b.as()) =>
    b.writer.importRows(
      b.of('book'),
      rows.map(([data, reason], row) => ({ row, data, reason })),
      { mode: 'partial', upsertBy: 'code' },
      as,
    )
  const reasons = (result: ImportResult) =>
    result.rows.flatMap((r) => (r.errors ?? []).map((e) => `${r.row} ${e.path} ${e.code}`))

  test('a state change in a row is a transition, with its guard, reason and effects', async () => {
    const [a, c, d] = [unique(), unique(), unique()]
    expect(outcomes(await run([book(a, { state: 'in_review', stars: 2 })]))).toEqual(['created'])
    expect(await stateOf(a)).toMatchObject({ state: 'in_review', version: 2 })
    const illegal = await run([book(c, { state: 'published' }), book(d, { state: 'archived' })])
    expect(outcomes(illegal)).toEqual(['refused', 'refused'])
    expect(reasons(illegal)).toEqual(['2 state illegal_transition', '3 reason required'])
    const moved = await move([
      [{ code: a, state: 'rejected', stars: 3 }, 'Too short'],
      [book(c), undefined],
      [book(d, { state: 'archived' }), 'Never to be printed'],
    ])
    expect(outcomes(moved)).toEqual(['updated', 'created', 'created'])
    expect(await move([[{ code: a, state: 'rejected' }]])).toMatchObject({ unchanged: 1 })
    const trail = (await b.audit('book')).filter((e) => e.record_id === moved.rows[0]!.id).slice(-2)
    expect(trail).toMatchObject([
      { action: 'import', channel: 'import', patch: { stars: [2, 3] } },
      {
        action: 'transition',
        channel: 'import',
        reason: 'Too short',
        patch: { state: ['in_review', 'rejected'] },
      },
    ])
    const guarded = await run([{ code: c, title: 'Unready', state: 'in_review' }])
    expect(reasons(guarded)).toEqual(['2 title required'])
    expect(await stateOf(c)).toMatchObject({ state: 'draft', version: 1 })
  })

  test('each row needs the permission to create, update or change state, and a deny rule wins', async () => {
    const known = unique()
    await run([book(known), book(`${known}r`, { state: 'in_review' })])
    const fields = ['book.field.*', 'book.list', 'book.read', 'author.list', 'author.read']
    const as = (allow: string[], deny: string[] = []) =>
      b.as([{ allow: [...fields, ...allow], deny }])
    const all = (who: ReturnType<typeof as>) =>
      move(
        [
          [book(unique())],
          [{ code: known, stars: 5 }],
          [{ code: known, stars: 1, state: 'in_review' }],
          [{ code: `${known}r`, state: 'published' }],
          [book(unique(), { state: 'archived' }), 'old'],
        ],
        who,
      )
    const refused = ['refused', 'refused', 'refused', 'refused', 'refused']
    const before = [await count(), await audits()]
    const without = await all(as(['book.import']))
    expect(outcomes(without)).toEqual(refused)
    expect(reasons(without)).toEqual([0, 1, 2, 3, 4].map((row) => `${row}  forbidden`))
    expect([await count(), await audits()]).toEqual(before)
    expect(outcomes(await all(as(['book.import', 'book.create'])))).toEqual([
      'created',
      ...refused.slice(1),
    ])
    expect(outcomes(await all(as(['book.import', 'book.update'])))).toEqual([
      'refused',
      'updated',
      'refused',
      'refused',
      'refused',
    ])
    const denied = await all(as(['*'], ['book.transition.*']))
    expect(outcomes(denied)).toEqual(['created', 'unchanged', 'refused', 'refused', 'refused'])
    expect(reasons(denied)).toEqual(['2 state forbidden', '3 state forbidden', '4 state forbidden'])
    const staff = b.as({
      tenant: author.id,
      grants: [{ allow: ['book.*', 'author.*'], deny: ['book.transition.published'] }],
    })
    expect(outcomes(await all(staff))).toEqual([
      'created',
      'unchanged',
      'updated',
      'refused',
      'created',
    ])
    expect(await stateOf(`${known}r`)).toMatchObject({ state: 'in_review' })
  })

  test('a history import keeps states, dates and derived fields of new records only, with its own permission', async () => {
    const code = unique()
    const past = '2019-03-01T08:00:00.000Z'
    const rows = [book(code, { state: 'published', score: 4.5, createdAt: past })]
    const history = { history: true } as const
    for (const grants of [
      { allow: ['book.*', 'author.*'], deny: [] },
      { allow: ['*'], deny: ['book.import.history'] },
    ]) {
      expect(await problemOf(run(rows, history, b.as([grants])))).toMatchObject({ status: 403 })
    }
    expect(
      await problemOf(run(rows, history, b.as({ tenant: author.id }))),
      'staff of a tenant never do',
    ).toMatchObject({ status: 403 })
    expect(reasons(await run(rows))).toEqual([
      '2 score unknown_name',
      '2 createdAt unknown_name',
      '2 state illegal_transition',
    ])
    const denied = b.as([{ allow: ['*'], deny: ['book.transition.published'] }])
    expect(reasons(await run(rows, history, denied))).toEqual(['2 state forbidden'])

    const made = await run(rows, history, b.as([{ allow: ['*'], deny: [] }]))
    expect(outcomes(made)).toEqual(['created'])
    expect(await stateOf(code)).toMatchObject({ state: 'published', version: 1, score: 4.5 })
    const stored = await b.db.query<{ at: Date }>(
      'SELECT created_at AS at FROM books WHERE code = $1',
      [code],
    )
    expect(new Date(stored.rows[0]!.at).toISOString()).toBe(past)
    expect((await b.audit('book')).filter((e) => e.record_id === made.rows[0]!.id)).toMatchObject([
      { action: 'import.history', channel: 'import' },
    ])
    const untitled = book(unique(), { title: 'Untitled', state: 'published' })
    expect(reasons(await run([untitled], history))).toEqual(['2 state incomplete'])
    expect(outcomes(await run([{ ...untitled, state: 'draft' }], history))).toEqual(['created'])
    const listed = await run([{ ...untitled, state: 'in_review' }])
    expect(outcomes(listed)).toEqual(['updated'])
    expect(reasons(await run([{ ...untitled, state: 'published' }]))).toEqual([
      '2 state incomplete',
    ])
    expect(outcomes(await run(rows, history))).toEqual(['unchanged'])
    for (const more of [
      { state: 'draft' },
      { score: 1 },
      { stars: 1 },
      { createdAt: '2019-03-02T08:00:00Z' },
    ]) {
      expect(reasons(await run([{ ...rows[0], ...more }], history))).toEqual(['2  exists'])
    }
    expect(
      reasons(
        await run(
          [
            book(unique(), { score: 9 }),
            book(unique(), { createdAt: '2999-01-01T00:00:00Z' }),
            book(unique(), { createdAt: 'yesterday' }),
            book(unique(), { version: 7 }),
          ],
          history,
        ),
      ),
    ).toEqual([
      '2 score too_big',
      '3 createdAt invalid_value',
      '4 createdAt invalid_value',
      '5 version unknown_name',
    ])
  })

  test('append-only records are created but never changed', async () => {
    const text = unique()
    const of = b.of('note')
    const write = (data: object, more: object = {}) =>
      b.writer.importRows(
        of,
        [{ row: 1, data }],
        { mode: 'partial', upsertBy: 'code', ...more },
        b.as(),
      )
    expect(outcomes(await write({ code: text, body: 'first' }))).toEqual(['created'])
    expect(outcomes(await write({ code: text, body: 'first' }))).toEqual(['unchanged'])
    for (const more of [{}, { history: true }]) {
      const again = await write({ code: text, body: 'second' }, more)
      expect(reasons(again)).toEqual([`1  ${'history' in more ? 'exists' : 'append_only'}`])
    }
    const { rows } = await b.db.query<{ id: string; body: string }>(
      'SELECT id, body FROM notes WHERE code = $1',
      [text],
    )
    expect(rows).toMatchObject([{ body: 'first' }])
    const person = b.as([{ allow: ['*'], deny: [] }])
    expect(
      await problemOf(b.writer.update(of, rows[0]!.id, 1, { body: 'second' }, person)),
    ).toMatchObject({ status: 405 })
  })

  test('needs the import permission, and writes only fields and rows the caller may write', async () => {
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

  test('a rule without a batch form runs once per row', async () => {
    const [a, c] = [unique(), unique()]
    const result = await run([{ name: a }, { name: 'bad' }, { name: c }], {}, b.as(), 'shelf')
    expect(outcomes(result)).toEqual(['created', 'refused', 'created'])
    expect(result.rows[1]!.errors).toMatchObject([{ path: 'name', message: 'Not this name' }])
  })
})
