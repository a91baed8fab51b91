import fc from 'fast-check'
import { expect, test } from 'vitest'
import { userRole } from '../userRole.ts'
import { grants, MAX_PATTERNS, starsOf } from './permissions.ts'

const covers = (pattern: string, key: string) => grants({ allow: [pattern], deny: [] }, key)

test('a star in a pattern matches any run of characters at any position', () => {
  const text = fc.stringMatching(/^[ab.]{0,6}$/)
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 5 }), text, text, (parts, a, b) => {
      const pattern = parts.join('*')
      const key = `x${a}${b}`
      const oracle = new RegExp(`^${parts.map((p) => p.replaceAll('.', '\\.')).join('.*')}$`)
      for (const given of [key, parts.join(a), parts.join('')]) {
        expect(covers(pattern, given), `${pattern} ${given}`).toBe(oracle.test(given))
      }
    }),
  )
})

test('grants a transition only when the pattern ends in a star or contains “transition”', () => {
  expect(covers('*.read', 'chatMessage.transition.read')).toBe(false)
  expect(covers('chatMessage.*', 'chatMessage.transition.read')).toBe(true)
  expect(covers('*.transition.read', 'chatMessage.transition.read')).toBe(true)
  expect(covers('chatMessage.transition.read', 'chatMessage.transition.read')).toBe(true)
})

test('treats consecutive stars as one star', () => {
  expect(starsOf('**a***b')).toBe(2)
  expect(covers('*****.read', 'hotel.read')).toBe(true)
  expect(covers('*****~', 'hotel.read')).toBe(false)
})

test('matches patterns designed for catastrophic backtracking quickly, one or many of them', () => {
  const key = `${'a'.repeat(50)}.field.${'a'.repeat(50)}.read`
  const hard = Array.from({ length: MAX_PATTERNS }, (_, i) => `${'*a'.repeat(20)}*~${i}`)
  const from = performance.now()
  for (let i = 0; i < 1000; i++) {
    grants({ allow: hard.slice(0, 1), deny: hard.slice(1, 2) }, key + i)
  }
  const allow = [...hard]
  for (let i = 0; i < 1000; i++) expect(grants({ allow, deny: [] }, key + i)).toBe(false)
  expect(performance.now() - from).toBeLessThan(2000)
})

test.each([
  ['more than three stars in one pattern', { allow: ['*a*b*c*d'], deny: [] }],
  [
    'more patterns than one role has',
    {
      allow: Array.from({ length: MAX_PATTERNS }, (_, i) => `a.${i}`),
      deny: ['b.read'],
    },
  ],
])('rejects a role with %s', (_name, grants) => {
  const { grants: field } = userRole.shape.shape
  expect(field.safeParse(grants).success).toBe(false)
  expect(field.safeParse({ allow: ['**.read', '*.field.*.read'], deny: [] }).success).toBe(true)
})
