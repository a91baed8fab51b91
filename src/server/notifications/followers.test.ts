/** Who is notified of changes to records they follow. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openBench, type Bench } from '#tests/support/writes.ts'
import { libraryResources } from '#tests/toy.ts'
import type { Json } from '#model/types.ts'
import type { RecordData } from '../store/types.ts'
import type { TxWriteContext } from '../store/write/writer.ts'
import { setFollowing, writeNote } from '../timeline/write.ts'
import { tellFollowers } from './followers.ts'

let b: Bench
let ann: RecordData
let ada: TxWriteContext
let n = 0
beforeAll(async () => {
  b = await openBench(libraryResources)
  ann = await b.writer.create(b.of('author'), { name: 'Ann', email: 'a@example.com' }, b.as())
  ada = b.as({ personId: await person('Ada', ['*']), name: 'Ada' })
  await notified()
}, 120_000)
afterAll(() => b?.db.close())

const person = async (name: string, allow: string[], more: object = {}): Promise<string> => {
  const grants = { allow, deny: [], ...more }
  const role = await b.writer.create(
    b.of('memberRole'),
    { name: `${name} ${randomUUID()}`, grants: grants as Json },
    b.as(),
  )
  const record = await b.writer.create(
    b.of('member'),
    { name, email: `${randomUUID()}@example.com`, roles: [role.id] },
    b.as(),
  )
  await b.writer.transition(
    b.of('member'),
    { id: record.id, version: 1 },
    'active',
    undefined,
    b.as(),
  )
  return record.id
}
const make = (values: Record<string, Json> = {}) =>
  b.writer.create(
    b.of('book'),
    { title: `Book ${++n}`, code: `B-${n}`, author: ann.id, ...values },
    ada,
  )
const about = (id: string, context: TxWriteContext) => ({ resource: b.of('book'), id, context })
const follow = (id: string, personId: string) =>
  setFollowing(b, about(id, b.as({ personId, grants: [{ allow: ['*'], deny: [] }] })), true)
const change = (
  { id, version }: RecordData,
  values: Record<string, Json>,
  more: Partial<TxWriteContext> = {},
) => b.writer.patch(b.of('book'), id, version, values, { ...ada, ...more })
/** Waits for transactions of others on the same server, which hold back what is final. */
const settled = () =>
  vi.waitUntil(
    async () =>
      !(
        await b.db.query(
          'SELECT 1 FROM audit WHERE xid >= pg_snapshot_xmin(pg_current_snapshot()) LIMIT 1',
        )
      ).rowCount,
    { timeout: 30_000 },
  )
const notified = async () => {
  await settled()
  await tellFollowers(b)
}
const noticesOf = async (id: string) =>
  (
    await b.db.query<{ title: string; link: string; times: number; channel: string }>(
      'SELECT title, link, times, channel FROM deliveries WHERE recipient_id = $1 ORDER BY id',
      [id],
    )
  ).rows

test('a follower is notified once of another person’s change; later changes renew the notification', async () => {
  const bea = await person('Bea', ['book.*', 'member.*'])
  let book = await make()
  await follow(book.id, bea)
  await follow(book.id, ada.access.actor.personId!)
  book = await change(book, { notes: 'x' })
  expect(await noticesOf(bea)).toEqual([])
  await settled()
  await Promise.all([tellFollowers(b), tellFollowers(b), tellFollowers(b)])
  const first = {
    title: `Ada changed “${String(book.title)}”`,
    link: `/books/${book.id}`,
    channel: 'in_app',
  }
  expect(await noticesOf(bea)).toEqual([{ ...first, times: 1 }])
  expect(await noticesOf(ada.access.actor.personId!)).toEqual([])
  await notified()
  await change(book, { notes: 'y' })
  await notified()
  expect(await noticesOf(bea)).toEqual([{ ...first, times: 2 }])
})

