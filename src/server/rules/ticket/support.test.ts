import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { changesAfter, currentPosition } from '../../events/changes.ts'
import { visibility } from '../../events/visible.ts'
import { runScheduled } from '../../store/write/schedule.ts'
import type { RecordData } from '../../store/types.ts'
import { createReader, type FullReader } from '../../store/read/reader.ts'
import { createWriter } from '../../store/write/writer.ts'
import { parseListQuery } from '#model/urlQueryParse.ts'
import { allKeys } from '#schemas/define/permissions.ts'
import { NOW, openStays, unique, type Stays } from '#tests/support/stays.ts'
import { problemOf, type Bench } from '#tests/support/writes.ts'
import { permissionRows, syncPermissions } from '../permission/rules.ts'

const DAY = 86_400_000
type As = ReturnType<Bench['as']>

describe('support', () => {
  let s: Stays
  let reader: FullReader
  let agent: RecordData
  let me: As
  beforeAll(async () => {
    s = await openStays()
    reader = createReader({ db: s.db, model: s.model, secret: 'x'.repeat(32) })
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
    ).rows[0]!
  const ticket = (more: object = {}, set?: Record<string, string>) =>
    s.make('ticket', { subject: 'Help', customer: s.customer.id, ...more }, set)
  const talk = (more: object = {}, set?: Record<string, string>) =>
    s.make(
      'conversation',
      { subject: 'Talk', customer: s.customer.id, vendor: s.vendor.id, ...more },
      set,
    )
  const say = (
    conversation: RecordData,
    more: object = {},
    as: As = me,
    set?: Record<string, never>,
  ) =>
    s.writer.create(
      s.of('chatMessage'),
      { conversation: conversation.id, body: 'Hello', ...more },
      { ...as, ...(set ? { set } : {}) },
    )
  const act = (
    entity: string,
    record: { id: string; version: number },
    name: string,
    input: object,
    as: As = me,
  ) => s.writer.act(s.of(entity), record, name, input, as)
  const query = (entity: string, text = '') => {
    const parsed = parseListQuery(s.of(entity), s.model, new URLSearchParams(text))
    if ('problems' in parsed) throw new Error(JSON.stringify(parsed.problems))
    return parsed.query
  }

  test('tickets get a number, and reply and solution due dates by priority', async () => {
    const [a, b] = [await ticket(), await ticket({ priority: 'urgent' })]
    expect(a.number).toMatch(/^T-\d{6}$/)
    expect(Number(String(b.number).slice(2))).toBe(Number(String(a.number).slice(2)) + 1)
    // Wednesday noon in Lisbon.
    expect([a.firstReplyDueAt, b.firstReplyDueAt, b.resolveDueAt]).toEqual([
      '2026-06-11T10:00:00.000Z',
      '2026-06-10T12:00:00.000Z',
      '2026-06-11T10:00:00.000Z',
    ])
    const raised = await s.writer.patch(s.of('ticket'), a.id, 1, { priority: 'urgent' }, me)
    expect([raised.firstReplyDueAt, raised.resolveDueAt]).toEqual([
      b.firstReplyDueAt,
      b.resolveDueAt,
    ])
  })

  test('waiting for the customer pauses the SLA', async () => {
    const t = await ticket({ priority: 'urgent' }, { state: 'open' })
    const pending = await s.go('ticket', t, 'pending')
    expect(pending.pendingSince).toBe(NOW.toISOString())
    const back = await later(3 * 3_600_000).writer.transition(
      s.of('ticket'),
      { id: t.id, version: 2 },
      'open',
      {},
      me,
    )
    expect([back.pendingSince, back.firstReplyDueAt, back.resolveDueAt]).toEqual([
      null,
      '2026-06-10T15:00:00.000Z',
      '2026-06-11T13:00:00.000Z',
    ])
  })

  test('a solved ticket closes after a week unless it is reopened', async () => {
    const [kept, opened] = [
      await ticket({}, { state: 'open' }),
      await ticket({}, { state: 'open' }),
    ]
    await s.go('ticket', kept, 'solved')
    const solved = await s.go('ticket', opened, 'solved')
    expect(solved.closesAt).toBe(new Date(NOW.getTime() + 7 * DAY).toISOString())
    expect(await s.go('ticket', solved, 'open')).toMatchObject({ closesAt: null })
    await tick(8 * DAY)
    expect([
      (await fresh('ticket', kept.id)).state,
      (await fresh('ticket', opened.id)).state,
    ]).toEqual(['closed', 'open'])
  })

  test('a ticket can be merged only into another open ticket, and with a reason', async () => {
    const [a, b, closed] = [await ticket(), await ticket(), await ticket({}, { state: 'closed' })]
    expect(
      (
        await problemOf(
          s.writer.transition(s.of('ticket'), { id: a.id, version: 1 }, 'merged', {}, me),
        )
      ).status,
    ).toBe(404)
    expect((await problemOf(act('ticket', a, 'merge', { into: b.id }))).errors).toMatchObject([
      { path: 'reason' },
    ])
    expect(await problemOf(act('ticket', a, 'merge', { into: a.id, reason: 'r' }))).toMatchObject({
      status: 409,
      errors: [{ path: 'into', code: 'cycle' }],
    })
    expect(
      await problemOf(act('ticket', a, 'merge', { into: s.customer.id, reason: 'r' })),
    ).toMatchObject({ status: 422, errors: [{ path: 'into', code: 'unknown_reference' }] })
    expect(
      await problemOf(act('ticket', a, 'merge', { into: closed.id, reason: 'r' })),
    ).toMatchObject({ status: 409, code: 'ticket_over' })
    const { record } = await act('ticket', a, 'merge', { into: b.id, reason: 'Same matter' })
    expect(record).toMatchObject({ state: 'merged', mergedInto: b.id })
    expect((await s.audit('ticket')).at(-1)).toMatchObject({
      action: 'merge',
      reason: 'Same matter',
    })
    expect(await problemOf(act('ticket', b, 'merge', { into: a.id, reason: 'r' }))).toMatchObject({
      status: 409,
      code: 'ticket_over',
    })
  })

  test('only one of two concurrent merges of tickets into each other succeeds', async () => {
    const [a, b] = [await ticket(), await ticket()]
    const done = await Promise.allSettled([
      act('ticket', a, 'merge', { into: b.id, reason: 'r' }),
      act('ticket', b, 'merge', { into: a.id, reason: 'r' }),
    ])
    expect(done.map((d) => d.status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  test('customers can rate a ticket only once it is solved', async () => {
    const t = await ticket()
    expect(await problemOf(act('ticket', t, 'rate', { satisfaction: 5 }))).toMatchObject({
      status: 409,
    })
    expect(
      (await act('ticket', await ticket({}, { state: 'solved' }), 'rate', { satisfaction: 5 }))
        .record.satisfaction,
    ).toBe(5)
    expect(
      (await problemOf(s.writer.patch(s.of('ticket'), t.id, 1, { satisfaction: 5 }, me))).status,
    ).toBe(422)
  })

  test('the sender of a message is the signed-in person, and cannot be set in the request', async () => {
    const c = await talk()
    expect((await say(c)).sender).toEqual({ type: 'employees', id: agent.id })
    expect(
      await problemOf(say(c, { sender: { type: 'customers', id: s.customer.id } })),
    ).toMatchObject({ status: 422, errors: [{ path: 'sender' }] })
    expect(await problemOf(say(c, { kind: 'incoming' }))).toMatchObject({
      status: 422,
      errors: [{ path: 'kind' }],
    })
    expect(
      (
        await say(c, { kind: 'incoming' }, s.as(), {
          sender: { type: 'customers', id: s.customer.id },
        } as never)
      ).sender,
    ).toEqual({ type: 'customers', id: s.customer.id })
    const staff = s.as({ tenant: s.vendor.id, personId: agent.id })
    expect(await say(c, {}, staff)).toMatchObject({
      kind: 'incoming',
      sender: { type: 'vendors', id: s.vendor.id },
    })
    expect((await problemOf(say(c, { kind: 'note' }, staff))).status).toBe(403)
    expect((await problemOf(say(c, { body: ' ' }))).errors).toMatchObject([{ path: 'body' }])
    expect((await problemOf(say(c, { body: 'x'.repeat(10_001) }))).errors).toMatchObject([
      { path: 'body' },
    ])
  })

  test('resending a message returns a conflict that names the stored message', async () => {
    const c = await talk()
    const clientId = unique()
    const responses = await Promise.allSettled(
      Array.from({ length: 5 }, () => say(c, { clientId })),
    )
    const made = responses.flatMap((a) => (a.status === 'fulfilled' ? [a.value.id] : []))
    expect(made).toHaveLength(1)
    expect(await problemOf(say(c, { clientId }))).toMatchObject({
      status: 409,
      code: 'sent_already',
      existing: made[0],
    })
    expect(await problemOf(say(await talk(), { clientId }))).toMatchObject({
      status: 409,
      code: 'taken',
      errors: [{ path: 'clientId', code: 'taken' }],
    })
  })

  test('messages reopen the conversation and its ticket; notes change neither', async () => {
    const t = await ticket({}, { state: 'pending' })
    const c = await talk({ ticket: t.id, kind: 'ticket' }, { state: 'resolved' })
    await say(c, { kind: 'note' })
    expect([
      (await fresh('conversation', c.id)).last_message_at,
      (await fresh('ticket', t.id)).first_replied_at,
    ]).toEqual([null, null])
    const first = await say(c)
    await say(c)
    expect([
      (await fresh('ticket', t.id)).first_replied_at,
      (await fresh('conversation', c.id)).state,
    ]).toEqual([first.createdAt, 'resolved'])
    const reply = await say(c, { kind: 'incoming' }, s.as())
    expect([
      (await fresh('conversation', c.id)).state,
      (await fresh('conversation', c.id)).last_message_at,
      (await fresh('ticket', t.id)).state,
      (await fresh('ticket', t.id)).pending_since,
    ]).toEqual(['open', reply.createdAt, 'open', null])
  })

  test('a reply must quote a message of its conversation, and only the author can edit a message', async () => {
    const [c, other] = [await talk(), await talk()]
    const message = await say(c)
    expect(await problemOf(say(other, { replyTo: message.id }))).toMatchObject({
      status: 422,
      errors: [{ path: 'replyTo', code: 'other_conversation' }],
    })
    expect(
      (await problemOf(act('chatMessage', message, 'edit', { body: 'Mine' }, s.as({})))).status,
    ).toBe(403)
    expect((await act('chatMessage', message, 'edit', { body: 'Better' })).record).toMatchObject({
      body: 'Better',
      editedAt: NOW.toISOString(),
    })
    expect(() => s.writer.patch(s.of('chatMessage'), message.id, 2, { body: 'x' }, me)).toThrow(
      'never changed',
    )
  })

  test('a note is visible only to our own staff, in lists, exports, history, search and live events', async () => {
    const c = await talk()
    const start = await currentPosition(s.db.query)
    const note = await say(c, { kind: 'note', body: 'Sökret jotting' })
    const response = await say(c, { replyTo: note.id })
    const staff = s.as({ tenant: s.vendor.id, personId: agent.id }).access
    const messages = s.of('chatMessage')
    // A change is final only when every earlier transaction of the server has ended, including
    // those of other databases.
    const changes = await vi.waitFor(
      async () => {
        const found = await changesAfter(s.db.query, start, 100)
        expect(found.map((change) => change.recordId)).toContain(response.id)
        return found
      },
      { timeout: 60_000, interval: 20 },
    )
    const receivers = visibility(s.db.query, s.model, changes)
    for (const [access, seen] of [
      [me.access, true],
      [staff, false],
    ] as const) {
      const lists = await Promise.all(
        [
          '',
          'search=jotting',
          `filter[conversation]=${c.id}`,
          `filter[kind]=note`,
          'include=replyTo',
        ].map((text) => reader.list(messages, query('chatMessage', text), access)),
      )
      const exported: string[] = []
      for await (const { row, titles } of reader.stream(messages, query('chatMessage'), access)) {
        exported.push(JSON.stringify([row, titles]))
      }
      const channels = {
        lists: lists.join(),
        export: exported.join(),
        included: (await reader.get(messages, response.id, access)).body,
        history: JSON.stringify(await reader.history(messages, response.id, access)),
        options: JSON.stringify(await reader.options(messages, { ids: [note.id] }, access)),
        everywhere: JSON.stringify(await reader.globalSearch('jotting', access)),
        groups: JSON.stringify(
          await reader.aggregate(
            messages,
            { group: ['kind'], measures: ['count'], timeZone: 'UTC' },
            access,
          ),
        ),
      }
      const { groups, ...texts } = channels
      expect(
        Object.entries(texts)
          .filter(([, text]) => text.includes('jotting'))
          .map(([name]) => name).length > 0,
        JSON.stringify(Object.keys(texts)),
      ).toBe(seen)
      expect(groups.includes('note')).toBe(seen)
      const read = reader.get(messages, note.id, access).then(
        () => 200,
        (e: { status: number }) => e.status,
      )
      const listed = reader.history(messages, note.id, access).then(
        () => 200,
        (e: { status: number }) => e.status,
      )
      expect([await read, await listed]).toEqual(seen ? [200, 200] : [404, 404])
      const sent = changes
        .map(await receivers({ access, collections: undefined }))
        .map((event) => event?.id)
      expect([sent.includes(response.id), sent.includes(note.id)]).toEqual([true, seen])
    }
  })

  test('a conversation can be snoozed only with an end time, and wakes up then', async () => {
    expect(await problemOf(s.go('conversation', await talk(), 'snoozed'))).toMatchObject({
      status: 409,
      code: 'no_time',
    })
    const c = await talk({ snoozedUntil: new Date(NOW.getTime() + DAY).toISOString() })
    await s.go('conversation', c, 'snoozed')
    await tick(2 * DAY)
    expect(await fresh('conversation', c.id)).toMatchObject({ state: 'open', snoozed_until: null })
  })

  test('menu entries require a known route and permission, and cannot form a cycle', async () => {
    const entry = (more: object) => s.make('menu', { key: unique(), label: 'L', ...more })
    for (const route of ['/nowhere', '/bookingsx']) {
      expect((await problemOf(entry({ route }))).errors).toMatchObject([
        { path: 'route', code: 'unknown_route' },
      ])
    }
    expect((await problemOf(entry({ permission: 'booking.fly' }))).errors).toMatchObject([
      { path: 'permission', code: 'unknown_permission' },
    ])
    for (const route of [
      '/bookings?filter[state]=pending',
      '/Banner',
      '/dashboard',
      '/hotels/01900000-0000-7000-8000-000000000001',
      '/',
    ]) {
      await entry({ route, permission: 'booking.list' })
    }
    const top = await entry({})
    const inner = await entry({ parent: top.id })
    expect(
      await problemOf(s.writer.patch(s.of('menu'), top.id, 1, { parent: inner.id }, me)),
    ).toMatchObject({ status: 409, errors: [{ path: 'parent', code: 'cycle' }] })
  })

  test('stored permissions match the schema keys, even when several processes synchronise them', async () => {
    await Promise.all(Array.from({ length: 4 }, () => syncPermissions(s.db, s.model)))
    const stored = async () =>
      (
        await s.db.query<{ id: string; key: string; label: string; version: number }>(
          'SELECT id, key, label, version FROM permissions ORDER BY key',
        )
      ).rows
    const first = await stored()
    expect(first.map((r) => r.key)).toEqual(allKeys(s.model.resources).sort())
    expect(first.find((r) => r.key === 'ticket.merge')?.label).toBe('Tickets: merge')
    expect(first.find((r) => r.key === 'vendor.field.payoutAccount.read')?.label).toMatch(
      /^Vendors: see “/,
    )
    await s.db.query("UPDATE permissions SET label = 'old' WHERE key = 'booking.list'")
    await s.db.query(
      "INSERT INTO permissions (id, version, created_at, updated_at, key, label, entity) VALUES (gen_random_uuid(), 1, now(), now(), 'gone.list', 'Gone', 'gone')",
    )
    await syncPermissions(s.db, s.model)
    expect((await stored()).map(({ version: _, ...r }) => r)).toEqual(
      first.map(({ version: _, ...r }) => r),
    )
    expect(new Set(permissionRows(s.model).map((r) => r.label)).size).toBe(first.length)
  })
})
