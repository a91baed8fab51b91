import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApi, type Api } from './harness.ts'

let api: Api
beforeAll(async () => {
  api = await startApi()
}, 120_000)
afterAll(() => api?.close())

test('the dashboard covers the last thirty days unless dates are given', async () => {
  const {
    status,
    body: { data },
  } = await api.call('GET', '/api/dashboard')
  expect(status).toBe(200)
  expect(data).toMatchObject({ grain: 'day', timeZone: 'Europe/Lisbon' })
  expect(data.steps).toHaveLength(30)
  expect(data.metrics.map((f: { name: string }) => f.name).sort()).toEqual([
    'bookings',
    'mrr',
    'newCustomers',
    'occupancy',
    'openOrders',
    'orders',
    'revenue',
    'ticketsInBreach',
  ])
  const year = (await api.call('GET', '/api/dashboard?from=2025-01-01&to=2025-12-31')).body.data
  expect(year).toMatchObject({
    from: '2025-01-01',
    to: '2025-12-31',
    previous: { from: '2024-01-02', to: '2024-12-31' },
    grain: 'month',
  })
  expect(year.steps).toEqual(
    Array.from({ length: 12 }, (_, m) => `2025-${String(m + 1).padStart(2, '0')}-01`),
  )
  const weeks = (await api.call('GET', '/api/dashboard?from=2026-01-01&to=2026-03-01')).body.data
  expect(weeks.grain).toBe('week')
  expect(weeks.steps.slice(0, 3)).toEqual(['2026-01-01', '2026-01-05', '2026-01-12'])
})

test.each([
  'from=2026-02-30',
  'from=yesterday',
  'from=2026-03-02&to=2026-03-01',
  'from=2000-01-01&to=2026-01-01',
  'day=2026-03-01',
  'from=2026-03-01&from=2026-03-02',
  'to=',
])('refuses the query %s', async (query) => {
  expect((await api.call('GET', `/api/dashboard?${query}`)).status).toBe(400)
})

test('the dashboard returns 401 without a session and no metrics without permissions', async () => {
  expect((await api.call('GET', '/api/dashboard', { as: 'nobody' })).status).toBe(401)
  const { body } = await api.call('POST', '/api/user-roles', { body: { name: 'nothing' } })
  await api.person('idle', [body.data.id])
  expect((await api.call('GET', '/api/dashboard', { as: 'idle' })).body.data).toMatchObject({
    metrics: [],
    top: [],
    activity: [],
  })
})
