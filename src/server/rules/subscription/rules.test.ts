import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Subscription } from '#schemas/subscription.ts'
import { eur, openStays, TODAY, unique, type Stays } from '#tests/support/stays.ts'
import { problemOf } from '#tests/support/writes.ts'
import { runScheduled } from '../../store/write/schedule.ts'
import { createWriter } from '../../store/write/writer.ts'
import type { RecordData } from '../../store/types.ts'
import { addMonths, periodEnd } from './calendar.ts'
import { proration } from './proration.ts'

describe('billing periods', () => {
  const monthly = { interval: 'month', intervalCount: 1 } as const
  test('end on the last day of a shorter month, then return to their usual day', () => {
    expect([
      addMonths('2026-01-31', 1),
      addMonths('2028-01-31', 1),
      addMonths('2026-12-31', 2),
      addMonths('2024-02-29', 12),
    ]).toEqual(['2026-02-28', '2028-02-29', '2027-02-28', '2025-02-28'])
    expect([
      periodEnd('2026-01-31', '2026-01-31', monthly),
      periodEnd('2026-01-31', '2026-02-28', monthly),
      periodEnd('2026-01-31', '2026-03-31', monthly),
    ]).toEqual(['2026-02-28', '2026-03-31', '2026-04-30'])
  })
  test('can span several months or years', () => {
    expect([
      periodEnd('2026-05-15', '2026-05-15', { interval: 'month', intervalCount: 3 }),
      periodEnd('2024-02-29', '2024-02-29', { interval: 'year', intervalCount: 1 }),
    ]).toEqual(['2026-08-15', '2025-02-28'])
  })
})

describe('a change of plan', () => {
  const now = {
    periodStart: '2026-06-01',
    periodEnd: '2026-07-01',
    price: eur(3000),
    tax: 2300,
    state: 'active',
  } as unknown as Subscription
  const plan = (amount: number, interval: 'month' | 'year' = 'month') => ({
    name: 'New',
    price: eur(amount),
    interval,
    intervalCount: 1,
    tax: 2300,
  })
  test('credits the unused days of the old plan and charges them for the new one', () => {
    expect(proration(now, { name: 'Old' }, plan(6000), '2026-06-11')).toMatchObject({
      credit: eur(2000),
      charge: eur(4000),
      tax: eur(460),
      total: eur(2460),
      carried: eur(0),
    })
  })
  test('lists the number of days on its lines', () => {
    const titles = (today: string) =>
      proration(now, { name: 'Old' }, plan(6000), today).lines.map((line) => line.title)
    expect(titles('2026-06-29')).toEqual([
      'Old, 2 unused days until 1 Jul 2026',
      'New, 2 days until 1 Jul 2026',
    ])
    expect(titles('2026-06-30')).toEqual([
      'Old, 1 unused day until 1 Jul 2026',
      'New, 1 day until 1 Jul 2026',
    ])
  })
  test('carries over the remaining credit', () => {
    expect(proration(now, { name: 'Old' }, plan(1500), '2026-06-11')).toMatchObject({
      credit: eur(2000),
      charge: eur(1000),
      total: eur(0),
      carried: eur(1230),
    })
  })
  test('prorates by the new interval, and charges nothing in a trial or on the last day', () => {
    expect(proration(now, { name: 'Old' }, plan(36_500, 'year'), '2026-06-11').charge).toEqual(
      eur(2000),
    )
    expect(
      proration({ ...now, state: 'trialing' }, { name: 'Old' }, plan(6000), '2026-06-11').lines,
    ).toEqual([])
    expect(proration(now, { name: 'Old' }, plan(6000), '2026-07-01').lines).toEqual([])
  })
})

