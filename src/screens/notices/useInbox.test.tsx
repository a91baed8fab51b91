// @vitest-environment jsdom
import { renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Notice } from '#data/inbox.ts'
import { useArrivals } from './useInbox.ts'

const at = (second: number, readAt: string | null = null) =>
  ({ id: `n${second}`, at: `2026-11-29T09:00:0${second}Z`, readAt }) as Notice

const watch = (first: readonly Notice[]) => {
  const announced: string[] = []
  const { rerender } = renderHook(
    ({ notices, ready }) =>
      useArrivals(notices, ready, (notice) => {
        announced.push(notice.id)
      }),
    { initialProps: { notices: first, ready: true } },
  )
  return {
    announced,
    show: (notices: readonly Notice[]) => rerender({ notices, ready: true }),
  }
}

test('announces each new notification once, oldest first, and none that was there or read', () => {
  const { announced, show } = watch([at(1)])
  expect(announced).toEqual([])
  const both = [at(3), at(2), at(1)]
  show(both)
  show(both)
  expect(announced).toEqual(['n2', 'n3'])
  show([at(5, '2026-11-29T09:01:00Z'), at(4), ...both])
  expect(announced).toEqual(['n2', 'n3', 'n4'])
  show([at(1)])
  show(both)
  expect(announced).toEqual(['n2', 'n3', 'n4'])
})

test('of many at once only the latest three are announced', () => {
  const { announced, show } = watch([])
  show([at(6), at(5), at(4), at(3), at(2)])
  expect(announced).toEqual(['n4', 'n5', 'n6'])
})
