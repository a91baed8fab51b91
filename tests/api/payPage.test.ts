import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { ensureBuiltInRoles } from '#server/firstStart.ts'
import { memoryMailer } from '#server/mail/mailer.ts'
import { compileAccess, systemActor } from '#server/permissions/access.ts'
import { payLinks } from '#server/portal/payLinks.ts'
import { createServices, type Services } from '#server/services.ts'
import type { RecordData } from '#server/store/types.ts'
import { migratedDatabase, silentLog } from '#tests/support/database.ts'

const SECRET = 'a secret of the tests, long enough to be one'

describe('payment page', () => {
  let services: Services
  let app: ReturnType<typeof createApp>
  let vendor: RecordData
  let customer: RecordData
  const mailer = memoryMailer()
  beforeAll(async () => {
    services = await createServices(
      readConfig({
        DATA_DIR: '/tmp/unused-by-pay-page',
        SECRET,
        DEMO: '0',
        PORT: '4296',
        RATE_LIMITS: 'off',
      }),
      { db: await migratedDatabase({ maxConnections: 10 }), mailer, log: silentLog },
    )
    await ensureBuiltInRoles(services)
    app = createApp(services)
    await services.jobs.start()
    vendor = await make(
      'vendor',
      { displayName: 'Sea', legalName: 'Sea Lda' },
      { state: 'approved' },
    )
    customer = await make('customer', {
      name: 'Ana <b>Silva</b>',
      email: 'ana@example.com',
      phone: '+351210000001',
      locale: 'pt-PT',
    })
    await services.db.query("INSERT INTO settings (key, value) VALUES ('organisation', $1)", [
      JSON.stringify({
        name: 'Casa',
        seller: { legalName: 'Casa <i>Lda</i>', address: 'Rua 1\nPorto', bank: 'IBAN PT50 1' },
      }),
    ])
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
        notes: 'Never shown to the payer',
        lines: [{ title: 'Work', quantity: 1, unit: { amount: 12_345, currency: 'EUR' }, tax: 0 }],
      },
      { state: 'placed' },
    )
  const versionOf = async (o: RecordData) =>
    Number(
      (
        await services.db.query<{ version: number }>('SELECT version FROM orders WHERE id = $1', [
          o.id,
        ])
      ).rows[0]!.version,
    )
  const act = async (o: RecordData, action: string, input: object = {}) =>
    (
      await services.writer.act(
        of('order'),
        { id: o.id, version: await versionOf(o) },
        action,
        input,
        as(),
      )
    ).result
  const linkOf = async (o: RecordData): Promise<string> =>
    new URL(((await act(o, 'paymentLink')) as { copy: string }).copy).pathname
  const get = async (path: string, headers: Record<string, string> = {}) => {
    const response = await app.request(path, { headers })
    return { status: response.status, text: await response.text(), response }
  }

  test('shows the seller and the amount due in the payer’s language, and no personal data', async () => {
    const o = await order()
    const { status, text, response } = await get(await linkOf(o))
    expect(status).toBe(200)
    expect(response.headers.get('cache-control')).toBe('no-store')
    for (const said of [
      'lang="pt"',
      String(o.number),
      '123,45',
      'Casa &lt;i&gt;Lda',
      'IBAN PT50 1',
    ]) {
      expect(text).toContain(said)
    }
    for (const hidden of [
      'Ana',
      'ana@example.com',
      '+351',
      'Work',
      'Never shown',
      'Sea',
      '<script',
    ]) {
      expect(text).not.toContain(hidden)
    }
  })

  test('opens a payment at the gateway, and stops working once it is paid', async () => {
    const o = await order()
    const link = await linkOf(o)
    const response = await app.request(link, { method: 'POST' })
    expect(response.status).toBe(303)
    const page = response.headers.get('location')!
    const pressed = await app.request(new URL(page, 'http://here').pathname, {
      method: 'POST',
      body: 'outcome=pay',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(pressed.status).toBe(303)
    const { rows } = await services.db.query(
      'SELECT due_amount, payment_state FROM orders WHERE id = $1',
      [o.id],
    )
    expect(rows).toEqual([{ due_amount: 0, payment_state: 'paid' }])
    expect((await get(link)).status).toBe(404)
    expect((await app.request(link, { method: 'POST' })).status).toBe(404)
  })

  test('returns the same 404 for a cancelled order and for any altered, expired or foreign link', async () => {
    const [o, other, cancelled] = [await order(), await order(), await order()]
    const link = await linkOf(o)
    const ended = await linkOf(cancelled)
    await services.writer.transition(
      of('order'),
      { id: cancelled.id, version: await versionOf(cancelled) },
      'cancelled',
      { reason: 'Ill' },
      as(),
    )
    const old = payLinks(SECRET, () => Date.now() - 31 * 86_400_000)
    const tries = [
      ended,
      link.replace(o.id, other.id),
      link.replace(o.id, randomUUID()),
      link.slice(0, -1) + (link.endsWith('A') ? 'B' : 'A'),
      link.replace('/order/', '/booking/'),
      link.replace('/order/', '/constructor/'),
      old.path('order', o.id, customer.id),
      payLinks(SECRET).path('order', o.id, vendor.id),
      `/portal/pay/order/${o.id}`,
    ]
    const seen = await Promise.all(tries.map((path) => get(path)))
    const plain = (text: string) => text.replace(/nonce="[^"]*"/g, '')
    expect(new Set(seen.map(({ status }) => status))).toEqual(new Set([404]))
    expect(new Set(seen.map(({ text }) => plain(text))).size).toBe(1)
    expect((await get(link)).status).toBe(200)
  })

  test('the payment link is mailed to the customer, without attachments', async () => {
    const o = await order()
    const prefill = (await services.writer.preview(
      of('order'),
      o.id,
      'prefill.mailPaymentLink',
      as(),
      {},
    )) as { to: string; subject: string; message: string }
    expect(prefill).toMatchObject({
      to: 'ana@example.com',
      subject: `Encomenda ${String(o.number)} · Casa`,
    })
    const address = /http\S+/.exec(prefill.message)![0]
    expect((await get(new URL(address).pathname)).status).toBe(200)
    await act(o, 'mailPaymentLink', prefill)
    await expect.poll(() => mailer.sent.length, { timeout: 15_000 }).toBe(1)
    expect(mailer.sent[0]).toMatchObject({ to: 'ana@example.com' })
    expect(mailer.sent[0]).not.toHaveProperty('attachments')
    expect(mailer.sent[0]!.html).toContain(`<a href="${address}">`)
  })
})
