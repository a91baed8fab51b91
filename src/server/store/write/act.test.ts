import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { defineResources, int, text, z } from '#schemas/define/index.ts'
import { author, book } from '#tests/toy.ts'
import { openBench, problemOf, type Bench } from '#tests/support/writes.ts'
import { Problem } from '../../base/problem.ts'
import type { RecordData } from '../types.ts'
import type { RuleBook } from './rules.ts'

const resources = defineResources({
  author,
  book: {
    ...book,
    actions: {
      reprint: {
        label: 'Reprint',
        from: ['draft', 'published'],
        input: z.object({ copies: int(1, 1000), reason: text(200) }),
      },
      stamp: { label: 'Stamp' },
    },
  } as typeof book,
})

/** Reprinting creates a sequel, updates the author and writes the book's own derived score. */
const rules: RuleBook = {
  book: {
    completes: {
      reprint(row, input) {
        return input.reason === 'as before' ? { ...input, copies: row.version } : input
      },
    },
    actions: {
      async reprint(row, input, { others }) {
        const sequel = await others.create('books', {
          title: `${String(row.title)} again`,
          code: `${String(row.code)}-2`,
          author: row.author!,
          score: 4.5,
        })
        await others.update('authors', String(row.author), { rank: Number(input.copies) })
        await others.transition('authors', String(row.author), 'blocked', 'busy')
        if (input.copies === 13) throw new Problem(409, 'over', 'Not thirteen.')
        return { values: { score: 2.5, sequel: sequel.id }, result: { sequel: sequel.id } }
      },
      stamp: () => undefined,
    },
  },
}

describe('named actions', () => {
  let b: Bench
  let n = 0
  beforeAll(async () => {
    b = await openBench(resources, rules)
  }, 120_000)
  afterAll(() => b?.db.close())
  const newBook = async (): Promise<RecordData> => {
    const of = await b.writer.create(
      b.of('author'),
      { name: 'Émile', email: `a${++n}@example.com` },
      b.as(),
    )
    return b.writer.create(b.of('book'), { title: `t${n}`, code: `c${n}`, author: of.id }, b.as())
  }
  const reprint = (row: RecordData, body: unknown, as = b.as()) =>
    b.writer.act(b.of('book'), row, 'reprint', body, as)
  const table = async (name: string) => (await b.db.query(`SELECT * FROM ${name} ORDER BY id`)).rows

  test('an action writes its record and related records together, in the name of the caller', async () => {
    const row = await newBook()
    const { record, result } = await reprint(
      row,
      { copies: 7, reason: 'sold out' },
      b.as([{ allow: ['book.reprint', 'book.read', 'book.field.*.read'], deny: [] }]),
    )
    const sequel = (result as { sequel: string }).sequel
    expect(record).toMatchObject({ version: 2, score: 2.5, sequel })
    const audit = (await b.audit('book')).filter((a) =>
      [row.id, sequel].includes(a.record_id as string),
    )
    expect(audit.map((a) => [a.action, a.actor_name, a.reason])).toEqual([
      ['create', null, null],
      ['create', 'Ada', null],
      ['reprint', 'Ada', 'sold out'],
    ])
    expect(
      (await b.audit('author'))
        .filter((a) => a.record_id === row.author)
        .map((a) => [a.action, a.actor_name]),
    ).toEqual([
      ['create', null],
      ['update', 'Ada'],
      ['transition', 'Ada'],
    ])
    expect(
      (await b.db.query('SELECT rank, state FROM authors WHERE id = $1', [row.author])).rows,
    ).toEqual([{ rank: 7, state: 'blocked' }])
    expect((await b.db.query('SELECT score FROM books WHERE id = $1', [sequel])).rows).toEqual([
      { score: 4.5 },
    ])
  })

  test('a rule completes the input before the action runs', async () => {
    const row = await newBook()
    await reprint(row, { copies: 9, reason: 'as before' })
    expect((await b.db.query('SELECT rank FROM authors WHERE id = $1', [row.author])).rows).toEqual(
      [{ rank: 1 }],
    )
  })

  test('a refused action changes nothing: invalid input, wrong state, stale version, no permission, unknown name', async () => {
    const row = await newBook()
    const before = [await table('books'), await table('authors'), (await b.audit('book')).length]
    expect(await problemOf(reprint(row, { copies: 0, nope: 1 }))).toMatchObject({
      status: 422,
      errors: expect.arrayContaining([
        expect.objectContaining({ path: 'copies' }),
        expect.objectContaining({ path: 'reason', code: 'required' }),
        expect.objectContaining({ path: 'nope', code: 'unknown_name' }),
      ]),
    })
    expect(
      await problemOf(reprint({ ...row, version: 9 }, { copies: 1, reason: 'x' })),
    ).toMatchObject({ status: 412 })
    expect(
      await problemOf(
        reprint(row, { copies: 1, reason: 'x' }, b.as([{ allow: ['*'], deny: ['book.reprint'] }])),
      ),
    ).toMatchObject({ status: 403 })
    expect(
      await problemOf(b.writer.act(b.of('book'), { id: row.id, version: 1 }, 'burn', {}, b.as())),
    ).toMatchObject({ status: 404 })
    expect(
      await problemOf(
        b.writer.act(b.of('book'), { id: row.id, version: 1 }, 'stamp', { x: 1 }, b.as()),
      ),
    ).toMatchObject({ status: 422 })
    expect(await problemOf(reprint(row, { copies: 13, reason: 'x' }))).toMatchObject({
      status: 409,
      code: 'over',
    })
    expect([await table('books'), await table('authors'), (await b.audit('book')).length]).toEqual(
      before,
    )
    const archived = await b.writer.transition(
      b.of('book'),
      { id: row.id, version: 1 },
      'archived',
      { reason: 'old' },
      b.as(),
    )
    expect(await problemOf(reprint(archived, { copies: 1, reason: 'x' }))).toMatchObject({
      status: 409,
      code: 'illegal_action',
    })
  })
})
