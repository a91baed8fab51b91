import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBench, type Bench } from '#tests/support/writes.ts'
import { libraryResources } from '#tests/toy.ts'
import type { Access } from '../../permissions/types.ts'
import type { RecordData } from '../types.ts'
import { bulkRequest } from '../../operations/body.ts'
import { planBulk } from '../../operations/bulk.ts'
import { NAMED, whereUsed } from './whereUsed.ts'

const all = { allow: ['*'], deny: [] }
let b: Bench
let ann: RecordData, bob: RecordData, first: RecordData
const write = (title: string, author: RecordData, more: object = {}) =>
  b.writer.create(
    b.of('book'),
    { title, code: randomUUID(), author: author.id, ...more },
    b.as([all]),
  )
const used = async (
  of: 'author' | 'book',
  record: RecordData,
  access: Access = b.as([all]).access,
  options: { trashed?: boolean } = {},
) =>
  (await whereUsed({ db: b.db, model: b.model, access }, b.of(of), record.id, options)).data.filter(
    (one) => ['books', 'authors'].includes(one.collection),
  )
beforeAll(async () => {
  b = await openBench(libraryResources)
  const author = (name: string) =>
    b.writer.create(b.of('author'), { name, email: `${name}@example.com` }, b.as())
  ann = await author('Ann')
  bob = await author('Bob')
  first = await write('First', ann)
  for (let i = 0; i < NAMED + 1; i++) await write(`Of Bob ${i}`, bob, { sequel: first.id })
  await write('Together', ann, { coAuthors: [bob.id] })
  const gone = await write('Gone', ann)
  await b.writer.remove(b.of('book'), gone.id, gone.version, { purge: false }, b.as([all]))
}, 120_000)
afterAll(() => b?.db.close())

test('counts references by field, lists the first records and says what a deletion would do', async () => {
  const found = await used('author', bob)
  expect(found).toMatchObject([
    { collection: 'books', field: 'author', onDelete: 'refuse', count: NAMED + 1 },
    { collection: 'books', field: 'coAuthors', count: 1, records: [{ title: 'Together' }] },
  ])
  expect(found[0]!.countIsExact).toBe(true)
  expect(found[0]!.records.map((r) => r.title)).toEqual(
    Array.from({ length: NAMED }, (_, i) => `Of Bob ${i}`),
  )
  expect(await used('book', first)).toMatchObject([
    { collection: 'books', field: 'sequel', onDelete: 'clear', count: NAMED + 1 },
  ])
})

test('counts references to all rows of a bulk action together, except from the selected rows themselves', async () => {
  const bulk = async (of: 'author' | 'book', ids: string[], what: object, access: Access) => {
    const parts = {
      db: b.db,
      model: b.model,
      resources: libraryResources,
      writer: b.writer,
      accessFor: () => access,
      enqueue: () => Promise.resolve(''),
    }
    const request = bulkRequest(b.model, b.of(of), access, { ids, do: what, dryRun: true })
    const { used: all } = await planBulk(parts, b.of(of), request, access)
    return all?.filter((one) => ['books', 'authors'].includes(one.collection))
  }
  const { access } = b.as([all])
  expect(await bulk('author', [ann.id, bob.id], { delete: true }, access)).toMatchObject([
    { field: 'author', onDelete: 'refuse', count: NAMED + 3, countIsExact: true },
    { field: 'coAuthors', count: 1, records: [{ title: 'Together' }] },
  ])
  const ofBob = await b.db.query<{ id: string }>(
    'SELECT id FROM books WHERE author = $1 ORDER BY id',
    [bob.id],
  )
  const some = ofBob.rows.slice(1).map((row) => row.id)
  expect(await bulk('book', [first.id, ...some], { delete: true }, access)).toMatchObject([
    { field: 'sequel', count: 1, records: [{ id: ofBob.rows[0]!.id }] },
  ])
  const [purged] = (await bulk('author', [ann.id], { purge: true }, access))!
  expect(purged!.count).toBe(3)
  expect(await bulk('author', [ann.id], { transition: 'blocked' }, access)).toBeUndefined()
  const [kept] = (await bulk('book', [first.id], { transition: 'archived' }, access))!
  expect(kept).toMatchObject({ field: 'sequel', count: NAMED + 1 })
  expect(await bulk('author', [ann.id], { patch: { rank: 1 } }, access)).toBeUndefined()
  const blind = b.as([{ allow: ['*'], deny: ['book.read'] }]).access
  expect(await bulk('author', [ann.id, bob.id], { delete: true }, blind)).toEqual([])
})

test('counts records in the trash only for a permanent deletion', async () => {
  const [live] = await used('author', ann)
  const [whole] = await used('author', ann, undefined, { trashed: true })
  expect([live!.count, whole!.count]).toEqual([2, 3])
})

test('neither counts nor reveals references from rows of another tenant', async () => {
  const own = b.as({ tenant: ann.id, grants: [all] }).access
  expect(await used('book', first, own)).toEqual([])
  await expect(used('author', bob, own)).rejects.toMatchObject({ status: 404 })
})

test('leaves out references by fields the caller cannot read, and titles the caller cannot read', async () => {
  const may = (...deny: string[]) => b.as([{ allow: ['*'], deny }]).access
  expect((await used('author', bob, may('book.field.author.*'))).map((one) => one.field)).toEqual([
    'coAuthors',
  ])
  expect(await used('author', bob, may('book.read'))).toEqual([])
  const [unnamed] = await used('author', bob, may('book.field.title.*'))
  expect(unnamed!.records.map((r) => r.title)).toEqual(Array(NAMED).fill(null))
  await expect(used('author', bob, may('author.read'))).rejects.toMatchObject({ status: 403 })
})
