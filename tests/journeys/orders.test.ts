import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { press } from '#tests/support/actionBar.ts'
import { expectAccessible } from '#tests/support/axe.ts'
import { browser, product, test } from '#tests/support/journey.ts'
import {
  api,
  eventually,
  expectQuiet,
  heading,
  settled,
  still,
  visitAs,
} from '#tests/support/pages.ts'

interface Order {
  readonly id: string
  readonly number: string
  readonly state: string
  readonly version: number
  readonly refundable: { readonly amount: number } | null
}
const ordersIn = async (token: string, state: string) =>
  (
    await api<{ data: Order[]; page: { total: number } }>(
      product,
      token,
      `/api/orders?filter[state]=${state}&sort=dueAt&limit=200`,
    )
  ).body

/** Clicks on whatever lies at a point as soon as the order's row has left: a hesitating second click. */
const clickOnceGone = (page: Page, id: string, x: number, y: number): Promise<void> =>
  page.evaluate(
    (of) =>
      new Promise<void>((resolve) => {
        const seen = new MutationObserver(() => {
          if (document.querySelector(`tr[data-id="${of.id}"]`)) return
          seen.disconnect()
          document.elementFromPoint(of.x, of.y)?.closest('button')?.click()
          resolve()
        })
        seen.observe(document.body, { childList: true, attributes: true, subtree: true })
      }),
    { id, x, y },
  )

test('the ongoing orders page shows elapsed time; a second click on a next-step button moves no other order', async () => {
  const visitor = await visitAs(browser, product, 'manager')
  const { page, token } = visitor
  await page.goto('/ongoing-order')
  await heading(page, 'Ongoing orders')
  await settled(page)
  const totals = await Promise.all(
    ['placed', 'confirmed', 'in_progress'].map(async (s) => (await ordersIn(token, s)).page.total),
  )
  await page
    .getByRole('status')
    .filter({ hasText: `of ${totals.reduce((a, b) => a + b, 0)} orders` })
    .waitFor()
  await eventually(() =>
    page.getByRole('group', { name: 'States' }).getByRole('link').count(),
  ).toBe(4)
  await page.getByRole('columnheader', { name: 'Elapsed' }).waitFor()

  await page.getByRole('link', { name: /^Placed/ }).click()
  await page.waitForURL('**/ongoing-order?**state**')
  await settled(page)
  const rows = page.locator('tr[data-id]')
  const idOf = async (n: number) => (await rows.nth(n).getAttribute('data-id')) ?? ''
  const [id, second, third] = await Promise.all([idOf(0), idOf(1), idOf(2)])
  const stateOf = async (of: string) =>
    (await api<{ data: Order }>(product, token, `/api/orders/${of}`)).body.data.state
  const button = rows.first().getByRole('button', { name: 'Confirm', exact: true })
  const { x, y, width, height } = (await button.boundingBox())!
  const center = [x + width / 2, y + height / 2] as const

  const again = clickOnceGone(page, id, ...center)
  await button.click()
  await eventually(() => stateOf(id)).toBe('confirmed')
  await again
  await page
    .locator(`tr[data-id="${second}"]`)
    .getByRole('button', { name: 'Confirm', exact: true, disabled: false })
    .waitFor()
  await still(page)
  expect(await stateOf(second)).toBe('placed')

  const late = clickOnceGone(page, second, ...center)
  const { version } = (await api<{ data: Order }>(product, token, `/api/orders/${second}`)).body
    .data
  const confirmed = await api(
    product,
    token,
    `/api/orders/${second}/actions/confirmed`,
    {},
    'POST',
    { 'If-Match': `"${version}"` },
  )
  expect(confirmed.status).toBe(200)
  await late
  await still(page)
  expect(await stateOf(third)).toBe('placed')
  await expectAccessible(page, '/ongoing-order')
  expectQuiet(visitor)
})

