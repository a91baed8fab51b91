import type { HttpBindings } from '@hono/node-server'
import type { Sink } from '../events/hub.ts'

/** Bytes that may wait for a slow reader before the stream is closed; they come back with `Last-Event-ID`. */
const maxWaitingBytes = 1_000_000

/** The connection below a web stream, where Node serves it. */
export type Outgoing = Pick<NonNullable<HttpBindings['outgoing']>, 'headersSent' | 'destroyed'> & {
  readonly writableLength: number
  write(bytes: Uint8Array): boolean
}

/**
 * Where the frames of one listener go: into the body of the answer, and once that has begun, straight to the connection,
 * since a web stream costs several times what the writing does. `left` is called once, at the end.
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
    // By then what was taken out of the stream has been written: order is kept.
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
