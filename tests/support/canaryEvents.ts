/** Live events as a person receives them. */
import { vi } from 'vitest'
import type { World } from './canaryWorld.ts'

export interface Stream { readonly frames: unknown[]; readonly state: { ended: boolean; ready: boolean }; stop(): Promise<void> }

/** Opens the stream of a person and reads it in the background; `frames` are the changes. */
export const openEvents = async ({ app, tokens }: { readonly app: World['app']; readonly tokens: ReadonlyMap<string, string> }, as: string, after?: string): Promise<Stream> => {
  const response = await app.request('/api/events', { headers: { authorization: `Bearer ${tokens.get(as)}`, ...(after ? { 'last-event-id': after } : {}) } })
  if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`)
  const reader = response.body!.getReader()
  const frames: unknown[] = []
  const state = { ended: false, ready: false }
  const decoder = new TextDecoder()
  void (async () => {
    for (let rest = ''; ;) {
      const { done, value } = await reader.read()
      if (done) { state.ended = true; return }
      rest += decoder.decode(value, { stream: true })
      const parts = rest.split('\n\n')
      rest = parts.pop()!
      for (const part of parts) {
        if (part.includes('event: ready')) state.ready = true
        if (part.includes('event: change')) frames.push(JSON.parse(/^data: (.*)$/m.exec(part)![1]!))
      }
    }
  })()
  await vi.waitFor(() => { if (!state.ready) throw new Error('The stream has not begun.') }, { timeout: 20_000, interval: 10 })
  return { frames, state, stop: () => reader.cancel() }
}

/** All changes after a position, up to a change made now that everybody who lists facilities hears of. */
export const eventsSince = async (world: Pick<World, 'app' | 'api' | 'call' | 'main'>, as: string, after: string): Promise<unknown[]> => {
  const stream = await openEvents({ app: world.app, tokens: world.api.tokens }, as, after)
  const { id } = world.main('facility', 'A')
  const { version } = (await world.call('GET', `/api/facilities/${id}`)).body.data
  const moved = await world.call('PATCH', `/api/facilities/${id}`, { version, body: { position: (version % 9000) + 1 } })
  if (moved.status !== 200) throw new Error(moved.text)
  await vi.waitFor(() => { if (!stream.frames.some((f) => (f as { id: string; version: number }).id === id && (f as { version: number }).version === moved.body.data.version)) throw new Error('The last change has not arrived.') }, { timeout: 30_000, interval: 20 })
  await stream.stop()
  return stream.frames
}