test('an order moves by dragging and by keyboard menu, and another user’s board follows', async () => {
  const [mover, watcher] = await Promise.all([
    visitAs(browser, product, 'manager'),
    visitAs(browser, product, 'admin'),
  ])
  const { page, token } = mover
  const [first] = (await ordersIn(token, 'placed')).data
  const second = (await ordersIn(token, 'confirmed')).data.find(
    ({ refundable }) => refundable !== null && refundable.amount > 0,
  )
  await Promise.all(
    [mover, watcher].map(async (v) => {
      await v.page.goto('/order-dash')
      await heading(v.page, 'Order dashboard')
      await v.page.locator(`[data-card="${first!.id}"]`).waitFor()
    }),
  )
  const column = (v: typeof mover, state: string) => v.page.locator(`[data-column="${state}"]`)
  await page.locator(`[data-card="${first!.id}"]`).dragTo(column(mover, 'confirmed'))
  await eventually(
    async () =>
      (await api<{ data: Order }>(product, token, `/api/orders/${first!.id}`)).body.data.state,
  ).toBe('confirmed')
  await column(mover, 'confirmed').locator(`[data-card="${first!.id}"]`).waitFor()
  await column(watcher, 'confirmed').locator(`[data-card="${first!.id}"]`).waitFor()
  await eventually(() =>
    column(watcher, 'placed').locator(`[data-card="${first!.id}"]`).count(),
  ).toBe(0)

  await page.getByRole('link', { name: second!.number, exact: true }).focus()
  await page.keyboard.press('m')
  await page.getByRole('menuitem', { name: 'Cancel order' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('The customer thought better of it')
  await dialog.getByRole('button', { name: 'Cancel order' }).click()
  await eventually(
    async () =>
      (await api<{ data: Order }>(product, token, `/api/orders/${second!.id}`)).body.data.state,
  ).toBe('cancelled')
  await eventually(() => watcher.page.locator(`[data-card="${second!.id}"]`).count()).toBe(0)
  // Somebody paid for it: the refund is offered, and may wait.
  const refund = page.getByRole('dialog', { name: `Refund · ${second!.number}` })
  await refund.getByRole('button', { name: 'Not now' }).click()
  await refund.waitFor({ state: 'detached' })

  const links = column(mover, 'confirmed').locator('[data-card-link]')
  await links.first().focus()
  await page.keyboard.press('ArrowDown')
  await eventually(() => links.nth(1).evaluate((el) => el === document.activeElement)).toBe(true)
  await expectAccessible(page, '/order-dash')
  for (const v of [mover, watcher]) expectQuiet(v)
})

test('users see no metrics they may not read, and cannot drag orders without permission', async () => {
  const visitor = await visitAs(browser, product, 'support')
  await visitor.page.goto('/order-dash')
  await heading(visitor.page, 'Order dashboard')
  await visitor.page.locator('[data-card]').first().waitFor()
  expect(await visitor.page.getByText('Captured today').count()).toBe(0)
  expect(await visitor.page.locator('[data-card][data-movable]').count()).toBe(0)
  expectQuiet(visitor)
})

test('filters by kind, vendor and past due are kept in the URL and update the column counts', async () => {
  const visitor = await visitAs(browser, product, 'manager')
  const { page, token } = visitor
  const total = async (query: string) =>
    (await api<{ page: { total: number } }>(product, token, `/api/orders?limit=1&${query}`)).body
      .page.total
  await page.goto('/order-dash?kind=nonsense&vendor=nobody')
  await heading(page, 'Order dashboard')
  const column = (state: string, count: number) =>
    page.getByRole('region', { name: `${state}: ${count}`, exact: true })
  await column('Placed', await total('filter[state]=placed')).waitFor()
  await page.getByRole('combobox', { name: 'Kind of order' }).selectOption('booking')
  await page.waitForURL('**kind=booking**')
  await column('Placed', await total('filter[state]=placed&filter[kind]=booking')).waitFor()
  await page.getByRole('button', { name: 'Past due' }).click()
  await page.waitForURL('**late=true**')
  const late = `filter[kind]=booking&filter[dueAt][lt]=${new Date().toISOString()}`
  await column('In progress', await total(`filter[state]=in_progress&${late}`)).waitFor()
  await column('Completed', 0).waitFor()
  await page.reload()
  await column('Completed', 0).waitFor()
  await page.getByRole('combobox', { name: 'Kind of order' }).selectOption('')
  await page.getByRole('button', { name: 'Past due', pressed: true }).click()
  const vendor = page.getByRole('region', { name: 'Load by vendor' }).getByRole('button').first()
  await vendor.click()
  await page.waitForURL('**vendor=**')
  const id = new URL(page.url()).searchParams.get('vendor')
  await column('Placed', await total(`filter[state]=placed&filter[vendor]=${id}`)).waitFor()
  await eventually(() => vendor.getAttribute('aria-pressed')).toBe('true')
  await expectAccessible(page, '/order-dash narrowed')
  expectQuiet(visitor)
})

test('a long column loads more on scroll; the board is accessible while loading, with menu or dialog, and on error', async () => {
  const visitor = await visitAs(browser, product, 'manager')
  const { page, token } = visitor
  const done = (await ordersIn(token, 'completed')).page.total
  expect(done).toBeGreaterThan(50)
  await page.goto('/order-dash')
  const cards = page.locator('[data-column=completed] [data-card]')
  await eventually(() => cards.count()).toBe(50)
  await eventually(async () => {
    await cards.last().scrollIntoViewIfNeeded()
    return cards.count()
  }).toBeGreaterThanOrEqual(Math.min(done, 100))

  const placed = page.locator('[data-column=placed] [data-card]').first()
  await placed.getByRole('button').click()
  await page.getByRole('menu').waitFor()
  await expectAccessible(page, '/order-dash with a menu')
  await page.getByRole('menuitem', { name: 'Cancel order' }).click()
  await page.getByRole('dialog').waitFor()
  await expectAccessible(page, '/order-dash with a question')
  await page.keyboard.press('Escape')

  let release = (): void => undefined
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/api/orders?*', async (route) => {
    await held
    await route.fulfill({
      status: 503,
      contentType: 'application/problem+json',
      body: JSON.stringify({
        title: 'x',
        status: 503,
        detail: 'The database is resting.',
        code: 'unavailable',
      }),
    })
  })
  await page.reload()
  await heading(page, 'Order dashboard')
  await expectAccessible(page, '/order-dash while it loads')
  release()
  await page.getByRole('alert').first().getByRole('button').waitFor({ timeout: 30_000 })
  await expectAccessible(page, '/order-dash with an error')
  expect(visitor.violations).toEqual([])
})

