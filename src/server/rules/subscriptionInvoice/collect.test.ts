import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { eur, openStays, unique, type Stays } from '#tests/support/stays.ts'
import { problemOf } from '#tests/support/writes.ts'
import { SYSTEM_JOB, type JobHandler, type NewJob, type RunningJob } from '../../jobs/types.ts'
import { DOCUMENT_MAIL_JOB } from '../../mail/documents.ts'
import { changeOrganisation, readOrganisation } from '../../organisation/organisation.ts'
import type { ChargeOrder, PaymentEvent, PaymentGateway } from '../../payments/gateway.ts'
import { paymentLinks } from '../../payments/signing.ts'
import { payLinks } from '../../portal/payLinks.ts'
import type { RecordData } from '../../store/types.ts'
import { rules } from '../index.ts'
import { withPayments } from '../paymentTransaction/gateway.ts'
import { createPayments } from '../paymentTransaction/providerEvents.ts'
import { CHARGE_JOB, chargeJob } from './chargeJob.ts'
import { collectDue, type CollectParts } from './collect.ts'
import { DECLINED_JOB, declinedJob } from './declined.ts'
import { remindOverdue } from './dunning.ts'

const SECRET = 'a secret of the tests, long enough to be one'
const CARD = { reference: 'card_1', label: 'Visa •• 4242' }
type Answer = Awaited<ReturnType<PaymentGateway['charge']>> | Error

