import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runScheduled } from '../../store/write/schedule.ts'
import type { RecordData } from '../../store/types.ts'
import { createWriter } from '../../store/write/writer.ts'
import { NOW, openStays, unique, type Stays } from '#tests/support/stays.ts'
import { problemOf, type Bench } from '#tests/support/writes.ts'
import { organisationDefaults } from '../../organisation/organisation.ts'
import { calendarOf } from './hours.ts'
import { promised, standing } from './sla.ts'

const HOUR = 3_600_000
const Z = { targets: organisationDefaults.sla, calendar: calendarOf('Europe/Lisbon') }
type As = ReturnType<Bench['as']>

describe('SLA status', () => {
  const ticketOf = (priority: 'urgent' | 'high' | 'normal', from: string, more: object = {}) =>
    ({
      priority,
      state: 'open',
      ...promised(priority, new Date(from), Z),
      firstRepliedAt: null,
      nextReplyMissedAt: null,
      pendingSince: null,
      solvedAt: null,
      breachedAt: null,
      ...more,
    }) as const
  const at = (t: object, when: string) => standing(t as never, new Date(when))

  test('a target is breached exactly when it is due, and the next due time is reported', () => {
    // Wednesday noon in Lisbon: for an urgent ticket the reply is due at one, the solution at
    // eleven the next day.
    const t = ticketOf('urgent', '2026-06-10T11:00:00Z')
    expect(at(t, '2026-06-10T11:59:59.999Z')).toEqual({
      sla: 'running',
      slaDueAt: '2026-06-10T12:00:00.000Z',
      slaCheckAt: '2026-06-10T12:00:00.000Z',
      breachedAt: null,
    })
    // What is overdue stays the next thing due until it is done.
    expect(at(t, '2026-06-10T12:00:00Z')).toEqual({
      sla: 'breached',
      slaDueAt: '2026-06-10T12:00:00.000Z',
      slaCheckAt: '2026-06-11T10:00:00.000Z',
      breachedAt: '2026-06-10T12:00:00.000Z',
    })
    expect(
      at({ ...t, firstRepliedAt: '2026-06-10T12:00:00.000Z' }, '2026-06-10T13:00:00Z'),
    ).toMatchObject({ sla: 'running', slaDueAt: '2026-06-11T10:00:00.000Z' })
    expect(
      at({ ...t, firstRepliedAt: '2026-06-10T12:00:01.000Z' }, '2026-06-10T13:00:00Z'),
    ).toMatchObject({ sla: 'breached' })
  })
  test('weekends and clock changes do not cause a breach', () => {
    const friday = ticketOf('urgent', '2026-03-27T17:30:00Z')
    expect(at(friday, '2026-03-29T22:00:00Z').sla).toBe('running')
    // Half an hour is left for Monday, when nine o'clock is an hour earlier in UTC.
    expect([
      at(friday, '2026-03-30T08:29:59Z').sla,
      at(friday, '2026-03-30T08:30:00Z').sla,
    ]).toEqual(['running', 'breached'])
    const autumn = ticketOf('urgent', '2026-10-23T16:30:00Z')
    expect([
      at(autumn, '2026-10-26T09:29:59Z').sla,
      at(autumn, '2026-10-26T09:30:00Z').sla,
    ]).toEqual(['running', 'breached'])
  })
  test('no target is breached while waiting for the customer, but earlier breaches remain', () => {
    const t = ticketOf('urgent', '2026-06-10T11:00:00Z', {
      state: 'pending',
      pendingSince: '2026-06-10T11:30:00.000Z',
    })
    expect(at(t, '2026-06-17T11:00:00Z')).toEqual({
      sla: 'paused',
      slaDueAt: null,
      slaCheckAt: null,
      breachedAt: null,
    })
    expect(
      at({ ...t, pendingSince: '2026-06-10T12:30:00.000Z' }, '2026-06-17T11:00:00Z'),
    ).toMatchObject({ sla: 'breached', slaDueAt: null })
  })
  test('a solved ticket has met its targets if it was solved in time', () => {
    const t = ticketOf('urgent', '2026-06-10T11:00:00Z', {
      state: 'solved',
      firstRepliedAt: '2026-06-10T11:10:00.000Z',
    })
    expect(at({ ...t, solvedAt: '2026-06-11T09:59:00.000Z' }, '2026-06-20T00:00:00Z').sla).toBe(
      'kept',
    )
    expect(at({ ...t, solvedAt: '2026-06-11T10:01:00.000Z' }, '2026-06-20T00:00:00Z').sla).toBe(
      'breached',
    )
  })
  test('a status computed by a clock set too far ahead is corrected later', () => {
    const t = ticketOf('urgent', '2026-06-10T11:00:00Z')
    const ahead = { ...t, ...at(t, '2027-01-01T00:00:00Z') }
    expect(at(ahead, '2026-06-10T11:05:00Z')).toEqual({
      sla: 'running',
      slaDueAt: '2026-06-10T12:00:00.000Z',
      slaCheckAt: '2026-06-10T12:00:00.000Z',
      breachedAt: null,
    })
  })
})

