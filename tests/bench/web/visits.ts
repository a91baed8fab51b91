/**
 * What a browser loads and does: bytes over the wire by screen, with a cold cache and with a
 * session.
 */
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core'
import type { Product } from '#tests/support/product.ts'
import { tokenOf } from '#tests/support/browser.ts'

/** A response as sent over the wire. */
export interface Sent {
  readonly path: string
  readonly kind: string
  readonly bytes: number
  readonly encoding: string
}

/** A browser with a session and an empty cache. */
export interface Signed {
  readonly context: BrowserContext
  readonly page: Page
  readonly devtools: CDPSession
  readonly sent: Sent[]
  close(): Promise<void>
}

/** Opens a fresh profile that is already signed in, and records every response. */
export const signedIn = async (
  browser: Browser,
  product: Pick<Product, 'url'>,
  person = 'manager',
): Promise<Signed> => {
  const token = await tokenOf(product as Product, person)
  const context = await browser.newContext({
    baseURL: product.url,
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    reducedMotion: 'reduce',
  })
  await context.addInitScript(
    (text) => localStorage.setItem('authTokens', text),
    JSON.stringify({ token, expiresAt: '' }),
  )
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  const sent: Sent[] = []
  const open = new Map<string, { path: string; kind: string; encoding: string }>()
  devtools.on('Network.responseReceived', ({ requestId, response, type }) => {
    open.set(requestId, {
      path: new URL(response.url).pathname,
      kind: type,
      encoding: String(
        response.headers['content-encoding'] ?? response.headers['Content-Encoding'] ?? '',
      ),
    })
  })
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const result = open.get(requestId)
    if (result) sent.push({ ...result, bytes: encodedDataLength })
  })
  return { context, page, devtools, sent, close: () => context.close() }
}

/** Delays from which on a page loads what it does not need to show. */
const LATER_MS = 500

/** Keeps pages from loading what they only need later, however slow the machine is. */
export const nothingLater = ({ context }: Signed): Promise<unknown> =>
  context.addInitScript((laterMs) => {
    const { setTimeout } = window
    Object.assign(window, {
      setTimeout: (task: () => void, ms = 0) => (ms < laterMs ? setTimeout(task, ms) : 0),
      requestIdleCallback: () => 0,
    })
  }, LATER_MS)

const QUIET_MS = 1000

/** Ends once the page has drawn two frames, thus after all that it does now. */
const TWO_FRAMES = `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))`

/**
 * Waits until nothing has arrived for a second and the page has drawn it; the live event stream
 * never ends, so the network is never idle.
 */
export const settled = async ({ sent, page }: Pick<Signed, 'sent' | 'page'>): Promise<void> => {
  for (let known = -1; known !== sent.length;) {
    known = sent.length
    await page.waitForTimeout(QUIET_MS)
    await page.evaluate(TWO_FRAMES)
  }
}

/** Bytes of scripts and styles, compressed as sent, with their headers. */
export const codeBytes = (sent: readonly Sent[]): number =>
  sent
    .filter((s) => s.path.endsWith('.js') || s.path.endsWith('.css'))
    .reduce((sum, s) => sum + s.bytes, 0)

/** Opens a page and waits for the first row of its list. */
export const openList = async (page: Page, path: string): Promise<void> => {
  await page.goto(path)
  await page.locator('tbody tr td').first().waitFor()
}
