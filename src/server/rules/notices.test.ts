import { inside, say } from '#model/message.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SYSTEM_JOB } from '../jobs/types.ts'
import { memoryMailer } from '../mail/mailer.ts'
import type { Mail } from '../mail/types.ts'
import { actorOfJob } from '../jobs/actor.ts'
import { readInbox } from '../notifications/inbox.ts'
import { compileAccess } from '../permissions/access.ts'
import { automaticHandler } from '../notifications/automatic.ts'
import { notify } from '../notifications/notify.ts'
import { rescheduleHeld } from '../notifications/quiet.ts'
import { noPush } from '../notifications/push.ts'
import type { RecordData } from '../store/types.ts'
import { runScheduled } from '../store/write/schedule.ts'
import { createWriter } from '../store/write/writer.ts'
import { eur, NOW, openStays, unique, type Stays } from '#tests/support/stays.ts'
import { problemOf, type Bench } from '#tests/support/writes.ts'

describe('automatic notifications', () => {
  let s: Stays
  let ada: RecordData
  let ben: RecordData
  let asAda: ReturnType<Bench['as']>
  beforeAll(async () => {
    s = await openStays()
    const person = (name: string, role = 'support agent', more: object = {}) =>
      s.make(
        'employee',
        { name, email: `${unique()}@example.com`, roles: [s.role(role)], ...more },
        { state: 'active' },
      )
    ada = await person('Ada Lovelace')
    ben = await person('Ben Nevis')
    asAda = s.as({ personId: ada.id, name: 'Ada Lovelace' })
  }, 120_000)
  afterAll(() => s?.db.close())

  interface Received {
    readonly type: string
    readonly title: string
    readonly body: string | null
    readonly link: string
    readonly resource_id: string | null
    readonly times: number
  }
  const noticesOf = async (person: RecordData): Promise<Received[]> =>
    (
      await s.db.query<Received>(
        "SELECT type, title, body, link, resource_id, times FROM deliveries WHERE recipient_id = $1 AND channel = 'in_app' AND read_at IS NULL ORDER BY at, id",
        [person.id],
      )
    ).rows
  const readAll = () => s.db.query('UPDATE deliveries SET read_at = now() WHERE read_at IS NULL')
  const ticket = (more: object = {}, as = asAda) =>
    s.writer.create(s.of('ticket'), { subject: 'Help', customer: s.customer.id, ...more }, as)
  const note = (conversation: RecordData, body: string, mentions: readonly RecordData[] = []) =>
    s.writer.create(
      s.of('chatMessage'),
      { conversation: conversation.id, body, kind: 'note', mentions: mentions.map((m) => m.id) },
      asAda,
    )

  const wants = async (
    person: RecordData,
    preference: unknown,
    key = 'notifications',
  ): Promise<void> => {
    await s.db.query(
      `INSERT INTO "user" (id, name, email, "emailVerified", "createdAt", "updatedAt", "personId") VALUES ($1, $1, $1, true, now(), now(), $2::uuid) ON CONFLICT DO NOTHING`,
      [`account of ${person.id}`, person.id],
    )
    await s.db.query(
      'INSERT INTO preferences (account_id, key, value) VALUES ($1, $2, $3) ON CONFLICT (account_id, key) DO UPDATE SET value = excluded.value',
      [`account of ${person.id}`, key, JSON.stringify(preference)],
    )
  }
  const mailsOut = (mailer: { readonly deliver: (mail: Mail) => Promise<void> }) =>
    automaticHandler({
      query: s.db.query,
      model: s.model,
      enqueue: async () => 'job',
      mailer,
      push: noPush,
      pages: 'https://desk.example.com',
    })({
      id: '',
      payload: {},
      actor: SYSTEM_JOB,
      attempt: 1,
      saved: null,
      signal: new AbortController().signal,
      progress: async () => {},
      save: async () => {},
      afterEnd: () => {},
    })

  test('the new assignee of a ticket is notified, unless they assigned it to themselves', async () => {
    const given = await ticket({ assignee: ben.id })
    await ticket({ assignee: ada.id })
    expect(await noticesOf(ben)).toMatchObject([
      {
        type: 'assignment',
        title: `Ticket ${String(given.number)} was assigned to you`,
        body: 'Help',
        link: `/ticket_chat/${given.id}`,
        resource_id: given.id,
      },
    ])
    expect(await noticesOf(ada)).toEqual([])
    await readAll()
    await s.writer.patch(s.of('ticket'), given.id, given.version, { priority: 'high' }, asAda)
    expect(await noticesOf(ben)).toEqual([])
  })

  test('a notification hides its content from people who may not read the source, in the app and by mail', async () => {
    const role = (...deny: string[]) =>
      s
        .make('userRole', { name: unique(), grants: { allow: ['*.list', '*.read'], deny } })
        .then((r) => r.id)
    const person = async (roleId: string) => {
      const made = await s.make(
        'employee',
        { name: `P ${unique()}`, email: `${unique()}@example.com`, roles: [roleId] },
        { state: 'active' },
      )
      const actor = (await actorOfJob(s.db.query, s.model, {
        accountId: null,
        personId: made.id,
        name: '',
      }))!
      return {
        made,
        inbox: async () =>
          (
            await readInbox(
              { query: s.db.query, model: s.model, secret: 'x'.repeat(32) },
              compileAccess(s.model, actor),
              made.id,
              { limit: 10, unread: true },
            )
          ).data,
      }
    }
    const canary = `canary-${unique()}`
    const [all, noSubject, noBody, noRows] = await Promise.all([
      person(await role()),
      person(await role('ticket.field.subject.read', 'conversation.field.subject.read')),
      person(await role('chatMessage.field.body.read')),
      person(await role('chatMessage.*')),
    ])
    for (const { made } of [all, noSubject]) {
      await ticket({ subject: `${canary}-subject`, assignee: made.id })
    }
    expect([await all.inbox(), await noSubject.inbox()]).toMatchObject([
      [{ body: `${canary}-subject` }],
      [{ title: null, body: null }],
    ])
    const talk = await s.make('conversation', {
      subject: `${canary}-talk`,
      customer: s.customer.id,
    })
    expect((await problemOf(note(talk, `${canary}-body`, [noRows.made]))).errors).toMatchObject([
      { path: 'mentions.0', code: 'may_not_read' },
    ])
    await note(
      talk,
      `${canary}-body`,
      [all, noSubject, noBody].map((p) => p.made),
    )
    expect((await all.inbox())[0]).toMatchObject({
      type: 'mention',
      body: expect.stringContaining(`${canary}-body`),
    })
    for (const { inbox } of [noSubject, noBody]) {
      expect((await inbox())[0]).toMatchObject({ type: 'mention', title: null, body: null })
    }
    expect(await noticesOf(noRows.made)).toEqual([])
    // Someone who sees messages but not notes may read the conversation: mentioning them is
    // accepted but sends no notification.
    const { id: sentOnly } = await s.make('userRole', {
      name: unique(),
      grants: {
        allow: ['*.list', '*.read'],
        deny: [],
        rows: { chatMessage: { kind: 'outgoing' } },
      },
    })
    const { made: noNotes } = await person(sentOnly)
    await note(talk, `${canary}-body`, [noNotes])
    expect(await noticesOf(noNotes)).toEqual([])
    const mailer = memoryMailer()
    await s.db.query("UPDATE deliveries SET due_at = now() WHERE state = 'waiting'")
    await mailsOut(mailer)
    const to = (p: typeof all) => mailer.sent.filter((mail) => mail.to === p.made.email)
    expect(to(all)).toHaveLength(1)
    expect(JSON.stringify(to(all))).toContain(`${canary}-body`)
    expect([to(noSubject).length, to(noBody).length, to(noRows).length]).toEqual([1, 1, 0])
    expect(JSON.stringify([to(noSubject), to(noBody)])).not.toContain(canary)
    await readAll()
  })

  test('the new assignee of a conversation is notified', async () => {
    const talk = await s.make('conversation', { subject: 'Talk', customer: s.customer.id })
    await s.writer.patch(s.of('conversation'), talk.id, talk.version, { assignee: ben.id }, asAda)
    expect(await noticesOf(ben)).toMatchObject([
      { type: 'assignment', link: `/chatuser?conversation=${talk.id}` },
    ])
    await readAll()
  })

  test('a note notifies people mentioned by id, not by name in its text, and never its author', async () => {
    const t = await ticket()
    const talk = await s.make('conversation', {
      subject: 'Late arrival',
      kind: 'ticket',
      customer: s.customer.id,
      ticket: t.id,
    })
    await note(talk, 'Could you look?', [ben, ada])
    expect(await noticesOf(ben)).toMatchObject([
      {
        type: 'mention',
        title: 'Ada Lovelace mentioned you in “Late arrival”',
        link: `/ticket_chat/${t.id}`,
        resource_id: t.id,
      },
    ])
    expect(await noticesOf(ada)).toEqual([])
    await readAll()
    await note(talk, 'Nothing for @Ben Nevis here')
    expect((await noticesOf(ben)).filter((n) => n.type === 'mention')).toEqual([])
  })

  test('an SLA breach notifies the assignee once, or all support agents if nobody is assigned', async () => {
    await ticket({ priority: 'urgent', assignee: ben.id })
    await ticket({ priority: 'urgent' })
    await readAll()
    const parts = { ...s.parts, now: () => new Date(NOW.getTime() + 2 * 3_600_000) }
    await runScheduled(parts, createWriter(parts))
    await runScheduled(parts, createWriter(parts))
    expect((await noticesOf(ben)).map((n) => [n.type, n.times])).toEqual([
      ['breach', 1],
      ['breach', 1],
    ])
    expect((await noticesOf(ada)).map((n) => [n.type, n.times])).toEqual([['breach', 1]])
    await readAll()
  })

  test('a failed payment notifies only people who handle payments', async () => {
    const clerk = await s.make(
      'employee',
      { name: 'Cleo', email: `${unique()}@example.com`, roles: [s.role('finance')] },
      { state: 'active' },
    )
    const booking = await s.book(await s.hotel(), 2, 2)
    const payment = await s.make('paymentTransaction', {
      kind: 'capture',
      method: 'card',
      amount: eur(5000),
      booking: booking.id,
    })
    const processing = await s.go('paymentTransaction', payment, 'processing')
    await s.go('paymentTransaction', processing, 'failed', 'Declined')
    expect(await noticesOf(clerk)).toMatchObject([
      {
        type: 'payment_failed',
        title: `Payment ${String(payment.number)} failed`,
        link: `/payment-transactions/${payment.id}`,
      },
    ])
    expect((await noticesOf(ben)).filter((n) => n.type === 'payment_failed')).toEqual([])
  })

  test('mails use the recipient’s language, even if the recipient may not read the subject matter', async () => {
    const person = (locale: string | null, role = 'support agent', more: object = {}) =>
      s.make(
        'employee',
        {
          name: `In ${locale}`,
          email: `${locale}-${unique()}@example.com`,
          locale,
          roles: [s.role(role)],
          ...more,
        },
        { state: 'active' },
      )
    const people = await Promise.all([
      person('pt-PT'),
      person('ar'),
      person('fr'),
      person(null),
      person('pt', 'vendor staff', { vendor: s.vendor.id }),
    ])
    const t = await ticket({ subject: 'Towels' })
    const resource = { type: 'tickets', id: t.id }
    await s.db.transaction(async (tx) => {
      await notify(tx, {
        type: 'breach',
        employees: people.map((p) => p.id),
        title: say('A service target of ticket {{number}} was missed', { number: 'T-1' }),
        body: 'Towels',
        link: `/ticket_chat/${t.id}`,
        resource,
      })
    })
    await s.db.query("UPDATE deliveries SET due_at = now() WHERE state = 'waiting'")
    const mailer = memoryMailer()
    await mailsOut(mailer)
    const mailTo = (p: RecordData): Mail => mailer.sent.find((m) => m.to === p.email)!
    expect(people.map((p) => mailTo(p).subject)).toEqual([
      'Passou um prazo prometido do pedido T-1',
      'انقضى موعد موعود للتذكرة T-1',
      'A service target of ticket T-1 was missed',
      'A service target of ticket T-1 was missed',
      'Há algo que lhe diz respeito',
    ])
    expect(mailTo(people[0]!).text).toContain('Towels')
    expect(mailTo(people[4]!).text).not.toContain('Towels')
    expect(
      people.map((p) => /<html lang="(\w+)" dir="(\w+)">/.exec(mailTo(p).html)?.slice(1)),
    ).toEqual([
      ['pt', 'ltr'],
      ['ar', 'rtl'],
      ['en', 'ltr'],
      ['en', 'ltr'],
      ['pt', 'ltr'],
    ])
    expect(mailTo(people[1]!).text).toContain(`فتح: https://desk.example.com/ticket_chat/${t.id}`)
  })

  test('a finished import notifies with the translated name of the collection', async () => {
    const clerk = await s.make(
      'employee',
      {
        name: 'Inês',
        email: `${unique()}@example.com`,
        locale: 'pt',
        roles: [s.role('support agent')],
      },
      { state: 'active' },
    )
    await wants(clerk, { import_finished: { email: true } })
    await s.db.transaction((tx) =>
      notify(tx, {
        type: 'import_finished',
        employees: [clerk.id],
        title: say('The import of {{many}} is finished', { many: inside('Hotels') }),
        body: say('{{created}} created, {{updated}} updated, {{refused}} refused', {
          created: 12,
          updated: 3,
          refused: 0,
        }),
        link: '/hotels',
      }),
    )
    await s.db.query("UPDATE deliveries SET due_at = now() WHERE state = 'waiting'")
    const mailer = memoryMailer()
    await mailsOut(mailer)
    expect(mailer.sent.find((m) => m.to === clerk.email)).toMatchObject({
      subject: 'A importação de Hotéis terminou',
      text: expect.stringContaining('12 criados, 3 atualizados, 0 recusados') as string,
    })
  })

  describe('quiet hours', () => {
    const ALWAYS = { on: true, from: '00:00', to: '00:00', zone: 'UTC' }
    interface Row {
      readonly id: string
      readonly type: string
      readonly channel: string
      readonly state: string
      readonly held: boolean
      readonly attempts: number
      readonly due: boolean
    }
    const rowsOf = async (person: RecordData): Promise<Row[]> =>
      (
        await s.db.query<Row>(
          'SELECT id, type, channel, state, held, attempts, due_at <= now() AS due FROM deliveries WHERE recipient_id = $1 ORDER BY at, id',
          [person.id],
        )
      ).rows
    const resting = async (quiet: object = {}, locale = 'en'): Promise<RecordData> => {
      const person = await s.make(
        'employee',
        {
          name: 'Rita Rest',
          email: `${unique()}@example.com`,
          locale,
          roles: [s.role('support agent')],
        },
        { state: 'active' },
      )
      await wants(person, { ...ALWAYS, ...quiet }, 'quietHours')
      return person
    }
    const tell = (person: RecordData, link: string, more: object = {}) =>
      s.db.transaction((tx) =>
        notify(tx, {
          type: 'mention',
          employees: [person.id],
          title: say('{{name}} mentioned you in “{{subject}}”', { name: 'Ada', subject: link }),
          body: `About ${link}`,
          link,
          ...more,
        }),
      )
    const now = () => s.db.query("UPDATE deliveries SET due_at = now() WHERE state = 'waiting'")
    const mailer = memoryMailer()
    const to = (person: RecordData): Mail[] => mailer.sent.filter((m) => m.to === person.email)

    test('hold e-mail and silence notifications in the application', async () => {
      const rita = await resting()
      await tell(rita, '/a')
      expect(
        (await rowsOf(rita))
          .map(({ channel, state, held, due }) => ({ channel, state, held, due }))
          .sort((a, b) => a.channel.localeCompare(b.channel)),
      ).toEqual([
        { channel: 'email', state: 'waiting', held: true, due: false },
        { channel: 'in_app', state: 'delivered', held: true, due: true },
      ])
      expect(
        (
          await s.db.query(
            "SELECT 1 FROM jobs j JOIN deliveries d ON d.recipient_id = $1 AND d.channel = 'email' AND j.run_at = d.due_at WHERE j.kind = 'deliver'",
            [rita.id],
          )
        ).rowCount,
      ).toBeGreaterThan(0)
      await now()
      await mailsOut(mailer)
      expect(to(rita)).toEqual([])
      expect((await rowsOf(rita)).find((r) => r.channel === 'email')).toMatchObject({
        state: 'waiting',
        attempts: 0,
        due: false,
      })
    })

    test('also hold e-mail that was queued before they began', async () => {
      const rita = await resting({ on: false })
      await tell(rita, '/a')
      expect((await rowsOf(rita)).map((r) => r.held)).toEqual([false, false])
      await wants(rita, ALWAYS, 'quietHours')
      await now()
      await mailsOut(mailer)
      expect(to(rita)).toEqual([])
      expect((await rowsOf(rita)).find((r) => r.channel === 'email')).toMatchObject({
        state: 'waiting',
        held: true,
        attempts: 0,
      })
    })

    test('end with one mail of the held notifications, in order and with their links, for that person only', async () => {
      const [rita, other] = [await resting({}, 'pt'), await resting()]
      for (const link of ['/a', '/b', '/c']) {
        await tell(rita, link)
        await tell(other, link)
      }
      await wants(rita, { ...ALWAYS, on: false }, 'quietHours')
      const queued: string[] = []
      await rescheduleHeld(
        {
          query: s.db.query,
          enqueue: async ({ kind }) => {
            queued.push(kind)
            return 'job'
          },
        },
        rita.id,
        'quietHours',
      )
      expect(queued).toEqual(['deliver'])
      await mailsOut(mailer)
      expect(to(rita).map((m) => m.subject)).toEqual(['3 notificações das suas horas de silêncio'])
      const [{ text }] = to(rita) as [Mail]
      expect(
        [...text.matchAll(/https:\/\/desk\.example\.com(\S+)|“(\S+)”/g)].map((m) => m[1] ?? m[2]),
      ).toEqual(['/a', '/a', '/b', '/b', '/c', '/c'])
      expect((await rowsOf(rita)).filter((r) => r.channel === 'email').map((r) => r.state)).toEqual(
        ['delivered', 'delivered', 'delivered'],
      )
      expect(to(other)).toEqual([])
    })

    test('retry a failed mail of held notifications as one mail', async () => {
      const rita = await resting()
      for (const link of ['/a', '/b']) await tell(rita, link)
      await wants(rita, { on: false }, 'quietHours')
      await now()
      await mailsOut({
        deliver: async (mail) => {
          if (mail.to === rita.email) throw new Error('greylisted')
        },
      })
      expect((await rowsOf(rita)).filter((r) => r.channel === 'email')).toMatchObject([
        { state: 'waiting', attempts: 1 },
        { state: 'waiting', attempts: 1 },
      ])
      await now()
      await mailsOut(mailer)
      expect(to(rita).map((m) => m.subject)).toEqual(['2 notifications from your quiet hours'])
    })

    test('let an SLA breach of an assigned ticket through unless switched off, and hold other breaches', async () => {
      const [open, closed] = [await resting(), await resting({ urgent: false })]
      for (const person of [open, closed]) await ticket({ priority: 'urgent', assignee: person.id })
      await ticket({ priority: 'urgent' })
      const parts = { ...s.parts, now: () => new Date(NOW.getTime() + 2 * 3_600_000) }
      await runScheduled(parts, createWriter(parts))
      await now()
      await mailsOut(mailer)
      expect(to(open).map((m) => /ticket (\S+) was missed/.test(m.subject))).toEqual([true])
      expect(to(closed)).toEqual([])
      const breaches = (rows: Row[]) =>
        rows.filter((r) => r.type === 'breach' && r.channel === 'email').map((r) => r.held)
      expect(breaches(await rowsOf(open)).sort()).toEqual([false, true])
      expect(breaches(await rowsOf(closed))).toEqual([true, true])
    })
  })

  test('a change that is rolled back notifies nobody', async () => {
    await readAll()
    await expect(
      s.db.transaction(async (tx) => {
        await s.writer.create(
          s.of('ticket'),
          { subject: 'Never', customer: s.customer.id, assignee: ben.id },
          { ...asAda, tx },
        )
        throw new Error('no')
      }),
    ).rejects.toThrow('no')
    expect(await noticesOf(ben)).toEqual([])
  })
})
