import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStays, unique, type Stays } from '#tests/support/stays.ts'
import { problemOf } from '#tests/support/writes.ts'
import type { RecordData } from '../../store/types.ts'

let s: Stays
let other: RecordData
beforeAll(async () => {
  s = await openStays()
  other = await s.make('customer', { name: 'Ben', email: `${unique()}@example.com` })
}, 120_000)
afterAll(() => s?.db.close())

const talk = (more: object) => s.make('conversation', { subject: unique(), ...more })
const ticketOf = (customer: RecordData) =>
  s.make('ticket', { subject: unique(), customer: customer.id })
const patch = async ({ id }: RecordData, body: object) => {
  const { rows } = await s.db.query<{ version: number }>(
    'SELECT version FROM conversations WHERE id = $1',
    [id],
  )
  return s.writer.patch(s.of('conversation'), id, Number(rows[0]!.version), body, s.as())
}

test('a conversation cannot join another customer’s ticket or move customers once it has messages', async () => {
  const theirs = await ticketOf(other)
  const refused = { status: 422, errors: [{ path: 'ticket', code: 'other_customer' }] }
  const about = { customer: s.customer.id, ticket: theirs.id }
  expect(await problemOf(talk(about))).toMatchObject(refused)
  expect(await problemOf(talk({ vendor: s.vendor.id, ticket: theirs.id }))).toMatchObject(refused)
  const c = await talk({ customer: s.customer.id })
  expect(await problemOf(patch(c, { ticket: theirs.id }))).toMatchObject(refused)
  expect((await patch(c, { customer: other.id })).customer).toBe(other.id)
  await patch(c, { customer: s.customer.id })
  await s.make('chatMessage', { conversation: c.id, body: 'Only for Ana' })
  expect(await problemOf(patch(c, { customer: other.id }))).toMatchObject({
    status: 422,
    errors: [{ path: 'customer', code: 'other_customer' }],
  })
  const own = await ticketOf(s.customer)
  expect((await patch(c, { ticket: own.id, kind: 'ticket' })).ticket).toBe(own.id)
})

test('nobody joins a conversation with messages: neither another vendor nor a first customer', async () => {
  const rival = await s.make('vendor', { displayName: unique(), legalName: 'Rival' })
  const c = await talk({ vendor: s.vendor.id })
  await patch(c, { vendor: rival.id })
  await patch(c, { vendor: s.vendor.id })
  await s.make('chatMessage', { conversation: c.id, body: 'Only for Sea' })
  const refused = (path: string) => ({ status: 422, errors: [{ path, code: `other_${path}` }] })
  expect(await problemOf(patch(c, { vendor: rival.id }))).toMatchObject(refused('vendor'))
  expect(await problemOf(patch(c, { customer: s.customer.id }))).toMatchObject(refused('customer'))
  const own = await talk({ customer: s.customer.id })
  await s.make('chatMessage', { conversation: own.id, body: 'Only for Ana' })
  expect(await problemOf(patch(own, { vendor: rival.id }))).toMatchObject(refused('vendor'))
  const both = await talk({ customer: s.customer.id, vendor: rival.id })
  await s.make('chatMessage', { conversation: both.id, body: 'For both' })
  expect((await patch(both, { vendor: null })).vendor).toBe(null)
})
