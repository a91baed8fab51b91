import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RecordData } from '../store/types.ts'
import { runScheduled } from '../store/write/schedule.ts'
import { createWriter } from '../store/write/writer.ts'
import { tiers } from '#tests/support/database.ts'
import { eur, NOW, openStays, unique, type Stays } from '#tests/support/stays.ts'
import type { Bench } from '#tests/support/writes.ts'

describe.each(tiers)('what is told by itself on %s', (tier) => {
  let s: Stays
  let ada: RecordData
  let ben: RecordData
  let asAda: ReturnType<Bench['as']>
  beforeAll(async () => {
    s = await openStays(tier)
    const person = (name: string, role = 'support agent', more: object = {}) => s.make('employee', { name, email: `${unique()}@example.com`, roles: [s.role(role)], ...more }, { state: 'active' })
    ada = await person('Ada Lovelace')
    ben = await person('Ben Nevis')
    asAda = s.as({ personId: ada.id, name: 'Ada Lovelace' })
  }, 120_000)
  afterAll(() => s?.db.close())

  interface Told { readonly type: string; readonly title: string; readonly body: string | null; readonly link: string; readonly resource_id: string | null; readonly times: number }
  const told = async (person: RecordData): Promise<Told[]> => (await s.db.query<Told>("SELECT type, title, body, link, resource_id, times FROM deliveries WHERE recipient_id = $1 AND channel = 'in_app' AND read_at IS NULL ORDER BY at, id", [person.id])).rows
  const readAll = () => s.db.query('UPDATE deliveries SET read_at = now() WHERE read_at IS NULL')
  const ticket = (more: object = {}, as = asAda) => s.writer.create(s.of('ticket'), { subject: 'Help', customer: s.customer.id, ...more }, as)
  const note = (conversation: RecordData, body: string, kind = 'note') => s.writer.create(s.of('chatMessage'), { conversation: conversation.id, body, kind }, asAda)

  test('who is given a ticket is told, who takes one is not', async () => {
    const given = await ticket({ assignee: ben.id })
    await ticket({ assignee: ada.id })
    expect(await told(ben)).toMatchObject([{ type: 'assignment', title: `Ticket ${String(given.number)} is yours now`, body: 'Help', link: `/ticket_chat/${given.id}`, resource_id: given.id }])
    expect(await told(ada)).toEqual([])
    await readAll()
    await s.writer.patch(s.of('ticket'), given.id, given.version, { priority: 'high' }, asAda)
    expect(await told(ben)).toEqual([])
  })

  test('who is given a conversation is told', async () => {
    const talk = await s.make('conversation', { subject: 'Talk', customer: s.customer.id })
    await s.writer.patch(s.of('conversation'), talk.id, talk.version, { assignee: ben.id }, asAda)
    expect(await told(ben)).toMatchObject([{ type: 'assignment', link: `/chatuser?conversation=${talk.id}` }])
    await readAll()
  })

  test('a note tells those it mentions; a message to the customer tells nobody, and nobody tells themselves', async () => {
    const t = await ticket()
    const talk = await s.make('conversation', { subject: 'Late arrival', kind: 'ticket', customer: s.customer.id, ticket: t.id })
    await note(talk, 'Could @ben nevis and @Ada Lovelace look?')
    expect(await told(ben)).toMatchObject([{ type: 'mention', title: 'Ada Lovelace mentioned you in “Late arrival”', link: `/ticket_chat/${t.id}`, resource_id: t.id }])
    expect(await told(ada)).toEqual([])
    await readAll()
    await note(talk, 'Hello @Ben Nevis', 'outgoing')
    expect((await told(ben)).filter((n) => n.type === 'mention')).toEqual([])
  })

  test('a promise that passes is told to the assignee, else to those who answer tickets, once', async () => {
    await ticket({ priority: 'urgent', assignee: ben.id })
    await ticket({ priority: 'urgent' })
    await readAll()
    const parts = { ...s.parts, now: () => new Date(NOW.getTime() + 2 * 3_600_000) }
    await runScheduled(parts, createWriter(parts))
    await runScheduled(parts, createWriter(parts))
    expect((await told(ben)).map((n) => [n.type, n.times])).toEqual([['breach', 1], ['breach', 1]])
    expect((await told(ada)).map((n) => [n.type, n.times])).toEqual([['breach', 1]])
    await readAll()
  })

  test('a payment that fails is told to those who work with payments', async () => {
    const clerk = await s.make('employee', { name: 'Cleo', email: `${unique()}@example.com`, roles: [s.role('finance')] }, { state: 'active' })
    const booking = await s.book(await s.hotel(), 2, 2)
    const payment = await s.make('paymentTransaction', { kind: 'capture', method: 'card', amount: eur(5000), booking: booking.id })
    const processing = await s.go('paymentTransaction', payment, 'processing')
    await s.go('paymentTransaction', processing, 'failed', 'Declined')
    expect(await told(clerk)).toMatchObject([{ type: 'payment_failed', title: `Payment ${String(payment.number)} failed`, link: `/payment-transactions/${payment.id}` }])
    expect((await told(ben)).filter((n) => n.type === 'payment_failed')).toEqual([])
  })

  test('what is undone was not told', async () => {
    await readAll()
    await expect(s.db.transaction(async (tx) => { await s.writer.create(s.of('ticket'), { subject: 'Never', customer: s.customer.id, assignee: ben.id }, { ...asAda, tx }); throw new Error('no') })).rejects.toThrow('no')
    expect(await told(ben)).toEqual([])
  })
})
