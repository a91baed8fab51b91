/** Events as Server-Sent Events write them, as bytes: written once and sent to many. */
import { comparePositions, formatPosition, type Position } from './position.ts'

/** What one event is sent as, and where in the stream of changes it stands. */
export interface Framed {
  readonly at: Position
  readonly text: string
}

const encoder = new TextEncoder()

const textOf = (event: string, data: unknown, id?: Position): string =>
  `${id ? `id: ${formatPosition(id)}\n` : ''}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`

/** A frame; `id` is what a listener who comes back names as the last they know. */
export const frame = (event: string, data: unknown, id?: Position): Uint8Array =>
  encoder.encode(textOf(event, data, id))

/** The frame of a change, for `joined`. */
export const changeFrame = (data: unknown, at: Position): Framed => ({
  at,
  text: textOf('change', data, at),
})

/** The first frame of a stream, with the pause before a reader that reconnects by itself does so. */
export const readyFrame = (at: Position): Uint8Array =>
  encoder.encode(`retry: 2000\nid: ${formatPosition(at)}\nevent: ready\ndata: {}\n\n`)

/** Keeps a quiet connection open. */
export const heartbeat: Uint8Array = encoder.encode(': still here\n\n')

/** Those frames after a position, in one piece; undefined for none. The whole list is written only once. */
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
