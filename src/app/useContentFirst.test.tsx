// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useContentFirst } from './useContentFirst.ts'

const client = new QueryClient()
const wrapper = ({ children }: { readonly children: ReactNode }) => (
  <QueryClientProvider client={client}>{children}</QueryClientProvider>
)
const wait = (ms: number): Promise<void> =>
  act(async () => void (await vi.advanceTimersByTimeAsync(ms)))
/** Starts a request of the page; the returned function lets its response arrive. */
const fetching = (key: string): (() => Promise<void>) => {
  let arrive = () => {}
  const response = new Promise<true>((resolve) => (arrive = () => resolve(true)))
  void client.prefetchQuery({ queryKey: [key], queryFn: () => response })
  return async () => {
    arrive()
    await wait(1)
  }
}

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  client.clear()
})

test('waits until all page data has arrived and been painted', async () => {
  const { result } = renderHook(useContentFirst, { wrapper })
  const [rows, counts] = [fetching('rows'), fetching('counts')]
  await rows()
  await wait(50)
  expect(result.current).toBe(false)
  await counts()
  expect(result.current).toBe(false)
  await wait(50)
  expect(result.current).toBe(true)
})

test('stops waiting after 600 ms when data does not arrive', async () => {
  const { result } = renderHook(useContentFirst, { wrapper })
  fetching('never')
  await wait(599)
  expect(result.current).toBe(false)
  await wait(2)
  expect(result.current).toBe(true)
})
