import { expect, test } from 'vitest'
import { copyable, followable } from './follow.ts'

test('follows an action’s redirect only to a same-origin path or an https address', () => {
  expect(followable({ redirect: '/auth/success?transaction=1' })).toBe(
    '/auth/success?transaction=1',
  )
  expect(followable({ redirect: 'https://pay.example.com/x' })).toBe('https://pay.example.com/x')
  for (const redirect of [
    '//evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
    'http://evil.example/',
    7,
    null,
  ]) {
    expect(followable({ redirect })).toBeUndefined()
  }
  expect(followable(null)).toBeUndefined()
})

test('copies only text from an action’s result', () => {
  expect(copyable({ copy: 'https://example.com/pay' })).toBe('https://example.com/pay')
  expect(copyable({ copy: 7 })).toBeUndefined()
  expect(copyable({ redirect: '/' })).toBeUndefined()
  expect(copyable(null)).toBeUndefined()
})
