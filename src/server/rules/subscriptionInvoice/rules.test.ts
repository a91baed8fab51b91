import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eur, openStays, TODAY, unique, type Stays } from '#tests/support/stays.ts'
import { problemOf } from '#tests/support/writes.ts'
import type { RecordData } from '../../store/types.ts'

const open = async () => {
  const s: Stays = await openStays()
  const plan = await s.make(
    'subscriptionPlan',
    { name: 'Basic', code: unique(), price: eur(3000), trialDays: 14, tax: 0 },
    { state: 'active' },
  )
  const subscription = await s.make('subscription', {
    code: unique(),
    vendor: s.vendor.id,
    plan: plan.id,
    periodStart: TODAY,
  })
  const draft = (lines: object[] = [{ title: 'Setup', quantity: 2, unit: eur(1000), tax: 2300 }]) =>
    s.make('subscriptionInvoice', {
      subscription: subscription.id,
      periodStart: '2026-06-01',
      periodEnd: '2026-07-01',
      currency: 'EUR',
      lines,
    })
  return { s, draft, issue: async () => s.go('subscriptionInvoice', await draft(), 'open') }
}

describe('invoices', () => {
  let b: Awaited<ReturnType<typeof open>>
  beforeAll(async () => {
    b = await open()
  }, 120_000)
  afterAll(() => b?.s.db.close())
  const patch = (r: RecordData, body: object) =>
    b.s.writer.patch(b.s.of('subscriptionInvoice'), r.id, r.version, body, b.s.as())

  test('get a vendor and totals as drafts, and a number and dates once issued', async () => {
    const draft = await b.draft()
    expect(draft).toMatchObject({
      number: null,
      vendor: b.s.vendor.id,
      subtotal: eur(2000),
      tax: eur(460),
      total: eur(2460),
      due: eur(2460),
      issuedOn: null,
      dueOn: null,
    })
    expect(
      await patch(draft, { lines: [{ title: 'Setup', quantity: 1, unit: eur(1000), tax: 0 }] }),
    ).toMatchObject({ total: eur(1000) })
    expect(await b.s.go('subscriptionInvoice', { ...draft, version: 2 }, 'open')).toMatchObject({
      number: expect.stringMatching(/^INV-2026-\d{6}$/),
      issuedOn: TODAY,
      dueOn: '2026-06-24',
      overdue: false,
    })
  })
  test('cannot change their lines or period, or be deleted, once issued', async () => {
    const issued = await b.issue()
    for (const body of [
      { lines: [{ title: 'Less', quantity: 1, unit: eur(1), tax: 0 }] },
      { periodEnd: '2026-08-01' },
    ]) {
      expect(await problemOf(patch(issued, body))).toMatchObject({ status: 409, code: 'frozen' })
    }
    expect(await patch(issued, { dueOn: '2026-07-31' })).toMatchObject({
      dueOn: '2026-07-31',
      number: issued.number,
    })
    expect(
      await problemOf(
        b.s.writer.remove(b.s.of('subscriptionInvoice'), issued.id, 3, { purge: false }, b.s.as()),
      ),
    ).toMatchObject({ status: 409, code: 'issued' })
  })
  test('become paid only through payments in the ledger', async () => {
    const issued = await b.issue()
    expect(await problemOf(b.s.go('subscriptionInvoice', issued, 'paid'))).toMatchObject({
      status: 409,
      code: 'not_paid',
      detail: expect.stringContaining('€24.60'),
    })
    const pay = async (amount: number) => {
      let made = await b.s.make('paymentTransaction', {
        kind: 'capture',
        method: 'bank',
        invoice: issued.id,
        amount: eur(amount),
      })
      for (const state of ['processing', 'succeeded']) {
        made = await b.s.go('paymentTransaction', made, state)
      }
      return (
        await b.s.db.query(
          'SELECT state, paid_amount, due_amount FROM subscription_invoices WHERE id = $1',
          [issued.id],
        )
      ).rows[0]
    }
    expect(await pay(1000)).toEqual({ state: 'open', paid_amount: 1000, due_amount: 1460 })
    expect(
      await problemOf(b.s.go('subscriptionInvoice', { ...issued, version: 3 }, 'void', 'x')),
    ).toMatchObject({ status: 409, code: 'paid_already' })
    expect(await pay(1460)).toEqual({ state: 'paid', paid_amount: 2460, due_amount: 0 })
  })
  test('are available as a PDF only to readers of all fields, and omit vendor data the reader may not see', async () => {
    const issued = await b.issue()
    const pdf = (as = b.s.as()) =>
      b.s.writer.document(b.s.of('subscriptionInvoice'), issued.id, 'document', as)
    const { fileName, bytes } = await pdf()
    expect([fileName, Buffer.from(bytes.subarray(0, 5)).toString()]).toEqual([
      `${String(issued.number)}.pdf`,
      '%PDF-',
    ])
    expect(
      (await pdf(b.s.as([{ allow: ['*'], deny: ['vendor.*'] }]))).bytes.byteLength,
    ).toBeLessThan(bytes.byteLength)
    for (const deny of ['subscriptionInvoice.read', 'subscriptionInvoice.field.total.read']) {
      expect(await problemOf(pdf(b.s.as([{ allow: ['*'], deny: [deny] }])))).toMatchObject({
        status: 403,
      })
    }
    expect(
      await problemOf(pdf(b.s.as({ tenant: issued.id, grants: [{ allow: ['*'], deny: [] }] }))),
    ).toMatchObject({ status: 404 })
    expect(
      await problemOf(
        b.s.writer.document(b.s.of('subscriptionInvoice'), issued.id, 'nonsense', b.s.as()),
      ),
    ).toMatchObject({ status: 404 })
  })
  test('are paid immediately when the total is zero, and cannot be issued when it is negative', async () => {
    const free = await b.s.go(
      'subscriptionInvoice',
      await b.draft([{ title: 'Gift', quantity: 1, unit: eur(0), tax: 0 }]),
      'open',
    )
    expect(
      (await b.s.db.query('SELECT state FROM subscription_invoices WHERE id = $1', [free.id])).rows,
    ).toEqual([{ state: 'paid' }])
    expect(
      await problemOf(
        b.s.go(
          'subscriptionInvoice',
          await b.draft([{ title: 'Less', quantity: 1, unit: eur(-1), tax: 0 }]),
          'open',
        ),
      ),
    ).toMatchObject({ status: 409, code: 'negative' })
  })
})

