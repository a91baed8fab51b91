// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const listeners = new Map<string, Set<(data: unknown) => void>>()
vi.mock('./events.ts', () => ({
  onEvent: (kind: string, fn: (data: unknown) => void) => {
    const all = listeners.get(kind) ?? new Set()
    listeners.set(kind, all.add(fn))
    return () => void all.delete(fn)
  },
}))
vi.mock('./me.ts', () => ({ useMe: () => ({ person: { id: 'me' } }) }))
vi.mock('./session.ts', () => ({
  storedTokens: () => ({ token: 't' }),
  onSessionChange: () => () => {},
}))
const { useHere } = await import('./presence.ts')
const { sendSignal } = await import('./signals.ts')
const { started } = await import('./queries.ts')

let said: string[]
const happen = (kind: string, data?: unknown) =>
  act(async () => {
    listeners.get(kind)?.forEach((fn) => fn(data))
    await vi.advanceTimersByTimeAsync(1)
  })
const from = (id: string, kind: string) =>
  happen('signal', { collection: 'conversations', id: '1', kind, by: { id, name: id }, at: '' })
const open = async () => {
  const view = renderHook(() => useHere('conversations', '1'))
  await act(() => vi.advanceTimersByTimeAsync(1))
  return view
}
beforeEach(() => {
  vi.useFakeTimers()
  said = []
  started.live = false
  vi.stubGlobal('fetch', (_url: string, { body }: { body: string }) => {
    said.push((JSON.parse(body) as { kind: string }).kind)
    return Promise.resolve(new Response())
  })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('announces presence once the connection is ready, and again after a reconnect', async () => {
  await open()
  expect(said).toEqual([])
  await happen('ready')
  expect(said).toEqual(['here'])
  await happen('ready')
  expect(said).toEqual(['here', 'here'])
})

test('announces presence immediately when connected, otherwise with the next heartbeat', async () => {
  started.live = true
  const first = await open()
  expect(said).toEqual(['here'])
  first.unmount()
  started.live = false
  said = []
  await vi.advanceTimersByTimeAsync(1)
  said = []
  await open()
  await act(() => vi.advanceTimersByTimeAsync(20_000))
  expect(said).toEqual(['here'])
})

test('repeats presence and typing for a newcomer; typing ends after six seconds', async () => {
  started.live = true
  await open()
  sendSignal('conversations', '1', 'typing')
  await from('ben', 'here')
  expect(said).toEqual(['here', 'typing', 'here', 'typing'])
  // Already known: a further message of theirs is not a question.
  await from('ben', 'here')
  expect(said).toHaveLength(4)
  await act(() => vi.advanceTimersByTimeAsync(6000))
  await from('cleo', 'here')
  expect(said.slice(4)).toEqual(['here'])
})

test('announces presence again to a person who returns after timing out', async () => {
  started.live = true
  await open()
  await from('ben', 'here')
  said = []
  await act(() => vi.advanceTimersByTimeAsync(45_001))
  said = []
  await from('ben', 'here')
  expect(said).toEqual(['here'])
})
