// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest'
import { noteOpened, openedEntries } from './openedEntries.ts'

beforeEach(() => {
  localStorage.clear()
  vi.useRealTimers()
})

test('the last five opened entries of an account are kept, newest first', () => {
  for (const key of ['a', 'b', 'c', 'd', 'e', 'b', 'f']) noteOpened('one', key)
  expect(openedEntries('one')).toEqual(['f', 'b', 'e', 'd', 'c'])
  expect(openedEntries('other')).toEqual([])
})

test('an entry opened more than 30 days ago no longer counts', () => {
  vi.useFakeTimers({ now: Date.parse('2026-01-01') })
  noteOpened('one', 'a')
  vi.setSystemTime(Date.parse('2026-02-01'))
  expect(openedEntries('one')).toEqual([])
})

test('damaged storage counts as nothing opened', () => {
  localStorage.setItem('navigation.opened:one', '[["a"],7,{}')
  expect(openedEntries('one')).toEqual([])
  localStorage.setItem('navigation.opened:one', '[["a"],7,{}]')
  expect(openedEntries('one')).toEqual([])
})
