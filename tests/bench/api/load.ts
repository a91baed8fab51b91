/**
 * Bounded load over real HTTP on the loopback: a fixed number of clients and requests, with a time
 * limit.
 */
import http from 'node:http'
import { quantile } from '../table.ts'

export interface Call {
  readonly path: string
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}
export interface Load {
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
  readonly times: readonly number[]
}
export interface ApiResponse {
  readonly status: number
  readonly text: string
  readonly ms: number
  readonly headers: http.IncomingHttpHeaders
}

/** A server under load, with its keep-alive connections. */
export interface Target {
  readonly url: string
  readonly token: string
  readonly agent: http.Agent
}

export const targetOf = (url: string, token: string): Target => ({
  url,
  token,
  agent: new http.Agent({ keepAlive: true, maxSockets: 64 }),
})

/** Sends one request and reads its response to the end. */
export const call = (
  target: Target,
  { path, method = 'GET', headers = {}, body }: Call,
): Promise<ApiResponse> =>
  new Promise((resolve, reject) => {
    const started = performance.now()
    const request = http.request(
      `${target.url}${path}`,
      {
        method,
        agent: target.agent,
        headers: {
          authorization: `Bearer ${target.token}`,
          ...(body === undefined
            ? {}
            : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
          ...headers,
        },
      },
      (response) => {
        const parts: Buffer[] = []
        response.on('data', (part: Buffer) => parts.push(part))
        response.on('end', () =>
          resolve({
            status: response.statusCode!,
            text: Buffer.concat(parts).toString(),
            ms: performance.now() - started,
            headers: response.headers,
          }),
        )
        response.on('error', reject)
      },
    )
    // A keep-alive connection that the server closes just as it is reused is not an error of the
    // server.
    request.on('error', (error: NodeJS.ErrnoException) =>
      request.reusedSocket && error.code === 'ECONNRESET'
        ? resolve(call(target, { path, method, headers, ...(body === undefined ? {} : { body }) }))
        : reject(error),
    )
    request.end(body)
  })

/** Returns the response, which must be a success. */
export const good = async (target: Target, given: Call): Promise<ApiResponse> => {
  const result = await call(target, given)
  if (result.status >= 300) {
    throw new Error(
      `${given.method ?? 'GET'} ${given.path} returned ${result.status}: ${result.text.slice(0, 500)}`,
    )
  }
  return result
}

export interface Bounds {
  readonly clients: number
  readonly requests: number
  readonly seconds: number
}

/** Runs `next(n)` for n = 0, 1, … with several clients until one of the bounds is reached. */
export const drive = async (
  next: (n: number) => Promise<unknown>,
  { clients, requests, seconds }: Bounds,
): Promise<Load> => {
  const times: number[] = []
  const started = performance.now()
  let n = 0
  const client = async (): Promise<void> => {
    while (n < requests && performance.now() - started < seconds * 1000) {
      const at = performance.now()
      await next(n++)
      times.push(performance.now() - at)
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
  return {
    perSecond: times.length / ((performance.now() - started) / 1000),
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
    times,
  }
}

/** Median time of a call repeated several times. */
export const timeOf = async (target: Target, given: Call, times = 15): Promise<number> => {
  const taken: number[] = []
  for (let i = 0; i < times; i++) taken.push((await good(target, given)).ms)
  return quantile(taken, 0.5)
}