const eur = (amount: number) => ({ amount, currency: 'EUR' })

/** A placed order of two lines that is paid; returns its id and number. */
const paidOrder = async (token: string): Promise<Pick<Order, 'id' | 'number'>> => {
  const call = async <T>(path: string, body?: object, version?: number): Promise<T> => {
    const headers: Record<string, string> =
      version === undefined ? {} : { 'If-Match': `"${version}"` }
    const method = body ? 'POST' : 'GET'
    const { status, body: got } = await api<{ data: T }>(
      product,
      token,
      path,
      body,
      method,
      headers,
    )
    expect(status).toBeLessThan(300)
    return got.data
  }
  const [like] = await call<{ customer: string; vendor: string }[]>('/api/orders?limit=1')
  const { id, number } = await call<Order>('/api/orders', {
    customer: like!.customer,
    vendor: like!.vendor,
    currency: 'EUR',
    lines: [
      { title: 'Deep clean', quantity: 3, unit: eur(10_000), discount: eur(6000), tax: 2300 },
      { title: 'Garden', quantity: 1, unit: eur(5000), tax: 0 },
    ],
  })
  for (const [action, input] of [
    ['placed', {}],
    ['pay', { method: 'cash' }],
  ] as const) {
    const { version } = await call<{ version: number }>(`/api/orders/${id}`)
    await call(`/api/orders/${id}/actions/${action}`, input, version)
  }
  return { id, number }
}

test('refunding two of three units of a line is shown on the order and on the credit note', async () => {
  const visitor = await visitAs(browser, product, 'finance')
  const { page, token } = visitor
  const { id, number } = await paidOrder(token)
  await page.goto(`/order/${id}`)
  await heading(page, number)
  await press(page, /^Refund/)
  const dialog = page.getByRole('dialog', { name: `Refund · ${number}` })
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Only one was done')
  await dialog.getByText('Lines', { exact: true }).click()
  const units = dialog.getByRole('textbox', { name: 'Deep clean' })
  await units.focus()
  await page.keyboard.press('ArrowUp')
  await dialog.getByRole('button', { name: 'Deep clean: one more' }).click()
  expect(await units.inputValue()).toBe('2')
  // 2 of 3 × €100 less €60, and 23 %.
  await dialog.locator('output').getByText('€196.80', { exact: true }).waitFor()
  await expectAccessible(page, 'refund by line')
  await dialog.getByRole('button', { name: 'Refund', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })

  const lines = page.getByRole('table', { name: 'Lines' })
  await lines.getByRole('columnheader', { name: 'Refunded' }).waitFor()
  await eventually(() => lines.getByRole('row').nth(1).innerText()).toMatch(/Deep clean.*\b2\b/s)
  await page.getByRole('region', { name: 'Refunded' }).getByText('2 / 3 · €196.80').waitFor()
  const [note] = (
    await api<{ data: { id: string; number: string }[] }>(
      product,
      token,
      `/api/credit-notes?filter[order]=${id}`,
    )
  ).body.data
  await page.goto(`/credit-notes/${note!.id}`)
  await heading(page, note!.number)
  const row = page.getByRole('table', { name: 'Lines' }).getByRole('row').nth(1)
  for (const text of ['Deep clean', '2', '€100.00', '€36.80', '€196.80']) {
    await row.getByRole('cell', { name: text, exact: true }).waitFor()
  }
  expectQuiet(visitor)
})
