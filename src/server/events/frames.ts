/** Server-Sent Events frames as bytes: encoded once and sent to many listeners. */
import { comparePositions, formatPosition, type Position } from './position.ts'

/** The text of one event and its position in the stream of changes. */
export interface Framed {
  readonly at: Position
  readonly text: string
}

const encoder = new TextEncoder()

const textOf = (event: string, data: unknown, id?: Position): string =>
  `${id ? `id: ${formatPosition(id)}\n` : ''}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`

/** Encodes a frame; `id` is the position a reconnecting listener sends as `Last-Event-ID`. */
export const frame = (event: string, data: unknown, id?: Position): Uint8Array =>
  encoder.encode(textOf(event, data, id))

/** Returns the frame of a change, for `joined`. */
export const changeFrame = (data: unknown, at: Position): Framed => ({
  at,
  text: textOf('change', data, at),
})

/** Says that shared views changed, without which: readers ask again for those they may see. */
export const viewsFrame = (at: Position): Framed => ({ at, text: textOf('views', {}, at) })

/** The first frame of a stream, with the delay before `EventSource` reconnects. */
export const readyFrame = (at: Position): Uint8Array =>
  encoder.encode(`retry: 2000\nid: ${formatPosition(at)}\nevent: ready\ndata: {}\n\n`)

/** Keeps an idle connection open. */
export const heartbeat: Uint8Array = encoder.encode(': still here\n\n')

/**
 * Returns a function that joins the frames after a position into one chunk; undefined for none. The
 * whole list is encoded only once.
 */
export const joined = (
  frames: readonly Framed[],
): ((after: Position) => Uint8Array | undefined) => {
  const first = frames[0]
  let whole: Uint8Array | undefined
  const bytesOf = (part: readonly Framed[]): Uint8Array =>
    encoder.encode(part.map((f) => f.text).join(''))
  return (after) => {
    if (!first) return undefined
    if (comparePositions(first.at, after) > 0) return (whole ??= bytesOf(frames))
    const rest = frames.filter((f) => comparePositions(f.at, after) > 0)
    return rest.length ? bytesOf(rest) : undefined
  }
}
