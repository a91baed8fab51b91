/**
 * One live connection for all tabs of a browser, while tabs, people, network and server come and
 * go.
 */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Browser, Page } from 'playwright-core'
import { compareIds } from '#data/live/stream.ts'
import { launchBrowser, tokenOf, type Visitor } from '#tests/support/browser.ts'
import {
  api,
  eventually,
  expectQuiet,
  heading,
  keepSession,
  settled,
  visitAs,
} from '#tests/support/pages.ts'
import { metricsOf, startProduct, type Product } from '#tests/support/product.ts'

let product: Product
let browser: Browser
let admin: string
let visitor: Visitor
beforeAll(async () => {
  ;[product, browser] = await Promise.all([startProduct(), launchBrowser()])
  admin = await tokenOf(product, 'admin')
})
beforeEach(async () => {
  visitor = await visitAs(browser, product, 'manager')
})
afterEach(async () => {
  await visitor.context.close()
  await eventually(listeners).toBe(0)
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
})

const listeners = async (): Promise<number> =>
  Number(/^live_listeners (\d+)$/m.exec(await metricsOf(product))?.[1])
let made = 0
/** Creates a facility; returns its id. */
const create = async (): Promise<string> => {
  const code = `LIVE${++made}`
  const { status, body } = await api<{ data: { id: string } }>(product, admin, '/api/facilities', {
    name: `Made live ${made}`,
    code,
    group: 'room',
    position: 0,
  })
  expect(status).toBe(201)
  return body.data.id
}
const open = async (path = '/facilities'): Promise<Page> => {
  const page = visitor.page.url().endsWith('/auth/404')
    ? visitor.page
    : await visitor.context.newPage()
  await page.goto(path)
  await settled(page)
  return page
}
/** The tab's total, including changes waiting to be shown. */
const count = async (page: Page): Promise<number> => {
  if (await announced(page)) await page.getByRole('button', { name: /^\d+ new$/ }).click()
  return Number(
    /(\d+)\D*$/.exec(
      (await page.getByRole('main').getByRole('status').first().textContent()) ?? '',
    )?.[1],
  )
}
const announced = (page: Page) => page.getByRole('button', { name: /^\d+ new$/ }).isVisible()

interface Message {
  readonly at: string
  readonly id: string
}
/**
 * Changes of facilities that the connected tab passes to the others, received by a page that takes
 * no part.
 */
const overhear = async (): Promise<() => Promise<Message[]>> => {
  const page = await visitor.context.newPage()
  await page.goto('/auth/404')
  await page.evaluate(() => {
    const { token } = JSON.parse(localStorage.getItem('authTokens')!) as { token: string }
    const said: Message[] = []
    Object.assign(window, { said, overheard: new BroadcastChannel(`live ${token}`) })
    ;(window as unknown as { overheard: BroadcastChannel }).overheard.onmessage = ({
      data,
    }: MessageEvent<{ kind: string; frame?: { id?: string; event: string; data: string } }>) => {
      if (data.frame?.event === 'change' && data.frame.data.includes('facilities')) {
        said.push({
          at: data.frame.id ?? '',
          id: (JSON.parse(data.frame.data) as { id: string }).id,
        })
      }
    }
  })
  return () => page.evaluate(() => (window as unknown as { said: Message[] }).said)
}

test('three tabs share one connection; when the connected tab closes, the others get each change once, in order', async () => {
  const messages = await overhear()
  const tabs = [await open(), await open(), await open()]
  await eventually(listeners).toBe(1)
  const before = await count(tabs[1]!)
  const ids: string[] = []
  for (let n = 1; n <= 10; n++) {
    ids.push(await create())
    // The first tab opened holds the lock; it closes while the changes are on their way.
    if (n === 4) await tabs[0]!.close()
    expect(await listeners()).toBeLessThanOrEqual(1)
  }
  for (const tab of tabs.slice(1)) await eventually(() => count(tab)).toBe(before + 10)
  ids.push(await create())
  for (const tab of tabs.slice(1)) await eventually(() => count(tab)).toBe(before + 11)
  await eventually(listeners).toBe(1)
  // The count may be refetched before the last change arrives.
  await eventually(async () => (await messages()).at(-1)?.id).toBe(ids[10])
  const changes = await messages()
  expect(changes).toHaveLength(11)
  expect(changes.map(({ id }) => id)).toEqual(ids)
  expect(changes.map(({ at }) => at)).toEqual(changes.map(({ at }) => at).sort(compareIds))
  expectQuiet(visitor)
})

test('when one tab signs in as somebody else, all tabs switch; when it signs out, all disconnect', async () => {
  // Storage events reach other tabs, not the one that made the change.
  const [first, second, elsewhere] = [
    await open(),
    await open('/hotels'),
    await visitor.context.newPage(),
  ]
  await elsewhere.goto('/auth/404')
  await eventually(listeners).toBe(1)
  const token = await tokenOf(product, 'viewer')
  await keepSession(elsewhere, token, new Date(Date.now() + 3_600_000).toISOString())
  for (const page of [first, second]) await page.getByText('Victor Hill').first().waitFor()
  await heading(first, 'Facilities')
  await eventually(listeners).toBe(1)
  await elsewhere.evaluate(() => localStorage.removeItem('authTokens'))
  await first.waitForURL('**/auth/login**')
  await eventually(listeners).toBe(0)
})

test('tabs catch up on missed changes after being offline and after a server restart', async () => {
  const [first, second] = [await open(), await open()]
  await eventually(listeners).toBe(1)
  const before = await count(first)
  await visitor.context.setOffline(true)
  await eventually(listeners).toBe(0)
  for (let n = 0; n < 3; n++) await create()
  await visitor.context.setOffline(false)
  for (const tab of [first, second]) await eventually(() => count(tab)).toBe(before + 3)

  const { port } = new URL(product.url)
  await create()
  await product.stop({ signal: 'SIGKILL', keep: true })
  product = await startProduct({ dataDir: product.dataDir, env: { PORT: port } })
  await create()
  for (const tab of [first, second]) await eventually(() => count(tab)).toBe(before + 5)
  await eventually(listeners).toBe(1)
})
