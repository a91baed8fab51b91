import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBench, problemOf, type Bench } from '#tests/support/writes.ts'
import { libraryResources } from '#tests/toy.ts'
import type { RecordData } from '../store/types.ts'
import type { TxWriteContext } from '../store/write/writer.ts'
import { fireReminders } from './fire.ts'
import { cancelReminder, ownReminders, remind, type NewReminder } from './reminders.ts'

let b: Bench
let ann: RecordData, book: RecordData
let role: RecordData
let ada: TxWriteContext, bea: TxWriteContext
let adaId: string, beaId: string
beforeAll(async () => {
  b = await openBench(libraryResources)
  ann = await b.writer.create(b.of('author'), { name: 'Ann', email: 'a@example.com' }, b.as())
  book = await make('Dune')
  role = await b.writer.create(
    b.of('memberRole'),
    { name: 'readers', grants: { allow: ['book.*'], deny: [] } },
    b.as(),
  )
  ;[adaId, beaId] = [await person('Ada'), await person('Bea')]
  ada = b.as({ personId: adaId, name: 'Ada' })
  bea = b.as({ personId: beaId, name: 'Bea' })
}, 120_000)
afterAll(() => b?.db.close())

const make = (title: string) =>
  b.writer.create(b.of('book'), { title, code: randomUUID(), author: ann.id }, b.as())
const person = async (name: string) => {
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
const inHours = (n: number) => new Date(Date.now() + n * 3_600_000).toISOString()
const ask = (context: TxWriteContext, wanted: Partial<NewReminder> = {}, id = book.id) =>
  remind(b, { resource: b.of('book'), id, context }, { at: inHours(1), ...wanted })
const come = (id: string) =>
  b.db.query("update reminders set due_at = now() - interval '1 minute' where id = $1", [id])
const noticesOf = async (id: string) =>
  (
    await b.db.query<{ title: string; body: string | null; link: string; channel: string }>(
      "select title, body, link, channel from deliveries where recipient_id = $1 and type = 'reminder' order by at, id",
      [id],
    )
  ).rows
const left = async () => (await b.db.query('select 1 from reminders')).rowCount

test('a reminder is private to its owner, who can cancel it', async () => {
  const later = await ask(ada, { at: inHours(5) })
  const first = await ask(ada, { text: '  Ask for the invoice ' })
  expect(first).toEqual({
    id: first.id,
    at: first.at,
    text: 'Ask for the invoice',
    record: { collection: 'books', id: book.id, title: 'Dune' },
  })
  expect((await ownReminders(b, ada.access)).map((r) => r.id)).toEqual([first.id, later.id])
  const about = { resource: b.of('book'), id: book.id }
  expect(await ownReminders(b, ada.access, about)).toHaveLength(2)
  expect(await ownReminders(b, bea.access)).toEqual([])
  expect(await ownReminders(b, bea.access, about)).toEqual([])
  expect(await problemOf(cancelReminder(b, bea, first.id))).toMatchObject({ status: 404 })
  await cancelReminder(b, ada, first.id)
  await cancelReminder(b, ada, later.id)
  expect(await ownReminders(b, ada.access)).toEqual([])
})

test('a reminder requires a person, a future time and a record the person may read', async () => {
  expect(await problemOf(ask(b.as()))).toMatchObject({ status: 403 })
  const never = `${new Date().getUTCFullYear() + 1}-02-30T10:00:00Z`
  for (const at of ['soon', never, inHours(-1), inHours(24 * 366 * 6)]) {
    expect(await problemOf(ask(ada, { at }))).toMatchObject({
      status: 422,
      errors: [{ path: 'at' }],
    })
  }
  expect(await problemOf(ask(ada, { text: 'x'.repeat(501) }))).toMatchObject({
    errors: [{ path: 'text', code: 'too_long' }],
  })
  const other = b.as({ personId: adaId, grants: [{ allow: ['author.*'], deny: [] }] })
  expect(await problemOf(ask(other))).toMatchObject({ status: 403 })
  expect(await problemOf(ask(ada, {}, randomUUID()))).toMatchObject({ status: 404 })
  expect(await left()).toBe(0)
})

test('several servers notify of each reminder once, with its own text', async () => {
  const made = [await ask(ada, { text: 'one' }), await ask(ada, { text: 'two' }), await ask(bea)]
  await fireReminders(b)
  expect(await noticesOf(adaId)).toEqual([])
  for (const { id } of made) await come(id)
  await Promise.all([fireReminders(b), fireReminders(b), fireReminders(b)])
  const of = async (id: string, channel: string) =>
    (await noticesOf(id)).filter((n) => n.channel === channel)
  const said = { title: 'Reminder: Dune', link: `/books/${book.id}`, channel: 'in_app' }
  const got = await of(adaId, 'in_app')
  expect(got).toHaveLength(2)
  expect(got).toEqual(
    expect.arrayContaining([
      { ...said, body: 'one' },
      { ...said, body: 'two' },
    ]),
  )
  expect(await of(beaId, 'in_app')).toEqual([{ ...said, body: null }])
  expect(await of(beaId, 'email')).toHaveLength(1)
  expect(await left()).toBe(0)
})

test('a reminder is dropped silently when the person may no longer read the record', async () => {
  const carl = await person('Carl')
  const as = b.as({ personId: carl })
  const gone = await make('Gone')
  const unread = await ask(as)
  const trashed = await ask(as, {}, gone.id)
  await b.writer.patch(
    b.of('memberRole'),
    role.id,
    1,
    { grants: { allow: ['book.*'], deny: [], rows: { book: { code: 'none' } } } },
    b.as(),
  )
  await come(unread.id)
  await fireReminders(b)
  await b.writer.patch(
    b.of('memberRole'),
    role.id,
    2,
    { grants: { allow: ['book.*'], deny: [] } },
    b.as(),
  )
  await b.writer.remove(b.of('book'), gone.id, 1, { purge: false }, b.as())
  await come(trashed.id)
  await fireReminders(b)
  expect(await noticesOf(carl)).toEqual([])
  expect(await left()).toBe(0)
})

test('purging a record deletes its reminders', async () => {
  const one = await make('Purged')
  await ask(ada, {}, one.id)
  await b.writer.remove(b.of('book'), one.id, 1, { purge: true }, b.as())
  expect(await left()).toBe(0)
})
