import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Faults that a stand-in store produces on demand. */
export interface Faults {
  /** Responds to the next requests with this status. */
  fail(times: number, status?: number): void
  /**
   * Breaks the connection of the next requests of that method after that many bytes of their body
   * (all of it by default).
   */
  cut(times: number, afterBytes?: number, method?: string): void
}

/** A stand-in store on loopback. */
export interface StandIn extends Faults {
  readonly origin: string
  readonly requests: string[]
  close(): Promise<void>
}

export interface Received {
  readonly request: IncomingMessage
  readonly url: URL
  readonly body: Buffer
  /** True when the connection broke; `body` is what arrived. */
  readonly cut: boolean
}

/**
 * Listens on loopback, reads whole bodies, and produces the requested faults. `answer` also sees
 * interrupted bodies, but must not respond to them.
 */
export const standIn = async (
  respond: (received: Received, response: ServerResponse) => void,
): Promise<StandIn> => {
  const requests: string[] = []
  let failing = { times: 0, status: 503 }
  let cutting = { times: 0, after: Infinity, method: 'PUT' }
  const server = http.createServer((request, response) => {
    const url = new URL(request.url!, 'http://stand.in')
    requests.push(`${request.method} ${url.pathname}${url.search}`)
    const cut = cutting.times > 0 && request.method === cutting.method ? cutting.after : undefined
    if (cut !== undefined) cutting.times--
    const chunks: Buffer[] = []
    let size = 0
    let gone = false
    const finish = () =>
      respond(
        {
          request,
          url,
          body: Buffer.concat(chunks).subarray(0, cut ?? Infinity),
          cut: cut !== undefined,
        },
        response,
      )
    request.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      size += chunk.byteLength
      if (cut !== undefined && size >= cut && !gone) {
        gone = true
        finish()
        request.socket.destroy()
      }
    })
    request.on('error', () => undefined)
    request.on('end', () => {
      if (gone) return
      if (cut !== undefined) {
        finish()
        request.socket.destroy()
        return
      }
      if (failing.times > 0) {
        failing.times--
        response.writeHead(failing.status).end('<Error><Code>SlowDown</Code></Error>')
        return
      }
      finish()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    fail(times, status = 503) {
      failing = { times, status }
    },
    cut(times, afterBytes = Infinity, method = 'PUT') {
      cutting = { times, after: afterBytes, method }
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
