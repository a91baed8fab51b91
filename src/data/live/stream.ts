/** Reads Server-Sent Events by fetch, since an EventSource cannot send the bearer header. */

/** One event of a stream; a client that reconnects sends `id` as the last one it knows. */
export interface Frame {
  readonly id: string | undefined
  readonly event: string
  readonly data: string
}

/** Splits the text of a stream into frames; `rest` is the start of the next one. */
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
      fields[name] =
        name === 'data' && fields.data !== undefined ? `${fields.data}\n${value}` : value
    }
    return 'data' in fields || 'id' in fields
      ? [{ id: fields.id, event: fields.event ?? 'message', data: fields.data ?? '' }]
      : []
  })
  return { frames, rest }
}

/**
 * Compares two event ids: positive when the first is later. Both are `<number>-<number>` without
 * leading zeros.
 */
export const compareIds = (a: string, b: string): number => {
  const [one, two] = [a.split('-'), b.split('-')]
  for (let i = 0; i < 2; i++) {
    const [x = '', y = ''] = [one[i], two[i]]
    if (x !== y) return x.length - y.length || (x < y ? -1 : 1)
  }
  return 0
}

/**
 * How a connection ended: after it worked, without ever working, or because the server does not
 * know the requested id.
 */
export type Ended = 'worked' | 'failed' | 'unknown id'

/**
 * The server sends at least a heartbeat every 15 seconds; a connection without one is dead, even if
 * the browser thinks otherwise.
 */
const silenceMs = 40_000

/** What a connection's content is passed to. */
export interface Receiver {
  readonly take: (frame: Frame) => void
  /** Called for anything received that is not an event. */
  readonly alive: () => void
}

/** Reads one connection to its end. */
export const readEvents = async (
  url: string,
  token: string,
  lastId: string | undefined,
  stop: AbortSignal,
  { take, alive }: Receiver,
): Promise<Ended> => {
  const silent = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const watch = () => {
    clearTimeout(timer)
    timer = setTimeout(() => silent.abort(), silenceMs)
  }
  let ended: Ended = 'failed'
  watch()
  try {
    const headers = {
      Accept: 'text/event-stream',
      Authorization: `Bearer ${token}`,
      ...(lastId === undefined ? {} : { 'Last-Event-ID': lastId }),
    }
    const response = await fetch(url, {
      headers,
      signal: AbortSignal.any([stop, silent.signal]),
      credentials: 'omit',
    })
    if (response.status === 400 && lastId !== undefined) ended = 'unknown id'
    if (!response.ok || !response.body) return ended
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
    for (let text = ''; ;) {
      const { value, done } = await reader.read()
      if (done || stop.aborted) return ended
      watch()
      const read = readFrames(text + value)
      text = read.rest
      if (read.frames.length) ended = 'worked'
      else alive()
      read.frames.forEach(take)
    }
  } catch {
    return ended
  } finally {
    clearTimeout(timer)
  }
}
