import { expect, test } from 'vitest'
import { rangeOf } from './useWindow.ts'

test('renders a bounded number of rows at any scroll position of a long list', () => {
  for (const above of [-50, 0, 44 * 500, 44 * 9_990]) {
    const { from, to } = rangeOf(10_000, 44, above, 880)
    const first = Math.max(0, above / 44)
    expect(from).toBeLessThanOrEqual(first)
    expect(to).toBeGreaterThanOrEqual(Math.min(10_000, first + 20))
    expect(to - from).toBeLessThanOrEqual(80)
  }
})

test('keeps the same rows during small scroll movements', () => {
  expect(rangeOf(1000, 44, 44 * 101, 880)).toEqual(rangeOf(1000, 44, 44 * 108, 880))
})
