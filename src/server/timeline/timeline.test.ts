import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RecordData } from '../store/types.ts'
import { openBench, problemOf, type Bench } from '#tests/support/writes.ts'
import { libraryResources, loan } from '#tests/toy.ts'
import {
  anyRef,
  choice,
  defineResource,
  defineResources,
  money,
  ref,
  text,
  z,
} from '#schemas/define/index.ts'
import type { TimelineKind } from '#model/timeline.ts'
import { parseListQuery } from '#model/urlQueryParse.ts'
import { createReader } from '../store/read/reader.ts'
import { history } from '../store/read/history.ts'
import type { TxWriteContext } from '../store/write/writer.ts'
import { fireReminders } from '../reminders/fire.ts'
import { remind } from '../reminders/reminders.ts'
import { deleteNote, editNote, setFollowing, writeNote } from './write.ts'
import { peopleOn } from './people.ts'
import { timeline, type TimelineQuery } from './timeline.ts'

const SECRET = 'secret of the tests'
interface Entry {
  readonly kind: string
  readonly id: string
  readonly note: string
  readonly text: string | null
  readonly mine: boolean
  readonly version: number
  readonly patch: Record<string, [unknown, unknown]>
  readonly actor: { id: string | null; name: string | null }
  readonly earlier: { text: string }[]
  readonly record: { title: string | null }
  readonly to: { name: string | null }
  readonly type: string
  readonly channels: string[]
}
interface Page {
  readonly data: Entry[]
  readonly included: Record<string, Record<string, { title: string }>>
  readonly kinds: readonly TimelineKind[]
  readonly page: { readonly next: string | null }
}
const plain = { scope: 'staff', title: 'name', label: { one: 'Thing', many: 'Things' } } as const
const fee = defineResource({
  ...plain,
  name: 'fees',
  permission: 'fee',
  shape: z.object({
    name: text(40),
    book: ref('books'),
    amount: money(),
    kind: choice(['capture', 'refund']),
  }),
  states: { open: { to: { paid: 'Pay' } }, paid: { final: true } },
})
const talk = defineResource({
  ...plain,
  name: 'talks',
  permission: 'talk',
  shape: z.object({ name: text(40), book: ref('books') }),
})
const line = defineResource({
  ...plain,
  name: 'lines',
  permission: 'line',
  shape: z.object({
    name: text(500),
    talk: ref('talks'),
    sender: anyRef(['authors', 'members']).optional(),
  }),
})
const everything = { allow: ['*'], deny: [] }

