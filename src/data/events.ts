/** Live changes: Server-Sent Events read by fetch, since an EventSource cannot send the bearer header. */
import type { QueryClient } from '@tanstack/react-query'
import { apiUrl } from './api.ts'
import { keys } from './queries.ts'
import { onSessionChange, storedTokens } from './session.ts'

/** Somebody changed a record; `changed` names fields, no values. */
export interface LiveEvent { readonly collection: string; readonly id: string; readonly version: number; readonly action: string; readonly changed: readonly string[] }

/** One event of a stream. */
export interface Frame { readonly id: string | undefined; readonly event: string; readonly data: string }

/** Splits the text of a stream into frames; `rest` is the beginning of the next one. */
export const readFrames = (text: string): { frames: Frame[]; rest: string } => {
  const blocks = text.replace(/\r\n?/g, '\n').split('\n\n')
  const rest = blocks.pop() ?? ''
  const frames = blocks.flatMap((block) => {
    const fields: Record<string, string> = {}
    for (const line of block.split('\n')) {
      const at = line.indexOf(':')
      if (at <= 0) continue
      const value = line.slice(at + 1).replace(/^ /, '')
      const name = line.slice(0, at)
      fields[name] = name === 'data' && fields.data !== undefined ? `${fields.data}\n${value}` : value
    }
    return 'data' in fields || 'id' in fields ? [{ id: fields.id, event: fields.event ?? 'message', data: fields.data ?? '' }] : []
  })
  return { frames, rest }
}

type Listener = (event: LiveEvent) => void
const listeners = new Set<Listener>()

/** Calls `fn` for every change the person may see; answers the way to stop. */
export const onLiveEvent = (fn: Listener): (() => void) => { listeners.add(fn); return () => void listeners.delete(fn) }

/** Calls `fn` with the data of every event of another kind, such as `signal`; answers the way to stop. */
export const onEvent = (kind: string, fn: (data: unknown) => void): (() => void) => {
  const mine = others[kind] ??= new Set()
  mine.add(fn)
  return () => void mine.delete(fn)
}
const others: Record<string, Set<(data: unknown) => void>> = {}

/** Longest pause between attempts; it starts at one second and doubles. */
const maxPauseMs = 30_000
/** Changes are gathered for this long, so that an import of thousands of rows asks for a list twice a second at most. */
const gatherMs = 500

const isLive = (v: unknown): v is LiveEvent => typeof v === 'object' && v !== null && 'collection' in v && typeof v.collection === 'string' && 'id' in v

/** What a frame says; undefined for what is no JSON. */
const dataOf = (frame: Frame): unknown => {
  try { return JSON.parse(frame.data) } catch { return undefined }
}

/** Refreshes what the queries hold of changed records. */
const refresher = (client: QueryClient) => {
  let waiting: LiveEvent[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  const flush = () => {
    timer = undefined
    const collections = new Set(waiting.map((e) => e.collection))
    waiting = []
    for (const collection of collections) void client.invalidateQueries({ queryKey: keys.collection(collection) })
  }
  return {
    add(event: LiveEvent) { waiting.push(event); timer ??= setTimeout(flush, gatherMs) },
    stop() { clearTimeout(timer) },
  }
}

/**
 * Follows live changes while there is a session: refreshes queries and tells `onLiveEvent`. Reconnects with growing
 * pauses and resumes after the last event it saw. Answers the way to stop.
 */
export const followEvents = (client: QueryClient): (() => void) => {
  const stopped = new AbortController()
  const refresh = refresher(client)
  let lastId: string | undefined
  let wake: (() => void) | undefined

  const take = (frame: Frame) => {
    if (frame.id !== undefined) lastId = frame.id
    if (frame.event === 'reset') void client.invalidateQueries()
    const data = dataOf(frame)
    if (frame.event !== 'change') others[frame.event]?.forEach((fn) => fn(data))
    else if (isLive(data)) {
      refresh.add(data)
      for (const fn of listeners) fn(data)
    }
  }
  const connect = async (): Promise<boolean> => {
    const token = storedTokens()?.token
    if (!token) return false
    const headers = { Accept: 'text/event-stream', Authorization: `Bearer ${token}`, ...(lastId === undefined ? {} : { 'Last-Event-ID': lastId }) }
    const response = await fetch(apiUrl('/api/events'), { headers, signal: stopped.signal, credentials: 'omit' })
    if (!response.ok || !response.body) return false
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    for (let seen = false; ;) {
      const { value, done } = await reader.read()
      if (done) return seen
      const read = readFrames(text + value)
      text = read.rest
      seen ||= read.frames.length > 0
      read.frames.forEach(take)
    }
  }
  const run = async () => {
    for (let pauseMs = 1000; !stopped.signal.aborted;) {
      const worked = await connect().catch(() => false)
      // The server ends the stream when the person's rights change: what they may do is asked for at once.
      if (worked && !stopped.signal.aborted) void client.invalidateQueries({ queryKey: keys.me })
      pauseMs = worked ? 1000 : Math.min(pauseMs * 2, maxPauseMs)
      await new Promise<void>((resolve) => { wake = resolve; setTimeout(resolve, pauseMs * (0.75 + Math.random() / 2)) })
    }
  }
  const online = () => wake?.()
  window.addEventListener('online', online)
  const stopSession = onSessionChange(online)
  void run()
  return () => {
    stopped.abort()
    refresh.stop()
    stopSession()
    window.removeEventListener('online', online)
    wake?.()
  }
}
