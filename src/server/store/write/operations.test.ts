import { afterAll, beforeAll, expect, test } from 'vitest'
import { defineResources } from '#schemas/define/index.ts'
import { author, book } from '#tests/toy.ts'
import { openBench, problemOf, type Bench } from '#tests/support/writes.ts'
import { purgeOperations } from '../../operations/purge.ts'
import type { RuleBook } from './rules.ts'

const resources = defineResources({
  author,
  book: {
    ...book,
    actions: { reprint: { label: 'Reprint' } },
  } as typeof book,
})

/** Reprinting writes the author before the book itself. */
const rules: RuleBook = {
  book: {
    actions: {
      async reprint(row, _, { others }) {
        await others.update('authors', String(row.author), { rank: 7 })
        return { values: { score: 2.5 } }
      },
    },
  },
}

let b: Bench
beforeAll(async () => {
  b = await openBench(resources, rules)
}, 120_000)
afterAll(() => b?.db.close())

const kept = async (id: string) =>
  (await b.db.query<Record<string, unknown>>('SELECT * FROM operations WHERE id = $1', [id])).rows

test('each write records one operation, with who did what to which record', async () => {
  const as = b.as([{ allow: ['*'], deny: [] }])
  const author = await b.writer.create(b.of('author'), { name: 'Ada', email: 'a@example.com' }, as)
  const [made] = await kept(as.operationId)
  expect(made).toMatchObject({
    kind: 'create',
    entity: 'author',
    record_id: author.id,
    channel: 'api',
    actor_id: as.access.actor.personId,
    actor_name: 'Ada',
    state: 'done',
    undone_by: null,
  })
  expect(Date.parse(String(made!.expires_at)) - Date.parse(String(made!.at))).toBe(30 * 86_400_000)

  const body = { title: 'One', code: 'one', author: author.id }
  const book = await b.writer.create(b.of('book'), body, b.as())
  const acting = b.as()
  await b.writer.act(b.of('book'), { id: book.id, version: 1 }, 'reprint', {}, acting)
  expect(await kept(acting.operationId)).toMatchObject([
    { kind: 'action', name: 'reprint', entity: 'book', record_id: book.id, actor_id: null },
  ])
  const { rows } = await b.db.query<{ entity: string }>(
    'SELECT entity FROM audit WHERE operation_id = $1 ORDER BY seq',
    [acting.operationId],
  )
  expect(rows.map((r) => r.entity)).toEqual(['author', 'book'])
})

test('an import records one operation for all its rows', async () => {
  const as = b.as()
  const rows = [1, 2].map((row) => ({
    row,
    data: { name: `N${row}`, email: `n${row}@example.com` },
  }))
  await b.writer.importRows(b.of('author'), rows, { mode: 'partial' }, as)
  expect(await kept(as.operationId)).toMatchObject([
    { kind: 'import', entity: 'author', record_id: null, channel: 'import' },
  ])
})

test('a refused write and a write without changes record no operation', async () => {
  const author = await b.writer.create(
    b.of('author'),
    { name: 'Bo', email: 'b@example.com' },
    b.as(),
  )
  const [refused, same] = [b.as(), b.as()]
  await problemOf(b.writer.patch(b.of('author'), author.id, 1, { name: '' }, refused))
  await b.writer.patch(b.of('author'), author.id, 1, { name: 'Bo' }, same)
  expect([...(await kept(refused.operationId)), ...(await kept(same.operationId))]).toEqual([])
})

test('expired operations are purged together with their rows', async () => {
  const as = b.as()
  await b.writer.create(b.of('author'), { name: 'Cy', email: 'c@example.com' }, as)
  await b.db.query(
    `INSERT INTO operation_rows (operation_id, n, entity, record_id, version) VALUES ($1, 1, 'author', $1, 1)`,
    [as.operationId],
  )
  expect(await purgeOperations(b.db.query)).toBe(0)
  await b.db.query("UPDATE operations SET expires_at = now() - interval '1 s' WHERE id = $1", [
    as.operationId,
  ])
  expect(await purgeOperations(b.db.query)).toBe(1)
  const { rows } = await b.db.query('SELECT FROM operation_rows WHERE operation_id = $1', [
    as.operationId,
  ])
  expect([...(await kept(as.operationId)), ...rows]).toEqual([])
})
