import { expect, test } from 'vitest'
import { countedTitle, plainTitle } from './title.ts'

test('a page title shows at most one unread count', () => {
  expect(countedTitle('Chat · Marketplace', 2)).toBe('(2) Chat · Marketplace')
  expect(countedTitle('(2) Chat · Marketplace', 13)).toBe('(13) Chat · Marketplace')
  expect(countedTitle('(2) Chat · Marketplace', 0)).toBe('Chat · Marketplace')
  expect(plainTitle('(Draft) Terms')).toBe('(Draft) Terms')
})
