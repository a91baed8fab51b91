import { expect, test } from 'vitest'
import { effectOf } from './effect.ts'

const role = {
  id: 'r',
  before: { allow: ['paymentTransaction.*'], deny: [] },
  after: { allow: ['paymentTransaction.*', 'order.read'], deny: ['paymentTransaction.refund'] },
}
const others = new Map([
  ['wide', { allow: ['*'], deny: [] }],
  ['denying', { allow: [], deny: ['*'] }],
])
const people = [
  { id: '1', name: 'Ada', roles: ['r'] },
  { id: '2', name: 'Ben', roles: ['r', 'wide'] },
  { id: '3', name: 'Cleo', roles: ['denying', 'r'] },
]

test('lists who gains or loses a permission; other roles can keep it, a denial affects only its own role', () => {
  expect(effectOf(people, role, others, ['paymentTransaction.refund'])).toEqual({
    gain: [],
    lose: ['Ada', 'Cleo'],
  })
  expect(effectOf(people, role, others, ['order.read'])).toEqual({
    gain: ['Ada', 'Cleo'],
    lose: [],
  })
  expect(effectOf(people, role, others, ['hotel.read', 'paymentTransaction.list'])).toEqual({
    gain: [],
    lose: [],
  })
})
