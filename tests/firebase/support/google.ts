/**
 * Google as a test browser sees it: nothing leaves the machine, and tests provide every response.
 */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { BrowserContext } from 'playwright-core'

const gapi = readFileSync(path.join(import.meta.dirname, 'gapi.js'), 'utf8')
const LOOPBACK = new Set(['127.0.0.1', 'localhost'])
const cors = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': '*',
  'access-control-allow-methods': '*',
}

/** Response to a REST call. */
export interface Reply {
  readonly status?: number
  readonly body?: unknown
  readonly html?: string
}
/** A request from the page to Google. */
export interface Received {
  readonly method: string
  readonly url: URL
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
}

/**
 * Cuts a browser off the network. `replies` respond by `host/path` (any version number in the path
 * is written `v*`), as they are at the time of the call; others fail like an unreachable host. A
 * stand-in replaces Google's script for communication between frames unless `withoutScript`.
 */
export const offline = async (
  context: BrowserContext,
  {
    replies = {},
    withoutScript = false,
  }: {
    readonly replies?: Record<string, Reply | ((asked: Received) => Reply)>
    readonly withoutScript?: boolean
  } = {},
): Promise<{
  readonly asked: Received[]
  readonly replies: Record<string, Reply | ((asked: Received) => Reply)>
}> => {
  const asked: Received[] = []
  // A request may be in flight when the test closes its browser; then nobody waits for a response.
  let open = true
  context.on('close', () => {
    open = false
  })
  const unlessClosed = async (response: Promise<void>): Promise<void> => {
    await response.catch((error: unknown) => {
      if (open && !/has been closed/.test(String(error))) throw error
    })
  }
  await context.route(
    (url) => !LOOPBACK.has(url.hostname),
    (route) =>
      unlessClosed(
        (async () => {
          const request = route.request()
          const url = new URL(request.url())
          if (request.method() === 'OPTIONS') return route.fulfill({ status: 204, headers: cors })
          if (url.hostname === 'apis.google.com' && !withoutScript) {
            return route.fulfill({ contentType: 'text/javascript', body: gapi })
          }
          const one: Received = {
            method: request.method(),
            url,
            body: request.postData() ?? '',
            headers: request.headers(),
          }
          asked.push(one)
          const found = replies[`${url.hostname}${url.pathname.replace(/^\/v\d\//, '/v*/')}`]
          const reply = typeof found === 'function' ? found(one) : found
          if (!reply) return route.abort('internetdisconnected')
          if (reply.html !== undefined) {
            return route.fulfill({
              status: reply.status ?? 200,
              contentType: 'text/html',
              body: reply.html,
            })
          }
          return route.fulfill({
            status: reply.status ?? 200,
            headers: cors,
            contentType: 'application/json',
            body: JSON.stringify(reply.body ?? {}),
          })
        })(),
      ),
  )
  return { asked, replies }
}

/** A refusal in the identity service's format. */
export const refusal = (message: string, status = 400): Reply => ({
  status,
  body: { error: { code: status, message, errors: [{ message }] } },
})