describe('timelines', () => {
  let b: Bench
  let ann: RecordData, bob: RecordData, book: RecordData, role: string
  let ada: TxWriteContext, bea: TxWriteContext
  beforeAll(async () => {
    const book = {
      ...libraryResources.book,
      timeline: { related: ['loans.book'], payments: ['fees'], messages: ['lines.talk.book'] },
    } as const
    b = await openBench(defineResources({ ...libraryResources, book, loan, fee, talk, line }))
  }, 120_000)
  beforeAll(async () => {
    ann = await b.writer.create(b.of('author'), { name: 'Ann', email: 'a@example.com' }, b.as())
    bob = await b.writer.create(b.of('author'), { name: 'Bob', email: 'b@example.com' }, b.as())
    role = await member('role', ['*'])
    ada = b.as({ personId: await person('Ada', role), name: 'Ada' })
    bea = b.as({ personId: await person('Bea', role), name: 'Bea' })
    book = await b.writer.create(
      b.of('book'),
      { title: 'Dune', code: 'D', author: ann.id, internalNote: 'first' },
      ada,
    )
    book = await b.writer.patch(b.of('book'), book.id, 1, { internalNote: 'second' }, ada)
  })
  afterAll(() => b?.db.close())

  const member = async (name: string, allow: string[]) =>
    (
      await b.writer.create(
        b.of('memberRole'),
        { name: `${name} ${randomUUID()}`, grants: { allow, deny: [] } },
        b.as(),
      )
    ).id
  const person = async (name: string, of: string, author?: string) => {
    const record = await b.writer.create(
      b.of('member'),
      {
        name,
        email: `${randomUUID()}@example.com`,
        roles: [of],
        ...(author ? { author } : {}),
      },
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
  const parts = () => ({ db: b.db, model: b.model })
  const about = (context: TxWriteContext, id = book.id) => ({
    resource: b.of('book'),
    id,
    context,
  })
  const read = async (
    { access }: TxWriteContext,
    query: TimelineQuery = {},
    id = book.id,
  ): Promise<Page> =>
    (await timeline(
      { db: b.db, model: b.model, resource: b.of('book'), id, access },
      SECRET,
      query,
    )) as unknown as Page
  const write = async (context: TxWriteContext, text: string, id = book.id) =>
    ((await writeNote(parts(), about(context, id), text)).data as unknown as Entry).note

  test('a timeline holds changes, notes, notifications and declared related records, newest first', async () => {
    const one = await b.writer.create(
      b.of('book'),
      { title: 'Emma', code: randomUUID(), author: ann.id },
      ada,
    )
    await b.writer.transition(b.of('book'), { id: one.id, version: 1 }, 'in_review', undefined, ada)
    const reader = await b.writer.create(
      b.of('reader'),
      { name: 'Rita', email: `${randomUUID()}@example.com` },
      b.as(),
    )
    await b.writer.create(b.of('loan'), { code: 'L-1', book: one.id, reader: reader.id }, b.as())
    await write(ada, `Look, @[${bea.access.actor.personId!}]`, one.id)
    const { data, included } = await read(bea, {}, one.id)
    expect(data.map((e) => e.kind).toSorted()).toEqual(
      ['change', 'note', 'notification', 'related', 'transition'].toSorted(),
    )
    expect(data.at(-1)).toMatchObject({ kind: 'change', action: 'create', version: 1 })
    expect(data.find((e) => e.kind === 'related')).toMatchObject({ record: { title: 'L-1' } })
    expect(included.members![bea.access.actor.personId!]).toMatchObject({ title: 'Bea' })
    expect((await read(bea, { kinds: ['transition'] }, one.id)).data.map((e) => e.kind)).toEqual([
      'transition',
    ])
    const blind = b.as([{ allow: ['*'], deny: ['loan.*', 'member.*'] }])
    const cut = await read(blind, {}, one.id)
    expect(cut.data.map((e) => e.kind)).not.toContain('related')
    expect(JSON.stringify(cut)).not.toMatch(/"name":"(Ada|Bea)"/)
  })

  describe('payments, messages and e-mails', () => {
    let one: RecordData, paid: RecordData
    beforeAll(async () => {
      one = await b.writer.create(
        b.of('book'),
        { title: 'Paid', code: randomUUID(), author: ann.id },
        ada,
      )
      const amount = { amount: 1250, currency: 'EUR' }
      paid = await b.writer.create(
        b.of('fee'),
        { name: 'F-1', book: one.id, amount, kind: 'refund' },
        ada,
      )
      await b.writer.transition(b.of('fee'), { id: paid.id, version: 1 }, 'paid', undefined, ada)
      const about = await b.writer.create(b.of('talk'), { name: 'Talk', book: one.id }, ada)
      await b.writer.create(
        b.of('line'),
        { name: 'x'.repeat(400), talk: about.id, sender: { type: 'authors', id: ann.id } },
        ada,
      )
      for (const [type, id] of [
        ['books', one.id],
        ['books', book.id],
      ] as const) {
        await b.db.query(
          "INSERT INTO deliveries (id, type, channel, recipient_type, recipient_id, state, resource_type, resource_id) VALUES ($1, 'reply', 'email', 'authors', $2, 'delivered', $3, $4)",
          [randomUUID(), ann.id, type, id],
        )
      }
    })
    const of = async (as: TxWriteContext, kind: TimelineKind) =>
      (await read(as, { kinds: [kind] }, one.id)).data

    test('a payment is listed with its amount and each of its states', async () => {
      const amount = { amount: 1250, currency: 'EUR' }
      const record = { id: paid.id, title: 'F-1' }
      const type = { field: 'kind', value: 'refund' }
      expect(await of(ada, 'payment')).toMatchObject([
        { kind: 'payment', record, amount, type, state: 'paid' },
        { kind: 'payment', record, amount, type, state: 'open' },
      ])
      const deny = ['amount', 'name', 'kind'].map((name) => `fee.field.${name}.*`)
      expect(await of(b.as([{ allow: ['*'], deny }]), 'payment')).toMatchObject([
        { record: { title: null }, amount: null, type: null },
        { record: { title: null }, amount: null, type: null },
      ])
      expect(await of(b.as([{ allow: ['*'], deny: ['fee.*'] }]), 'payment')).toEqual([])
      const rows = b.as([{ ...everything, rows: { fee: { name: 'none' } } }])
      expect(await of(rows, 'payment')).toEqual([])
    })

    test('messages of related conversations are listed with sender and excerpt', async () => {
      const [message] = await of(ada, 'message')
      expect(message).toMatchObject({
        from: { type: 'authors', id: ann.id, title: 'Ann' },
        record: { title: 'x'.repeat(280) },
      })
      const nameless = b.as([{ allow: ['*'], deny: ['author.*'] }])
      expect(await of(nameless, 'message')).toMatchObject([{ from: null }])
      for (const deny of ['talk.*', 'talk.field.book.*', 'line.field.talk.*', 'line.*']) {
        expect(await of(b.as([{ allow: ['*'], deny: [deny] }]), 'message'), deny).toEqual([])
      }
      const rows = b.as([{ ...everything, rows: { talk: { name: 'none' } } }])
      expect(await of(rows, 'message')).toEqual([])
    })

    test('an e-mail is listed on the record it is about and, for our own staff, on its recipient', async () => {
      const mail = {
        kind: 'mail',
        type: 'reply',
        to: { type: 'authors', id: ann.id, title: 'Ann' },
      }
      expect(await of(ada, 'mail')).toMatchObject([mail])
      expect(await of(b.as([{ allow: ['*'], deny: ['author.*'] }]), 'mail')).toMatchObject([
        { to: null },
      ])
      const ofAnn = async (as: TxWriteContext) =>
        (
          (await timeline(
            { db: b.db, model: b.model, resource: b.of('author'), id: ann.id, access: as.access },
            SECRET,
            { kinds: ['mail'] },
          )) as unknown as Page
        ).data
      expect(await ofAnn(ada)).toHaveLength(2)
      expect(await ofAnn(b.as({ tenant: ann.id, grants: [everything] }))).toEqual([])
      // What they are about must be readable, too.
      expect(await ofAnn(b.as([{ allow: ['*'], deny: ['book.*'] }]))).toEqual([])
      const rows = { book: { title: 'Paid' } }
      expect(await ofAnn(b.as([{ ...everything, rows }]))).toHaveLength(1)
    })

    test('a timeline returns the kinds of entries its record can have', async () => {
      const { kinds } = await read(ada, { kinds: ['note'] }, one.id)
      expect(kinds).toEqual(
        expect.arrayContaining(['change', 'note', 'payment', 'message', 'mail']),
      )
      expect(kinds).not.toContain('view')
      const blind = b.as([{ allow: ['*'], deny: ['fee.*'] }])
      expect((await read(blind, {}, one.id)).kinds).not.toContain('payment')
    })
  })

  test('pages by cursor over several sources without skipping or repeating entries', async () => {
    const one = await b.writer.create(
      b.of('book'),
      { title: 'Long', code: randomUUID(), author: ann.id },
      ada,
    )
    let version = 1
    for (let i = 0; i < 7; i++) {
      await b.writer.patch(b.of('book'), one.id, version++, { notes: `n${i}` }, ada)
      await write(ada, `note ${i}`, one.id)
    }
    const whole = (await read(ada, { limit: 100 }, one.id)).data.map((e) => e.id)
    expect(whole).toHaveLength(15)
    const paged: string[] = []
    let cursor: string | undefined
    do {
      const page = await read(ada, { limit: 4, cursor }, one.id)
      paged.push(...page.data.map((e) => e.id))
      cursor = page.page.next ?? undefined
    } while (cursor)
    expect(paged).toEqual(whole)
    const first = await read(ada, { limit: 4 }, one.id)
    await expect(
      read(ada, { kinds: ['note'], cursor: first.page.next! }, one.id),
    ).rejects.toMatchObject({ status: 400, code: 'invalid_cursor' })
  })

  test('the history pages by cursor and leaves out entries without changes', async () => {
    await write(ada, 'no revision')
    const page = async (cursor?: string) =>
      (await history(
        { db: b.db, model: b.model, access: ada.access, secret: SECRET },
        b.of('book'),
        book.id,
        {
          limit: 1,
          cursor,
        },
      )) as unknown as { data: { version: number; action: string }[]; page: { next: string } }
    const newest = await page()
    expect(newest.data).toMatchObject([{ version: 2, action: 'update' }])
    const oldest = await page(newest.page.next)
    expect(oldest.data).toMatchObject([{ version: 1, action: 'create' }])
    expect(oldest.page.next).toBeNull()
  })

  test('a timeline hides unreadable fields, and returns 404 for a record of another tenant', async () => {
    const blind = b.as([{ allow: ['*'], deny: ['book.field.internalNote.*'] }])
    expect(JSON.stringify(await read(blind))).not.toContain('second')
    const tenant = b.as({ tenant: bob.id, grants: [everything] })
    await expect(read(tenant)).rejects.toMatchObject({ status: 404 })
    await expect(write(tenant, 'x')).rejects.toMatchObject({ status: 404 })
    await expect(read(b.as([{ allow: ['*'], deny: ['book.read'] }]))).rejects.toMatchObject({
      status: 403,
    })
    await expect(write(b.as([{ allow: ['*.read'], deny: [] }]), 'x')).rejects.toMatchObject({
      status: 403,
    })
  })

  test('only its author can edit or delete a note; earlier versions are kept until it is deleted', async () => {
    const note = await write(ada, 'one')
    await expect(editNote(parts(), about(bea), note, 'hers')).rejects.toMatchObject({ status: 403 })
    await expect(deleteNote(parts(), about(bea), note)).rejects.toMatchObject({ status: 403 })
    await editNote(parts(), about(ada), note, 'two')
    const found = async () =>
      (await read(bea, { kinds: ['note'] })).data.find((e) => e.note === note)!
    expect(await found()).toMatchObject({ text: 'two', mine: false, earlier: [{ text: 'one' }] })
    await deleteNote(parts(), about(ada), note)
    expect(await found()).toMatchObject({ text: null, earlier: [] })
    await expect(editNote(parts(), about(ada), note, 'x')).rejects.toMatchObject({ status: 404 })
    for (const text of ['', ' \n', 'x'.repeat(10_001), 'a\0b', `@[${randomUUID()}]`]) {
      expect((await problemOf(write(ada, text))).errors).toMatchObject([{ path: 'text' }])
    }
  })

  test('a deleted note is gone from its notifications, sent or not, in each of its versions', async () => {
    await setFollowing(parts(), about(bea), true)
    const shown = async () =>
      (
        await b.db.query<{ body: string | null }>(
          "select body from deliveries where resource_id = $1 and body like '%pin-of-the-safe%'",
          [book.id],
        )
      ).rows.length
    const person = bea.access.actor.personId
    const note = await write(ada, `@[${person}] pin-of-the-safe 1 ${'x'.repeat(600)}`)
    await editNote(parts(), about(ada), note, 'pin-of-the-safe 2')
    expect(await shown()).toBeGreaterThan(0)
    await deleteNote(parts(), about(ada), note)
    expect(await shown()).toBe(0)
    await setFollowing(parts(), about(bea), false)
  })

  test('staff of a tenant read only notes by people of their tenant', async () => {
    const seller = await member('seller', ['book.*', 'member.read'])
    const hers = b.as({
      personId: await person('Tess', seller, ann.id),
      name: 'Tess',
      tenant: ann.id,
      grants: [{ allow: ['book.*'], deny: [] }],
    })
    await write(ada, 'among ourselves')
    await write(hers, 'among the tenant')
    const texts = async (as: TxWriteContext) =>
      (await read(as, { kinds: ['note'] })).data.map((e) => e.text)
    expect(await texts(hers)).toEqual(['among the tenant'])
    expect(await texts(ada)).toEqual(
      expect.arrayContaining(['among ourselves', 'among the tenant']),
    )
    expect((await read(hers, { kinds: ['notification'] })).data).toEqual([])
  })

  test('a mention notifies people who may read the record, and grants no access to others', async () => {
    const outside = await person('Otto', await member('outside', ['author.*']))
    const tenant = await person('Tom', role, ann.id)
    const offered = (await peopleOn(
      { db: b.db, model: b.model, access: ada.access },
      b.of('book'),
      book.id,
      'Otto',
    )) as {
      data: unknown[]
    }
    expect(offered.data).toEqual([{ id: outside, name: 'Otto', sees: false }])
    const sent = async () =>
      (
        await b.db.query<{ id: string }>(
          "SELECT DISTINCT recipient_id AS id FROM deliveries WHERE type = 'mention' AND resource_id = $1",
          [book.id],
        )
      ).rows.map((r) => r.id)
    await write(ada, `@[${outside}] @[${tenant}] @[${bea.access.actor.personId!}]`)
    expect(await sent()).toEqual([bea.access.actor.personId])
  })

  test('a reminder is shown only to its owner, and following a record adds no entry', async () => {
    const one = await b.writer.create(
      b.of('book'),
      { title: 'Private', code: randomUUID(), author: ann.id },
      ada,
    )
    const reminder = await remind(b, about(bea, one.id), {
      at: new Date(Date.now() + 3_600_000).toISOString(),
    })
    await b.db.query("UPDATE reminders SET due_at = now() - interval '1 s' WHERE id = $1", [
      reminder.id,
    ])
    await fireReminders(b)
    await setFollowing(parts(), about(bea, one.id), true)
    await write(ada, 'news', one.id)
    const types = async (as: TxWriteContext) =>
      (await read(as, { kinds: ['notification'] }, one.id)).data.map((e) => [e.type, e.channels])
    expect(await types(ada)).toEqual([])
    expect(await types(bea)).toEqual([['reminder', ['in_app', 'email']]])
  })

  test('the author of a note follows the record until they unfollow it', async () => {
    const one = await b.writer.create(
      b.of('book'),
      { title: 'Followed', code: randomUUID(), author: ann.id },
      ada,
    )
    const following = async (as: TxWriteContext) =>
      (await peopleOn(
        { db: b.db, model: b.model, access: as.access },
        b.of('book'),
        one.id,
        '',
      )) as {
        following: boolean
        followers: unknown[]
      }
    await setFollowing(parts(), about(bea, one.id), true)
    await write(ada, 'mine', one.id)
    expect(await following(ada)).toMatchObject({
      following: true,
      followers: [{ name: 'Bea' }, { name: 'Ada' }],
    })
    await setFollowing(parts(), about(ada, one.id), false)
    expect((await following(ada)).following).toBe(false)
  })

  test('lists filter by followed records, within what the caller may read', async () => {
    const [mine, theirs] = await Promise.all(
      ['Mine', 'Theirs'].map((title) =>
        b.writer.create(b.of('book'), { title, code: randomUUID(), author: ann.id }, ada),
      ),
    )
    await setFollowing(parts(), about(ada, mine!.id), true)
    await setFollowing(parts(), about(bea, theirs!.id), true)
    const reader = createReader({ db: b.db, model: b.model, secret: SECRET })
    const titles = async ({ access }: TxWriteContext, asked: string) => {
      const parsed = parseListQuery(b.of('book'), b.model, new URLSearchParams(asked))
      if ('problems' in parsed) throw new Error(JSON.stringify(parsed.problems))
      const text = await reader.list(b.of('book'), parsed.query, access)
      return (JSON.parse(String(text)) as { data: { title: string }[] }).data.map(
        (row) => row.title,
      )
    }
    const both = 'filter[title][in]=Mine,Theirs&sort=title'
    expect(await titles(ada, `${both}&filter[followed]=true`)).toEqual(['Mine'])
    expect(await titles(bea, `${both}&filter[followed]=true`)).toEqual(['Theirs'])
    expect(await titles(ada, `${both}&filter[followed]=false`)).toEqual(['Theirs'])
    expect(await titles(ada, `${both}&filter[not][followed]=true`)).toEqual(['Theirs'])
    expect(await titles(b.as(), `${both}&filter[followed]=true`)).toEqual([])
    const narrow = b.as({
      personId: ada.access.actor.personId,
      grants: [{ ...everything, rows: { book: { author: bob.id } } }],
    })
    expect(await titles(narrow, 'filter[followed]=true')).toEqual([])
    expect(
      parseListQuery(b.of('book'), b.model, new URLSearchParams('sort=followed')),
    ).toHaveProperty('problems')
  })

  test('purging a record deletes its notes and followers', async () => {
    const one = await b.writer.create(
      b.of('book'),
      { title: 'Gone', code: randomUUID(), author: ann.id },
      ada,
    )
    await write(ada, 'about a person', one.id)
    const kept = async () =>
      (
        await b.db.query<{ kind: string }>(
          "SELECT 'note' AS kind FROM record_notes WHERE record_id = $1 UNION ALL SELECT 'follower' FROM record_followers WHERE record_id = $1 ORDER BY 1",
          [one.id],
        )
      ).rows.map(({ kind }) => kind)
    expect(await kept()).toEqual(['follower', 'note'])
    await b.writer.remove(b.of('book'), one.id, 1, { purge: true }, b.as())
    expect(await kept()).toEqual([])
  })
})
