// @vitest-environment jsdom
import type { ReactNode } from 'react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { unreadQuery, type Unread } from '../unread.ts'
import { useReceipts } from './receipts.ts'

vi.mock('virtual:model', async () => ({
  default: (await import('#model/compile.ts')).compileModel(
    (await import('#schemas/index.ts')).resources,
  ),
}))

const unread = { unread: {}, arrived: [{ id: 'm1', version: 1 }] } as unknown as Unread
const calls: string[] = []
const watch = () => {
  const client = new QueryClient()
  client.setQueryData(unreadQuery().queryKey, unread)
  return renderHook(() => useReceipts(unread), {
    wrapper: ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    ),
  })
}
beforeEach(() => {
  calls.length = 0
  vi.useFakeTimers()
  vi.stubGlobal('fetch', async (url: string) => {
    calls.push(url)
    return new Response('{"data":{}}', { status: 200 })
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('reports a message as received once', async () => {
  const { rerender } = watch()
  rerender()
  await vi.advanceTimersByTimeAsync(1000)
  expect(calls).toEqual([expect.stringMatching(/\/m1\/actions\/receive$/)])
})

test('sends no receipt after unmounting', async () => {
  const { unmount } = watch()
  unmount()
  await vi.advanceTimersByTimeAsync(1000)
  expect(calls).toEqual([])
})
