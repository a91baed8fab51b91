import { expect, test } from 'vitest'
import { conditionsOf } from './queryOf.ts'
import { tagFilterOf, tagFilterValue, tagModes, type TagMode } from './tagValue.ts'

test('a tag filter round-trips through the URL in every mode', () => {
  for (const mode of tagModes) {
    const tags = mode === 'empty' ? [] : ['vip', 'new']
    expect(tagFilterOf(tagFilterValue(mode, tags))).toEqual({ mode, tags })
  }
  expect(tagFilterValue('all', ['vip'])).toBe('vip')
  expect(tagFilterValue('none', [])).toBeUndefined()
})

test('each tag mode becomes its own filter condition', () => {
  const path = ['tags']
  const tags = { name: 'tags', kind: 'tags', label: 'Tags', required: false, tagsOf: 'x' } as const
  const of = (mode: TagMode, list: readonly string[]) =>
    conditionsOf(tags, tagFilterValue(mode, list)!, { zone: 'UTC' })
  expect(of('any', ['vip'])).toEqual([{ path, op: 'has', value: 'vip' }])
  expect(of('any', ['a', 'b'])).toEqual([{ path, op: 'hasAny', value: ['a', 'b'] }])
  expect(of('all', ['a', 'b'])).toEqual([{ path, op: 'hasAll', value: ['a', 'b'] }])
  expect(of('none', ['a'])).toEqual([{ path, op: 'hasNone', value: ['a'] }])
  expect(of('empty', [])).toEqual([{ path, op: 'isNull', value: true }])
  expect(conditionsOf(tags, '@@hasNone', { zone: 'UTC' })).toEqual([])
})
