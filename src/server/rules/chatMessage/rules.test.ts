import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openStays, unique, type Stays } from '#tests/support/stays.ts'
import { problemOf, type Bench } from '#tests/support/writes.ts'
import { Problem } from '../../base/problem.ts'
import type { RecordData } from '../../store/types.ts'
import { unreadOf } from '../conversation/unread.ts'

type As = ReturnType<Bench['as']>

describe('messages', () => {
  let s: Stays
  let ann: As
  let ben: As
  let vendor: As
  let annId: string
  beforeAll(async () => {
    s = await openStays()
    annId = await person()
    ann = s.as({ personId: annId })
    ben = s.as({ personId: await person() })
    vendor = s.as({ personId: await person({ vendor: s.vendor.id }), tenant: s.vendor.id })
  }, 120_000)
  afterAll(() => s?.db.close())

  const person = async (more: object = {}) =>
    (
      await s.make(
        'employee',
        {
          name: unique(),
          email: `${unique()}@example.com`,
          roles: [s.role('support agent')],
          ...more,
        },
        { state: 'active' },
      )
    ).id
  const colleague = async () => s.as({ personId: await person() })
  const talk = (more: object = {}) =>
    s.make('conversation', { subject: unique(), vendor: s.vendor.id, ...more })
  const say = (c: RecordData, as: As, more: object = {}) =>
    s.writer.create(s.of('chatMessage'), { conversation: c.id, body: unique(), ...more }, as)
  const act = (m: RecordData, name: string, as: As) =>
    s.writer.act(s.of('chatMessage'), m, name, {}, as)
  const rows = async (c: RecordData) =>
    (
      await s.db.query<{ id: string; sequence: number; state: string; kind: string }>(
        'SELECT id, sequence, state, kind FROM chat_messages WHERE conversation = $1 ORDER BY sequence',
        [c.id],
      )
    ).rows
  const codes = async (writes: readonly Promise<unknown>[]) =>
    (await Promise.allSettled(writes)).map((r) => {
      if (r.status === 'fulfilled') return 'ok'
      if (r.reason instanceof Problem) return r.reason.code
      throw r.reason
    })

  test('get gapless sequence numbers when many people write concurrently, even if some are refused', async () => {
    const c = await talk()
    const wrong = say(c, ann, { kind: 'incoming' })
    await Promise.all([
      ...Array.from({ length: 20 }, (_, i) => say(c, [ann, ben, vendor][i % 3]!)),
      problemOf(wrong),
    ])
    expect((await rows(c)).map((r) => r.sequence)).toEqual(
      Array.from({ length: 20 }, (_, i) => i + 1),
    )
  })

  test('are stored once when a device sends the same message several times concurrently', async () => {
    const c = await talk()
    const clientId = unique()
    const done = await codes(Array.from({ length: 6 }, () => say(c, ann, { clientId })))
    expect(done.sort()).toEqual(['ok', ...Array.from({ length: 5 }, () => 'sent_already')])
    expect(await rows(c)).toHaveLength(1)
  })

  test('two people who start the same conversation concurrently get the same one', async () => {
    const ticket = await s.make('ticket', { subject: 'Help', customer: s.customer.id })
    const others = [await colleague(), await colleague()]
    for (const body of [
      { subject: 'Key', customer: s.customer.id, kind: 'ticket', ticket: ticket.id },
      { subject: 'Welcome', customer: s.customer.id },
    ]) {
      const begin = (as: As, more: object = {}) =>
        s.writer.create(s.of('conversation'), { ...body, ...more }, as)
      expect((await codes([ann, ben, ...others].map((as) => begin(as)))).sort()).toEqual([
        'conversation_exists',
        'conversation_exists',
        'conversation_exists',
        'ok',
      ])
      const known = (
        await s.db.query<{ id: string }>('SELECT id FROM conversations WHERE subject = $1', [
          body.subject,
        ])
      ).rows
      expect(known).toHaveLength(1)
      expect(
        await problemOf(begin(await colleague(), { subject: body.subject.toUpperCase() })),
      ).toMatchObject({ status: 409, existing: known[0]!.id })
    }
    await s.writer.create(
      s.of('conversation'),
      { subject: 'Another matter', customer: s.customer.id },
      ann,
    )
  })

  test('are marked delivered and read only by devices of the other side', async () => {
    const c = await talk()
    const [first, note, second, response] = [
      await say(c, ann),
      await say(c, ann, { kind: 'note' }),
      await say(c, ben),
      await say(c, vendor),
    ]
    await act(second, 'see', ben)
    expect((await rows(c)).map((r) => r.state)).toEqual(['sent', 'sent', 'sent', 'sent'])
    await act(second, 'receive', vendor)
    expect((await rows(c)).map((r) => r.state)).toEqual(['delivered', 'sent', 'delivered', 'sent'])
    const seen = { ...second, version: 2 }
    await act(seen, 'see', vendor)
    await act(response, 'see', ann)
    expect((await rows(c)).map((r) => r.state)).toEqual(['read', 'sent', 'read', 'read'])
    expect((await problemOf(act(note, 'see', vendor))).status).toBe(404)
    await act({ ...first, version: 3 }, 'receive', vendor)
    expect((await rows(c))[0]!.state).toBe('read')
  })

  test('from the other side are unread for each person until seen or until our side replies', async () => {
    const c = await talk()
    const count = async (as: As) =>
      (await unreadOf(s.db.query, s.model, as.access)).unread[c.id]?.count ?? 0
    const counts = async () => [await count(ann), await count(ben), await count(vendor)]
    await say(c, vendor)
    const second = await say(c, vendor)
    expect(await counts()).toEqual([2, 2, 0])
    expect((await unreadOf(s.db.query, s.model, ann.access)).arrived).toContainEqual({
      id: second.id,
      version: 1,
    })
    await act(second, 'see', ann)
    expect(await counts()).toEqual([0, 2, 0])
    await say(c, ann)
    expect(await counts()).toEqual([0, 0, 1])
    await say(c, vendor)
    await say(c, ann, { kind: 'note' })
    expect(await counts()).toEqual([1, 1, 0])
    const stranger = s.as({
      tenant: (
        await s.make(
          'vendor',
          { displayName: 'Hill', legalName: 'Hill Lda' },
          { state: 'approved' },
        )
      ).id,
      personId: annId,
    })
    expect(await count(stranger)).toBe(0)
    expect(
      await count(s.as({ personId: annId, grants: [{ allow: ['*.list', '*.read'], deny: [] }] })),
    ).toBe(0)
  })

  test('can mention only colleagues, and only in notes', async () => {
    const c = await talk()
    expect((await say(c, ben, { kind: 'note', mentions: [annId] })).mentions).toEqual([annId])
    expect((await problemOf(say(c, ben, { mentions: [annId] }))).errors).toMatchObject([
      { path: 'mentions', code: 'not_a_note' },
    ])
    expect(
      (await problemOf(say(c, ben, { kind: 'note', mentions: [vendor.access.actor.personId] })))
        .errors,
    ).toMatchObject([{ path: 'mentions.0', code: 'not_a_colleague' }])
  })

  test('a person who may not read a conversation is not offered for a mention and cannot be mentioned', async () => {
    const role = await s.make('userRole', {
      name: `Bookkeeper ${unique()}`,
      grants: { allow: ['order.*', 'conversation.list', 'conversation.read'], deny: [] },
    })
    const blind = await s.make(
      'employee',
      { name: 'Blind Bookkeeper', email: `${unique()}@example.com`, roles: [role.id] },
      { state: 'active' },
    )
    const c = await talk()
    const offered = async (as: typeof ben) =>
      (await s.writer.preview(s.of('conversation'), c.id, 'colleagues', as)) as unknown as {
        id: string
      }[]
    const ids = (await offered(ben)).map((one) => one.id)
    expect([
      ids.includes(annId),
      ids.includes(blind.id),
      ids.includes(ben.access.actor.personId!),
    ]).toEqual([true, false, false])
    expect(
      (await problemOf(say(c, ben, { kind: 'note', mentions: [annId, blind.id] }))).errors,
    ).toMatchObject([{ path: 'mentions.1', code: 'may_not_read' }])
    expect(await offered(vendor)).toEqual([])
  })
})
