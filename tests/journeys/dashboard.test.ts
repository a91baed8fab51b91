import { expect } from 'vitest'
import type { Page } from 'playwright-core'
import { expectAccessible } from '#tests/support/axe.ts'
import { browser, product, test } from '#tests/support/journey.ts'
import {
  api,
  eventually,
  expectQuiet,
  heading,
  mailedLink,
  settled,
  visitAs,
} from '#tests/support/pages.ts'
import { startProduct } from '#tests/support/product.ts'

const tiles = (page: Page) => page.locator('[data-metric]')
const shown = (page: Page): Promise<string[]> =>
  tiles(page).evaluateAll((all) => all.map((e) => e.getAttribute('data-metric') ?? ''))
const open = async (page: Page, address = '/dashboard') => {
  await page.goto(address)
  await heading(page, 'Dashboard')
  await tiles(page).first().waitFor()
}

test('each key metric links to a list with the same number of records', async () => {
  const visitor = await visitAs(browser, product, 'admin')
  const { page } = visitor
  await open(page)
  await eventually(() => shown(page)).toEqual([
    'revenue',
    'bookings',
    'occupancy',
    'openOrders',
    'orders',
    'newCustomers',
    'ticketsInBreach',
    'mrr',
  ])
  for (const name of await shown(page)) {
    const tile = page.locator(`[data-metric="${name}"]`)
    const records = Number(await tile.locator('[data-records]').getAttribute('data-records'))
    if (['bookings', 'openOrders', 'orders', 'newCustomers', 'ticketsInBreach'].includes(name)) {
      await eventually(() => tile.locator('[data-records]').textContent()).toBe(
        new Intl.NumberFormat('en').format(records),
      )
    }
    await tile.getByRole('link').click()
    await page.waitForURL('**where**')
    await settled(page)
    await eventually(async () =>
      (await page.getByRole('status').allTextContents()).some((text) =>
        new RegExp(`(of|^|\\D)\\s*${new Intl.NumberFormat('en').format(records)}\\b`).test(text),
      ),
    ).toBe(true)
    await page.goBack()
    await tiles(page).first().waitFor()
  }
  await page.getByRole('region', { name: 'Top vendors' }).getByRole('link').first().click()
  await page.waitForURL('**/order?**vendor**')
  expectQuiet(visitor)
})