describe('tickets', () => {
  let s: Stays
  let agent: RecordData
  let me: As
  beforeAll(async () => {
    s = await openStays()
    agent = await s.make(
      'employee',
      { name: 'Ada', email: `${unique()}@example.com`, roles: [s.role('support agent')] },
      { state: 'active' },
    )
    me = s.as({ personId: agent.id })
  }, 120_000)
  afterAll(() => s?.db.close())

  const later = (ms: number) => {
    const parts = { ...s.parts, now: () => new Date(NOW.getTime() + ms) }
    return { parts, writer: createWriter(parts) }
  }
  const tick = async (ms: number) => {
    const { parts, writer } = later(ms)
    return runScheduled(parts, writer)
  }
  const fresh = async (entity: string, id: string) =>
    (
      await s.db.query<Record<string, never>>(
        `SELECT * FROM "${s.of(entity).table}" WHERE id = $1`,
        [id],
      )
    ).rows[0]! as Record<string, unknown>
  const ticket = (more: object = {}, set?: Record<string, string>) =>
    s.make('ticket', { subject: 'Help', customer: s.customer.id, ...more }, set)
  const talk = (t: RecordData) =>
    s.make('conversation', {
      subject: 'Talk',
      kind: 'ticket',
      customer: s.customer.id,
      ticket: t.id,
    })
  const say = (c: RecordData, kind: string, body: string) =>
    kind === 'incoming'
      ? s.writer.create(
          s.of('chatMessage'),
          { conversation: c.id, kind, body },
          { ...s.as(), set: { sender: { type: 'customers', id: s.customer.id } } },
        )
      : s.writer.create(s.of('chatMessage'), { conversation: c.id, kind, body }, me)
  const act = async (t: RecordData, name: string, input: object, as: As = me) =>
    s.writer.act(
      s.of('ticket'),
      { id: t.id, version: Number((await fresh('ticket', t.id)).version) },
      name,
      input,
      as,
    )
  const thread = async (c: string) =>
    (
      await s.db.query<{ kind: string; body: string }>(
        'SELECT kind, body FROM chat_messages WHERE conversation = $1 ORDER BY sequence',
        [c],
      )
    ).rows.map((m) => `${m.kind}: ${m.body}`)
  const conversationOf = async (t: string) =>
    (await s.db.query<{ id: string }>('SELECT id FROM conversations WHERE ticket = $1', [t]))
      .rows[0]!.id

  test('the scheduler records each SLA breach once', async () => {
    const t = await ticket({ priority: 'urgent' }, { state: 'open' })
    const c = await talk(t)
    expect(t).toMatchObject({
      sla: 'running',
      slaDueAt: '2026-06-10T12:00:00.000Z',
      breachedAt: null,
    })
    await tick(HOUR - 1)
    expect(await fresh('ticket', t.id)).toMatchObject({ sla: 'running', version: 1 })
    await tick(HOUR)
    expect(await fresh('ticket', t.id)).toMatchObject({ sla: 'breached', version: 2 })
    await tick(HOUR)
    expect(await fresh('ticket', t.id)).toMatchObject({ version: 2 })
    expect(await thread(c.id)).toEqual(['activity: A service target was missed'])
    await tick(48 * HOUR)
    expect(await fresh('ticket', t.id)).toMatchObject({
      sla: 'breached',
      sla_due_at: '2026-06-10T12:00:00.000Z',
      sla_check_at: null,
      version: 3,
    })
  })

  test('waiting for the customer over a weekend extends the due date and causes no breach', async () => {
    const t = await ticket({ priority: 'high' }, { state: 'open' })
    const friday = 2 * 24 * HOUR
    const waiting = await later(friday - 20 * HOUR).writer.transition(
      s.of('ticket'),
      { id: t.id, version: 1 },
      'pending',
      {},
      me,
    )
    await tick(friday + 72 * HOUR)
    expect(await fresh('ticket', t.id)).toMatchObject({ state: 'pending' })
    const back = await later(friday + 72 * HOUR).writer.transition(
      s.of('ticket'),
      { id: t.id, version: waiting.version },
      'open',
      {},
      me,
    )
    expect(Date.parse(String(back.resolveDueAt))).toBeGreaterThan(
      Date.parse(String(t.resolveDueAt)),
    )
    expect(back).toMatchObject({ pendingSince: null })
  })

  test('time between a solution and the reopening does not count', async () => {
    const t = await ticket({ priority: 'urgent' }, { state: 'open' })
    const solved = await later(HOUR / 2).writer.transition(
      s.of('ticket'),
      { id: t.id, version: 1 },
      'solved',
      {},
      me,
    )
    expect(solved).toMatchObject({
      sla: 'kept',
      slaDueAt: null,
      solvedAt: new Date(NOW.getTime() + HOUR / 2).toISOString(),
    })
    const open = await later(24 * HOUR + HOUR / 2).writer.transition(
      s.of('ticket'),
      { id: t.id, version: 2 },
      'open',
      {},
      me,
    )
    // Nine business hours later than before.
    expect(open).toMatchObject({
      sla: 'running',
      solvedAt: null,
      firstReplyDueAt: '2026-06-11T12:00:00.000Z',
      resolveDueAt: '2026-06-12T10:00:00.000Z',
    })
  })

  test('replying to a new ticket opens it', async () => {
    const t = await ticket()
    await say(await talk(t), 'outgoing', 'Hello')
    expect((await fresh('ticket', t.id)).state).toBe('open')
  })

  test('merging combines the messages of both tickets in order, and both threads record the merge', async () => {
    const [a, b] = [await ticket({ tags: ['one'] }), await ticket({ tags: ['two'] })]
    const [ca, cb] = [await talk(a), await talk(b)]
    await say(cb, 'incoming', 'first')
    await say(ca, 'incoming', 'second')
    await say(ca, 'note', 'third')
    await say(cb, 'incoming', 'fourth')
    const { record } = await act(a, 'merge', { into: b.id, reason: 'Same matter' })
    expect(record).toMatchObject({ state: 'merged', mergedInto: b.id, sla: null, slaDueAt: null })
    expect(await thread(cb.id)).toEqual([
      'incoming: first',
      'incoming: second',
      'note: third',
      'incoming: fourth',
      `activity: Ticket ${String(a.number)} was merged into this one, with 2 messages`,
    ])
    expect(await thread(ca.id)).toEqual([`activity: Merged into ticket ${String(b.number)}`])
    expect(await fresh('ticket', b.id)).toMatchObject({ tags: ['two', 'one'] })
    expect((await fresh('conversation', ca.id)).last_message_at).toBe(null)
  })

  test('a message written during a merge is either moved or refused, never left behind', async () => {
    const [a, b] = [await ticket({}, { state: 'open' }), await ticket({}, { state: 'open' })]
    const [ca, cb] = [await talk(a), await talk(b)]
    await say(ca, 'outgoing', 'before')
    const texts = Array.from({ length: 6 }, (_, i) => `meanwhile ${i}`)
    const version = Number((await fresh('ticket', a.id)).version)
    const [merged, ...responses] = await Promise.allSettled([
      s.writer.act(s.of('ticket'), { id: a.id, version }, 'merge', { into: b.id, reason: 'r' }, me),
      ...texts.map(async (text) => say(ca, 'note', text)),
    ])
    expect(merged.status).toBe('fulfilled')
    const there = (await thread(cb.id))
      .filter((line) => line.startsWith('note: '))
      .map((line) => line.slice(6))
      .sort()
    expect(there).toEqual(texts.filter((_, i) => responses[i]!.status === 'fulfilled').sort())
    for (const response of responses) {
      if (response.status === 'rejected') {
        expect(response.reason).toMatchObject({ code: 'ticket_over' })
      }
    }
    expect((await thread(ca.id)).filter((line) => !line.startsWith('activity: '))).toEqual([])
    expect((await problemOf(say(ca, 'note', 'too late'))).code).toBe('ticket_over')
  })

  test('tickets of different customers cannot be merged', async () => {
    const other = await s.make('customer', { name: 'Bo', email: `${unique()}@example.com` })
    const [a, b] = [await ticket(), await ticket({ customer: other.id })]
    expect(await problemOf(act(a, 'merge', { into: b.id, reason: 'r' }))).toMatchObject({
      status: 409,
      code: 'other_customer',
    })
  })

  test('a conversation in the trash does not keep a ticket from another customer', async () => {
    const other = await s.make('customer', { name: 'Di', email: `${unique()}@example.com` })
    const t = await ticket()
    const { id, version } = await talk(t)
    await s.writer.remove(s.of('conversation'), id, version, { purge: false }, me)
    const moved = await s.writer.patch(s.of('ticket'), t.id, 1, { customer: other.id }, me)
    expect(moved.customer).toBe(other.id)
  })

  test('a ticket with messages keeps its customer; one with notes takes its conversation along', async () => {
    const other = await s.make('customer', { name: 'Cy', email: `${unique()}@example.com` })
    const t = await ticket()
    const c = await talk(t)
    const move = async (to: string) =>
      s.writer.patch(
        s.of('ticket'),
        t.id,
        Number((await fresh('ticket', t.id)).version),
        { customer: to },
        me,
      )
    await say(c, 'note', 'for colleagues')
    expect((await move(other.id)).customer).toBe(other.id)
    // Whoever writes here sees whom it goes to, and it is erased with that customer alone.
    expect((await fresh('conversation', c.id)).customer).toBe(other.id)
    await say(c, 'outgoing', 'only for Cy')
    expect(await problemOf(move(String(s.customer.id)))).toMatchObject({
      status: 422,
      errors: [{ path: 'customer', code: 'other_customer' }],
    })
    expect((await fresh('ticket', t.id)).customer).toBe(other.id)
  })

  test('splitting moves a message and all later ones to a new, linked ticket of the same customer', async () => {
    const t = await ticket({ priority: 'high', tags: ['x'] }, { state: 'open' })
    const c = await talk(t)
    await say(c, 'incoming', 'first')
    const second = await say(c, 'incoming', 'second')
    await say(c, 'note', 'third')
    const { result } = await act(t, 'split', { message: second.id, subject: 'Another matter' })
    const made = await fresh('ticket', (result as { ticket: string }).ticket)
    expect(made).toMatchObject({
      subject: 'Another matter',
      customer: s.customer.id,
      priority: 'high',
      origin: t.id,
      state: 'open',
      tags: ['x'],
    })
    expect(await thread(await conversationOf(String(made.id)))).toEqual([
      'incoming: second',
      'note: third',
      `activity: Split from ticket ${String(t.number)}, with 2 messages`,
    ])
    expect(await thread(c.id)).toEqual([
      'incoming: first',
      `activity: 2 messages went on as ticket ${String(made.number)}`,
    ])
    expect(
      (await problemOf(act(t, 'split', { message: second.id, subject: 'Again' }))).errors,
    ).toMatchObject([{ path: 'message', code: 'other_ticket' }])
  })

  test('a macro applies all its changes and its reply, or nothing', async () => {
    const macro = await s.make('macro', {
      title: 'Refund',
      body: 'It is on its way.',
      setState: 'solved',
      setPriority: 'low',
      assignee: agent.id,
      addTags: ['refund', 'x'],
    })
    const t = await ticket({ tags: ['x'] })
    const { record } = await act(t, 'applyMacro', { macro: macro.id })
    expect(record).toMatchObject({
      state: 'solved',
      priority: 'low',
      assignee: agent.id,
      tags: ['x', 'refund'],
    })
    expect(record.firstRepliedAt).not.toBe(null)
    const lines = await thread(await conversationOf(t.id))
    expect(lines[0]).toBe('outgoing: It is on its way.')
    expect(lines).toEqual(
      expect.arrayContaining([
        'activity: Macro “Refund” was applied',
        'activity: State: Solved',
        'activity: Assigned',
      ]),
    )
    const other = await ticket()
    await act(other, 'applyMacro', { macro: macro.id, reply: 'In my own words' })
    expect((await thread(await conversationOf(other.id)))[0]).toBe('outgoing: In my own words')

    const may = (...deny: string[]) =>
      s.as({ personId: agent.id, grants: [{ allow: ['*'], deny }] })
    const third = await ticket()
    for (const key of [
      'ticket.transition.solved',
      'ticket.field.priority.write',
      'chatMessage.create',
    ]) {
      expect(
        (await problemOf(act(third, 'applyMacro', { macro: macro.id }, may(key)))).status,
        key,
      ).toBe(403)
    }
    // A role for all tickets and one that changes some of them do not add up to all.
    for (const held of ['ticket.transition.solved', 'ticket.field.priority.write']) {
      const grants = [
        { allow: ['*'], deny: ['ticket.update', held] },
        { allow: ['ticket.*'], deny: [], rows: { ticket: { category: 'billing' } } },
      ]
      const both = s.as({ personId: agent.id, grants })
      const applied = act(third, 'applyMacro', { macro: macro.id }, both)
      expect((await problemOf(applied)).status, held).toBe(403)
      const billing = await ticket({ category: 'billing' })
      await act(billing, 'applyMacro', { macro: macro.id }, both)
    }
    await s.writer.patch(s.of('macro'), macro.id, 1, { active: false }, me)
    expect((await problemOf(act(third, 'applyMacro', { macro: macro.id }))).errors).toMatchObject([
      { path: 'macro' },
    ])
    expect(await fresh('ticket', third.id)).toMatchObject({ version: 1, state: 'new' })
    expect(
      (await s.db.query('SELECT 1 FROM conversations WHERE ticket = $1', [third.id])).rowCount,
    ).toBe(0)
  })

  test('ticket events appear in the conversation thread', async () => {
    const t = await ticket({}, { state: 'open' })
    const c = await talk(t)
    const patched = await s.writer.patch(
      s.of('ticket'),
      t.id,
      1,
      { assignee: agent.id, priority: 'urgent' },
      me,
    )
    await s.go('ticket', patched, 'pending', undefined, me)
    expect(await thread(c.id)).toEqual([
      'activity: Priority: Urgent',
      'activity: Assigned',
      'activity: State: Pending',
    ])
  })
})
