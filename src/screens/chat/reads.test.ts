import { expect, test } from 'vitest'
import { isUnread, MAX_READS, readReads, withRead, type Reads } from './reads.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 2, 10, 12, minute)).toISOString()
const start: Reads = { since: at(0), upTo: {} }

test('what came after the mark is unread, what is older than the first visit is not', () => {
  expect(isUnread(start, 'a', at(1))).toBe(true)
  expect(isUnread(start, 'a', at(0))).toBe(false)
  const read = withRead(start, 'a', at(2))
  expect(isUnread(read, 'a', at(2))).toBe(false)
  expect(isUnread(read, 'a', at(3))).toBe(true)
  expect(isUnread(read, 'b', at(1))).toBe(true)
})
test('a mark never goes back, and an unchanged one is the same object', () => {
  const read = withRead(start, 'a', at(5))
  expect(withRead(read, 'a', at(4))).toBe(read)
})
test('the oldest marks go when there are too many', () => {
  let reads = start
  for (let i = 0; i <= MAX_READS; i++) reads = withRead(reads, `c${i}`, at(i + 1))
  expect(Object.keys(reads.upTo)).toHaveLength(MAX_READS)
  expect(isUnread(reads, 'c0', at(1))).toBe(false)
})
test('a preference that is none is no preference', () => {
  expect(readReads('x')).toBeUndefined()
  expect(readReads({ since: at(0), upTo: { a: 5, b: at(1) } })).toEqual({ since: at(0), upTo: { b: at(1) } })
})
