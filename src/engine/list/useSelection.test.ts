import { expect, test } from 'vitest'
import { changed, type Matching } from './useSelection.ts'

const all: Matching = { query: {}, search: {}, total: 30, except: [] }
const shown = { a: true, b: true } as const
const of = (matching: Matching | undefined, picked = {}) => ({ picked, matching, trashed: false })
const without = (id: string) => (was: Readonly<Record<string, true>>) =>
  Object.fromEntries(Object.entries(was).filter(([key]) => key !== id))

test('unticking a row of a select-all selection excludes it; ticking it again includes it', () => {
  const once = changed(of(all), shown, true, without('a'))
  expect(once.matching?.except).toEqual(['a'])
  const again = changed(once, { b: true }, true, (was) => ({ ...was, a: true }))
  expect(again.matching?.except).toEqual([])
})

test('ticking a row outside the filter ends a select-all selection', () => {
  const next = changed(of(all), {}, false, (was) => ({ ...was, c: true }))
  expect(next).toEqual(of(undefined, { c: true }))
})

test('selects and deselects single rows', () => {
  expect(changed(of(undefined, { x: true }), {}, true, without('x')).picked).toEqual({})
})
