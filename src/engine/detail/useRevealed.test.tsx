// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { RecordData } from '#data/types.ts'
import { SHOWN_MS, useRevealed } from './useRevealed.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const record = (version: number): RecordData => ({ id: 'a', version }) as RecordData

test('hides each revealed value after its own timeout', () => {
  const { result } = renderHook(() => useRevealed(record(1)))
  act(() => result.current.show('phone', '+351 1'))
  act(() => void vi.advanceTimersByTime(SHOWN_MS / 2))
  act(() => result.current.show('born', '1977-07-17'))
  act(() => void vi.advanceTimersByTime(SHOWN_MS / 2 - 1))
  expect(result.current.values).toEqual({ phone: '+351 1', born: '1977-07-17' })
  act(() => void vi.advanceTimersByTime(1))
  expect(result.current.values).toEqual({ born: '1977-07-17' })
  act(() => void vi.advanceTimersByTime(SHOWN_MS / 2))
  expect(result.current.values).toEqual({})
})

test('hides all revealed values when the record changes; hiding one keeps the others', () => {
  const { result, rerender } = renderHook(({ version }) => useRevealed(record(version)), {
    initialProps: { version: 1 },
  })
  act(() => result.current.show('phone', '+351 1'))
  act(() => result.current.show('born', '1977-07-17'))
  act(() => result.current.hide('phone'))
  expect(result.current.values).toEqual({ born: '1977-07-17' })
  rerender({ version: 2 })
  expect(result.current.values).toEqual({})
})
