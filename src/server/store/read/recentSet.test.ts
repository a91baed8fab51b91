import { expect, test } from 'vitest'
import { RecentSet } from './recentSet.ts'

test('drops an entry once it expires, and the oldest entry when full', () => {
  let now = 0
  const set = new RecentSet(2, 100, () => now)
  set.add('a')
  now = 99
  expect(set.has('a')).toBe(true)
  now = 100
  expect(set.has('a')).toBe(false)
  set.add('b')
  set.add('c')
  set.add('d')
  expect(['b', 'c', 'd'].map((k) => set.has(k))).toEqual([false, true, true])
})
