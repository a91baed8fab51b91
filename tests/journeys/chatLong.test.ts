import { afterAll, beforeAll, expect, test } from 'vitest'
import pg from 'pg'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser } from '#tests/support/browser.ts'
import { startDemoDatabase, type DemoDatabase } from '#tests/support/demoDatabase.ts'
import { api, eventually, expectQuiet, heading, visitAs } from '#tests/support/pages.ts'
import { metricsOf, startProduct, type Product } from '#tests/support/product.ts'

// Two server processes on one PostgreSQL: people here use both.
let database: DemoDatabase
let products: readonly [Product, Product]
let browser: Browser
let client: pg.Client
beforeAll(async () => {
  database = await startDemoDatabase()
  const { env } = database
  const first = await startProduct({ env })
  products = [first, await startProduct({ env })]
  browser = await launchBrowser()
  client = new pg.Client({ connectionString: env.DATABASE_URL })
  await client.connect()
}, 300_000)
afterAll(async () => {
  await browser?.close()
  await client?.end()
  for (const p of products ?? []) await p.stop()
  await database?.stop()
})

const box = (page: Page) => page.getByRole('textbox', { name: 'Message' })
const write = async (page: Page, text: string) => {
  await box(page).fill(text)
  await box(page).press('Enter')
}
const said = (page: Page) =>
  page
    .getByRole('log')
    .locator('[data-kind=outgoing]:not([data-pending]) p')
    .filter({ hasText: /^(Ann|Ben) \d+$/ })
    .allTextContents()
const listeners = async (product: Product): Promise<number> =>
  Number(/^live_listeners (\d+)$/m.exec(await metricsOf(product))?.[1])
const newConversation = async (token: string, subject: string): Promise<string> => {
  const customer = (
    await api<{ data: { id: string }[] }>(
      products[0],
      token,
      '/api/customers?limit=1&filter[state]=active',
    )
  ).body.data[0]!.id
  return (
    await api<{ data: { id: string } }>(products[0], token, '/api/conversations', {
      subject,
      customer,
    })
  ).body.data.id
}

test('after one person was offline and reloaded, both see the same messages without loss or duplicates', async () => {
  const [ann, ben] = [
    await visitAs(browser, products[0], 'support'),
    await visitAs(browser, products[1], 'admin'),
  ]
  const id = await newConversation(ann.token, 'Cut off')
  for (const v of [ann, ben]) {
    await v.page.goto(`/chatuser?conversation=${id}`)
    await heading(v.page, 'Chat')
    await box(v.page).waitFor()
  }
  await write(ann.page, 'Ann 1')
  await ben.page.getByRole('log').getByText('Ann 1', { exact: true }).waitFor()
  await ann.context.route('**/api/**', (route) => route.abort())
  for (const n of [2, 3, 4]) {
    await write(ann.page, `Ann ${n}`)
    await write(ben.page, `Ben ${n}`)
  }
  await eventually(() => ann.page.locator('[data-pending]').count()).toBe(3)
  await eventually(() => said(ben.page)).toEqual(['Ann 1', 'Ben 2', 'Ben 3', 'Ben 4'])
  await ann.page.reload()
  const second = await ann.context.newPage()
  await ann.context.unroute('**/api/**')
  await Promise.all([
    ann.page.goto(`/chatuser?conversation=${id}`),
    second.goto(`/chatuser?conversation=${id}`),
  ])
  const all = ['Ann 1', 'Ben 2', 'Ben 3', 'Ben 4', 'Ann 2', 'Ann 3', 'Ann 4']
  for (const page of [ann.page, second, ben.page]) await eventually(() => said(page)).toEqual(all)
  await eventually(() => ann.page.locator('[data-pending]').count()).toBe(0)
  const { rows } = await client.query<{ body: string; sequence: number }>(
    'SELECT body, sequence FROM chat_messages WHERE conversation = $1 ORDER BY sequence',
    [id],
  )
  expect(rows).toEqual(all.map((body, i) => ({ body, sequence: i + 1 })))
  for (const v of [ann, ben]) await v.context.close()
})

test('two people who reply at the same moment see both messages in the same order', async () => {
  const [ann, ben] = [
    await visitAs(browser, products[0], 'support'),
    await visitAs(browser, products[1], 'admin'),
  ]
  const id = await newConversation(ann.token, 'At once')
  for (const v of [ann, ben]) {
    await v.page.goto(`/chatuser?conversation=${id}`)
    await box(v.page).waitFor()
  }
  // A signal reaches listeners.
  for (const p of products) await eventually(() => listeners(p)).toBe(1)
  await box(ann.page).pressSequentially('Let me')
  await ben.page.getByText(/is typing…$/).waitFor()
  await Promise.all([write(ann.page, 'Ann 1'), write(ben.page, 'Ben 1')])
  for (const v of [ann, ben]) await eventually(async () => (await said(v.page)).length).toBe(2)
  // The server defines the order; the person's own message may stay last until the other one
  // arrives.
  const { rows } = await client.query<{ body: string }>(
    'SELECT body FROM chat_messages WHERE conversation = $1 ORDER BY sequence',
    [id],
  )
  expect(rows.map((row) => row.body).sort()).toEqual(['Ann 1', 'Ben 1'])
  for (const v of [ann, ben]) {
    await eventually(() => said(v.page)).toEqual(rows.map((row) => row.body))
  }
  for (const v of [ann, ben]) expectQuiet(v)
})

