import type { HttpBindings } from '@hono/node-server'
import type { Sink } from '../events/listeners.ts'

/**
 * Bytes that may be buffered for a slow reader before the stream is closed; the client resumes with
 * `Last-Event-ID`.
 */
const maxWaitingBytes = 1_000_000

/** The connection below a web stream, when served by Node. */
export type Outgoing = Pick<NonNullable<HttpBindings['outgoing']>, 'headersSent' | 'destroyed'> & {
  readonly writableLength: number
  write(bytes: Uint8Array): boolean
}

/**
 * Creates the sink of one listener. Frames go into the response body, and once that has begun,
 * straight to the connection, since a web stream costs several times as much as the write itself.
 * `left` is called once, at the end.
 */
export const eventSink = (
  controller: ReadableStreamDefaultController<Uint8Array>,
  outgoing: Outgoing | undefined,
  left: () => void,
): Sink & { readonly open: boolean } => {
  let open = true
  let straight = false
  let planned = false
  const plan = (): void => {
    planned = true
    // By then everything taken from the stream has been written, so the order is kept.
    setImmediate(() => {
      planned = false
      straight =
        open && outgoing !== undefined && outgoing.headersSent && controller.desiredSize === 0
    })
  }
  return {
    get open() {
      return open
    },
    write(frame) {
      if (!open) return false
      if (straight && outgoing && !outgoing.destroyed) {
        outgoing.write(frame)
        return outgoing.writableLength < maxWaitingBytes
      }
      controller.enqueue(frame)
      if (outgoing && !planned) plan()
      return (controller.desiredSize ?? 0) > -maxWaitingBytes
    },
    end() {
      if (!open) return
      open = false
      left()
      try {
        controller.close()
      } catch {
        /* the reader was faster */
      }
    },
  }
}
