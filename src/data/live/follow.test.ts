// @vitest-environment jsdom
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keys } from '../queries.ts'

vi.mock('../session.ts', () => ({
  storedTokens: () => ({ token: 't' }),
  onSessionChange: () => () => {},
  sessionExpired: () => {},
  renewal: () => Promise.resolve(false),
}))
vi.mock('../api.ts', () => ({
  apiUrl: (path: string) => path,
  get: () => Promise.resolve(undefined),
}))
const { follow } = await import('./follow.ts')

let say: (text: string) => void
let end: () => void
beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', () => {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        say = (text) => controller.enqueue(new TextEncoder().encode(text))
        end = () => controller.close()
      },
    })
    return Promise.resolve({ ok: true, status: 200, body } as Response)
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const change = (n: number, collection = 'customers') =>
  `id: 9-${n}\nevent: change\ndata: ${JSON.stringify({ collection, id: String(n), version: 1, action: 'create', changed: [] })}\n\n`
const start = async (client = new QueryClient()) => {
  const invalidated = vi.spyOn(client, 'invalidateQueries')
  const events: string[] = []
  const stop = follow(client, (event, data) => {
    events.push(event)
    return event === 'change' ? (data as { collection: string }).collection : undefined
  })
  await vi.advanceTimersByTimeAsync(1)
  say('id: 9-0\nevent: ready\ndata: {}\n\n')
  await vi.advanceTimersByTimeAsync(1)
  return {
    client,
    events,
    invalidated: () => invalidated.mock.calls.map(([filters]) => filters?.queryKey ?? 'everything'),
    stop,
  }
}

test('delivers every change of an import and invalidates each collection once', async () => {
  const { events, invalidated, stop } = await start()
  for (let from = 1; from <= 10_000; from += 1000) {
    say(Array.from({ length: 1000 }, (_, i) => change(from + i)).join(''))
  }
  say(change(10_001, 'hotels'))
  await vi.waitFor(() => expect(events).toHaveLength(10_002), { timeout: 20_000 })
  expect(events).toEqual(['ready', ...Array.from({ length: 10_001 }, () => 'change')])
  await vi.advanceTimersByTimeAsync(500)
  expect(invalidated()).toEqual([keys.me, keys.collection('customers'), keys.collection('hotels')])
  stop()
})

test('a stream reset invalidates everything and is passed to listeners', async () => {
  const { events, invalidated, stop } = await start()
  say('id: 12-0\nevent: reset\ndata: {}\n\n')
  await vi.waitFor(() => expect(events).toEqual(['ready', 'reset']), { timeout: 20_000 })
  expect(invalidated()).toEqual([keys.me, 'everything'])
  stop()
})

test.each([
  { what: 'the same rights', next: 'one', early: false, fetched: [keys.me, keys.me] },
  { what: 'other rights', next: 'two', early: false, fetched: [keys.me, keys.me, 'everything'] },
  {
    what: 'other rights that were read before it connected',
    next: 'two',
    early: true,
    fetched: [keys.me, keys.me, 'everything'],
  },
])('connected again with $what, it fetches no more than it must', async (given) => {
  let rights = 'one'
  const client = new QueryClient()
  const queryFn = () => ({ permissions: ['hotel.list'], rights })
  const unwatch = new QueryObserver(client, { queryKey: keys.me, queryFn }).subscribe(() => {})
  await vi.advanceTimersByTimeAsync(1)
  const { invalidated, stop } = await start(client)
  expect(invalidated()).toEqual([keys.me])
  if (given.early) rights = given.next
  end()
  await vi.advanceTimersByTimeAsync(1)
  rights = given.next
  await vi.advanceTimersByTimeAsync(1300)
  say('id: 9-0\nevent: ready\ndata: {}\n\n')
  await vi.advanceTimersByTimeAsync(1)
  expect(invalidated()).toEqual([keys.me, ...given.fetched])
  // Once compared, they are known.
  end()
  await vi.advanceTimersByTimeAsync(1300)
  say('id: 9-0\nevent: ready\ndata: {}\n\n')
  await vi.advanceTimersByTimeAsync(1)
  expect(invalidated()).toEqual([keys.me, ...given.fetched, keys.me, keys.me])
  unwatch()
  stop()
})

test('notices rights that changed between the start of the page and its first connection', async () => {
  let rights = 'one'
  const client = new QueryClient()
  const queryFn = () => ({ permissions: ['hotel.list'], rights })
  const unwatch = new QueryObserver(client, { queryKey: keys.me, queryFn }).subscribe(() => {})
  await vi.advanceTimersByTimeAsync(1)
  rights = 'two'
  const { invalidated, stop } = await start(client)
  expect(invalidated()).toEqual([keys.me, 'everything'])
  unwatch()
  stop()
})
