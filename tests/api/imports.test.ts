/** Imports as another channel of the writer: what the API refuses, an import refuses too. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { builtInRole } from '#server/rules/userRole/builtin.ts'
import { startApi, type Api } from './harness.ts'

interface Row {
  readonly id: string
  readonly version: number
  readonly [name: string]: unknown
}

describe('imports', () => {
  let api: Api
  beforeAll(async () => {
    api = await startApi()
    await api.services.jobs.start()
    for (const role of ['finance', 'manager', 'support agent']) {
      await api.person(role, [builtInRole(role).id])
    }
  }, 240_000)
  afterAll(() => api?.close())

  const start = (
    collection: string,
    rows: readonly Readonly<Record<string, string>>[],
    {
      as = 'super-admin',
      ...more
    }: { as?: string; upsertBy?: string; history?: string; fields?: object; reason?: string },
  ) => {
    const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
    const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
    const csv = [columns, ...rows.map((row) => columns.map((c) => row[c] ?? ''))]
    const { fields = {}, reason, ...rest } = more
    const form = new FormData()
    form.set('file', new File([csv.map((line) => line.map(quoted).join(',')).join('\n')], 'a.csv'))
    const named = Object.fromEntries(columns.map((c) => [c, c]))
    form.set(
      'mapping',
      JSON.stringify({
        fields: { ...named, ...fields },
        ...(reason ? { reason: { constant: reason } } : {}),
      }),
    )
    form.set('mode', 'partial')
    for (const [name, value] of Object.entries(rest)) form.set(name, value)
    return api.call('POST', `/api/${collection}/import`, { as, body: form })
  }
  /** Result of an import. */
  const resultOf = async (...given: Parameters<typeof start>) => {
    const started = await start(...given)
    expect(started.status, started.text).toBe(202)
    const job = await vi.waitFor(
      async () => {
        const { data } = (
          await api.call('GET', started.headers.get('location')!, { as: given[2].as })
        ).body
        expect(['succeeded', 'failed']).toContain(data.state)
        return data
      },
      { timeout: 60_000, interval: 50 },
    )
    expect(job.error).toBeNull()
    return job.result
  }
  /** Counts of an import, with its refusals as `path: message`. */
  const run = async (...given: Parameters<typeof start>) => {
    const { created, updated, unchanged, refused, errors } = await resultOf(...given)
    return {
      counts: [created, updated, unchanged, refused],
      reasons: (errors as { path: string; message: string }[]).map(
        (e) => `${e.path}: ${e.message}`,
      ),
    }
  }
  const read = async (collection: string, id: string): Promise<Row> =>
    (await api.call('GET', `/api/${collection}/${id}`)).body.data
  const make = async (collection: string, body: object): Promise<Row> => {
    const made = await api.call('POST', `/api/${collection}`, { body })
    expect(made.status, made.text).toBe(201)
    return made.body.data
  }
  const act = async (
    collection: string,
    id: string,
    name: string,
    body: object = {},
    as = 'super-admin',
  ) =>
    api.call('POST', `/api/${collection}/${id}/actions/${name}`, {
      as,
      body,
      version: (await read(collection, id)).version,
    })

  const amount = { amount: { money: 'amount', currency: 'EUR' } }
  const newCustomer = () =>
    make('customers', { name: 'Ida', email: `ida-${crypto.randomUUID()}@example.com` })
  const newOrder = async () => {
    const vendor = (await api.call('GET', '/api/vendors?limit=1')).body.data[0].id
    const order = await make('orders', {
      kind: 'service',
      customer: (await newCustomer()).id,
      vendor,
      currency: 'EUR',
      lines: [{ title: 'Work', quantity: 1, unit: { amount: 10_000, currency: 'EUR' }, tax: 0 }],
    })
    await act('orders', order.id, 'placed')
    return order
  }
  const reference = () => `ref-${crypto.randomUUID()}`

  test('finance cannot change payments by import, so no refund exceeds what was paid', async () => {
    const order = await newOrder()
    const providerReference = reference()
    const paid = await make('payment-transactions', {
      kind: 'capture',
      method: 'bank',
      order: order.id,
      amount: { amount: 10_000, currency: 'EUR' },
      providerReference,
    })
    for (const state of ['processing', 'succeeded']) {
      expect((await act('payment-transactions', paid.id, state, {}, 'finance')).status).toBe(200)
    }
    const upsert = (row: Record<string, string>, fields: object = {}) =>
      run('payment-transactions', [{ providerReference, ...row }], {
        as: 'finance',
        upsertBy: 'providerReference',
        fields,
      })
    const before = await read('payment-transactions', paid.id)
    const stays = 'Payment transactions are never changed'
    for (const given of [{ amount: '99999.00' }, { amount: '1.00' }]) {
      expect(await upsert(given, amount)).toMatchObject({
        counts: [0, 0, 0, 1],
        reasons: [expect.stringContaining(stays)],
      })
    }
    const others: readonly Record<string, string>[] = [
      { method: 'cash' },
      { kind: 'fee' },
      { note: 'x' },
      { order: (await newOrder()).id },
    ]
    for (const given of others) {
      expect(await upsert(given)).toMatchObject({
        counts: [0, 0, 0, 1],
        reasons: [expect.stringContaining(stays)],
      })
    }
    expect((await upsert({ state: 'pending' })).counts).toEqual([0, 0, 0, 1])
    expect(await read('payment-transactions', paid.id)).toEqual(before)
    const refund = (cents: number) =>
      act(
        'payment-transactions',
        paid.id,
        'refund',
        { amount: { amount: cents, currency: 'EUR' }, reason: 'r' },
        'finance',
      )
    expect((await refund(10_001)).body).toMatchObject({ status: 409, code: 'over_refund' })
    expect((await read('orders', order.id)).paid).toEqual({ amount: 10_000, currency: 'EUR' })
  })

  test('an imported past payment counts as paid on its order, and refunds never exceed it', async () => {
    const order = await newOrder()
    const [capture, once, twice, number] = [reference(), reference(), reference(), `OLD`]
    const history = { history: 'true', fields: amount }
    const row = { order: order.id, amount: '100.00', method: 'bank', state: 'succeeded' }
    const past = '2020-02-03T04:05:06.000Z'
    expect(
      await run(
        'payment-transactions',
        [{ ...row, providerReference: capture, number, processedAt: past, createdAt: past }],
        history,
      ),
    ).toMatchObject({ counts: [1, 0, 0, 0] })
    const [kept] = (
      await api.call('GET', `/api/payment-transactions?filter[providerReference]=${capture}`)
    ).body.data
    expect(kept).toMatchObject({
      number,
      processedAt: past,
      createdAt: past,
      state: 'succeeded',
      version: 1,
    })
    expect(await read('orders', order.id)).toMatchObject({
      paid: { amount: 10_000 },
      paymentState: 'paid',
    })
    const { data: trail } = (await api.call('GET', `/api/payment-transactions/${kept.id}/history`))
      .body
    expect(trail[0]).toMatchObject({ action: 'import.history' })
    const refunds = [once, twice].map((providerReference) => ({
      ...row,
      kind: 'refund',
      parent: kept.id,
      amount: '60.00',
      providerReference,
    }))
    expect(await run('payment-transactions', refunds, history)).toMatchObject({
      counts: [1, 0, 0, 1],
      reasons: [expect.stringContaining('At most')],
    })
    expect(await read('orders', order.id)).toMatchObject({
      paid: { amount: 4000 },
      paymentState: 'partially_refunded',
    })
  })

  test('a history import needs its own permission', async () => {
    for (const as of ['manager', 'finance', 'support agent']) {
      const collection = as === 'finance' ? 'orders' : 'customers'
      expect((await start(collection, [{ name: 'A' }], { as, history: 'true' })).status, as).toBe(
        403,
      )
    }
    expect(
      (await start('customers', [{ name: 'A' }], { history: 'yes' })).body.errors[0].path,
    ).toBe('history')
    const derived = await start('orders', [{ placedAt: '2020-01-01T00:00:00Z' }], {})
    expect([derived.status, derived.body.errors[0].path]).toEqual([422, 'mapping.fields.placedAt'])
  })

  test('importing the anonymised state anonymises the customer, and needs a reason', async () => {
    const { id, email } = await newCustomer()
    const rows = [{ email: String(email), state: 'anonymised' }]
    const asked = { upsertBy: 'email' }
    expect(await run('customers', rows, asked)).toMatchObject({
      counts: [0, 0, 0, 1],
      reasons: [expect.stringContaining('Give a reason')],
    })
    expect(await run('customers', rows, { ...asked, reason: 'At their request' })).toMatchObject({
      counts: [0, 1, 0, 0],
    })
    expect(await read('customers', id)).toMatchObject({
      name: 'Anonymised customer',
      email: `${id}@anonymised.invalid`,
    })
    const { text } = await api.call('GET', `/api/customers/${id}/history`)
    expect(text).not.toContain(String(email))
    expect(text).toContain('At their request')
  })

  test('the import permission alone allows no write, and a denied state cannot be imported', async () => {
    const hotel = (await api.call('GET', '/api/hotels?limit=1')).body.data[0] as Row
    const reads = [
      'hotel.list',
      'hotel.read',
      'hotel.field.*',
      'vendor.list',
      'vendor.read',
      'vendor.field.*',
    ]
    const role = async (name: string, allow: string[], deny: string[] = [], tenant?: string) => {
      const made = await make('user-roles', { name: `${name}`, grants: { allow, deny } })
      await api.person(`${name}`, [made.id], tenant)
      return `${name}`
    }
    const porter = await role('porter', [...reads, 'hotel.import'])
    const owner = await role(
      'owner',
      ['hotel.*', 'vendor.list', 'vendor.read', 'vendor.field.*'],
      ['hotel.transition.published'],
      String(hotel.vendor),
    )
    const slug = String(hotel.slug)
    const to = (state: string, stars: string) => [{ slug, state, stars }]
    const before = await read('hotels', hotel.id)
    const upsertBy = 'slug'
    expect(await run('hotels', to('in_review', '1'), { as: porter, upsertBy })).toEqual({
      counts: [0, 0, 0, 1],
      reasons: [': You may not change hotels'],
    })
    const fresh = {
      name: 'New',
      slug: `new`,
      vendor: String(hotel.vendor),
      email: 'n@example.com',
      timezone: 'Europe/Lisbon',
      checkInTime: '15:00',
      checkOutTime: '11:00',
    }
    expect(await run('hotels', [{ ...fresh, state: 'published' }], { as: porter })).toEqual({
      counts: [0, 0, 0, 1],
      reasons: [': You may not add hotels'],
    })
    // A history import runs no transition, but people who may not publish cannot import published
    // records either.
    const archivist = await role('archivist', [
      ...reads,
      'hotel.import',
      'hotel.import.history',
      'hotel.create',
    ])
    expect(
      await run('hotels', [{ ...fresh, state: 'published' }], { as: archivist, history: 'true' }),
    ).toEqual({ counts: [0, 0, 0, 1], reasons: ['state: You may not make published hotels'] })
    expect(await read('hotels', hotel.id)).toEqual(before)
    if (before.state === 'draft') {
      expect((await run('hotels', to('in_review', '3'), { as: owner, upsertBy })).counts).toEqual([
        0, 1, 0, 0,
      ])
    }
    expect((await run('hotels', to('published', '4'), { as: owner, upsertBy })).counts).toEqual([
      0, 0, 0, 1,
    ])
    expect(
      (await start('hotels', to('published', '4'), { as: owner, upsertBy, history: 'true' }))
        .status,
    ).toBe(403)
    expect((await read('hotels', hotel.id)).state).not.toBe('published')
    expect(api.errors).toEqual([])
  })

  test('undoing an import removes its rows, then references it created that nothing else uses', async () => {
    const tag = crypto.randomUUID().slice(0, 8)
    const rows = ['plain', 'used', 'changed'].flatMap((kind) =>
      [1, 2].map((n) => ({
        name: `${tag} ${kind} ${n}`,
        slug: `${kind}-${n}`,
        kind: `${tag}-${kind}`,
      })),
    )
    const of = async (collection: string): Promise<readonly Row[]> =>
      (await api.call('GET', `/api/${collection}?search=${tag}&sort=name&limit=50`)).body.data
    const category = { by: 'slug', column: 'kind', create: { name: 'kind' } }
    const done = await resultOf('service-sub-categories', rows, {
      fields: { category, kind: undefined },
    })
    expect(done).toMatchObject({ created: 6, refused: 0, errors: [] })
    expect(await of('service-sub-categories')).toHaveLength(6)
    const [changed, plain, used] = await of('service-categories')
    await make('service-sub-categories', { name: 'Other', slug: 'other', category: used!.id })
    const path = `/api/service-categories/${changed!.id}`
    const body = { position: 7 }
    const renamed = await api.call('PATCH', path, { body, version: changed!.version })
    expect(renamed.status, renamed.text).toBe(200)
    const tried = await api.call('POST', `/api/undo/${done.operationId}`, {
      body: { dryRun: true },
    })
    expect(tried.status, tried.text).toBe(200)
    const undo = await api.call('POST', `/api/undo/${done.operationId}`, { body: {} })
    expect(undo.status, undo.text).toBeLessThan(300)
    expect(await of('service-sub-categories')).toEqual([])
    expect((await of('service-categories')).map(({ id }) => id)).toEqual([changed!.id, used!.id])
    expect((await api.call('GET', `/api/service-categories/${plain!.id}`)).status).toBe(404)
    const { data } = tried.body
    expect(data.counts).toMatchObject({ done: 7, changed: 1, refused: 1 })
    expect(
      (data.refusals as { id: string; title: string; code: string }[])
        .map(({ id, title, code }) => [id, title, code])
        .toSorted(),
    ).toEqual(
      [
        [changed!.id, `${tag}-changed`, 'changed_since'],
        [used!.id, `${tag}-used`, 'referenced'],
      ].toSorted(),
    )
  })
})
