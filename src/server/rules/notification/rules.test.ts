import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { memoryMailer } from '../../mail/mailer.ts'
import type { Mail } from '../../mail/types.ts'
import { SYSTEM_JOB, type NewJob, type RunningJob } from '../../jobs/types.ts'
import { noPush, type PushSender } from '../../notifications/push.ts'
import { runScheduled } from '../../store/write/schedule.ts'
import type { RecordData } from '../../store/types.ts'
import { createWriter } from '../../store/write/writer.ts'
import { NOW, openStays, unique, type Stays } from '#tests/support/stays.ts'
import { problemOf, type Bench } from '#tests/support/writes.ts'
import { tellReads } from './reads.ts'
import { SEND_JOB, sendingHandler, withSending } from './sending.ts'

const DAY = 86_400_000

describe('sending a notification', () => {
  let s: Stays
  let agents: RecordData[]
  let me: ReturnType<Bench['as']>
  let queued: NewJob[] = []
  const enqueue = async (job: NewJob): Promise<string> => {
    queued.push(job)
    return 'job'
  }
  let parts: Stays['parts']
  beforeAll(async () => {
    s = await openStays()
    agents = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        s.make(
          'employee',
          {
            name: `Agent ${i}`,
            email: `${unique()}@example.com`,
            roles: [s.role('support agent')],
          },
          { state: 'active' },
        ),
      ),
    )
    me = s.as({ personId: agents[0]!.id })
    parts = { ...s.parts, rules: withSending(s.parts.rules!, enqueue) }
  }, 120_000)
  afterAll(() => s?.db.close())

  const writerAt = (ms = 0) => createWriter({ ...parts, now: () => new Date(NOW.getTime() + ms) })
  const make = (more: object = {}) =>
    s.make('notification', {
      title: 'Title',
      body: 'Body',
      audience: 'role',
      recipients: [{ recipient: { type: 'user-roles', id: s.role('support agent') } }],
      ...more,
    })
  const begin = (n: RecordData, as = me) =>
    writerAt().transition(s.of('notification'), n, 'sending', {}, as)
  interface Sent {
    readonly deliver: (mail: Mail) => Promise<void>
    readonly leaseMs: number
    readonly push: PushSender
    readonly signal: AbortSignal
  }
  const mailer = memoryMailer()
  const handler = ({
    deliver = mailer.deliver,
    leaseMs = 60_000,
    push = noPush,
  }: Partial<Sent> = {}) =>
    sendingHandler({
      db: s.db,
      model: s.model,
      writer: writerAt(),
      mailer: { deliver },
      push,
      enqueue,
      pages: 'https://desk.example.com',
      timing: { leaseMs, retryMs: [0, 0] },
    })
  const job = (n: { id: string }, signal = new AbortController().signal): RunningJob => ({
    id: randomUUID(),
    payload: { notification: n.id },
    actor: SYSTEM_JOB,
    attempt: 1,
    saved: null,
    signal,
    progress: async () => {},
    save: async () => {},
    afterEnd: () => {},
  })
  const send = async (n: { id: string }, given: Partial<Sent> = {}): Promise<void> => {
    for (let i = 0; i < 5 && (await fresh(n)).state === 'sending'; i++) {
      await handler(given)(job(n, given.signal))
    }
  }
  const fresh = async (n: { id: string }) =>
    (
      await s.db.query<{
        state: string
        version: number
        sent: number
        delivered: number
        failed: number
        unreachable: number
        read: number
      }>('SELECT * FROM notifications WHERE id = $1', [n.id])
    ).rows[0]!
  const mailsTo = (mails: readonly Mail[], title: string) =>
    mails
      .filter((m) => m.subject === title)
      .map((m) => m.to)
      .sort()
  const everyone = () => agents.map((a) => String(a.email)).sort()

  test('refuses wrong recipients, a missing time, in-app to customers, and edits once it is sending', async () => {
    const recipient = { type: 'employees', id: agents[0]!.id }
    expect(
      (await problemOf(make({ audience: 'vendor', recipients: [{ recipient }] }))).errors,
    ).toMatchObject([{ path: 'recipients.0.recipient', code: 'other_audience' }])
    expect(
      (
        await problemOf(
          make({
            audience: 'employee',
            recipients: [{ recipient: { type: 'employees', id: s.customer.id } }],
          }),
        )
      ).errors,
    ).toMatchObject([{ path: 'recipients.0.recipient', code: 'unknown_reference' }])
    expect(
      await problemOf(s.go('notification', await make(), 'scheduled', undefined, me)),
    ).toMatchObject({ status: 409, code: 'no_time' })
    expect(
      await problemOf(begin(await make({ audience: 'customer', recipients: [] }))),
    ).toMatchObject({ status: 409, code: 'no_inbox' })
    const sending = await begin(await make())
    expect(await problemOf(s.go('notification', sending, 'sent', undefined, me))).toMatchObject({
      status: 409,
      code: 'automatic',
    })
    expect(
      await problemOf(
        s.writer.patch(s.of('notification'), sending.id, sending.version, { title: 'Other' }, me),
      ),
    ).toMatchObject({ status: 409, code: 'sent_already' })
    expect(
      await problemOf(
        s.writer.remove(s.of('notification'), sending.id, sending.version, { purge: false }, me),
      ),
    ).toMatchObject({ status: 409, code: 'sending' })
    await send(sending)
    expect(
      await problemOf(
        make({ idempotencyKey: 'KEY-1' }).then(() => make({ idempotencyKey: 'KEY-1' })),
      ),
    ).toMatchObject({ status: 409, code: 'taken' })
  })

  test('cannot be triggered by an import', async () => {
    const draft = await make({ idempotencyKey: 'KEY-IMPORT' })
    const bring = async (state: string) =>
      (
        await s.writer.importRows(
          s.of('notification'),
          [{ row: 1, data: { idempotencyKey: 'KEY-IMPORT', state } }],
          { mode: 'partial', upsertBy: 'idempotencyKey' },
          me,
        )
      ).rows
    for (const [state, code] of [
      ['sending', 'not_sent_so'],
      ['sent', 'illegal_transition'],
    ] as const) {
      expect(await bring(state)).toMatchObject([{ outcome: 'refused', errors: [{ code }] }])
    }
    expect(await fresh(draft)).toMatchObject({ state: 'draft', version: draft.version })
  })

  test('reaches each person of a role once in the application, and counts readers', async () => {
    const n = await begin(await make({ title: 'In app', link: '/bookings' }))
    await send(n)
    expect(await fresh(n)).toMatchObject({
      state: 'sent',
      sent: 20,
      delivered: 20,
      failed: 0,
      read: 0,
    })
    await s.db.query(
      'UPDATE deliveries SET read_at = now() WHERE record_id = $1 AND recipient_id = ANY($2)',
      [n.id, [agents[1]!.id, agents[2]!.id]],
    )
    await tellReads({ db: s.db, model: s.model, writer: writerAt() })
    expect(await fresh(n)).toMatchObject({ read: 2 })
  })

  test('mails the link, and counts recipients without a device as unreachable', async () => {
    const n = await begin(
      await make({
        title: 'By mail',
        channel: 'email',
        link: '/bookings',
        body: 'Line <b>one</b>',
      }),
    )
    await send(n)
    expect(mailsTo(mailer.sent, 'By mail')).toEqual(everyone())
    const mail = mailer.sent.find((m) => m.subject === 'By mail')!
    expect(mail.text).toContain('https://desk.example.com/bookings')
    expect(mail.html).toContain('&lt;b&gt;one')
    const push = await begin(await make({ channel: 'push' }))
    await send(push)
    expect(await fresh(push)).toMatchObject({
      state: 'sent',
      sent: 20,
      delivered: 0,
      unreachable: 20,
      failed: 0,
    })
    const devices: PushSender = {
      available: true,
      send: async ({ id }) => (id === agents[3]!.id ? 'sent' : 'no_device'),
    }
    const some = await begin(await make({ channel: 'push' }))
    await send(some, { push: devices })
    expect(await fresh(some)).toMatchObject({ delivered: 1, unreachable: 19 })
  })

  test('reaches only its audience: vendor staff, customers or employees', async () => {
    const staff = await s.make(
      'employee',
      {
        name: 'V',
        email: `${unique()}@example.com`,
        roles: [s.role('vendor staff')],
        vendor: s.vendor.id,
      },
      { state: 'active' },
    )
    const toVendor = await begin(
      await make({
        title: 'To vendor',
        channel: 'email',
        audience: 'vendor',
        recipients: [{ recipient: { type: 'vendors', id: s.vendor.id } }],
      }),
    )
    const toCustomers = await begin(
      await make({
        title: 'To customers',
        channel: 'email',
        audience: 'customer',
        recipients: [],
        link: '/bookings',
      }),
    )
    const toAll = await begin(
      await make({ title: 'To all', channel: 'email', audience: 'employee', recipients: [] }),
    )
    for (const n of [toVendor, toCustomers, toAll]) await send(n)
    expect(mailsTo(mailer.sent, 'To vendor')).toEqual([staff.email])
    expect(mailsTo(mailer.sent, 'To customers')).toEqual([s.customer.email])
    expect(mailer.sent.find((m) => m.subject === 'To customers')!.text).not.toContain(
      'desk.example.com',
    )
    expect(mailsTo(mailer.sent, 'To all')).toEqual(everyone())
  })

  test('uses the recipient’s language for the text around the message', async () => {
    const inPt = await s.make(
      'employee',
      { name: 'P', email: `${unique()}@example.com`, locale: 'pt-PT', roles: [s.role('viewer')] },
      { state: 'active' },
    )
    const inAr = await s.make('customer', {
      name: 'A',
      email: `${unique()}@example.com`,
      locale: 'ar',
    })
    for (const [audience, type, { id }] of [
      ['employee', 'employees', inPt],
      ['customer', 'customers', inAr],
    ] as const) {
      await send(
        await begin(
          await make({
            title: 'In words',
            channel: 'email',
            audience,
            recipients: [{ recipient: { type, id } }],
            link: '/bookings',
          }),
        ),
      )
    }
    const [pt, ar] = [inPt, inAr].map(({ email }) => mailer.sent.find((m) => m.to === email)!)
    expect(pt!.text).toContain('Abrir: https://desk.example.com/bookings')
    expect(pt!.html).toContain('<html lang="pt" dir="ltr">')
    expect(ar!.html).toContain('<html lang="ar" dir="rtl">')
  })

  test('retries failed recipients up to a limit, and sends only to them when restarted', async () => {
    let broken = true
    const tries: string[] = []
    const deliver = async (mail: Mail) => {
      tries.push(mail.to)
      if (broken && mail.to === agents[5]!.email) throw new Error('greylisted')
    }
    const n = await begin(await make({ title: 'Retry', channel: 'email' }))
    await send(n, { deliver })
    expect(await fresh(n)).toMatchObject({ state: 'failed', delivered: 19, failed: 1 })
    expect(tries.filter((to) => to === agents[5]!.email)).toHaveLength(3)
    const table = (await s.writer.preview(
      s.of('notification'),
      n.id,
      'deliveries',
      me,
    )) as unknown as {
      data: { recipient: { title: string }; state: string; error: string; attempts: number }[]
      counts: Record<string, number>
    }
    expect(table.data[0]).toMatchObject({
      recipient: { title: 'Agent 5' },
      state: 'failed',
      error: 'greylisted',
      attempts: 3,
    })
    expect(table.counts).toMatchObject({ delivered: 19, failed: 1, read: 0 })
    const seenBy = async (allow: readonly string[]) => {
      const as = s.as([{ allow, deny: [] }])
      const seen = await s.writer.preview(s.of('notification'), n.id, 'deliveries', as)
      return (seen as unknown as typeof table).data[0]
    }
    // Without the right to read people neither their ids nor what mail servers say of addresses.
    const stranger = await seenBy(['notification.read', 'notification.update'])
    expect(stranger).toMatchObject({
      recipient: { id: null, title: null },
      error: 'It could not be delivered.',
    })
    const people = ['notification.read', 'notification.update', 'employee.read', 'employee.list']
    expect(await seenBy([...people, 'employee.field.name.read'])).toMatchObject({
      recipient: { id: agents[5]!.id, title: 'Agent 5' },
      error: 'It could not be delivered.',
    })
    broken = false
    tries.length = 0
    const again = await begin({ id: n.id, version: (await fresh(n)).version } as RecordData)
    await send(again, { deliver })
    expect(tries).toEqual([agents[5]!.email])
    expect(await fresh(n)).toMatchObject({ state: 'sent', delivered: 20, failed: 0 })
  })

  test('does not retry a recipient that the mail server rejects permanently', async () => {
    let tries = 0
    const n = await begin(
      await make({
        channel: 'email',
        audience: 'employee',
        recipients: [{ recipient: { type: 'employees', id: agents[0]!.id } }],
      }),
    )
    await send(n, {
      deliver: async () => {
        tries++
        throw Object.assign(new Error('550 no such user'), { responseCode: 550 })
      },
    })
    expect([tries, (await fresh(n)).state]).toEqual([1, 'failed'])
  })

  test('delivers once to each person with several concurrent processes', async () => {
    const sent: Mail[] = []
    const deliver = async (mail: Mail) => {
      await new Promise((r) => setTimeout(r, 5))
      sent.push(mail)
    }
    const n = await begin(await make({ title: 'Race', channel: 'email' }))
    await Promise.all(Array.from({ length: 4 }, () => handler({ deliver })(job(n))))
    expect(mailsTo(sent, 'Race')).toEqual(everyone())
    expect(await fresh(n)).toMatchObject({ state: 'sent', sent: 20, delivered: 20 })
  })

  test('resumes after a process is killed, and delivers once to each person', async () => {
    const sent: Mail[] = []
    const n = await begin(await make({ title: 'Killed', channel: 'email' }))
    // The first process dies with unsent e-mails: nobody sees how its promise ends.
    let handed = 0
    void handler({
      leaseMs: 500,
      deliver: (mail) =>
        ++handed > 8 ? new Promise(() => {}) : Promise.resolve(void sent.push(mail)),
    })(job(n)).catch(() => undefined)
    await expect.poll(() => handed, { timeout: 10_000 }).toBeGreaterThan(8)
    await expect
      .poll(
        async () => {
          await send(n, { deliver: async (mail) => void sent.push(mail) })
          return (await fresh(n)).state
        },
        { timeout: 20_000 },
      )
      .toBe('sent')
    expect(mailsTo(sent, 'Killed')).toEqual(everyone())
  })

  test('starts a scheduled notification once, even with several schedulers', async () => {
    queued = []
    const planned = await s.go(
      'notification',
      await make({
        title: 'Planned',
        channel: 'email',
        scheduledAt: new Date(NOW.getTime() + DAY).toISOString(),
      }),
      'scheduled',
      undefined,
      me,
    )
    const tick = (ms: number) => {
      const at = { ...parts, now: () => new Date(NOW.getTime() + ms) }
      return runScheduled(at, createWriter(at))
    }
    await tick(DAY - 1000)
    expect((await fresh(planned)).state).toBe('scheduled')
    await Promise.all([tick(DAY + 1000), tick(DAY + 1000), tick(DAY + 1000)])
    expect(
      queued.filter(
        (j) =>
          j.kind === SEND_JOB &&
          (j.payload as { notification: string }).notification === planned.id,
      ),
    ).toHaveLength(1)
    await send(planned)
    await tick(2 * DAY)
    await handler()(job(planned))
    expect(mailsTo(mailer.sent, 'Planned')).toEqual(everyone())
  })

  test('sends nothing to people who muted announcements', async () => {
    await s.db.query(
      `INSERT INTO "user" (id, name, email, "emailVerified", "createdAt", "updatedAt", "personId") VALUES ('muted', 'm', 'm', true, now(), now(), $1)`,
      [agents[7]!.id],
    )
    await s.db.query(
      `INSERT INTO preferences (account_id, key, value) VALUES ('muted', 'notifications', '{"announcement": {"in_app": false, "email": true}}')`,
    )
    const n = await begin(await make({ title: 'Muted' }))
    await send(n)
    expect(await fresh(n)).toMatchObject({ state: 'sent', sent: 20, delivered: 19, unreachable: 1 })
    const { rows } = await s.db.query<{ state: string }>(
      'SELECT state FROM deliveries WHERE record_id = $1 AND recipient_id = $2',
      [n.id, agents[7]!.id],
    )
    expect(rows).toEqual([{ state: 'muted' }])
  })

  test('holds mail during a recipient’s quiet hours, and silences the notification in the application', async () => {
    const [resting, other] = [agents[8]!, agents[9]!]
    await s.db.query(
      `INSERT INTO "user" (id, name, email, "emailVerified", "createdAt", "updatedAt", "personId") VALUES ('resting', 'r', 'r', true, now(), now(), $1)`,
      [resting.id],
    )
    await s.db.query(
      `INSERT INTO preferences (account_id, key, value) VALUES ('resting', 'quietHours', '{"on": true, "from": "00:00", "to": "00:00", "zone": "UTC"}')`,
    )
    const n = await begin(await make({ title: 'Quiet please', channel: 'email' }))
    queued = []
    await handler()(job(n))
    expect(mailsTo(mailer.sent, 'Quiet please')).toEqual(
      everyone().filter((email) => email !== resting.email),
    )
    expect(await fresh(n)).toMatchObject({ state: 'sending', delivered: 19 })
    expect(queued).toMatchObject([{ kind: SEND_JOB }])
    expect(Date.parse(queued[0]!.runAt!)).toBeGreaterThan(Date.now())
    await s.db.query("UPDATE preferences SET value = '{}' WHERE account_id = 'resting'")
    await s.db.query('UPDATE deliveries SET due_at = now() WHERE record_id = $1 AND held', [n.id])
    await send(n)
    expect([mailsTo(mailer.sent, 'Quiet please'), (await fresh(n)).state]).toEqual([
      everyone(),
      'sent',
    ])

    await s.db.query(
      `UPDATE preferences SET value = '{"on": true, "from": "00:00", "to": "00:00"}' WHERE account_id = 'resting'`,
    )
    const inApp = await begin(await make({ title: 'Quiet here' }))
    await send(inApp)
    const { rows: held } = await s.db.query<{ id: string; held: boolean }>(
      'SELECT recipient_id AS id, held FROM deliveries WHERE record_id = $1 AND recipient_id = ANY($2)',
      [inApp.id, [resting.id, other.id]],
    )
    expect(Object.fromEntries(held.map((r) => [r.id, r.held]))).toEqual({
      [resting.id]: true,
      [other.id]: false,
    })
    await s.db.query("DELETE FROM preferences WHERE account_id = 'resting'")
  })
})
