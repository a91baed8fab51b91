/** Undo of operations that create records which refer to one another. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { libraryResources } from '#tests/toy.ts'
import { openBench, type Bench } from '#tests/support/writes.ts'
import type { Json } from '#model/types.ts'
import { compileAccess } from '../permissions/access.ts'
import type { Access } from '../permissions/types.ts'
import type { OperationParts } from './types.ts'
import { tryUndo, undo } from './undo.ts'

let b: Bench
let me: Access
let parts: OperationParts
let n = 0
beforeAll(async () => {
  b = await openBench(libraryResources)
  const person = await b.writer.create(
    b.of('member'),
    { name: 'M', email: 'm@example.com' },
    { ...b.as(), set: { state: 'active' } },
  )
  me = compileAccess(b.model, {
    kind: 'person',
    accountId: 'account',
    personId: person.id,
    name: 'M',
    tenant: null,
    roleIds: [],
    grants: [{ allow: ['*'], deny: [] }],
  })
  parts = {
    db: b.db,
    model: b.model,
    resources: libraryResources,
    writer: b.writer,
    accessFor: () => me,
    enqueue: () => Promise.resolve(''),
  }
}, 120_000)
afterAll(() => b?.db.close())

const within = (operationId: string = randomUUID()) =>
  ({ access: me, operationId, channel: 'api', requestId: operationId }) as const
type Context = ReturnType<typeof within>
const author = (context: Context) =>
  b.writer.create(b.of('author'), { name: 'A', email: `a${++n}@example.com` }, context)
const book = (context: Context, values: Record<string, Json>) =>
  b.writer.create(b.of('book'), { title: `B${++n}`, code: `C${n}`, ...values }, context)
const change = async (
  context: Context,
  entity: 'author' | 'book',
  id: string,
  values: Record<string, Json>,
) => {
  const { rows } = await b.db.query<{ version: number }>(
    `SELECT version FROM ${entity}s WHERE id = $1`,
    [id],
  )
  return b.writer.update(b.of(entity), id, rows[0]!.version, values, context)
}
const live = async (...ids: readonly string[]): Promise<boolean[]> => {
  const { rows } = await b.db.query<{ id: string }>(
    'SELECT id FROM authors WHERE deleted_at IS NULL UNION SELECT id FROM books WHERE deleted_at IS NULL',
  )
  return ids.map((id) => rows.some((row) => row.id === id))
}
/** Tries the undo, then carries it out: both say the same. */
const undone = async (id: string) => {
  const { counts, refusals } = await tryUndo(parts, id, me)
  await b.db.transaction((tx) => undo(parts, tx, id, me))
  return { counts, refusals }
}

test('undo deletes a created record after those that refer to it, even if it was changed later', async () => {
  const op = within()
  const made = await author(op)
  const one = await book(op, { author: made.id })
  await change(op, 'author', made.id, { rank: 1 })
  const two = await book(op, { author: made.id })
  expect(await undone(op.operationId)).toMatchObject({ counts: { done: 3, refused: 0 } })
  expect(await live(made.id, one.id, two.id)).toEqual([false, false, false])
})

test('undo keeps a created record that others use, even if deleting it would only clear references', async () => {
  const op = within()
  const used = await author(op)
  const first = await book(op, { author: used.id })
  const elsewhere = await author(within())
  const sequel = await book(op, { author: elsewhere.id })
  const other = await book(within(), { author: used.id, sequel: sequel.id })
  expect(await undone(op.operationId)).toMatchObject({
    counts: { done: 1, refused: 2 },
    refusals: [
      { id: sequel.id, code: 'referenced', message: expect.stringContaining('1 book refers') },
      { id: used.id, code: 'referenced', message: expect.stringContaining('1 book refers') },
    ],
  })
  expect(await live(used.id, first.id, sequel.id)).toEqual([true, false, true])
  const { rows } = await b.db.query('SELECT sequel FROM books WHERE id = $1', [other.id])
  expect(rows).toEqual([{ sequel: sequel.id }])
})

test('undo deletes records that refer to one another; one changed since keeps the records it uses', async () => {
  const op = within()
  const { id } = await author(within())
  const one = await book(op, { author: id })
  const two = await book(op, { author: id, sequel: one.id })
  await change(op, 'book', one.id, { sequel: two.id })
  const kept = await book(op, { author: id })
  const later = await book(op, { author: id, sequel: kept.id })
  await change(within(), 'book', later.id, { title: 'Changed' })
  expect(await undone(op.operationId)).toMatchObject({
    counts: { done: 2, changed: 1, refused: 1 },
    refusals: [
      { id: later.id, code: 'changed_since' },
      { id: kept.id, code: 'referenced' },
    ],
  })
  expect(await live(one.id, two.id, kept.id, later.id)).toEqual([false, false, true, true])
})
