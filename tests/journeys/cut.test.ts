/**
 * Three people on chat, ticket and order board, two on one server process and one on another, on
 * one PostgreSQL. The network of one is cut for a minute while everybody continues; afterwards all
 * three see the same, and nothing is lost or duplicated.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser } from '#tests/support/browser.ts'
import { startDemoDatabase, type DemoDatabase } from '#tests/support/demoDatabase.ts'
import { api, eventually, heading, visitAs } from '#tests/support/pages.ts'
import { metricsOf, startProduct, type Product } from '#tests/support/product.ts'

const CUT_MS = 60_000

let database: DemoDatabase
let products: readonly [Product, Product]
let browser: Browser
beforeAll(async () => {
  database = await startDemoDatabase()
  const { env } = database
  const first = await startProduct({ env })
  products = [first, await startProduct({ env })]
  browser = await launchBrowser()
}, 300_000)
afterAll(async () => {
  await browser?.close()
  await Promise.all((products ?? []).map((p) => p.stop()))
  await database?.stop()
})

interface Row {
  readonly id: string
  readonly version: number
  readonly state: string
  readonly number: string
  readonly subject: string
}
const rows = async (token: string, query: string): Promise<Row[]> =>
  (await api<{ data: Row[] }>(products[0], token, `/api/${query}`)).body.data
const made = async (token: string, collection: string, body: object): Promise<Row> =>
  (await api<{ data: Row }>(products[0], token, `/api/${collection}`, body)).body.data
const listeners = async (): Promise<number[]> =>
  Promise.all(
    products.map(async (p) => Number(/^live_listeners (\d+)$/m.exec(await metricsOf(p))?.[1])),
  )

/** The three screens of a person. */
const sit = async (product: Product, name: string, chat: string, ticket: Row) => {
  const { context, page: board, token } = await visitAs(browser, product, name)
  const [talk, desk] = [await context.newPage(), await context.newPage()]
  await board.goto('/order-dash')
  await heading(board, 'Order dashboard')
  await board.locator('[data-card]').first().waitFor()
  await talk.goto(`/chatuser?conversation=${chat}`)
  await desk.goto(`/ticket_chat/${ticket.id}`)
  await heading(desk, `#${ticket.number} ${ticket.subject}`)
  for (const page of [talk, desk]) await box(page).waitFor()
  return { context, board, talk, desk, token }
}
type Seat = Awaited<ReturnType<typeof sit>>
const box = (page: Page) => page.getByRole('textbox', { name: 'Message' })
const write = async (page: Page, text: string) => {
  await box(page).fill(text)
  await box(page).press('Enter')
}
const said = (page: Page) =>
  page
    .getByRole('log')
    .locator('[data-kind=outgoing]:not([data-pending]) p')
    .filter({ hasText: /^\w+ \d+$/ })
    .allTextContents()
const inColumn = (seat: Seat, state: string, id: string) =>
  seat.board.locator(`[data-column="${state}"] [data-card="${id}"]`).count()
const moveTo = async (seat: Seat, card: string, state: string) =>
  seat.board.locator(`[data-card="${card}"]`).dragTo(seat.board.locator(`[data-column="${state}"]`))

