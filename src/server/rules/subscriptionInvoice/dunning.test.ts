import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eur, openStays, unique, type Stays } from '#tests/support/stays.ts'
import { problemOf } from '#tests/support/writes.ts'
import type { Tx } from '../../database/pool.ts'
import type { JobHandler, NewJob, RunningJob } from '../../jobs/types.ts'
import { documentMailHandler, type DocumentMail } from '../../mail/documents.ts'
import { memoryMailer } from '../../mail/mailer.ts'
import { compileAccess } from '../../permissions/access.ts'
import { payLinks } from '../../portal/payLinks.ts'
import type { RecordData } from '../../store/types.ts'
import { changeOrganisation, readOrganisation } from '../../organisation/organisation.ts'
import { remindOverdue } from './dunning.ts'

const SECRET = 'a secret of the tests, long enough to be one'

describe('reminders of overdue invoices', () => {
  let s: Stays
  let subscription: RecordData
  const mailer = memoryMailer()
  beforeAll(async () => {
    s = await openStays()
    await setDays([10, 3, 3])
    await s.writer.update(
      s.of('vendor'),
      s.vendor.id,
      s.vendor.version,
      {
        contacts: [{ name: 'Rui' }, { name: 'Ana', email: 'ana@example.com' }],
        address: { line: 'Rua 1', city: 'Porto', country: 'PT' },
      },
      s.as(),
    )
    const plan = await s.make(
      'subscriptionPlan',
      { name: 'Basic', code: unique(), price: eur(3000), trialDays: 14, tax: 0 },
      { state: 'active' },
    )
    subscription = await s.make('subscription', {
      code: unique(),
      vendor: s.vendor.id,
      plan: plan.id,
      periodStart: '2026-06-10',
    })
  }, 120_000)
  afterAll(() => s?.db.close())

  /** An invoice due on 24 June. */
  const issue = async (): Promise<RecordData> => {
    const draft = await s.make('subscriptionInvoice', {
      subscription: subscription.id,
      periodStart: '2026-06-01',
      periodEnd: '2026-07-01',
      currency: 'EUR',
      lines: [{ title: 'Setup', quantity: 1, unit: eur(1000), tax: 0 }],
    })
    return s.go('subscriptionInvoice', draft, 'open')
  }
  /** Puts jobs where the queue keeps them. */
  const enqueue = async ({ kind, payload }: NewJob, tx?: Tx): Promise<string> => {
    const id = randomUUID()
    await (tx ?? s.db).query('INSERT INTO jobs (id, kind, payload) VALUES ($1, $2, $3::jsonb)', [
      id,
      kind,
      JSON.stringify(payload),
    ])
    return id
  }
  const remindOn = (day: string) =>
    remindOverdue(
      {
        db: s.db,
        model: s.model,
        writer: s.writer,
        enqueue,
        payLinks: payLinks(SECRET),
        base: 'https://example.com',
        now: () => new Date(`${day}T12:00:00Z`),
      },
      new AbortController().signal,
    )
  const setDays = async (reminderDays: unknown) => {
    const { version } = await readOrganisation(s.db.query)
    return s.db.transaction((tx) => changeOrganisation(tx, { reminderDays }, version, s.as()))
  }
  const queuedOf = async (invoice: RecordData) =>
    (
      await s.db.query<{ id: string; payload: DocumentMail }>(
        "SELECT id, payload FROM jobs WHERE payload->>'id' = $1 ORDER BY created_at",
        [invoice.id],
      )
    ).rows
  const run = async (invoice: RecordData): Promise<void> => {
    const handler: JobHandler = documentMailHandler({
      db: s.db,
      model: s.model,
      writer: s.writer,
      mailer,
      accessFor: (actor) => compileAccess(s.model, actor),
      host: 'example.com',
    })
    for (const { id, payload } of await queuedOf(invoice)) {
      const job = {
        id,
        payload,
        actor: { accountId: null, personId: null, name: null },
        afterEnd: () => {},
      } as Partial<RunningJob>
      await handler(job as RunningJob)
    }
  }
  const pay = async (invoice: RecordData) => {
    const { rows } = await s.db.query<{ version: number }>(
      'SELECT version FROM subscription_invoices WHERE id = $1',
      [invoice.id],
    )
    await s.writer.act(
      s.of('subscriptionInvoice'),
      { id: invoice.id, version: Number(rows[0]!.version) },
      'pay',
      { method: 'cash' },
      s.as(),
    )
  }

  test('are queued once when two processes look at the same time', async () => {
    const invoice = await issue()
    const counts = await Promise.all([1, 2, 3].map(() => remindOn('2026-06-27')))
    expect(counts.sort()).toEqual([0, 0, 1])
    expect(await queuedOf(invoice)).toHaveLength(1)
    await pay(invoice)
  })

  test('are sent once on each due day, in the vendor’s language, with the invoice and a payment link', async () => {
    const invoice = await issue()
    expect(await remindOn('2026-06-26')).toBe(0)
    expect(await remindOn('2026-06-27')).toBe(1)
    expect(await remindOn('2026-06-27')).toBe(0)
    expect(await remindOn('2026-07-03')).toBe(0)
    expect(await remindOn('2026-07-04')).toBe(1)
    expect(await remindOn('2026-12-04')).toBe(0)
    await run(invoice)
    expect(mailer.sent).toHaveLength(2)
    const [mail] = mailer.sent
    expect(mail).toMatchObject({
      to: 'ana@example.com',
      subject: `Lembrete: Fatura ${String(invoice.number)} · Marketplace`,
      attachments: [{ fileName: `${String(invoice.number)}.pdf` }],
    })
    expect(mail!.text).toMatch(/há 3 dias/)
    expect(mail!.text).toContain(`https://example.com/portal/pay/invoice/${invoice.id}.`)
    const { rows } = await s.db.query(
      'SELECT type, state, recipient_id FROM deliveries WHERE resource_id = $1 ORDER BY at, type DESC',
      [invoice.id],
    )
    expect(rows).toEqual(
      expect.arrayContaining([
        { type: 'reminder-2026-06-24-3', state: 'delivered', recipient_id: s.vendor.id },
        { type: 'reminder-2026-06-24-10', state: 'delivered', recipient_id: s.vendor.id },
      ]),
    )
    await pay(invoice)
  })

  test('that were missed are replaced by the latest one only', async () => {
    const invoice = await issue()
    expect(await remindOn('2026-08-01')).toBe(1)
    expect(await queuedOf(invoice)).toMatchObject([{ payload: { type: 'reminder-2026-06-24-10' } }])
    await pay(invoice)
  })

  test('stop once the invoice is paid, even if already queued', async () => {
    const before = mailer.sent.length
    const invoice = await issue()
    expect(await remindOn('2026-06-27')).toBe(1)
    await pay(invoice)
    await run(invoice)
    expect(mailer.sent).toHaveLength(before)
    expect(await remindOn('2026-07-04')).toBe(0)
  })

  test('follow the days set by the organisation, which are audited; an empty list sends none', async () => {
    expect((await readOrganisation(s.db.query)).reminderDays).toEqual([3, 10])
    for (const wrong of [[0], [366], [1.5], ['3'], [null], [1, 2, 3, 4, 5, 6, 7], '3', null]) {
      expect(await problemOf(setDays(wrong))).toMatchObject({
        status: 422,
        errors: [expect.objectContaining({ path: expect.stringMatching(/^reminderDays/) })],
      })
    }
    await setDays([])
    const invoice = await issue()
    expect(await remindOn('2026-07-04')).toBe(0)
    await setDays([5])
    expect(await remindOn('2026-06-28')).toBe(0)
    expect(await remindOn('2026-06-29')).toBe(1)
    const { rows } = await s.db.query(
      "SELECT patch FROM audit WHERE entity = 'organisation' ORDER BY seq DESC LIMIT 1",
    )
    expect(rows).toEqual([{ patch: { reminderDays: [[], [5]] } }])
    await pay(invoice)
    await setDays([3, 10])
  })

  test('to a vendor without an e-mail address are recorded once as undeliverable', async () => {
    await s.db.query("UPDATE vendors SET contacts = '[]'::jsonb WHERE id = $1", [s.vendor.id])
    const invoice = await issue()
    expect(await remindOn('2026-06-27')).toBe(1)
    expect(await remindOn('2026-06-27')).toBe(0)
    const { rows } = await s.db.query('SELECT state FROM deliveries WHERE resource_id = $1', [
      invoice.id,
    ])
    expect(rows).toEqual([{ state: 'no_address' }])
    expect(await queuedOf(invoice)).toEqual([])
  })
})
