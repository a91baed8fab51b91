/** Live event streams as tests read them. */
import { expect, vi } from 'vitest'

export interface Frame {
  readonly id: string
  readonly event: string
  readonly data: Record<string, unknown>
}

interface Listened {
  readonly app: { request(address: string, init?: RequestInit): Response | Promise<Response> }
  readonly tokens: ReadonlyMap<string, string>
}

/** Reads a person's stream in the background, once it is ready. */
export const listen = async (
  api: Listened,
  as: string,
  options: { after?: string; collections?: string } = {},
) => {
  const frames: Frame[] = []
  const response = await api.app.request(
    `/api/events${options.collections ? `?collections=${options.collections}` : ''}`,
    {
      headers: {
        authorization: `Bearer ${api.tokens.get(as)}`,
        ...(options.after ? { 'last-event-id': options.after } : {}),
      },
    },
  )
  if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`)
  const reader = response.body!.getReader()
  const state = { ended: false }
  const decoder = new TextDecoder()
  void (async () => {
    for (let rest = ''; ;) {
      const { done, value } = await reader.read()
      if (done) {
        state.ended = true
        return
      }
      rest += decoder.decode(value, { stream: true })
      const parts = rest.split('\n\n')
      rest = parts.pop()!
      for (const part of parts) {
        const line = (name: string) =>
          part
            .split('\n')
            .find((l) => l.startsWith(`${name}: `))
            ?.slice(name.length + 2)
        if (line('event')) {
          frames.push({
            id: line('id') ?? '',
            event: line('event')!,
            data: JSON.parse(line('data') ?? '{}'),
          })
        }
      }
    }
  })()
  await vi.waitFor(() => expect(frames[0]?.event).toBe('ready'), { timeout: 20_000, interval: 10 })
  return {
    frames,
    state,
    /** Change events of records. */
    changes: () => frames.filter((f) => f.event === 'change' && f.id !== ''),
    /**
     * Change events of the person's own notifications, which have no position in the stream of
     * changes.
     */
    inbox: () => frames.filter((f) => f.event === 'change' && f.id === '').map((f) => f.data),
    signals: () => frames.filter((f) => f.event === 'signal'),
    stop: () => reader.cancel(),
  }
}

export type Listening = Awaited<ReturnType<typeof listen>>

/** Repeats the check until it passes; the deadline allows for a busy machine. */
export const until = (check: () => void) => vi.waitFor(check, { timeout: 15_000, interval: 20 })
