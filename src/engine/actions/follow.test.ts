import { expect, test } from 'vitest'
import { copyable, followable } from './follow.ts'

test('an action leads to a path of this origin or to an https address, and nowhere else', () => {
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

test('an action gives text alone to the clipboard', () => {
  expect(copyable({ copy: 'https://example.com/pay' })).toBe('https://example.com/pay')
  expect(copyable({ copy: 7 })).toBeUndefined()
  expect(copyable({ redirect: '/' })).toBeUndefined()
  expect(copyable(null)).toBeUndefined()
})
