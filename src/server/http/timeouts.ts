import type { IncomingMessage, Server, ServerOptions } from 'node:http'

/** Time limits of a connection, in milliseconds. */
export interface Timeouts {
  /** From the connection, or its next request, to the end of the headers. */
  readonly headers: number
  /** For a whole request, plus the time earned by its bytes: see `bytesPerSecond`. */
  readonly request: number
  /** Between two requests of one connection. */
  readonly keepAlive: number
  /** How often these limits are checked. */
  readonly check: number
}

export const timeouts: Timeouts = {
  headers: 10_000,
  request: 30_000,
  keepAlive: 5_000,
  check: 1_000,
}

/**
 * An upload at this rate or faster has no time limit (64 kbit/s); a slower one has `request` for
 * all of it.
 */
const bytesPerSecond = 8_000
const maxHeaderBytes = 16_384

/**
 * Returns the server options for these limits. Node's own limit of a whole request would also end a
 * slow upload, so `endSlowRequests` enforces it instead.
 */
export const timeoutOptions = ({ headers, keepAlive, check }: Timeouts): ServerOptions => ({
  headersTimeout: headers,
  requestTimeout: 0,
  keepAliveTimeout: keepAlive,
  connectionsCheckingInterval: check,
  maxHeaderSize: maxHeaderBytes,
})

/**
 * Ends requests whose body does not arrive in time with 408; completely received requests, such as
 * event streams, are left alone.
 */
export const endSlowRequests = (server: Server, { request, check }: Timeouts): void => {
  const arriving = new Map<IncomingMessage, { readonly since: number; readonly bytes: number }>()
  server.on('request', (message: IncomingMessage) => {
    if (message.complete) return
    arriving.set(message, { since: performance.now(), bytes: message.socket.bytesRead })
    message.once('close', () => arriving.delete(message))
  })
  const sweep = setInterval(() => {
    const now = performance.now()
    for (const [message, { since, bytes }] of arriving) {
      const { socket } = message
      const earned = ((socket.bytesRead - bytes) / bytesPerSecond) * 1000
      if (message.complete) arriving.delete(message)
      else if (now - since > request + earned) {
        arriving.delete(message)
        if (socket.writable) socket.end('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n')
        socket.destroySoon()
      }
    }
  }, check)
  sweep.unref()
  server.once('close', () => clearInterval(sweep))
}
