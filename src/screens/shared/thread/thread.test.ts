import { expect, test } from 'vitest'
import type { ListAnswer, RecordData } from '#data/types.ts'
import { linesOf } from './days.ts'
import { messagesOf, withHead, withMessage, type Pages } from './pages.ts'

const message = (n: number, more: object = {}): RecordData => ({ id: `m${n}`, version: 1, createdAt: new Date(Date.UTC(2026, 2, 10, 12, n)).toISOString(), kind: 'outgoing', sender: { type: 'employees', id: 'e1' }, body: `${n}`, ...more }) as RecordData
const answer = (data: RecordData[], next: string | null = null): ListAnswer => ({ data, included: {}, page: { limit: 3, total: 9, totalIsExact: true, next, previous: null } })
const pages = (...list: ListAnswer[]): Pages => ({ pages: list, pageParams: list.map(String) })
const ids = (p: Pages | undefined) => messagesOf(p?.pages ?? []).map((m) => m.id)

test('messages come oldest first, each once, in their newest version', () => {
  const all = pages(answer([message(3), message(2, { version: 2, body: 'changed' })]), answer([message(2), message(1)]))
  expect(ids(all)).toEqual(['m1', 'm2', 'm3'])
  expect(messagesOf(all.pages)[1]?.body).toBe('changed')
})
test('a newer head adds what is new and keeps the way to older pages', () => {
  const next = withHead(pages(answer([message(2), message(1)], 'older')), answer([message(4), message(3), message(2, { version: 2 })], 'elsewhere'))
  expect(ids(next)).toEqual(['m1', 'm2', 'm3', 'm4'])
  expect(next.pages[0]?.page.next).toBe('older')
  expect(messagesOf(next.pages)[1]?.version).toBe(2)
})
test('where more was written than the head holds, nothing is left out between', () => {
  const next = withHead(pages(answer([message(2), message(1)], 'older')), answer([message(9), message(8), message(7)], 'before 7'))
  expect(ids(next)).toEqual(['m7', 'm8', 'm9'])
  expect(next.pages[0]?.page.next).toBe('before 7')
})
test('an answer that is older than what is known changes nothing', () => {
  const known = pages(answer([message(1, { version: 3 })]))
  expect(messagesOf(withMessage(known, message(1, { version: 2 }))!.pages)[0]?.version).toBe(3)
  expect(ids(withMessage(known, message(2)))).toEqual(['m1', 'm2'])
})
test('days part where the person is; messages of one sender within minutes stand together', () => {
  const late = message(0, { createdAt: '2026-03-10T23:30:00Z' })
  const lines = linesOf([late, message(1, { createdAt: '2026-03-10T23:32:00Z' }), message(2, { createdAt: '2026-03-10T23:33:00Z', kind: 'note' }), message(3, { createdAt: '2026-03-11T00:10:00Z', kind: 'note' })], 'UTC')
  expect(lines.map((l) => [l.day, l.joined])).toEqual([['2026-03-10', false], [undefined, true], [undefined, false], ['2026-03-11', false]])
  expect(linesOf([late], 'Europe/Berlin')[0]?.day).toBe('2026-03-11')
})
