import { expect, test } from 'vitest'
import { formatSort, parseSort } from '#model/urlQuery.ts'
import { onlyBy, withLevel } from './sortLevels.ts'

const after = (make: typeof onlyBy, sort: string, field: string) =>
  formatSort(make(parseSort(sort), field))

test('a click makes a column the only level, and turns it round', () => {
  expect(after(onlyBy, '-createdAt', 'title')).toBe('title')
  expect(after(onlyBy, 'title', 'title')).toBe('-title')
  expect(after(onlyBy, '-title', 'title')).toBe('title')
  expect(after(onlyBy, 'author,title', 'title')).toBe('-title')
})

test('with Shift a column joins, turns round and leaves; the last level stays', () => {
  expect(after(withLevel, 'author', 'title')).toBe('author,title')
  expect(after(withLevel, 'author,title', 'title')).toBe('author,-title')
  expect(after(withLevel, 'author,-title', 'title')).toBe('author')
  expect(after(withLevel, '-title', 'title')).toBe('title')
  expect(after(withLevel, 'a,b,c,d,e', 'f')).toBe('a,b,c,d,e')
})