test('fifty invoices issued concurrently on PostgreSQL get gapless numbers, even if some fail', async () => {
  const b = await open()
  const drafts = await Promise.all(
    Array.from({ length: 50 }, (_, i) =>
      i % 5 ? b.draft() : b.draft([{ title: 'Less', quantity: 1, unit: eur(-1), tax: 0 }]),
    ),
  )
  const stale = drafts.filter((_, i) => i % 5 === 1)
  const responses = await Promise.allSettled([
    ...drafts.map((d) => b.s.go('subscriptionInvoice', d, 'open')),
    ...stale.map((d) => b.s.go('subscriptionInvoice', d, 'open')),
    // A write that takes a number and then fails returns it.
    ...Array.from({ length: 10 }, () =>
      b.s.db.transaction(async (tx) => {
        const made = await b.s.writer.create(
          b.s.of('subscriptionInvoice'),
          {
            subscription: drafts[1]!.subscription,
            periodStart: '2026-06-01',
            periodEnd: '2026-07-01',
            lines: [{ title: 'X', quantity: 1, unit: eur(1), tax: 0 }],
          },
          { ...b.s.as(), tx, set: { state: 'open' } },
        )
        throw new Error(`gone ${made.id}`)
      }),
    ),
  ])
  expect(responses.slice(0, 60).filter((a) => a.status === 'fulfilled')).toHaveLength(40)
  const { rows } = await b.s.db.query<{ number: string }>(
    'SELECT number FROM subscription_invoices WHERE number IS NOT NULL ORDER BY number',
  )
  expect(rows.map((r) => r.number)).toEqual(
    Array.from({ length: 40 }, (_, i) => `INV-2026-${String(i + 1).padStart(6, '0')}`),
  )
  await b.s.db.close()
})
