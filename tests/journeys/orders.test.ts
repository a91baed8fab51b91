import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Browser } from 'playwright-core'
import { expectAccessible } from '#tests/support/axe.ts'
import { launchBrowser } from '#tests/support/browser.ts'
import { api, eventually, expectQuiet, heading, settled, visitAs } from '#tests/support/pages.ts'
import { startProduct, type Product } from '#tests/support/product.ts'

let product: Product
let browser: Browser
beforeAll(async () => { [product, browser] = await Promise.all([startProduct(), launchBrowser()]) })
afterAll(async () => { await browser?.close(); await product?.stop() })

interface Order { readonly id: string; readonly number: string; readonly state: string }
const ordersIn = async (token: string, state: string) => (await api<{ data: Order[]; page: { total: number } }>(product, token, `/api/orders?filter[state]=${state}&sort=dueAt&limit=200`)).body

test('ongoing orders are those somebody works on, with the time they take; the next step is a button', async () => {
  const visitor = await visitAs(browser, product, 'manager')
  const { page, token } = visitor
  await page.goto('/ongoing-order')
  await heading(page, 'Ongoing orders')
  await settled(page)
  const totals = await Promise.all(['placed', 'confirmed', 'in_progress'].map(async (s) => (await ordersIn(token, s)).page.total))
  await page.getByRole('status').filter({ hasText: `of ${totals.reduce((a, b) => a + b, 0)} orders` }).waitFor()
  expect(await page.getByRole('group', { name: 'States' }).getByRole('link').count()).toBe(4)
  await page.getByRole('columnheader', { name: 'Elapsed' }).waitFor()

  await page.getByRole('link', { name: /^Placed/ }).click()
  await page.waitForURL('**/ongoing-order?**state**')
  await settled(page)
  const row = page.locator('tr[data-id]').first()
  const id = (await row.getAttribute('data-id')) ?? ''
  await row.getByRole('button', { name: 'Confirm', exact: true }).click()
  await eventually(async () => (await api<{ data: Order }>(product, token, `/api/orders/${id}`)).body.data.state).toBe('confirmed')
  await eventually(() => page.locator(`tr[data-id="${id}"]`).count()).toBe(0)
  await expectAccessible(page, '/ongoing-order')
  expectQuiet(visitor)
})

test('an order is dragged to its next state, moved by its menu and by keyboard; the other’s board follows', async () => {
  const [mover, watcher] = await Promise.all([visitAs(browser, product, 'manager'), visitAs(browser, product, 'admin')])
  const { page, token } = mover
  const [first] = (await ordersIn(token, 'placed')).data
  const [second] = (await ordersIn(token, 'confirmed')).data
  await Promise.all([mover, watcher].map(async (v) => { await v.page.goto('/order-dash'); await heading(v.page, 'Order dashboard'); await v.page.locator(`[data-card="${first!.id}"]`).waitFor() }))
  const column = (v: typeof mover, state: string) => v.page.locator(`[data-column="${state}"]`)
  await page.locator(`[data-card="${first!.id}"]`).dragTo(column(mover, 'confirmed'))
  await eventually(async () => (await api<{ data: Order }>(product, token, `/api/orders/${first!.id}`)).body.data.state).toBe('confirmed')
  await column(mover, 'confirmed').locator(`[data-card="${first!.id}"]`).waitFor()
  await column(watcher, 'confirmed').locator(`[data-card="${first!.id}"]`).waitFor()
  await eventually(() => column(watcher, 'placed').locator(`[data-card="${first!.id}"]`).count()).toBe(0)

  await page.getByRole('link', { name: second!.number, exact: true }).focus()
  await page.keyboard.press('m')
  await page.getByRole('menuitem', { name: 'Cancel order' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('The customer thought better of it')
  await dialog.getByRole('button', { name: 'Cancel order' }).click()
  await eventually(async () => (await api<{ data: Order }>(product, token, `/api/orders/${second!.id}`)).body.data.state).toBe('cancelled')
  await eventually(() => watcher.page.locator(`[data-card="${second!.id}"]`).count()).toBe(0)

  const links = column(mover, 'confirmed').locator('[data-card-link]')
  await links.first().focus()
  await page.keyboard.press('ArrowDown')
  expect(await links.nth(1).evaluate((el) => el === document.activeElement)).toBe(true)
  await expectAccessible(page, '/order-dash')
  for (const v of [mover, watcher]) expectQuiet(v)
})

test('figures the person may not read are absent, and whose role moves no orders drags none', async () => {
  const visitor = await visitAs(browser, product, 'support')
  await visitor.page.goto('/order-dash')
  await heading(visitor.page, 'Order dashboard')
  await visitor.page.locator('[data-card]').first().waitFor()
  expect(await visitor.page.getByText('Captured today').count()).toBe(0)
  expect(await visitor.page.locator('[data-card][draggable=true]').count()).toBe(0)
  expectQuiet(visitor)
})