describe('automatic charges of saved cards', () => {
  let s: Stays
  let subscription: RecordData
  let queued: NewJob[] = []
  let sent: ChargeOrder[] = []
  let answers: Answer[] = []
  const gateway: PaymentGateway = {
    name: 'far',
    createCheckout: () => Promise.reject(new Error('unused')),
    refund: async () => ({ reference: unique() }),
    parseWebhook: () => undefined,
    async charge(order) {
      sent.push(order)
      const answer = answers.shift() ?? { reference: unique() }
      if (answer instanceof Error) throw answer
      return answer
    },
  }
  let refused: string | undefined
  const enqueue: CollectParts['enqueue'] = async (job) => {
    const { invoice } = job.payload as { invoice?: string }
    if (invoice !== undefined && invoice === refused) throw new Error('The queue is away')
    queued.push(job)
    return randomUUID()
  }
  beforeAll(async () => {
    s = await openStays(
      withPayments(rules, {
        gateway,
        enqueue,
        payLinks: payLinks(SECRET),
        base: 'https://example.com',
        links: paymentLinks(SECRET),
        pages: '',
      }),
    )
    await s.writer.update(
      s.of('vendor'),
      s.vendor.id,
      s.vendor.version,
      { contacts: [{ name: 'Ana', email: 'ana@example.com' }] },
      s.as(),
    )
  }, 120_000)
  afterAll(() => s?.db.close())
  beforeEach(async () => {
    queued = []
    sent = []
    answers = []
    const plan = await s.make(
      'subscriptionPlan',
      { name: 'Basic', code: unique(), price: eur(3000), trialDays: 14, tax: 0 },
      { state: 'active' },
    )
    subscription = await s.make(
      'subscription',
      { code: unique(), vendor: s.vendor.id, plan: plan.id, periodStart: '2026-06-10' },
      { card: CARD.label },
    )
    await s.db.query('INSERT INTO saved_cards (record_id, reference) VALUES ($1, $2)', [
      subscription.id,
      CARD.reference,
    ])
  })

  const parts = (day = '2026-06-24'): CollectParts => ({
    ...s,
    gateway,
    enqueue,
    payLinks: payLinks(SECRET),
    base: 'https://example.com',
    now: () => new Date(`${day}T12:00:00Z`),
  })
  const signal = new AbortController().signal
  /** Begins the attempts of this day. */
  const collectOn = (day: string) => collectDue(parts(day), signal)
  const run = async (kind: string, handler: JobHandler) => {
    const jobs = queued.filter((job) => job.kind === kind)
    queued = queued.filter((job) => job.kind !== kind)
    for (const { payload } of jobs) {
      const job: Partial<RunningJob> = { id: 'job', payload, actor: SYSTEM_JOB, attempt: 1 }
      await handler(job as RunningJob)
    }
    return jobs
  }
  /** Runs the charges queued so far. */
  const charge = () => run(CHARGE_JOB, chargeJob(parts()))
  const mailDeclined = () => run(DECLINED_JOB, declinedJob(parts()))
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
  const attemptsOf = async (invoice: RecordData) =>
    (
      await s.db.query<Record<string, unknown>>(
        'SELECT state, attempt, amount_amount AS amount, failure_code, provider_reference AS reference FROM payment_transactions WHERE invoice = $1 AND attempt IS NOT NULL ORDER BY attempt',
        [invoice.id],
      )
    ).rows
  const invoiceNow = async ({ id }: RecordData) =>
    (
      await s.db.query<{ state: string; version: number; due: number }>(
        'SELECT state, version, due_amount AS due FROM subscription_invoices WHERE id = $1',
        [id],
      )
    ).rows[0]!
  const pay = async (invoice: RecordData, amount?: number) =>
    s.writer.act(
      s.of('subscriptionInvoice'),
      { id: invoice.id, version: Number((await invoiceNow(invoice)).version) },
      'pay',
      { method: 'cash', ...(amount ? { amount: eur(amount) } : {}) },
      s.as(),
    )
  const mails = () =>
    queued.flatMap(({ kind, payload }) => (kind === DOCUMENT_MAIL_JOB ? [payload] : []))

  test('an invoice is charged once on its due day, and is paid', async () => {
    const invoice = await issue()
    expect(await collectOn('2026-06-23')).toBe(0)
    expect((await Promise.all([1, 2, 3].map(() => collectOn('2026-06-24')))).sort()).toEqual([
      0, 0, 1,
    ])
    const [job] = await charge()
    expect(sent).toEqual([
      {
        card: CARD.reference,
        amount: eur(1000),
        title: invoice.number,
        key: (job!.payload as { transaction: string }).transaction,
      },
    ])
    expect(await invoiceNow(invoice)).toMatchObject({ state: 'paid' })
    expect(await attemptsOf(invoice)).toMatchObject([
      { state: 'succeeded', attempt: 1, amount: 1000 },
    ])
    expect(await collectOn('2026-07-30')).toBe(0)
    expect(mails()).toEqual([])
  })

  test('only what is still due is charged', async () => {
    const invoice = await issue()
    await pay(invoice, 400)
    await collectOn('2026-06-24')
    await charge()
    expect(sent).toMatchObject([{ amount: eur(600) }])
    expect(await invoiceNow(invoice)).toMatchObject({ state: 'paid' })
  })

  test('a declined card is tried again on the next day of the plan, and mailed in place of a reminder', async () => {
    const invoice = await issue()
    const { version } = await readOrganisation(s.db.query)
    await s.db.transaction((tx) => changeOrganisation(tx, { reminderDays: [3] }, version, s.as()))
    answers = [{ failureCode: 'card_declined' }, { failureCode: 'expired_card' }]
    expect(await collectOn('2026-06-24')).toBe(1)
    await charge()
    expect(await collectOn('2026-06-26')).toBe(0)
    expect(await collectOn('2026-06-27')).toBe(1)
    expect(await remindOverdue(parts('2026-06-27'), signal)).toBe(0)
    await charge()
    expect(await attemptsOf(invoice)).toMatchObject([
      { state: 'failed', attempt: 1, failure_code: 'card_declined' },
      { state: 'failed', attempt: 2, failure_code: 'expired_card' },
    ])
    await mailDeclined()
    expect(mails()).toMatchObject([
      {
        id: invoice.id,
        to: 'ana@example.com',
        type: 'attempt-2026-06-24-0',
        subject: expect.stringMatching(/^Your card was declined: Invoice INV-/),
        message: expect.stringContaining('/portal/pay/invoice/'),
      },
      { type: 'attempt-2026-06-24-3' },
    ])
    expect(await remindOverdue(parts('2026-06-27'), signal)).toBe(0)
    await pay(invoice)
  })

  test('a repeated job mails a declined card once, and none is mailed after the invoice is paid', async () => {
    const invoice = await issue()
    answers = [{ failureCode: 'card_declined' }]
    await collectOn('2026-06-24')
    await charge()
    const [job] = queued
    await mailDeclined()
    const [mail] = mails()
    await s.db.query('INSERT INTO jobs (id, kind, payload) VALUES ($1, $2, $3::jsonb)', [
      randomUUID(),
      DOCUMENT_MAIL_JOB,
      JSON.stringify(mail),
    ])
    queued = [job!]
    await mailDeclined()
    await s.db.query("DELETE FROM jobs WHERE payload->>'id' = $1", [invoice.id])
    await pay(invoice)
    queued = [job!]
    await mailDeclined()
    expect(mails()).toEqual([])
  })

  test('an attempt that fails to begin does not keep the others waiting', async () => {
    const [first, second] = [await issue(), await issue()]
    refused = first.id
    await expect(collectOn('2026-06-24')).rejects.toThrow('The queue is away')
    await charge()
    expect([await invoiceNow(first), await invoiceNow(second)]).toMatchObject([
      { state: 'open' },
      { state: 'paid' },
    ])
    refused = undefined
    expect(await collectOn('2026-06-24')).toBe(1)
    await charge()
    expect(await invoiceNow(first)).toMatchObject({ state: 'paid' })
  })

  test('an unreachable provider is asked again with the same key, and nobody pays meanwhile', async () => {
    const invoice = await issue()
    await collectOn('2026-06-24')
    const [job] = queued
    answers = [new Error('The response was lost'), { reference: 'ch_1' }]
    await expect(charge()).rejects.toThrow('The response was lost')
    expect(await problemOf(pay(invoice))).toMatchObject({ status: 409, code: 'paid' })
    queued = [job!]
    await charge()
    expect(new Set(sent.map(({ key }) => key)).size).toBe(1)
    expect(await attemptsOf(invoice)).toMatchObject([{ state: 'succeeded', reference: 'ch_1' }])
    queued = [job!]
    await charge()
    expect(sent).toHaveLength(2)
  })

  test('a charge in processing waits for the provider’s event', async () => {
    const invoice = await issue()
    await collectOn('2026-06-24')
    answers = [{ reference: 'ch_2', processing: true }]
    await charge()
    expect(await attemptsOf(invoice)).toMatchObject([{ state: 'processing' }])
    const payments = createPayments({ ...parts(), enqueue: async () => randomUUID() })
    await payments.apply('far', { id: unique(), type: 'succeeded', reference: 'ch_2' })
    expect(await invoiceNow(invoice)).toMatchObject({ state: 'paid' })
    const other = await issue()
    await collectOn('2026-06-24')
    answers = [{ reference: 'ch_3', processing: true }]
    await charge()
    await payments.apply('far', { id: unique(), type: 'failed', reference: 'ch_3' })
    await mailDeclined()
    expect(mails()).toMatchObject([{ id: other.id, type: 'attempt-2026-06-24-0' }])
    await pay(other)
  })

  test('an attempt is cancelled if the invoice was paid or the card removed before it began', async () => {
    const invoice = await issue()
    await collectOn('2026-06-24')
    await pay(invoice)
    await charge()
    expect(await attemptsOf(invoice)).toMatchObject([{ state: 'cancelled' }])
    const other = await issue()
    await collectOn('2026-06-24')
    await s.writer.act(s.of('subscription'), subscription, 'forgetCard', {}, s.as())
    await charge()
    expect(await attemptsOf(other)).toMatchObject([{ state: 'cancelled' }])
    expect(sent).toEqual([])
    expect(await collectOn('2026-06-27')).toBe(0)
  })

  test('a card is kept only from a payment of an invoice that succeeded, and replaces the one before', async () => {
    const payments = createPayments({ ...parts(), enqueue: async () => randomUUID() })
    const invoice = await issue()
    const opened = async (more: object) =>
      s.make('paymentTransaction', {
        kind: 'capture',
        method: 'card',
        amount: eur(500),
        invoice: invoice.id,
        providerReference: unique(),
        ...more,
      })
    const cardNow = async () =>
      (
        await s.db.query<{ card: string; reference: string }>(
          'SELECT card, reference FROM subscriptions JOIN saved_cards ON record_id = id WHERE id = $1',
          [subscription.id],
        )
      ).rows[0]
    const happen = (row: RecordData, type: PaymentEvent['type']) =>
      payments.apply('far', {
        id: unique(),
        type,
        reference: String(row.providerReference),
        card: { reference: 'card_2', label: 'Visa •• 1111' },
      })
    await happen(await opened({}), 'failed')
    expect(await cardNow()).toEqual({ card: CARD.label, reference: CARD.reference })
    await happen(await opened({}), 'succeeded')
    expect(await cardNow()).toEqual({ card: 'Visa •• 1111', reference: 'card_2' })
    const { rows } = await s.db.query(
      "SELECT patch->'card' AS card FROM audit WHERE record_id = $1 AND patch ? 'card' AND action = 'update' ORDER BY seq DESC LIMIT 1",
      [subscription.id],
    )
    expect(rows).toEqual([{ card: [CARD.label, 'Visa •• 1111'] }])
  })

  test('removing a card that is not saved is refused', async () => {
    const forget = ({ version }: { readonly version: number }) =>
      s.writer.act(s.of('subscription'), { id: subscription.id, version }, 'forgetCard', {}, s.as())
    const { record } = (await forget(subscription)) as { record: { version: number } }
    expect(await problemOf(forget(record))).toMatchObject({ status: 409, code: 'no_card' })
  })

  test('a permanently deleted subscription leaves no card', async () => {
    await s.writer.remove(
      s.of('subscription'),
      subscription.id,
      subscription.version,
      { purge: true },
      s.as(),
    )
    expect(
      (await s.db.query('SELECT 1 FROM saved_cards WHERE record_id = $1', [subscription.id])).rows,
    ).toEqual([])
  })
})
