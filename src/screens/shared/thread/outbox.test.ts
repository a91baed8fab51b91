// @vitest-environment jsdom
// Two tabs of a browser, each with its own outbox module, sharing one storage and one lock.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiProblem } from '#data/problem.ts'

const server = { away: false, has: [] as string[] }
vi.mock('#data/writes.ts', () => ({
  createRecord: (_resource: unknown, { body, clientId }: { body: string; clientId: string }) => {
    if (server.away) {
      return Promise.reject(
        new ApiProblem({ status: 0, code: 'offline', detail: 'The server cannot be reached.' }),
      )
    }
    server.has.push(body)
    return Promise.resolve({ record: { id: clientId, version: 1 } })
  },
}))
vi.mock('../resources.ts', () => ({ messages: () => ({ collection: 'chat-messages' }) }))

const openTab = async () => {
  vi.resetModules()
  const tab = await import('./outbox.ts')
  tab.openOutbox('me')
  return {
    ...tab,
    write: (body: string) =>
      tab.enqueue({ conversation: 'c', kind: 'outgoing', body, attachments: [] }),
  }
}
const settle = () => vi.advanceTimersByTimeAsync(1)

beforeEach(() => {
  vi.useFakeTimers()
  localStorage.clear()
  Object.assign(server, { away: false, has: [] })
  let last: Promise<unknown> = Promise.resolve()
  Object.defineProperty(navigator, 'locks', {
    configurable: true,
    value: { request: (_name: string, fn: () => Promise<unknown>) => (last = last.then(fn, fn)) },
  })
})
afterEach(() => {
  vi.useRealTimers()
})

test('sends waiting messages in order when the server is reachable again', async () => {
  const tab = await openTab()
  server.away = true
  for (const n of ['1', '2', '3']) {
    tab.write(n)
    await settle()
  }
  expect(tab.isWaiting()).toBe(true)
  server.away = false
  await vi.advanceTimersByTimeAsync(10_000)
  expect([server.has, tab.outbox(), tab.isWaiting()]).toEqual([['1', '2', '3'], [], false])
})

test('a tab waiting for its next attempt does not keep another tab from sending', async () => {
  const hidden = await openTab()
  server.away = true
  hidden.write('1')
  // After four attempts it pauses for ten seconds.
  await vi.advanceTimersByTimeAsync(8500)
  server.away = false
  const shown = await openTab()
  await settle()
  expect([server.has, shown.outbox()]).toEqual([['1'], []])
  await vi.advanceTimersByTimeAsync(20_000)
  expect(server.has).toEqual(['1'])
})

test.each([
  ['the network returns', () => window.dispatchEvent(new Event('online'))],
  ['the tab becomes visible', () => document.dispatchEvent(new Event('visibilitychange'))],
  [
    'another tab sends a message',
    () =>
      window.dispatchEvent(
        new StorageEvent('storage', { key: 'chat.outbox.me.other', newValue: null }),
      ),
  ],
])('retries immediately when %s', async (_what, happen) => {
  const tab = await openTab()
  server.away = true
  tab.write('1')
  await vi.advanceTimersByTimeAsync(8500)
  server.away = false
  await settle()
  expect(server.has).toEqual([])
  happen()
  await settle()
  expect(server.has).toEqual(['1'])
})

test('sends a message written during a pause immediately', async () => {
  const tab = await openTab()
  server.away = true
  tab.write('1')
  await vi.advanceTimersByTimeAsync(8500)
  server.away = false
  tab.write('2')
  await settle()
  expect(server.has).toEqual(['1', '2'])
})
