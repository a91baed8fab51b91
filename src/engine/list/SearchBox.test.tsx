// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { toy, toyModel } from '#tests/toy.ts'
import { startI18n } from '#ui/i18n.ts'
import { SearchBox } from './SearchBox.tsx'
import type { List } from './useList.ts'

vi.mock('virtual:model', async () => ({ default: (await import('#tests/toy.ts')).toyModel }))

const setSearch = vi.fn()
const box = (search: string) => (
  <SearchBox
    list={
      { resource: toy('book', toyModel), search: { search }, setSearch } as Partial<List> as List
    }
    inputRef={{ current: null }}
  />
)
const input = () => screen.getByRole<HTMLInputElement>('searchbox')
const type = (text: string) => {
  fireEvent.change(input(), { target: { value: text } })
  vi.advanceTimersByTime(300)
}

beforeAll(() => startI18n('en'))
beforeEach(() => {
  vi.useFakeTimers()
  setSearch.mockClear()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

test('keeps typed text when the address is updated late', () => {
  const { rerender } = render(box(''))
  type('Ca')
  type('Casa')
  expect(setSearch.mock.calls.map(([search]) => search)).toEqual([
    { search: 'Ca' },
    { search: 'Casa' },
  ])
  rerender(box('Ca'))
  expect(input().value).toBe('Casa')
  rerender(box('Casa'))
  expect(input().value).toBe('Casa')
})

test('follows an address changed elsewhere', () => {
  const { rerender } = render(box('Casa'))
  rerender(box(''))
  expect(input().value).toBe('')
  type('Rio')
  rerender(box('Rio'))
  rerender(box('Casa'))
  expect(input().value).toBe('Casa')
})