test('a follower who may not see the editor is notified of the change without the name', async () => {
  const carl = await person('Carl', ['book.*'])
  const book = await make()
  await follow(book.id, carl)
  await change(book, { notes: 'x' })
  await notified()
  expect((await noticesOf(carl)).map((one) => one.title)).toEqual([
    `“${String(book.title)}” was changed`,
  ])
})

test('nobody is notified of a record or a field they may not read', async () => {
  const outside = await person('Otto', ['author.*'])
  const row = await person('Rosa', ['book.*'], { rows: { book: { code: 'none' } } })
  const field = await person('Fred', ['book.*', 'member.*'])
  const blind = await b.writer.create(
    b.of('memberRole'),
    {
      name: 'Blind',
      grants: { allow: ['book.*'], deny: ['book.field.internalNote.*'] },
    },
    b.as(),
  )
  await b.writer.patch(b.of('member'), field, 2, { roles: [blind.id] }, b.as())
  const gone = await person('Gil', ['*'])
  let book = await make()
  for (const one of [outside, row, field, gone]) await follow(book.id, one)
  await b.writer.transition(
    b.of('member'),
    { id: gone, version: 2 },
    'suspended',
    { reason: 'gone' },
    b.as(),
  )
  book = await change(book, { internalNote: 'secret' })
  await notified()
  for (const one of [outside, row, field, gone]) expect(await noticesOf(one)).toEqual([])
  await change(book, { notes: 'open' })
  await notified()
  expect(await noticesOf(field)).toHaveLength(1)
  for (const one of [outside, row, gone]) expect(await noticesOf(one)).toEqual([])
})

test('an operation on many records sends one notification', async () => {
  const dora = await person('Dora', ['*'])
  const books = [await make(), await make(), await make()]
  for (const { id } of books) await follow(id, dora)
  const more = { channel: 'bulk' as const, operationId: randomUUID() }
  for (const book of books) await change(book, { notes: 'all' }, more)
  await notified()
  expect(await noticesOf(dora)).toEqual([
    {
      title: `Ada changed “${String(books[2]!.title)}”`,
      link: `/books/${books[2]!.id}`,
      channel: 'in_app',
      times: 3,
    },
  ])
})

test('a preference mutes in-app notifications, and a deletion sends none', async () => {
  const ella = await person('Ella', ['*'])
  await b.db.query(
    `INSERT INTO "user" (id, name, email, "emailVerified", "createdAt", "updatedAt", "personId") VALUES ($1, 'Ella', $2, true, now(), now(), $3)`,
    [`u-${ella}`, `${ella}@example.com`, ella],
  )
  await b.db.query(
    `INSERT INTO preferences (account_id, key, value) VALUES ($1, 'notifications', '{"followed": {"in_app": false, "email": true}}')`,
    [`u-${ella}`],
  )
  let book = await make()
  await follow(book.id, ella)
  book = await change(book, { notes: 'x' })
  await notified()
  expect((await noticesOf(ella)).map((one) => one.channel)).toEqual(['email'])
  await b.db.query('DELETE FROM deliveries')
  await b.writer.remove(b.of('book'), book.id, book.version, { purge: false }, ada)
  await notified()
  expect(await noticesOf(ella)).toEqual([])
})

test('followers are notified of a note; those it mentions are notified only of the mention', async () => {
  const [fay, gus, hal] = [
    await person('Fay', ['*']),
    await person('Gus', ['*']),
    await person('Hal', ['author.*']),
  ]
  const book = await make()
  for (const one of [fay, gus, hal]) await follow(book.id, one)
  await writeNote(b, about(book.id, ada), `Look @[${gus}]`)
  await notified()
  expect((await noticesOf(fay)).map((one) => one.title)).toEqual([
    `Ada wrote a note on “${String(book.title)}”`,
  ])
  expect([...new Set((await noticesOf(gus)).map((one) => one.title))]).toEqual([
    `Ada mentioned you in “${String(book.title)}”`,
  ])
  expect(await noticesOf(hal)).toEqual([])
})
