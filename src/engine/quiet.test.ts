// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { QUIET_MS, useQuiet } from './quiet.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const open = () => renderHook(({ shown }) => useQuiet(shown), { initialProps: { shown: 'draft' } })
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

test('ignores clicks while an action runs and briefly after it succeeds', async () => {
  const { result } = open()
  let resolve = (_done: boolean): void => {}
  const promise = new Promise<boolean>((done) => {
    resolve = done
  })
  expect(result.current.quiet).toBe(false)
  act(() => result.current.during(promise))
  await pass(10 * QUIET_MS)
  expect(result.current.quiet).toBe(true)
  resolve(true)
  await pass(0)
  await pass(QUIET_MS - 1)
  expect(result.current.quiet).toBe(true)
  await pass(1)
  expect(result.current.quiet).toBe(false)
})

test('accepts clicks immediately after a cancelled action', async () => {
  const { result } = open()
  act(() => result.current.during(Promise.resolve(false)))
  expect(result.current.quiet).toBe(true)
  await pass(0)
  expect(result.current.quiet).toBe(false)
})

test('ignores clicks as soon as the buttons change, until the delay after the last change ends', async () => {
  const { result, rerender } = open()
  rerender({ shown: 'in review' })
  expect(result.current.quiet).toBe(true)
  await pass(QUIET_MS - 1)
  rerender({ shown: 'published' })
  await pass(QUIET_MS - 1)
  expect(result.current.quiet).toBe(true)
  await pass(1)
  expect(result.current.quiet).toBe(false)
})

test('ignores clicks for a moment once buttons are reported as moved', async () => {
  const { result } = open()
  act(() => result.current.moved())
  await pass(QUIET_MS - 1)
  expect(result.current.quiet).toBe(true)
  await pass(1)
  expect(result.current.quiet).toBe(false)
})
