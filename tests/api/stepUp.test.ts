/**
 * Actions that require a fresh proof of identity: refunds above the limit, payout accounts, roles.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PASSWORD, startApi, type Api } from './harness.ts'

const REFUSED = { status: 403, code: 'step_up_required' }

describe('step-up authentication', () => {
  let api: Api
  beforeAll(async () => {
    api = await startApi()
  }, 240_000)
  afterAll(() => api?.close())

  /** Signed in an hour ago, with the last proof the given number of minutes ago. */
  const provenBefore = async (minutes: number): Promise<void> => {
    await api.services.db.query(
      `UPDATE "session" SET "createdAt" = now() - interval '1 hour', "provedAt" = now() - $1 * interval '1 minute'`,
      [minutes],
    )
    // Sessions are read again after half a second.
    await new Promise((resolve) => setTimeout(resolve, 600))
  }
  const versionOf = async (path: string): Promise<number> =>
    (await api.call('GET', path)).body.data.version
  const act = async (path: string, name: string, body: object = {}) =>
    api.call('POST', `${path}/actions/${name}`, { body, version: await versionOf(path) })
  const patch = async (path: string, body: object) =>
    api.call('PATCH', path, { body, version: await versionOf(path) })
  const make = async (collection: string, body: object) => {
    const made = await api.call('POST', `/api/${collection}`, { body })
    expect(made.status, made.text).toBe(201)
    return made.body.data
  }

  test('step-up is required for refunds above the limit, and lasts ten minutes', async () => {
    const of = async (collection: string) =>
      (await api.call('GET', `/api/${collection}?limit=1`)).body.data[0].id
    const order = await make('orders', {
      kind: 'service',
      customer: await of('customers'),
      vendor: await of('vendors'),
      currency: 'EUR',
      lines: [{ title: 'Work', quantity: 1, unit: { amount: 200_000, currency: 'EUR' }, tax: 0 }],
    })
    expect((await act(`/api/orders/${order.id}`, 'placed')).status).toBe(200)
    const paid = await make('payment-transactions', {
      kind: 'capture',
      method: 'bank',
      order: order.id,
      amount: { amount: 200_000, currency: 'EUR' },
    })
    const payment = `/api/payment-transactions/${paid.id}`
    for (const state of ['processing', 'succeeded']) {
      expect((await act(payment, state)).status).toBe(200)
    }
    const refund = (amount: number) =>
      act(payment, 'refund', { amount: { amount, currency: 'EUR' }, reason: 'r' })
    await provenBefore(11)
    expect((await refund(50_001)).body).toMatchObject(REFUSED)
    expect((await refund(50_000)).status).toBe(200)
    // In parts it is the same refund.
    expect((await refund(1)).body).toMatchObject(REFUSED)
    expect(
      (await api.call('POST', '/api/auth/prove', { body: { password: 'not it' } })).status,
    ).toBe(422)
    expect((await refund(50_001)).body).toMatchObject(REFUSED)
    expect(
      (await api.call('POST', '/api/auth/prove', { body: { password: PASSWORD } })).status,
    ).toBe(204)
    // Both need an approval as well: together with the first they are large.
    expect((await refund(50_001)).status).toBe(202)
    await provenBefore(9)
    expect((await refund(50_002)).status).toBe(202)
    await provenBefore(11)
    expect((await refund(50_003)).body).toMatchObject(REFUSED)
  })

  test('step-up is required to change the refund limit, the currency and a person’s e-mail address', async () => {
    const limits = { refundProofAbove: 9_000_000 }
    const change = async (body: object) => {
      const version = await versionOf('/api/organisation')
      return api.call('PATCH', '/api/organisation', { body, version })
    }
    await provenBefore(1)
    const person = await make('employees', {
      name: 'Moving',
      email: 'moving@example.com',
      roles: [(await api.call('GET', '/api/user-roles?limit=1')).body.data[0].id],
    })
    await provenBefore(11)
    expect((await change(limits)).body).toMatchObject(REFUSED)
    expect((await change({ currency: 'USD' })).body).toMatchObject(REFUSED)
    expect((await change({ name: 'Another name' })).status).toBe(200)
    const employee = `/api/employees/${person.id}`
    expect((await patch(employee, { email: 'mine@example.com' })).body).toMatchObject(REFUSED)
    expect((await patch(employee, { name: 'Moved' })).status).toBe(200)
    await provenBefore(1)
    expect((await change({ refundProofAbove: 50_001 })).status).toBe(200)
    expect((await change({ refundProofAbove: 50_000 })).status).toBe(200)
    expect((await patch(employee, { email: 'mine@example.com' })).status).toBe(200)
  })

  test('step-up is required for a new payout account, but not for other vendor fields', async () => {
    const vendor = `/api/vendors/${(await api.call('GET', '/api/vendors?limit=1')).body.data[0].id}`
    await provenBefore(11)
    expect((await patch(vendor, { displayName: 'Another name' })).status).toBe(200)
    const before = await versionOf(vendor)
    expect(
      (await patch(vendor, { payoutAccount: 'PT50000201231234567890154' })).body,
    ).toMatchObject(REFUSED)
    expect(await versionOf(vendor)).toBe(before)
    await provenBefore(1)
    expect((await patch(vendor, { payoutAccount: 'PT50000201231234567890154' })).status).toBe(202)
  })
})
