import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LINES, openBids, type Bids } from '#tests/support/bids.ts'
import { eur, NOW, unique } from '#tests/support/stays.ts'
import { problemOf } from '#tests/support/writes.ts'
import type { RecordData } from '../../store/types.ts'
import { runScheduled } from '../../store/write/schedule.ts'
import { builtInRole } from '../userRole/builtin.ts'

const EARLIER = '2026-06-10T10:59:59Z'
const LATER = '2026-06-10T11:00:01Z'

describe('proposals', () => {
  let b: Bids
  beforeAll(async () => {
    b = await openBids()
  }, 120_000)
  afterAll(() => b?.db.close())
  const go = (p: RecordData, to: string, reason?: string) => b.go('proposal', p, to, reason)
  const state = async (p: RecordData) => (await b.fresh('proposal', p)).state
  const reasons = async (p: RecordData) =>
    (await b.audit('proposal')).filter((a) => a.record_id === p.id).map((a) => a.reason)
  const staffOf = (vendor: unknown) =>
    b.as({ tenant: String(vendor), grants: [builtInRole('vendor staff').grants] })

  test('cost the sum of their lines, in one currency and within the maximum', async () => {
    const made = await b.propose(await b.job())
    expect(made.amount).toEqual(eur(5000))
    expect(
      (await b.writer.patch(b.of('proposal'), made.id, 1, { lines: [LINES[1]] }, b.as())).amount,
    ).toEqual(eur(2000))
    const mixed = [LINES[0]!, { label: 'x', quantity: 1, unit: { amount: 1, currency: 'USD' } }]
    expect(await problemOf(b.propose(await b.job(), { lines: mixed }))).toMatchObject({
      status: 422,
      errors: [{ path: 'lines.1.unit' }],
    })
    expect(
      await problemOf(
        b.propose(await b.job(), {
          lines: [{ label: 'x', quantity: 10_000, unit: eur(1_000_000_000_000) }],
        }),
      ),
    ).toMatchObject({ status: 422, errors: [{ path: 'lines', code: 'too_big' }] })
  })

  test('are limited to one active proposal per vendor and job, until it is closed', async () => {
    const [job, vendor] = [await b.job(), (await b.approved()).id]
    const again = (more: object = {}) => b.propose(job, { vendor, ...more })
    const taken = async () =>
      expect(await problemOf(again())).toMatchObject({
        status: 409,
        code: 'already_proposed',
        errors: [{ path: 'vendor' }],
      })
    const draft = await again()
    await taken()
    const submitted = await go(draft, 'submitted')
    await taken()
    await go(submitted, 'rejected', 'too dear')
    const second = await go(await again(), 'submitted')
    await taken()
    await go(second, 'withdrawn')
    await go(await go(await go(await again(), 'submitted'), 'shortlisted'), 'expired')
    const third = await again()
    await b.writer.remove(b.of('proposal'), third.id, 1, { purge: false }, b.as())
    const fourth = await again()
    expect(await problemOf(b.writer.restore(b.of('proposal'), third.id, 2, b.as()))).toMatchObject({
      status: 409,
      code: 'already_proposed',
    })
    await go(fourth, 'withdrawn')
    expect(await b.writer.restore(b.of('proposal'), third.id, 2, b.as())).toMatchObject({
      version: 3,
    })
    await b.propose(await b.job(), { vendor })
  })

  test('can be submitted only to an open job, by an approved vendor, before they expire', async () => {
    for (const [at, words] of [
      ['draft', 'is not published yet'],
      ['awarded', 'was already awarded'],
      ['expired', 'has expired'],
      ['cancelled', 'was cancelled'],
      ['closed', 'is over'],
    ] as const) {
      const made = await b.propose(await b.job({}, at))
      expect(await problemOf(go(made, 'submitted'))).toMatchObject({
        status: 409,
        code: 'job_not_open',
        detail: `This job ${words}, so it takes no proposals.`,
      })
    }
    const applied = await b.make('vendor', { displayName: 'New', legalName: 'New' })
    expect(
      await problemOf(go(await b.propose(await b.job(), { vendor: applied.id }), 'submitted')),
    ).toMatchObject({
      status: 409,
      code: 'vendor_not_approved',
      detail: 'New is not an approved vendor now.',
    })
    expect(
      await problemOf(go(await b.propose(await b.job(), { validUntil: EARLIER }), 'submitted')),
    ).toMatchObject({ status: 409, code: 'expired' })
    expect(
      await go(await b.propose(await b.job(), { validUntil: LATER }), 'submitted'),
    ).toMatchObject({ state: 'submitted' })
  })

  test('that are accepted award the job, place an order and reject all other proposals', async () => {
    const address = { line: 'Rua 1', city: 'Lisboa', postalCode: '1000-001', country: 'PT' }
    const job = await b.job({ address })
    const [winner, draft, submitted, shortlisted, withdrawn] = [
      await b.propose(job, {}, 'submitted'),
      await b.propose(job),
      await b.propose(job, {}, 'submitted'),
      await b.propose(job, {}, 'shortlisted'),
      await b.propose(job, {}, 'withdrawn'),
    ]
    const elsewhere = await b.propose(await b.job(), { vendor: submitted.vendor }, 'submitted')
    expect(
      await b.writer.transition(
        b.of('proposal'),
        { id: winner.id, version: 1 },
        'accepted',
        {},
        b.as({ name: 'Ada' }),
      ),
    ).toMatchObject({ state: 'accepted', version: 2 })
    const awarded = await b.fresh('serviceJob', job)
    expect(awarded).toMatchObject({ state: 'awarded', awardedProposal: winner.id, version: 2 })
    expect(await b.fresh('order', { id: awarded.order } as RecordData)).toMatchObject({
      state: 'placed',
      kind: 'service',
      customer: b.customer.id,
      vendor: winner.vendor,
      job: job.id,
      proposal: winner.id,
      currency: 'EUR',
      address,
      total: eur(5000),
      placedAt: NOW.toISOString(),
      lines: [
        { title: 'Travel', quantity: 1, unit: eur(3000) },
        { title: 'Hours', quantity: 2, unit: eur(1000) },
      ],
    })
    expect([
      await state(draft),
      await state(submitted),
      await state(shortlisted),
      await state(withdrawn),
      await state(elsewhere),
    ]).toEqual(['rejected', 'rejected', 'rejected', 'withdrawn', 'submitted'])
    expect(await reasons(submitted)).toEqual([null, 'Another proposal was accepted'])
    // The whole action is attributed to the user who took it.
    for (const [entity, id] of [
      ['serviceJob', job.id],
      ['order', awarded.order],
      ['proposal', submitted.id],
    ] as const) {
      expect((await b.audit(entity)).findLast((a) => a.record_id === id)!.actor_name, entity).toBe(
        'Ada',
      )
    }
  })

  test('cannot be accepted when the job, vendor or date no longer allows it, and nothing is written', async () => {
    const orders = async () => (await b.db.query('SELECT 1 FROM orders')).rowCount
    const before = await orders()
    for (const at of ['draft', 'awarded', 'expired', 'cancelled', 'disputed']) {
      expect(
        await problemOf(go(await b.propose(await b.job({}, at), {}, 'submitted'), 'accepted')),
      ).toMatchObject({ status: 409, code: 'job_not_open' })
    }
    const late = await b.propose(await b.job(), { validUntil: EARLIER }, 'submitted')
    expect(await problemOf(go(late, 'accepted'))).toMatchObject({ status: 409, code: 'expired' })
    const vendor = await b.approved()
    const left = await b.propose(await b.job(), { vendor: vendor.id }, 'submitted')
    await b.go('vendor', vendor, 'suspended', 'x')
    expect(await problemOf(go(left, 'accepted'))).toMatchObject({
      status: 409,
      code: 'vendor_not_approved',
    })
    expect(await problemOf(go(await b.propose(await b.job()), 'accepted'))).toMatchObject({
      status: 409,
      code: 'illegal_transition',
    })
    expect([await state(late), await state(left), await orders()]).toEqual([
      'submitted',
      'submitted',
      before,
    ])
  })

  test('keep their lines once accepted, and cannot be rejected as drafts', async () => {
    const accepted = await go(await b.propose(await b.job(), {}, 'submitted'), 'accepted')
    expect(
      await problemOf(
        b.writer.patch(b.of('proposal'), accepted.id, 2, { lines: [LINES[0]] }, b.as()),
      ),
    ).toMatchObject({ status: 409, code: 'accepted' })
    expect(
      await b.writer.patch(b.of('proposal'), accepted.id, 2, { message: 'On Monday' }, b.as()),
    ).toMatchObject({ version: 3 })
    expect(await problemOf(go(await b.propose(await b.job()), 'rejected', 'x'))).toMatchObject({
      status: 409,
      code: 'not_submitted',
    })
  })

  test('can be submitted and withdrawn by their vendor, but not shortlisted, accepted or rejected', async () => {
    const submitted = await b.go(
      'proposal',
      await b.propose(await b.job()),
      'submitted',
      undefined,
      b.as(),
    )
    const staff = staffOf(submitted.vendor)
    for (const to of ['accepted', 'shortlisted', 'expired']) {
      expect(await problemOf(b.go('proposal', submitted, to, undefined, staff))).toMatchObject({
        status: 403,
      })
    }
    expect(await problemOf(b.go('proposal', submitted, 'rejected', 'x', staff))).toMatchObject({
      status: 403,
    })
    const generous = b.as({
      tenant: String(submitted.vendor),
      grants: [{ allow: ['*'], deny: [] }],
    })
    expect(
      await problemOf(b.go('proposal', submitted, 'accepted', undefined, generous)),
    ).toMatchObject({ status: 403 })
    expect(
      await problemOf(
        b.go('proposal', await b.propose(await b.job()), 'submitted', undefined, staff),
      ),
    ).toMatchObject({ status: 404 })
    expect(await b.go('proposal', submitted, 'withdrawn', undefined, staff)).toMatchObject({
      state: 'withdrawn',
    })
    const job = await b.job()
    const own = await b.writer.create(
      b.of('proposal'),
      { code: unique(), job: job.id, vendor: submitted.vendor, lines: LINES },
      staff,
    )
    expect(await b.go('proposal', own, 'submitted', undefined, staff)).toMatchObject({
      state: 'submitted',
    })
  })

  test('are rejected when their job expires or is cancelled, and expire on their own date', async () => {
    const [past, future] = [
      await b.job({ preferredTo: EARLIER }),
      await b.job({ preferredTo: LATER }),
    ]
    const [lost, old, shortlisted, draft, kept] = [
      await b.propose(past, { validUntil: LATER }, 'submitted'),
      await b.propose(future, { validUntil: EARLIER }, 'submitted'),
      await b.propose(future, { validUntil: EARLIER }, 'shortlisted'),
      await b.propose(future, { validUntil: EARLIER }),
      await b.propose(future, { validUntil: LATER }, 'submitted'),
    ]
    await runScheduled(b.parts, b.writer)
    expect([
      (await b.fresh('serviceJob', past)).state,
      (await b.fresh('serviceJob', future)).state,
    ]).toEqual(['expired', 'open'])
    expect([
      await state(lost),
      await state(old),
      await state(shortlisted),
      await state(draft),
      await state(kept),
    ]).toEqual(['rejected', 'expired', 'expired', 'draft', 'submitted'])
    expect(await reasons(lost)).toEqual([null, 'The job expired'])
    await b.go('serviceJob', future, 'cancelled', 'sold the flat')
    expect([await state(kept), await state(draft), await state(old)]).toEqual([
      'rejected',
      'rejected',
      'expired',
    ])
    expect((await reasons(kept)).at(-1)).toBe('The job was cancelled')
  })

  test('of an import are limited to one active per vendor and one accepted per job', async () => {
    const [job, vendor] = [await b.job(), (await b.approved()).id]
    const row = async (more: object) => ({
      code: unique(),
      job: job.id,
      vendor: (await b.approved()).id,
      lines: LINES,
      ...more,
    })
    const data = [
      await row({ vendor }),
      await row({ vendor, state: 'submitted' }),
      await row({ vendor, state: 'withdrawn' }),
      await row({ state: 'accepted' }),
      await row({ state: 'accepted' }),
    ]
    const result = await b.writer.importRows(
      b.of('proposal'),
      data.map((d, i) => ({ row: i, data: d })),
      { mode: 'partial', upsertBy: 'code', history: true },
      b.as(),
    )
    expect(result.rows.map((r) => r.outcome)).toEqual([
      'created',
      'refused',
      'created',
      'created',
      'refused',
    ])
    expect(result.rows[1]!.errors).toMatchObject([{ path: 'vendor', code: 'already_proposed' }])
    expect(result.rows[4]!.errors).toMatchObject([{ code: 'already_awarded' }])
  })
})

