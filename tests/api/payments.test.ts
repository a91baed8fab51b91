import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { randomUUID } from 'node:crypto'
import { readConfig } from '#server/config.ts'
import { createApp } from '#server/app.ts'
import { createServices, type Services } from '#server/services.ts'
import { ensureBuiltInRoles } from '#server/firstStart.ts'
import { memoryMailer } from '#server/mail/mailer.ts'
import { createTestGateway, SIGNATURE_HEADER, type Outcome } from '#server/payments/testGateway.ts'
import { compileAccess, systemActor } from '#server/permissions/access.ts'
import { silentLog, migratedDatabase } from '#tests/support/database.ts'
import type { RecordData } from '#server/store/types.ts'

const SECRET = 'a secret of the tests, long enough to be one'
const config = (more: Record<string, string> = {}) =>
  readConfig({ DATA_DIR: '/tmp/unused-by-payments', SECRET, DEMO: '0', PORT: '4298', ...more })

describe('payments', () => {
  let services: Services
  let app: ReturnType<typeof createApp>
  let vendor: RecordData
  let customer: RecordData
  beforeAll(async () => {
    services = await createServices(config(), {
      db: await migratedDatabase({ maxConnections: 20 }),
      mailer: memoryMailer(),
      log: silentLog,
    })
    await ensureBuiltInRoles(services)
    app = createApp(services)
    await services.jobs.start()
    vendor = await make(
      'vendor',
      { displayName: 'Sea', legalName: 'Sea Lda' },
      { state: 'approved' },
    )
    customer = await make('customer', { name: 'Ana', email: 'ana@example.com' })
  }, 120_000)
  afterAll(() => services?.close())

  const of = (entity: string) => services.model.resources.find((r) => r.entity === entity)!
  const as = (set?: Record<string, string>) => ({
    access: compileAccess(services.model, systemActor),
    channel: 'api' as const,
    requestId: 'test',
    operationId: randomUUID(),
    ...(set ? { set } : {}),
  })
  const make = (entity: string, body: object, set?: Record<string, string>) =>
    services.writer.create(of(entity), body, as(set))
  const order = () =>
    make(
      'order',
      {
        customer: customer.id,
        vendor: vendor.id,
        currency: 'EUR',
        lines: [{ title: 'Work', quantity: 1, unit: { amount: 12_345, currency: 'EUR' }, tax: 0 }],
      },
      { state: 'placed' },
    )
  const pay = async (o: RecordData) =>
    (await services.writer.act(of('order'), o, 'pay', {}, as())).result as {
      redirect: string
      transaction: string
    }
  const row = async (table: string, id: string) =>
    (await services.db.query<Record<string, never>>(`SELECT * FROM ${table} WHERE id = $1`, [id]))
      .rows[0]!
  const press = (redirect: string, outcome: string) =>
    app.request(redirect, {
      method: 'POST',
      body: `outcome=${outcome}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
  const gateway = createTestGateway(SECRET)
  const event = (redirect: string, outcome: Outcome) =>
    gateway.webhook(gateway.session(redirect.split('/').at(-1)!)!, outcome)
  const deliver = async ({ body, header }: { body: string; header: string }) =>
    app.request('/api/payments/webhook/test', {
      method: 'POST',
      body,
      headers: { [SIGNATURE_HEADER]: header, 'content-type': 'application/json' },
    })

  test('an order is paid on the test page, and the payer returns to a page with the result', async () => {
    const o = await order()
    const { redirect, transaction } = await pay(o)
    expect(await row('payment_transactions', transaction)).toMatchObject({
      state: 'pending',
      amount_amount: 12_345,
      order: o.id,
    })
    const page = await app.request(redirect)
    expect([page.status, page.headers.get('content-security-policy')]).toEqual([
      200,
      expect.stringContaining("'nonce-"),
    ])
    expect(await page.text()).toMatch(/€123\.45[^]*Order ORD-[^]*Decline/)
    const back = await press(redirect, 'pay')
    expect([back.status, back.headers.get('location')]).toEqual([
      303,
      expect.stringContaining(`/auth/success?transaction=${transaction}&link=`),
    ])
    expect(await row('orders', o.id)).toMatchObject({ paid_amount: 12_345, payment_state: 'paid' })
    const link = new URL(back.headers.get('location')!, 'http://x').searchParams.get('link')!
    const status = await app.request(
      `/api/payments/status/${transaction}?link=${encodeURIComponent(link)}`,
    )
    expect(await status.json()).toEqual({
      data: {
        number: expect.stringMatching(/^PAY-/),
        amount: { amount: 12_345, currency: 'EUR' },
        state: 'succeeded',
      },
    })
    expect(
      await services.writer
        .act(
          of('order'),
          { id: o.id, version: (await row('orders', o.id)).version! },
          'pay',
          {},
          as(),
        )
        .catch((e: { code: string }) => e.code),
    ).toBe('paid')
  })
  test('a declined or cancelled payment leads to the cancel page, and repeated clicks change nothing', async () => {
    for (const [outcome, state, code] of [
      ['decline', 'failed', 'card_declined'],
      ['cancel', 'cancelled', null],
    ] as const) {
      const o = await order()
      const { redirect, transaction } = await pay(o)
      for (const button of [outcome, outcome, 'cancel']) {
        expect((await press(redirect, button)).headers.get('location')).toContain(
          '/auth/cancel?transaction=',
        )
      }
      expect(await row('payment_transactions', transaction)).toMatchObject({
        state,
        failure_code: code,
      })
      expect(await row('orders', o.id)).toMatchObject({ paid_amount: 0, payment_state: 'none' })
    }
    expect((await press((await pay(await order())).redirect, 'nonsense')).status).toBe(422)
  })
  test('a webhook delivered thirty times concurrently counts once', async () => {
    const o = await order()
    const { redirect, transaction } = await pay(o)
    const responses = await Promise.all(
      Array.from({ length: 30 }, () => deliver(event(redirect, 'pay'))),
    )
    expect(new Set(responses.map((a) => a.status))).toEqual(new Set([200]))
    expect(await row('orders', o.id)).toMatchObject({ paid_amount: 12_345 })
    const { rows } = await services.db.query(
      "SELECT patch->'state' AS state FROM audit WHERE record_id = $1 AND action = 'transition' ORDER BY seq",
      [transaction],
    )
    expect(rows).toEqual([
      { state: ['pending', 'processing'] },
      { state: ['processing', 'succeeded'] },
    ])
  })
  test('rejects a webhook with a wrong, foreign or expired signature, and accepts one about unknown payments', async () => {
    const { redirect, transaction } = await pay(await order())
    const good = event(redirect, 'pay')
    const old = createTestGateway(SECRET, { now: () => Date.now() - 600_000 }).webhook(
      gateway.session(redirect.split('/').at(-1)!)!,
      'pay',
    )
    const foreign = createTestGateway('another secret, just as long as it must be').webhook(
      gateway.session(redirect.split('/').at(-1)!)!,
      'pay',
    )
    for (const bad of [
      { ...good, header: '' },
      { ...good, body: good.body.replace('succeeded', 'cancelled') },
      old,
      foreign,
    ]) {
      expect((await deliver(bad)).status).toBe(400)
    }
    expect((await row('payment_transactions', transaction)).state).toBe('pending')
    expect(
      (await app.request('/api/payments/webhook/nobody', { method: 'POST', body: '{}' })).status,
    ).toBe(404)
    const nothing = await deliver(
      gateway.webhook(
        { ...gateway.session(redirect.split('/').at(-1)!)!, reference: 'test_unknown' },
        'pay',
      ),
    )
    expect([nothing.status, await nothing.json()]).toEqual([
      200,
      { received: true, applied: false },
    ])
  })
  test('of two concurrent payments for one order, one succeeds and the other is cancelled and refunded', async () => {
    const o = await order()
    const [one, two] = [await pay(o), await pay(o)]
    await Promise.all([deliver(event(one.redirect, 'pay')), deliver(event(two.redirect, 'pay'))])
    const both = [
      await row('payment_transactions', one.transaction),
      await row('payment_transactions', two.transaction),
    ]
    expect(both.map((r) => [r.state, r.failure_code]).sort()).toEqual([
      ['cancelled', 'not_due'],
      ['succeeded', null],
    ])
    expect(await row('orders', o.id)).toMatchObject({ paid_amount: 12_345 })
    const { rows } = await services.db.query(
      "SELECT count(*)::int AS n FROM jobs WHERE kind = 'payment-refund' AND payload->>'transaction' = ANY($1::text[])",
      [[one.transaction, two.transaction]],
    )
    expect(rows).toEqual([{ n: 1 }])
  })
  test('a card refund goes through the gateway', async () => {
    const o = await order()
    const { redirect, transaction } = await pay(o)
    await press(redirect, 'pay')
    const { version } = await row('payment_transactions', transaction)
    const { result } = await services.writer.act(
      of('paymentTransaction'),
      { id: transaction, version: version! },
      'refund',
      { amount: { amount: 45, currency: 'EUR' }, reason: 'x' },
      as(),
    )
    expect(result).toMatchObject({ state: 'pending' })
    await expect
      .poll(
        async () =>
          (await row('payment_transactions', (result as { transaction: string }).transaction))
            .state,
      )
      .toBe('succeeded')
    expect(await row('orders', o.id)).toMatchObject({
      paid_amount: 12_300,
      payment_state: 'partially_refunded',
    })
  })
  test('a card can be kept when an invoice is paid, and never for an order', async () => {
    const price = { amount: 3000, currency: 'EUR' }
    const plan = await make(
      'subscriptionPlan',
      { name: 'Basic', code: 'basic', price, trialDays: 14, tax: 0 },
      { state: 'active' },
    )
    const subscription = await make('subscription', {
      code: 'SUB-1',
      vendor: vendor.id,
      plan: plan.id,
      periodStart: '2026-06-10',
    })
    const draft = await make('subscriptionInvoice', {
      subscription: subscription.id,
      periodStart: '2026-06-01',
      periodEnd: '2026-07-01',
      currency: 'EUR',
      lines: [{ title: 'Setup', quantity: 1, unit: price, tax: 0 }],
    })
    const invoices = of('subscriptionInvoice')
    const open = await services.writer.transition(invoices, draft, 'open', undefined, as())
    const payInvoice = async (version: number) =>
      (await services.writer.act(invoices, { id: draft.id, version }, 'pay', {}, as())).result as {
        redirect: string
      }
    const { redirect } = await payInvoice(open.version)
    expect(await (await app.request(redirect)).text()).toContain('For the next invoices')
    expect(await (await app.request((await pay(await order())).redirect)).text()).not.toContain(
      'For the next invoices',
    )
    await press(redirect, 'decline&card=4242')
    expect(await row('subscriptions', subscription.id)).toMatchObject({ card: null })
    const again = await payInvoice((await row('subscription_invoices', draft.id)).version!)
    await press(again.redirect, 'pay&card=4242')
    expect(await row('subscriptions', subscription.id)).toMatchObject({ card: 'Test card •• 4242' })
  })
  test('a payment status needs its own link; without it, or with another’s, it returns 404', async () => {
    const [one, two] = [await pay(await order()), await pay(await order())]
    for (const link of [
      '',
      'x',
      '1.x',
      encodeURIComponent(services.payments.links.of(two.transaction)),
    ]) {
      expect(
        (await app.request(`/api/payments/status/${one.transaction}?link=${link}`)).status,
      ).toBe(404)
    }
    expect((await app.request('/pay/test/nonsense')).status).toBe(404)
  })
})

test('the test gateway is off in production', async () => {
  const services = await createServices(config({ NODE_ENV: 'production' }), {
    db: await migratedDatabase(),
    mailer: memoryMailer(),
    log: silentLog,
  })
  expect([services.payments.gateway, services.payments.test]).toEqual([undefined, undefined])
  await services.close()
})
