// @vitest-environment jsdom
import { renderHook, waitFor } from '@testing-library/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { expect, test, vi } from 'vitest'
import type { FieldModel } from '#model/types.ts'
import type { List } from '../useList.ts'

/** Bookings by hotel and state: 400 hotels with 1 to 400 bookings in each of three states. */
const HOTELS = 400
const STATES = ['open', 'paid', 'gone']
const MOST = 1000

const respond = (query: URLSearchParams) => {
  const group = (query.get('group') ?? '').split(',').filter(Boolean)
  const only = query.get('filter[hotel][in]')?.split(',')
  const groups = new Map<string, { group: Record<string, string>; values: { count: number } }>()
  for (let i = 1; i <= HOTELS; i++) {
    if (only && !only.includes(`h${i}`)) continue
    for (const state of STATES) {
      const of = { hotel: `h${i}`, state }
      const own = Object.fromEntries(Object.entries(of).filter(([name]) => group.includes(name)))
      const before = groups.get(JSON.stringify(own))?.values.count ?? 0
      groups.set(JSON.stringify(own), { group: own, values: { count: before + i } })
    }
  }
  const all = [...groups.values()].sort((a, b) => b.values.count - a.values.count)
  return { data: all.slice(0, MOST), included: {}, truncated: all.length > MOST }
}

vi.mock('#data/api.ts', async (original) => ({
  ...(await original<object>()),
  get: (_: string, { query }: { query: URLSearchParams }) => Promise.resolve(respond(query)),
}))
const { usePivot } = await import('./usePivot.ts')

const client = new QueryClient()
const wrapper = ({ children }: { readonly children: ReactNode }) => (
  <QueryClientProvider client={client}>{children}</QueryClientProvider>
)
const list = { resource: { collection: 'bookings' }, query: {} } as List
const field = (name: string) => ({ name, kind: 'enum' }) as FieldModel

test('groups beyond the limit are left out as a whole, and totals include them', async () => {
  const { result } = renderHook(() => usePivot(list, field('hotel'), field('state'), undefined), {
    wrapper,
  })
  await waitFor(() => expect(result.current.table).toBeDefined())
  const { pivot, count } = result.current.table!
  const every = (HOTELS * (HOTELS + 1)) / 2
  expect(count).toBe(every * STATES.length)
  expect(pivot.columns.map((c) => c.count)).toEqual(STATES.map(() => every))
  expect(result.current.largest).toEqual({ rows: 200, columns: 3 })
  for (const row of pivot.rows) {
    const cells = STATES.map((state) => pivot.at(row.value, state)?.count ?? 0)
    expect([row.value, cells.reduce((a, b) => a + b)]).toEqual([row.value, row.count])
  }
})