describe('subscriptions', () => {
  let s: Stays
  beforeAll(async () => {
    s = await openStays()
  }, 120_000)
  afterAll(() => s?.db.close())
  const plan = (more: object = {}) =>
    s.make(
      'subscriptionPlan',
      { name: 'Basic', code: unique(), price: eur(3000), interval: 'month', tax: 0, ...more },
      { state: 'active' },
    )
  const subscribe = (to: RecordData, more: object = {}) =>
    s.make('subscription', {
      code: unique(),
      vendor: s.vendor.id,
      plan: to.id,
      periodStart: TODAY,
      ...more,
    })
  const now = async (r: { id: string }) =>
    (await s.db.query<Record<string, never>>('SELECT * FROM subscriptions WHERE id = $1', [r.id]))
      .rows[0]!
  const invoices = async (r: { id: string }) =>
    (
      await s.db.query<Record<string, never>>(
        'SELECT * FROM subscription_invoices WHERE subscription = $1 ORDER BY number',
        [r.id],
      )
    ).rows
  const clockAt = (day: string) => {
    const parts = { ...s.parts, now: () => new Date(`${day}T01:00:00Z`) }
    return runScheduled(parts, createWriter(parts))
  }

  test('start with a billing period and its invoice at the current price', async () => {
    const made = await subscribe(await plan())
    expect(made).toMatchObject({
      state: 'active',
      revision: 1,
      price: eur(3000),
      periodEnd: '2026-07-10',
      trialEndsOn: null,
    })
    expect(await invoices(made)).toMatchObject([
      {
        state: 'open',
        number: expect.stringMatching(/^INV-2026-\d{6}$/),
        total_amount: 3000,
        due_amount: 3000,
        vendor: s.vendor.id,
        issued_on: TODAY,
        due_on: '2026-06-24',
      },
    ])
  })
  test('keep the plan revision and price they started with', async () => {
    const p = await plan()
    const early = await subscribe(p)
    const dearer = await s.writer.patch(
      s.of('subscriptionPlan'),
      p.id,
      1,
      { price: eur(5000) },
      s.as(),
    )
    expect(dearer).toMatchObject({ revision: 2 })
    expect(
      await s.writer.patch(s.of('subscriptionPlan'), p.id, 2, { name: 'Basic plus' }, s.as()),
    ).toMatchObject({ revision: 2 })
    expect(await subscribe(p)).toMatchObject({ revision: 2, price: eur(5000) })
    expect(await now(early)).toMatchObject({ revision: 1, price_amount: 3000 })
    const draft = await s.make('subscriptionPlan', { name: 'D', code: unique(), price: eur(1) })
    expect(
      await s.writer.patch(s.of('subscriptionPlan'), draft.id, 1, { price: eur(2) }, s.as()),
    ).toMatchObject({ revision: 1 })
    expect(await problemOf(subscribe(draft))).toMatchObject({
      status: 422,
      errors: [{ path: 'plan' }],
    })
    const retired = await s.go('subscriptionPlan', { ...p, version: 3 }, 'retired')
    expect(
      await problemOf(
        s.writer.patch(s.of('subscriptionPlan'), p.id, retired.version, { price: eur(9) }, s.as()),
      ),
    ).toMatchObject({ status: 409, code: 'frozen' })
  })
  test('start with a trial, which the scheduler turns into a paid period', async () => {
    const made = await subscribe(await plan({ trialDays: 10 }))
    expect(made).toMatchObject({
      state: 'trialing',
      trialEndsOn: '2026-06-20',
      periodEnd: '2026-06-20',
    })
    await clockAt('2026-06-19')
    expect([(await now(made)).state, await invoices(made)]).toEqual(['trialing', []])
    await clockAt('2026-06-20')
    expect(await now(made)).toMatchObject({
      state: 'active',
      period_start: '2026-06-20',
      period_end: '2026-07-20',
    })
    expect(await invoices(made)).toHaveLength(1)
  })
  test('are renewed by the scheduler once, even with several processes', async () => {
    const made = await subscribe(await plan())
    await Promise.all(Array.from({ length: 5 }, () => clockAt('2026-07-10')))
    expect(await now(made)).toMatchObject({
      state: 'past_due',
      period_start: '2026-07-10',
      period_end: '2026-08-10',
    })
    expect(await invoices(made)).toMatchObject([
      { period_start: TODAY },
      { period_start: '2026-07-10' },
    ])
  })
  test('catch up one period per run, each with its own invoice, after the scheduler did not run', async () => {
    const made = await subscribe(await plan())
    for (let run = 0; run < 5; run++) await clockAt('2026-09-15')
    expect(await now(made)).toMatchObject({
      period_start: '2026-09-10',
      period_end: '2026-10-10',
    })
    const found = (await invoices(made)).map((one) => [one.period_start, one.period_end])
    expect(found).toEqual([
      [TODAY, '2026-07-10'],
      ['2026-07-10', '2026-08-10'],
      ['2026-08-10', '2026-09-10'],
      ['2026-09-10', '2026-10-10'],
    ])
  })
  test('become past due, then unpaid, with an overdue invoice, and active again once it is paid', async () => {
    const [late, later] = [await subscribe(await plan()), await subscribe(await plan())]
    const state = async (r: RecordData) => (await now(r)).state
    await clockAt('2026-06-24')
    expect(await state(late)).toBe('active')
    await clockAt('2026-06-25')
    expect([await state(late), (await invoices(late))[0]!.overdue]).toEqual(['past_due', true])
    const settle = async (r: RecordData) => {
      const [invoice] = await invoices(r)
      let made = await s.make('paymentTransaction', {
        kind: 'capture',
        method: 'bank',
        invoice: invoice!.id!,
        amount: eur(3000),
      })
      for (const to of ['processing', 'succeeded']) {
        made = await s.go('paymentTransaction', made, to)
      }
    }
    await settle(late)
    expect((await invoices(late))[0]).toMatchObject({
      state: 'paid',
      paid_amount: 3000,
      due_amount: 0,
      overdue: false,
    })
    expect(await state(late)).toBe('active')
    await clockAt('2026-07-09')
    expect(await state(later)).toBe('unpaid')
    await settle(later)
    expect(await state(later)).toBe('active')
  })
  test('end on their cancellation date without another period', async () => {
    const made = await subscribe(await plan(), { cancelAt: '2026-07-10' })
    await clockAt('2026-07-10')
    expect([(await now(made)).state, await invoices(made)]).toEqual([
      'cancelled',
      [expect.anything()],
    ])
  })
  test('change plan at the previewed price', async () => {
    const [old, dear, cheap] = [
      await plan(),
      await plan({ price: eur(9000) }),
      await plan({ price: eur(0) }),
    ]
    const made = await subscribe(old)
    const preview = async (to: RecordData) =>
      s.writer.preview(s.of('subscription'), made.id, 'proration', s.as(), { plan: to.id })
    expect(await preview(dear)).toEqual({
      credit: eur(3000),
      charge: eur(9000),
      tax: eur(0),
      total: eur(6000),
      carried: eur(0),
    })
    const { record, result } = await s.writer.act(
      s.of('subscription'),
      made,
      'changePlan',
      { plan: dear.id },
      s.as(),
    )
    expect(record).toMatchObject({ plan: dear.id, price: eur(9000), periodEnd: '2026-07-10' })
    expect(result).toMatchObject({ total: eur(6000) })
    expect((await invoices(made))[1]).toMatchObject({ state: 'open', total_amount: 6000 })
    const back = await s.writer.act(
      s.of('subscription'),
      { id: made.id, version: record.version },
      'changePlan',
      { plan: cheap.id },
      s.as(),
    )
    expect(back.record).toMatchObject({ credit: eur(9000) })
    expect((await invoices(made))[2]).toMatchObject({ state: 'paid', total_amount: 0 })
    const again = await s.writer.act(
      s.of('subscription'),
      { id: made.id, version: back.record.version },
      'changePlan',
      { plan: old.id },
      s.as(),
    )
    await clockAt('2026-07-10')
    expect(await now(made)).toMatchObject({ credit_amount: 6000, period_start: '2026-07-10' })
    expect((await invoices(made)).at(-1)).toMatchObject({ state: 'paid', total_amount: 0 })
    expect(
      await problemOf(
        s.writer.act(
          s.of('subscription'),
          { id: made.id, version: Number((await now(made)).version) },
          'changePlan',
          { plan: old.id },
          s.as(),
        ),
      ),
    ).toMatchObject({ status: 409, code: 'no_change' })
    expect(again.record.version).toBeGreaterThan(back.record.version)
  })
})