test('worklists link to their list and records; hidden and reordered cards survive a reload', async () => {
  const visitor = await visitAs(browser, product, 'manager')
  const { page } = visitor
  await open(page)
  const waiting = page.getByRole('region', { name: 'Waiting for you' })
  const worklist = waiting.getByRole('region', { name: 'Hotels to review' })
  const heading1 = worklist.getByRole('heading').getByRole('link')
  const total = Number(((await heading1.textContent()) ?? '').replace(/\D/g, ''))
  expect(total).toBeGreaterThan(0)
  await heading1.click()
  await page.waitForURL('**/hotels?**where**')
  await settled(page)
  await eventually(() => page.getByRole('table').getByRole('row').count()).toBe(total + 1)
  await page.goBack()
  const row = worklist.getByRole('listitem').first().getByRole('link')
  const title = (await row.locator('span').first().textContent())!
  await row.click()
  await heading(page, title)
  await page.goBack()
  await tiles(page).first().waitFor()

  await page.getByRole('button', { name: 'Arrange the dashboard' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('checkbox', { name: 'Hotels to review' }).click()
  await dialog.getByRole('button', { name: 'Move Bookings up' }).first().click()
  await expectAccessible(page, 'the arrangement of the dashboard')
  await page.keyboard.press('Escape')
  await eventually(() => worklist.count()).toBe(0)
  await eventually(async () => (await shown(page)).slice(0, 2)).toEqual(['bookings', 'revenue'])
  await page.reload()
  await tiles(page).first().waitFor()
  await eventually(async () => (await shown(page)).slice(0, 2)).toEqual(['bookings', 'revenue'])
  expect(await worklist.count()).toBe(0)
  await page.getByRole('button', { name: 'Arrange the dashboard' }).click()
  await dialog.getByRole('button', { name: 'Reset to the default' }).click()
  await page.keyboard.press('Escape')
  await worklist.waitFor()
  expectQuiet(visitor)
})

test('a saved view becomes a card with its first records, is arranged like others, and is removed', async () => {
  const visitor = await visitAs(browser, product, 'manager')
  const { page, token } = visitor
  const { body } = await api<{ data: { id: string } }>(product, token, '/api/views', {
    collection: 'bookings',
    name: 'Cancelled, latest first',
    state: { search: '?state=cancelled&sort=-code', columns: ['code', 'hotel', 'total'] },
  })
  const booked = await api<{ data: { code: string }[]; page: { total: number } }>(
    product,
    token,
    '/api/bookings?filter[state]=cancelled&sort=-code&limit=3',
  )
  const menu = async (name: string) => {
    await page.goto('/bookings')
    await settled(page)
    await page.getByRole('button', { name: 'Views', exact: true }).click()
    await page
      .getByRole('dialog', { name: 'Views' })
      .getByRole('button', { name: 'Actions for Cancelled, latest first' })
      .click()
    await page.getByRole('menuitem', { name, exact: true }).click()
  }
  await menu('Show on the dashboard')
  await open(page)
  const card = page
    .getByRole('region', { name: 'Your lists' })
    .getByRole('region', { name: 'Cancelled, latest first' })
  const rows = card.getByRole('listitem')
  await eventually(() => rows.count()).toBe(3)
  for (const [i, { code }] of booked.body.data.entries()) {
    // The title, and the other columns of the view.
    expect(await rows.nth(i).innerText()).toMatch(new RegExp(`${code}\\s.+ · [€£][\\d,.]+`))
  }
  expect(await card.getByRole('heading').innerText()).toContain(String(booked.body.page.total))
  await expectAccessible(page, 'a dashboard with a list')
  await card.getByRole('heading').getByRole('link').click()
  await page.waitForURL(`**/bookings?view=${body.data.id}`)
  await page.goBack()
  await card.waitFor()
  await page.getByRole('button', { name: 'Arrange the dashboard' }).click()
  await page.getByRole('dialog').getByRole('checkbox', { name: 'Cancelled, latest first' }).click()
  await card.waitFor({ state: 'detached' })
  await page.getByRole('dialog').getByRole('checkbox', { name: 'Cancelled, latest first' }).click()
  await page.keyboard.press('Escape')
  await card.waitFor()
  await menu('Remove from the dashboard')
  await open(page)
  expect(await page.getByRole('region', { name: 'Your lists' }).count()).toBe(0)
  expectQuiet(visitor)
})

test('the selected period is kept in the URL across reloads; an invalid period is dropped', async () => {
  const visitor = await visitAs(browser, product, 'manager')
  const { page } = visitor
  const asked: string[] = []
  page.on('request', (r) => {
    if (r.url().includes('/api/dashboard')) asked.push(new URL(r.url()).search)
  })
  await open(page)
  const chosen = () =>
    page.getByRole('group', { name: 'Period' }).locator('[aria-pressed=true]').textContent()
  await eventually(chosen).toBe('30 days')
  await page.getByRole('button', { name: '12 months' }).click()
  await page.waitForURL('**/dashboard?range=year')
  await page.getByRole('heading', { name: 'Orders by month' }).waitFor()
  await page.reload()
  await page.getByRole('heading', { name: 'Orders by month' }).waitFor()
  await eventually(chosen).toBe('12 months')
  await page.goto('/dashboard?from=2026-02-30&to=never&range=decade')
  await tiles(page).first().waitFor()
  await eventually(chosen).toBe('30 days')
  await page.getByRole('button', { name: 'Custom' }).click()
  await page.getByRole('textbox', { name: 'From' }).fill('2026-01-01')
  await page.waitForURL('**from=2026-01-01**')
  await eventually(() => asked.at(-1)).toContain('from=2026-01-01')
  // One request for all metrics.
  const before = asked.length
  await page.getByRole('button', { name: '7 days' }).click()
  // A live change may repeat it.
  await eventually(
    () => new Set(asked.slice(before).filter((q) => !q.includes('from=2026-01-01'))).size,
  ).toBe(1)
  expectQuiet(visitor)
})

test('a period without data shows a message instead of empty charts, and offers a longer period', async () => {
  const visitor = await visitAs(browser, product, 'manager')
  const { page } = visitor
  await page.goto('/dashboard?from=2001-01-01&to=2001-01-31')
  const still = page.getByRole('region', { name: 'Nothing in this period' })
  await still.waitFor()
  expect(await page.getByRole('region', { name: 'Orders by day' }).count()).toBe(0)
  await expectAccessible(page, 'a dashboard of a period without anything')
  await still.getByRole('button', { name: 'Show 12 months' }).click()
  await page.waitForURL('**/dashboard?range=year')
  await eventually(() => still.count()).toBe(0)
  await visitor.context.close()
})

test('an empty dashboard suggests records to create; read-only users get links to the lists instead', async () => {
  const fresh = await startProduct({
    env: { DEMO: '0', ADMIN_EMAIL: 'admin@example.com', ADMIN_PASSWORD: 'demo-password' },
  })
  try {
    const admin = await visitAs(browser, fresh, 'admin')
    const roles = (
      await api<{ data: { id: string }[] }>(fresh, admin.token, '/api/user-roles?search=viewer')
    ).body.data
    const account = (path: string, body: object) =>
      fetch(`${fresh.url}/api/auth/${path}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      })
    const email = 'viewer@example.com'
    const asked = { name: 'Vera', email, password: 'four grey herons' }
    expect((await account('sign-up/email', asked)).status).toBe(202)
    const link = new URL(await mailedLink(fresh, email), fresh.url)
    const token = link.searchParams.get('token')
    const proven = await account('verify-email', { token, password: asked.password })
    expect(proven.status).toBe(200)
    const [person] = (
      await api<{ data: { id: string }[] }>(fresh, admin.token, '/api/employees?search=vera')
    ).body.data
    const { etag } = await api(fresh, admin.token, `/api/employees/${person!.id}`)
    const given = await api(
      fresh,
      admin.token,
      `/api/employees/${person!.id}`,
      { roles: [roles[0]!.id] },
      'PATCH',
      { 'If-Match': etag },
    )
    expect(
      (
        await api(fresh, admin.token, `/api/employees/${person!.id}/actions/active`, {}, 'POST', {
          'If-Match': given.etag,
        })
      ).status,
    ).toBe(200)
    for (const width of [1440, 390]) {
      const { page, ...visitor } = await visitAs(browser, fresh, 'admin', { width })
      await page.goto('/dashboard')
      const start = page.getByRole('region', { name: 'Nothing to count yet' })
      await start.waitFor()
      expect(await tiles(page).count()).toBe(0)
      await expectAccessible(page, `the dashboard of a fresh organisation, ${width} wide`)
      expect(
        await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        ),
      ).toBe(0)
      await start.getByRole('link', { name: 'Add vendor' }).click()
      await heading(page, 'Add vendor')
      expectQuiet({ page, ...visitor })
      await visitor.context.close()
    }
    await admin.context.close()
    const { page, ...viewer } = await visitAs(browser, fresh, 'viewer', {
      password: asked.password,
    })
    await page.goto('/dashboard')
    const ways = page.getByRole('region', { name: 'Nothing to count yet' })
    await ways.getByRole('link', { name: 'Bookings' }).waitFor()
    expect(await ways.getByRole('link', { name: /^Add / }).count()).toBe(0)
    await expectAccessible(page, 'the dashboard of a fresh organisation for who may only look')
    await ways.getByRole('link', { name: 'Bookings' }).click()
    await heading(page, 'Bookings')
    expectQuiet({ page, ...viewer })
    await viewer.context.close()
  } finally {
    await fresh.stop()
  }
})

test('a chart is also available as a table, and loading metrics causes no layout shift', async () => {
  const visitor = await visitAs(browser, product, 'admin')
  const { page } = visitor
  await page.addInitScript(() => {
    const kept = window as unknown as { moved: number }
    kept.moved = 0
    new PerformanceObserver((list) => {
      for (const e of list.getEntries() as (PerformanceEntry & {
        value: number
        hadRecentInput: boolean
      })[]) {
        if (!e.hadRecentInput) kept.moved += e.value
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  let release = (): void => undefined
  await page.route('**/api/dashboard*', async (route) => {
    await new Promise<void>((resolve) => {
      release = resolve
    })
    await route.continue()
  })
  await page.goto('/dashboard')
  await heading(page, 'Dashboard')
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  )
  const loading = await page.evaluate(() => (window as unknown as { moved: number }).moved)
  await expectAccessible(page, '/dashboard while it loads')
  release()
  await tiles(page).first().waitFor()
  expect(
    (await page.evaluate(() => (window as unknown as { moved: number }).moved)) - loading,
  ).toBeLessThanOrEqual(0.01)
  const chart = page.getByRole('region', { name: 'Orders by day' })
  await eventually(() => chart.getByRole('table').getByRole('row').count()).toBe(31)
  await chart.getByRole('button', { name: 'Table' }).click()
  await chart.getByRole('cell').first().waitFor()
  await expectAccessible(page, '/dashboard with a table')
  expectQuiet(visitor)
})

test('an order placed by another user updates the metrics live', async () => {
  const [watcher, mover] = await Promise.all([
    visitAs(browser, product, 'admin'),
    visitAs(browser, product, 'manager'),
  ])
  await open(watcher.page)
  const openOrders = async () =>
    Number(
      await watcher.page
        .locator('[data-metric="openOrders"] [data-records]')
        .getAttribute('data-records'),
    )
  const before = await openOrders()
  const {
    body: {
      data: [last],
    },
  } = await api<{ data: { customer: string; vendor: string }[] }>(
    product,
    mover.token,
    '/api/orders?limit=1',
  )
  const {
    body: { data: draft },
  } = await api<{ data: { id: string; version: number; number: string } }>(
    product,
    mover.token,
    '/api/orders',
    {
      customer: last!.customer,
      vendor: last!.vendor,
      currency: 'EUR',
      lines: [{ title: 'Flowers', quantity: 1, unit: { amount: 2500, currency: 'EUR' } }],
    },
  )
  await api(product, mover.token, `/api/orders/${draft.id}/actions/placed`, {}, 'POST', {
    'If-Match': `"${draft.version}"`,
  })
  await eventually(openOrders).toBe(before + 1)
  await watcher.page
    .getByRole('region', { name: 'Recent activity' })
    .getByRole('link')
    .filter({ hasText: draft.number })
    .waitFor()
  expectQuiet(watcher)
})

test('tiles of metrics a role may not read are absent; vendor staff see only their own', async () => {
  const [support, vendor] = await Promise.all([
    visitAs(browser, product, 'support'),
    visitAs(browser, product, 'vendor'),
  ])
  await Promise.all([open(support.page), open(vendor.page)])
  await eventually(() => shown(support.page)).toContain('ticketsInBreach')
  expect(await shown(support.page)).not.toContain('revenue')
  const own = (
    await api<{ data: { metrics: { name: string; records: number }[] } }>(
      product,
      vendor.token,
      '/api/dashboard',
    )
  ).body.data.metrics
  await eventually(async () => (await shown(vendor.page)).sort()).toEqual(
    own.map((f) => f.name).sort(),
  )
  expect(
    await vendor.page.getByRole('region', { name: 'Top vendors' }).getByRole('listitem').count(),
  ).toBeLessThanOrEqual(1)
  await expectAccessible(vendor.page, '/dashboard of a vendor')
})

test('a failed request can be retried; the dashboard fits a narrow screen, also in Arabic', async () => {
  const visitor = await visitAs(browser, product, 'viewer', { width: 390 })
  const { page, token } = visitor
  let broken = true
  // A change event would trigger a refetch before the button is pressed.
  await page.route('**/api/events*', (route) => (broken ? route.abort() : route.continue()))
  await page.route('**/api/dashboard*', (route) =>
    broken
      ? route.fulfill({
          status: 503,
          contentType: 'application/problem+json',
          body: JSON.stringify({
            title: 'x',
            status: 503,
            detail: 'The database is resting.',
            code: 'unavailable',
          }),
        })
      : route.continue(),
  )
  await page.goto('/dashboard')
  await page.getByRole('alert').getByRole('button').waitFor({ timeout: 30_000 })
  await expectAccessible(page, '/dashboard with an error')
  broken = false
  await page.getByRole('alert').getByRole('button').click()
  await tiles(page).first().waitFor()
  const overflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  await eventually(overflow).toBe(0)
  await api(product, token, '/api/me', { locale: 'ar' }, 'PATCH')
  await page.evaluate(() => localStorage.setItem('language', 'ar'))
  await page.reload()
  await tiles(page).first().waitFor()
  await eventually(() => page.evaluate(() => document.documentElement.dir)).toBe('rtl')
  await eventually(overflow).toBe(0)
  await expectAccessible(page, '/dashboard in Arabic')
})
