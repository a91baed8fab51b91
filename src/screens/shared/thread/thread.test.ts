import { expect, test, vi } from 'vitest'
import type { ListResponse, RecordData } from '#data/types.ts'
import { lineOf } from './lines.ts'
import { STRETCH } from './knownMessages.ts'
import { createThreadStore, type Source } from './threadStore.ts'
import { triggerAt, withPicked } from './trigger.ts'

const message = (n: number, more: object = {}): RecordData =>
  ({
    id: `m${n}`,
    version: 1,
    sequence: n,
    createdAt: new Date(Date.UTC(2026, 2, 10, 12, n)).toISOString(),
    kind: 'outgoing',
    sender: { type: 'employees', id: 'e1' },
    body: `${n}`,
    ...more,
  }) as RecordData
const response = (data: RecordData[]): ListResponse => ({
  data,
  included: {},
  page: { limit: STRETCH, total: data.length, totalIsExact: true, next: null, previous: null },
})

/** A fake server with these messages that records its requests. */
const server = (count: number) => {
  const all = new Map(Array.from({ length: count }, (_, i) => [i + 1, message(i + 1)]))
  const asked: string[] = []
  const source: Source = {
    newest: async () => {
      asked.push('newest')
      return response(
        [...all.values()].sort((a, b) => Number(b.sequence) - Number(a.sequence)).slice(0, STRETCH),
      )
    },
    between: async (from, to) => {
      asked.push(`${from}-${to}`)
      return response(
        [...all.values()].filter((m) => Number(m.sequence) >= from && Number(m.sequence) <= to),
      )
    },
  }
  return {
    all,
    asked,
    store: createThreadStore(source),
    write: (n: number, more: object = {}) => void all.set(n, message(n, more)),
  }
}
const bodies = (store: ReturnType<typeof server>['store'], from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => store.state().at(from + i)?.body)

test('a long conversation loads its newest messages first and fetches each scrolled-to range once', async () => {
  const { store, asked } = server(100_000)
  await store.refresh()
  expect(store.state()).toMatchObject({ ready: true, last: 100_000 })
  store.need(99_990, 100_000)
  expect(asked).toEqual(['newest'])
  expect(store.state().at(5000)).toBeUndefined()
  store.need(4990, 5010)
  store.need(4991, 5011)
  await vi.waitFor(
    () =>
      expect(bodies(store, 4990, 5010)).toEqual(
        Array.from({ length: 21 }, (_, i) => `${4990 + i}`),
      ),
    { timeout: 20_000 },
  )
  expect(asked).toEqual(['newest', '4951-5000', '5001-5050'])
})

test('a refresh after more new messages than fit one response neither loses nor duplicates any', async () => {
  const { store, write } = server(60)
  await store.refresh()
  store.need(1, 60)
  await vi.waitFor(() => expect(store.state().at(1)?.body).toBe('1'), { timeout: 20_000 })
  for (let n = 61; n <= 300; n++) write(n)
  await store.refresh()
  expect(store.state().last).toBe(300)
  expect(store.state().at(100)).toBeUndefined()
  store.need(1, 300)
  await vi.waitFor(
    () => expect(bodies(store, 1, 300)).toEqual(Array.from({ length: 300 }, (_, i) => `${i + 1}`)),
    { timeout: 20_000 },
  )
})

test('a fetched message that is older than the known version is ignored', async () => {
  const { store, write } = server(3)
  await store.refresh()
  store.take(message(2, { version: 3, body: 'changed' }))
  expect(bodies(store, 1, 3)).toEqual(['1', 'changed', '3'])
  write(2, { version: 2, body: 'before' })
  await store.refresh()
  expect(bodies(store, 1, 3)).toEqual(['1', 'changed', '3'])
})

test('adding a message before the ones preceding it are fetched leaves no gap', async () => {
  const { store, write } = server(10)
  await store.refresh()
  store.need(1, 10)
  for (let n = 11; n <= 13; n++) write(n)
  store.take(message(13))
  store.need(1, 13)
  await vi.waitFor(() => expect(bodies(store, 9, 13)).toEqual(['9', '10', '11', '12', '13']), {
    timeout: 20_000,
  })
})

test('sequence numbers without a message visible to this person are marked empty, also after one moved away', async () => {
  const { store, all } = server(20)
  all.delete(7)
  await store.refresh()
  store.need(1, 20)
  await vi.waitFor(() => expect(store.state().at(7)).toBeNull(), { timeout: 20_000 })
  all.delete(20)
  await store.refresh({ stale: true })
  store.need(1, 20)
  await vi.waitFor(() => expect(store.state().at(20)).toBeNull(), { timeout: 20_000 })
})

test('removes messages moved to another conversation, and shows renumbered messages once', async () => {
  const { store, all } = server(4)
  await store.refresh()
  all.delete(2)
  all.delete(3)
  all.set(5, message(5))
  await store.refresh({ stale: true })
  expect(bodies(store, 1, 5)).toEqual(['1', undefined, undefined, '4', '5'])
  all.set(2, message(5, { sequence: 2, version: 2 }))
  all.set(5, message(4, { sequence: 5, version: 2 }))
  all.delete(4)
  await store.refresh({ stale: true })
  expect(bodies(store, 1, 5)).toEqual(['1', '5', undefined, undefined, '4'])
  expect([store.state().find('m4')?.sequence, store.state().find('m5')?.sequence]).toEqual([5, 2])
})

test('refetches a changed message that is known, and reports an unknown one as new', async () => {
  const { store, write } = server(4)
  await store.refresh()
  write(3, { version: 2, body: 'better' })
  expect([store.changed('m3'), store.changed('m9')]).toEqual([true, false])
  await vi.waitFor(() => expect(store.state().find('m3')?.body).toBe('better'), { timeout: 20_000 })
})

test('groups messages by day in the person’s time zone, and by sender within minutes, even when out of order', () => {
  const late = message(0, { createdAt: '2026-03-10T23:30:00Z' })
  const [note, next] = [
    message(2, { createdAt: '2026-03-10T23:33:00Z', kind: 'note' }),
    message(1, { createdAt: '2026-03-10T23:32:00Z' }),
  ]
  expect(lineOf(late, undefined, 'UTC')).toEqual({ day: '2026-03-10', joined: false })
  expect(lineOf(next, late, 'UTC')).toEqual({ day: undefined, joined: true })
  expect(lineOf(late, next, 'UTC')).toEqual({ day: undefined, joined: true })
  expect(lineOf(note, next, 'UTC').joined).toBe(false)
  expect(lineOf(message(3, { createdAt: '2026-03-11T00:10:00Z' }), late, 'UTC').day).toBe(
    '2026-03-11',
  )
  expect(lineOf(late, undefined, 'Europe/Berlin').day).toBe('2026-03-11')
})

test('typing / or @ at the start of a word opens a list, and the choice replaces the typed text', () => {
  expect(triggerAt('Hello /tha', 10, false)).toEqual({ sign: '/', search: 'tha', from: 6 })
  expect(triggerAt('and/or', 6, false)).toBeUndefined()
  expect(triggerAt('https://x', 9, false)).toBeUndefined()
  expect(triggerAt('See @Ana S', 10, true)).toEqual({ sign: '@', search: 'Ana S', from: 4 })
  expect(triggerAt('See @Ana', 8, false)).toBeUndefined()
  expect(triggerAt('a@example.com', 13, true)).toBeUndefined()
  expect(
    withPicked('Hello /tha and more', 10, { sign: '/', search: 'tha', from: 6 }, 'Thank you!'),
  ).toEqual({ text: 'Hello Thank you! and more', cursor: 16 })
})