test('after one of three people was offline for a minute, all see the same data without loss or duplicates', async () => {
  const admin = (await visitAs(browser, products[0], 'admin')).token
  const customer = (await rows(admin, 'customers?limit=1&filter[state]=active'))[0]!.id
  const chat = (await made(admin, 'conversations', { subject: 'Cut for a minute', customer })).id
  const ticket = await made(admin, 'tickets', { subject: 'Cut for a minute', customer })
  const [before, early, late, dropped, ...rest] = await rows(
    admin,
    'orders?filter[state]=placed&sort=dueAt&limit=200',
  )
  const [ann, ben, cleo] = [
    await sit(products[0], 'manager', chat, ticket),
    await sit(products[1], 'admin', chat, ticket),
    await sit(products[0], 'support', chat, ticket),
  ]
  const all = [ann, ben, cleo]
  // One connection for the three screens of each person.
  await eventually(listeners).toEqual([2, 1])
  for (const page of [ann.talk, ann.desk]) await write(page, 'Ann 1')
  for (const { talk, desk } of [ben, cleo]) {
    for (const page of [talk, desk]) await eventually(() => said(page)).toEqual(['Ann 1'])
  }
  await moveTo(ann, before!.id, 'confirmed')
  for (const seat of all) await eventually(() => inColumn(seat, 'confirmed', before!.id)).toBe(1)

  await ann.context.setOffline(true)
  const cutAt = performance.now()
  await eventually(listeners).toEqual([1, 1])
  for (const n of [2, 3]) {
    for (const page of [ann.talk, ann.desk]) await write(page, `Ann ${n}`)
    for (const page of [ben.talk, ben.desk]) await write(page, `Ben ${n}`)
    for (const page of [cleo.talk, cleo.desk]) {
      await eventually(() => said(page)).toContain(`Ben ${n}`)
      await write(page, `Cleo ${n}`)
    }
  }
  await moveTo(ben, early!.id, 'confirmed')
  await eventually(() => inColumn(cleo, 'confirmed', early!.id)).toBe(1)
  // Without a network the dropped card moves back.
  await moveTo(ann, dropped!.id, 'confirmed')
  await eventually(() => inColumn(ann, 'placed', dropped!.id)).toBe(1)
  await moveTo(ben, late!.id, 'confirmed')
  await eventually(() => inColumn(cleo, 'confirmed', late!.id)).toBe(1)
  await ben.desk.getByRole('button', { name: 'Solve', exact: true }).click()
  await cleo.desk.getByRole('button', { name: 'Solve', exact: true }).waitFor({ state: 'hidden' })
  for (const page of [ann.talk, ann.desk]) expect(await said(page)).toEqual(['Ann 1'])
  expect(await inColumn(ann, 'placed', early!.id)).toBe(1)
  await new Promise((resolve) =>
    setTimeout(resolve, Math.max(0, CUT_MS - (performance.now() - cutAt))),
  )
  await ann.context.setOffline(false)

  const others = ['Ben 2', 'Cleo 2', 'Ben 3', 'Cleo 3']
  const order = ['Ann 1', ...others, 'Ann 2', 'Ann 3']
  for (const { talk, desk } of all) {
    for (const page of [talk, desk]) await eventually(() => said(page)).toEqual(order)
  }
  for (const page of [ann.talk, ann.desk]) {
    await eventually(() => page.locator('[data-pending]').count()).toBe(0)
  }
  for (const seat of all) {
    for (const { id } of [before!, early!, late!]) {
      await eventually(async () => [
        await inColumn(seat, 'placed', id),
        await inColumn(seat, 'confirmed', id),
      ]).toEqual([0, 1])
    }
    await eventually(async () => [
      await inColumn(seat, 'placed', dropped!.id),
      await inColumn(seat, 'confirmed', dropped!.id),
    ]).toEqual([1, 0])
  }
  const stored = async (filter: string) =>
    (
      (await rows(
        admin,
        `chat-messages?filter[kind]=outgoing&filter${filter}&sort=sequence&limit=100`,
      )) as unknown as { body: string }[]
    ).map((m) => m.body)
  expect(await stored(`[conversation]=${chat}`)).toEqual(order)
  // No other order moved, and none twice.
  expect(
    (await rows(admin, 'orders?filter[state]=placed&sort=dueAt&limit=200')).map((o) => o.id),
  ).toEqual([dropped!, ...rest].map((o) => o.id))
  for (const { id, version } of [before!, early!, late!]) {
    expect(
      (await api<{ data: Row }>(products[0], admin, `/api/orders/${id}`)).body.data,
    ).toMatchObject({ state: 'confirmed', version: version + 1 })
  }
  await eventually(listeners).toEqual([2, 1])
  // From here on it works as before: each sees what the other writes.
  await write(ann.talk, 'Ann 4')
  await write(ben.desk, 'Ben 4')
  for (const { talk, desk } of all) {
    await eventually(() => said(talk)).toEqual([...order, 'Ann 4'])
    await eventually(() => said(desk)).toEqual([...order, 'Ben 4'])
  }
  for (const { context } of all) await context.close()
}, 300_000)
