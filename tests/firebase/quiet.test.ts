/** With Firebase configured, none of it is loaded or requested before a user action needs it. */
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { launchBrowser, tokenOf, visit } from '../support/browser.ts'
import { eventually, expectQuiet, keepSession, settled } from '../support/pages.ts'
import { startProduct, type Product } from '../support/product.ts'
import { offline } from './support/google.ts'
import { serviceAccountKey, startWithFirebase } from './support/product.ts'

const PROJECT = 'demo-quiet'
let embedded: Product
let configured: Product
let browser: Browser

beforeAll(async () => {
  ;[embedded, configured, browser] = await Promise.all([
    startProduct(),
    startWithFirebase(PROJECT, {
      services: ['identity', 'files', 'push', 'documents'],
      serviceAccount: serviceAccountKey(PROJECT, 'http://127.0.0.1:9/token'),
      emulators: { auth: inject('authEmulator') },
    }),
    launchBrowser(),
  ])
})
afterAll(async () => {
  await browser?.close()
  await Promise.all([embedded?.stop(), configured?.stop()])
})

/**
 * A page, the scripts its document has loaded so far (names contain a hash of the content, so equal
 * names mean equal bytes), and every address outside the product.
 */
const open = async (product: Product, path: string, signedIn: boolean) => {
  const visitor = await visit(browser, product)
  const { asked } = await offline(visitor.context)
  const network = await visitor.context.newCDPSession(visitor.page)
  await network.send('Network.enable')
  await network.send('Network.setBypassServiceWorker', { bypass: true })
  const loaded: { readonly document: string; readonly name: string }[] = []
  network.on('Network.responseReceived', ({ response, loaderId }) => {
    if (/javascript/.test(response.mimeType)) {
      loaded.push({ document: loaderId, name: new URL(response.url).pathname })
    }
  })
  if (signedIn) {
    await visitor.page.goto('/auth/404')
    await keepSession(
      visitor.page,
      await tokenOf(product, 'admin'),
      new Date(Date.now() + 3_600_000).toISOString(),
    )
  }
  await visitor.page.goto(path)
  await settled(visitor.page)
  // Requests of the previous page may be reported after this one started.
  const document = (await network.send('Page.getFrameTree')).frameTree.frame.loaderId
  const scripts = () =>
    new Set(loaded.filter((one) => one.document === document).map((one) => one.name))
  // The shell loads the bell when idle, which on a busy machine may be long after the page is
  // visible.
  if (signedIn) {
    await eventually(() => [...scripts()].some((name) => name.startsWith('/assets/bell-'))).toBe(
      true,
    )
  }
  return {
    scripts,
    outside: () => asked.map((one) => one.url.href),
    /** Waits until idle. */
    rest: () =>
      visitor.page.evaluate(
        () =>
          new Promise((resolve) =>
            requestIdleCallback(() => requestIdleCallback(() => setTimeout(resolve, 2000))),
          ),
      ),
    async close() {
      expectQuiet(visitor)
      await visitor.context.close()
    },
  }
}

for (const [path, signedIn] of [
  ['/auth/login', false],
  ['/auth/register', false],
  ['/dashboard', true],
  ['/hotels', true],
  ['/settings', true],
] as const) {
  test(`${path} loads the same scripts with all four services as with none, and contacts no other host`, async () => {
    const [without, withAll] = await Promise.all([
      open(embedded, path, signedIn),
      open(configured, path, signedIn),
    ])
    const only = (one: ReadonlySet<string>, other: ReadonlySet<string>) =>
      [...one].filter((name) => !other.has(name))
    // Idle-time loads reach one of them later than the other, so they are compared after a period
    // in which neither loaded anything.
    await expect
      .poll(
        async () => {
          const before = [without.scripts().size, withAll.scripts().size]
          await Promise.all([without.rest(), withAll.rest()])
          return {
            still: before.join() === [without.scripts().size, withAll.scripts().size].join(),
            embedded: only(without.scripts(), withAll.scripts()),
            configured: only(withAll.scripts(), without.scripts()),
          }
        },
        { timeout: 40_000 },
      )
      .toEqual({ still: true, embedded: [], configured: [] })
    expect(without.scripts().size).toBeGreaterThan(0)
    expect(withAll.outside()).toEqual([])
    await Promise.all([without.close(), withAll.close()])
  })
}
