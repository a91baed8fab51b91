import { expect, test } from 'vitest'
import { formatSort, parseSort } from '#model/urlQuery.ts'
import { onlyBy, withLevel } from './sortLevels.ts'

const after = (make: typeof onlyBy, sort: string, field: string) =>
  formatSort(make(parseSort(sort), field))

test('clicking a column sorts by it alone; clicking again reverses the order', () => {
  expect(after(onlyBy, '-createdAt', 'title')).toBe('title')
  expect(after(onlyBy, 'title', 'title')).toBe('-title')
  expect(after(onlyBy, '-title', 'title')).toBe('title')
  expect(after(onlyBy, 'author,title', 'title')).toBe('-title')
})

test('Shift+click adds, reverses and removes a sort column; the last column stays', () => {
  expect(after(withLevel, 'author', 'title')).toBe('author,title')
  expect(after(withLevel, 'author,title', 'title')).toBe('author,-title')
  expect(after(withLevel, 'author,-title', 'title')).toBe('author')
  expect(after(withLevel, '-title', 'title')).toBe('title')
  expect(after(withLevel, 'a,b,c,d,e', 'f')).toBe('a,b,c,d,e')
})
