import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { defineResources } from '#schemas/define/index.ts'
import { author, book } from '#tests/toy.ts'
import { openBench, type Bench } from '#tests/support/writes.ts'
import { Problem } from '../../base/problem.ts'
import type { RuleBook } from './rules.ts'
import { runScheduled } from './schedule.ts'

/** A book that becomes available gets a score; poetry is rejected, science fails. */
const rules: RuleBook = {
  book: {
    scheduled: [
      {
        from: ['draft'],
        due: 'availableAt',
        run(row) {
          if (row.genre === 'poetry') throw new Problem(409, 'frozen', 'Not this one.')
          if (row.genre === 'science') throw new Error('broken')
          return { score: 2.5, availableAt: null }
        },
      },
    ],
  },
}

describe('scheduled transitions that are due', () => {
  let b: Bench
  beforeAll(async () => {
    b = await openBench(defineResources({ author, book }), rules)
  }, 120_000)
  afterAll(() => b?.db.close())
  const left = async (genre: string) =>
    Number(
      (
        await b.db.query(
          'SELECT count(*) AS n FROM books WHERE genre = $1 AND available_at IS NOT NULL',
          [genre],
        )
      ).rows[0]!.n,
    )

  test('processes every due record, even behind more refused or failing records than one batch holds', async () => {
    const of = await b.writer.create(
      b.of('author'),
      { name: 'Ada', email: 'ada@example.com' },
      b.as(),
    )
    // All due at one moment: paging by time alone would repeat or skip some.
    await b.db.query(
      `INSERT INTO books (id, title, code, author, available_at, state, version, created_at, updated_at, genre, royalty, in_print)
        SELECT gen_random_uuid(), 't' || n, 'c' || n, $1, '2020-01-01T00:00:00.123456Z'::timestamptz + CASE WHEN n > 1010 THEN interval '1 day' ELSE interval '0' END, 'draft', 1, now(), now(), CASE WHEN n = 7 THEN 'science' WHEN n <= 1010 THEN 'poetry' ELSE 'novel' END, 0, true
        FROM generate_series(1, 1020) n`,
      [of.id],
    )
    await expect(runScheduled(b.parts, b.writer)).rejects.toThrow('broken')
    expect([await left('poetry'), await left('science'), await left('novel')]).toEqual([1009, 1, 0])
    await b.db.query("DELETE FROM books WHERE genre = 'science'")
    expect(await runScheduled(b.parts, b.writer)).toBe(0)
    await b.db.query("UPDATE books SET genre = 'novel' WHERE code = 'c500'")
    expect(await runScheduled(b.parts, b.writer)).toBe(1)
  })
})
