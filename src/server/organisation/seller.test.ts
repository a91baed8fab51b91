import { expect, test } from 'vitest'
import { seller } from './seller.ts'

test('refuses an address with too many lines, naming the limit', () => {
  const { error } = seller.shape.address.safeParse('1\n2\n3\n4\n5\n6\n7')
  expect(error?.issues.map(({ message }) => message)).toEqual(['Write 6 lines at most'])
  expect(seller.shape.address.safeParse('1\n2\n3\n4\n5\n6').success).toBe(true)
})