/**
 * How far a message in view has moved in each frame (px), until it has moved and then stood still for
 * 10 frames.
 */
const followMessage = (page: Page): Promise<number[]> =>
  page.evaluate(
    () =>
      new Promise<number[]>((resolve) => {
        const lines = () => [...document.querySelectorAll<HTMLElement>('[role=log] p')]
        const inView = lines().find((p) => p.getBoundingClientRect().top > 300)!
        const [text, start] = [inView.textContent, inView.getBoundingClientRect().top]
        const steps: number[] = []
        let still = 0
        const look = () => {
          const line = lines().find((p) => p.textContent === text)
          const step = line ? line.getBoundingClientRect().top - start : Number.NaN
          still = steps.length && step === steps.at(-1) && Math.abs(step) > 4 ? still + 1 : 0
          steps.push(step)
          if (still < 10 && steps.length < 600) requestAnimationFrame(look)
          else resolve(steps)
        }
        requestAnimationFrame(look)
      }),
  )

test('opening 100,000 messages takes no more requests and rows than 100; scrolling back does not jump', async () => {
  const visitor = await visitAs(browser, products[0], 'support')
  const { page, token } = visitor
  const ids = [await newConversation(token, 'Short'), await newConversation(token, 'Long')] as const
  for (const [id, count] of [
    [ids[0], 100],
    [ids[1], 100_000],
  ] as const) {
    await client.query(
      `INSERT INTO chat_messages (id, version, created_at, updated_at, conversation, sequence, kind, body, state)
       SELECT gen_random_uuid(), 1, now() - ($2::int - n) * interval '1 minute', now(), $1, n, CASE WHEN n % 3 = 0 THEN 'incoming' ELSE 'outgoing' END, 'Number ' || n || repeat(' and so on', (n * 7) % 23), 'read' FROM generate_series(1, $2::int) n`,
      [id, count],
    )
    await client.query(
      'INSERT INTO sequences (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
      [`chat-${id}`, count],
    )
  }
  await client.query('ANALYZE chat_messages')
  const opened = []
  for (const [id, count] of [
    [ids[0], 100],
    [ids[1], 100_000],
  ] as const) {
    const asked: string[] = []
    const note = (r: { url(): string }) => {
      if (r.url().includes('/api/chat-messages?')) asked.push(r.url())
    }
    page.on('request', note)
    await page.goto(`/chatuser?conversation=${id}&state=any`)
    const end = page.getByText(new RegExp(`^Number ${count}( and so on)*$`))
    await end.waitFor()
    await eventually(() =>
      end.evaluate((e) => {
        const r = e.getBoundingClientRect()
        return r.bottom < window.innerHeight && r.top > 0
      }),
    ).toBe(true)
    opened.push({
      requests: asked.length,
      rows: await page.getByRole('log').getByRole('listitem').count(),
    })
    page.off('request', note)
  }
  expect(opened[1]!.requests).toBeLessThanOrEqual(opened[0]!.requests)
  expect(opened[1]!.rows).toBeLessThan(60)
  expect(Math.abs(opened[1]!.rows - opened[0]!.rows)).toBeLessThan(10)

  const region = page.getByRole('region', { name: 'Messages of “Long”' })
  // Each loaded stretch is higher or lower than estimated; the visible messages keep their position.
  // A correction during the browser's scroll animation may end the animation early: the distance
  // may be shorter than the wheel's, but never longer, and never goes backwards.
  let total = 0
  for (let n = 0; n < 30; n++) {
    await region.hover()
    const moved = followMessage(page)
    await page.mouse.wheel(0, -180)
    const steps = await moved
    expect(Math.max(...steps), steps.join(' ')).toBeLessThan(184)
    for (const [i, step] of steps.entries()) {
      expect(step - (steps[i - 1] ?? 0), steps.join(' ')).toBeGreaterThan(-4)
    }
    total += steps.at(-1)!
  }
  expect(total).toBeGreaterThan(30 * 170)
  await region.evaluate((e) => {
    e.scrollTop = e.scrollHeight / 2
  })
  await eventually(() =>
    page.getByText(/^Number (49|50)\d\d\d( and so on)*$/).count(),
  ).toBeGreaterThan(3)
  expect(await page.getByRole('log').getByRole('listitem').count()).toBeLessThan(60)
  await page.getByRole('button', { name: 'Jump to the newest' }).click()
  await page.getByText(/^Number 100000( and so on)*$/).waitFor()
  await eventually(() => page.getByRole('button', { name: 'Jump to the newest' }).count()).toBe(0)
  expectQuiet(visitor)
})
