// @vitest-environment jsdom
import { Profiler } from 'react'
import { act, cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Countdown } from './Countdown.tsx'

vi.mock('../person.ts', () => ({ useTimeZone: () => 'UTC' }))

const MINUTE = 60_000
const NOW = Date.parse('2026-06-10T12:00:00Z')
let drawn = 0
beforeEach(() => {
  vi.useFakeTimers({ now: NOW })
  drawn = 0
})
afterEach(() => {
  cleanup()
  expect(vi.getTimerCount()).toBe(0)
  vi.useRealTimers()
})
const show = (...minutes: readonly number[]) =>
  render(
    <Profiler id="all" onRender={() => drawn++}>
      {minutes.map((m) => (
        <Countdown key={m} value={new Date(NOW + m * MINUTE).toISOString()} />
      ))}
    </Profiler>,
  )
const seen = () =>
  [...document.querySelectorAll('time')].map((el) => `${el.textContent} ${el.dataset.tone}`)
const pass = (ms: number) =>
  act(() => {
    vi.advanceTimersByTime(ms)
  })

test('shows the time left, then the time overdue', () => {
  show(130, 60, 1, 0, -35, -3 * 24 * 60)
  expect(seen()).toEqual([
    '2 hr 10 min left calm',
    '1 hr left soon',
    '1 min left soon',
    '0 min overdue late',
    '35 min overdue late',
    '3 days overdue late',
  ])
  pass(MINUTE)
  expect(seen().slice(0, 4)).toEqual([
    '2 hr 9 min left calm',
    '59 min left soon',
    '0 min overdue late',
    '1 min overdue late',
  ])
})

test('does not re-render while its text stays the same', () => {
  show(130, 2000)
  const first = drawn
  pass(50_000)
  expect(drawn).toBe(first)
  pass(10_000)
  // A span in days and hours changes once an hour.
  expect(drawn).toBe(first + 1)
})