describe('service jobs', () => {
  let b: Bids
  beforeAll(async () => {
    b = await openBids()
  }, 120_000)
  afterAll(() => b?.db.close())

  test('can be awarded only through an accepted proposal', async () => {
    const job = await b.job()
    await b.propose(job, {}, 'shortlisted')
    expect(await problemOf(b.go('serviceJob', job, 'awarded'))).toMatchObject({
      status: 409,
      code: 'no_proposal',
      detail: 'A job is awarded by accepting one of its proposals.',
    })
    // An import may contain the accepted proposal without the award.
    const imported = await b.propose(job, {}, 'accepted')
    expect(await b.go('serviceJob', job, 'awarded')).toMatchObject({
      awardedProposal: imported.id,
      order: expect.any(String),
    })
  })
  test('can be published only before their end date', async () => {
    expect(
      await problemOf(b.go('serviceJob', await b.job({ preferredTo: EARLIER }, 'draft'), 'open')),
    ).toMatchObject({ status: 409, code: 'too_late' })
    expect(
      await b.go('serviceJob', await b.job({ preferredTo: LATER }, 'draft'), 'open'),
    ).toMatchObject({ state: 'open' })
  })
  test('require a service of their own category', async () => {
    const [own, other] = [
      b.category.id,
      (await b.make('serviceCategory', { name: 'Garden', slug: unique() })).id,
    ]
    const service = await b.make('service', {
      title: 'Windows',
      vendor: b.vendor.id,
      category: own,
      pricing: 'quote',
    })
    const job = await b.job({ service: service.id })
    expect(await problemOf(b.job({ service: service.id, category: other }))).toMatchObject({
      status: 422,
      errors: [{ path: 'service', code: 'wrong_category' }],
    })
    expect(
      await problemOf(b.writer.patch(b.of('serviceJob'), job.id, 1, { category: other }, b.as())),
    ).toMatchObject({ status: 422, errors: [{ path: 'service' }] })
    expect(
      await b.writer.patch(
        b.of('serviceJob'),
        job.id,
        1,
        { category: other, service: null },
        b.as(),
      ),
    ).toMatchObject({ version: 2 })
  })
  test('keep their accepted proposal when they are cancelled later', async () => {
    const job = await b.job()
    const accepted = await b.go('proposal', await b.propose(job, {}, 'submitted'), 'accepted')
    let now = await b.fresh('serviceJob', job)
    for (const [to, reason] of [
      ['in_progress'],
      ['disputed', 'broken'],
      ['cancelled', 'agreed'],
    ] as const) {
      now = await b.go('serviceJob', now, to, reason)
    }
    expect((await b.fresh('proposal', accepted)).state).toBe('accepted')
  })
})
