import { expect, test } from 'vitest'
import { tagConditions, tagFilterOf, tagFilterValue, tagModes } from './tagValue.ts'

test('a filter by tags survives the URL in every mode', () => {
  for (const mode of tagModes) {
    const tags = mode === 'empty' ? [] : ['vip', 'new']
    expect(tagFilterOf(tagFilterValue(mode, tags))).toEqual({ mode, tags })
  }
  expect(tagFilterValue('all', ['vip'])).toBe('vip')
  expect(tagFilterValue('none', [])).toBeUndefined()
})

test('each mode is its own condition', () => {
  const path = ['tags']
  expect(tagConditions('tags', 'vip')).toEqual([{ path, op: 'has', value: 'vip' }])
  expect(tagConditions('tags', ['a', 'b'])).toEqual([{ path, op: 'hasAny', value: ['a', 'b'] }])
  expect(tagConditions('tags', ['@@all', 'a', 'b'])).toEqual([
    { path, op: 'hasAll', value: ['a', 'b'] },
  ])
  expect(tagConditions('tags', ['@@none', 'a'])).toEqual([{ path, op: 'hasNone', value: ['a'] }])
  expect(tagConditions('tags', '@@empty')).toEqual([{ path, op: 'isNull', value: true }])
  expect(tagConditions('tags', '@@none')).toEqual([])
})
