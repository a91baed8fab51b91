import { expect } from 'vitest'
import type { Page } from 'playwright-core'
import { type Visitor } from '#tests/support/browser.ts'
import { browser, product, test } from '#tests/support/journey.ts'
import { api, eventually, expectQuiet, heading, settled, visitAs } from '#tests/support/pages.ts'

let admin: Visitor & { readonly token: string }
test.beforeAll(async () => {
  admin = await visitAs(browser, product, 'admin')
})

const status = (page: Page) =>
  eventually(() =>
    page
      .getByRole('status')
      .filter({ hasText: /bookings|facilities/ })
      .first()
      .textContent(),
  )
const header = (page: Page, name: string) =>
  page.getByRole('columnheader', { name, exact: false }).filter({ hasText: name }).first()
const widthOf = async (page: Page, name: string): Promise<number> =>
  Math.round((await header(page, name).boundingBox())!.width)
const kept = async (visitor: typeof admin): Promise<unknown> =>
  (
    await api<{ preferences: Record<string, { widths?: unknown }> }>(
      product,
      visitor.token,
      '/api/me',
    )
  ).body.preferences['list.facilities']?.widths

test('a column is resized by dragging or keys, the width is stored per user, and a double click resets it', async () => {
  const { page } = admin
  await page.goto('/facilities')
  await settled(page)
  const edge = page.getByRole('separator', { name: 'Width of Code' })
  const before = await widthOf(page, 'Code')
  const box = (await edge.boundingBox())!
  await page.mouse.move(box.x + 5, box.y + 10)
  await page.mouse.down()
  await page.mouse.move(box.x + 85, box.y + 10, { steps: 4 })
  await page.mouse.up()
  await eventually(() => widthOf(page, 'Code')).toBe(before + 80)
  await edge.focus()
  await page.keyboard.press('ArrowLeft')
  await eventually(() => widthOf(page, 'Code')).toBe(before + 64)
  await eventually(() => kept(admin)).toEqual({ code: before + 64 })
  const elsewhere = await visitAs(browser, product, 'admin')
  await elsewhere.page.goto('/facilities')
  await settled(elsewhere.page)
  await eventually(() => widthOf(elsewhere.page, 'Code')).toBe(before + 64)
  await elsewhere.context.close()
  await edge.dblclick()
  await eventually(() => widthOf(page, 'Code')).toBe(before)
  await eventually(() => kept(admin)).toBeUndefined()
  expectQuiet(admin)
})

test('infinite scrolling loads more rows while rendering fewer than 100, and is kept in the URL', async () => {
  const { page } = admin
  await page.goto('/bookings')
  await settled(page)
  const { total } = (await api<{ page: { total: number } }>(product, admin.token, '/api/bookings'))
    .body.page
  expect(total).toBeGreaterThan(250)
  await page.getByRole('combobox', { name: 'Rows per page' }).selectOption('Scroll on')
  await page.waitForURL((url) => url.searchParams.get('scroll') === 'true')
  await status(page).toMatch(/^100 of [\d,]+ bookings loaded$/)
  const drawn = () => page.locator('tbody tr[data-id]').count()
  const end = () =>
    page.locator('table').evaluate((table) => {
      const scrolled = table.closest('[data-density]')!
      scrolled.scrollTop = scrolled.scrollHeight
    })
  const wanted = Math.min(total, 500)
  // The end moves while it is reached, so more than one page of a hundred may load.
  const loaded = async (): Promise<number> =>
    Number(
      (
        await page
          .getByRole('main')
          .getByRole('status')
          .filter({ hasText: ' of ' })
          .first()
          .textContent()
      )
        ?.split(' ')[0]
        ?.replace(/\D/g, ''),
    )
  for (let round = 0; round < 40 && (await loaded()) < wanted; round++) {
    const had = await loaded()
    await eventually(async () => {
      await end()
      await settled(page)
      return loaded()
    }).toBeGreaterThan(had)
    expect(await drawn()).toBeLessThan(100)
  }
  const now = await loaded()
  expect(now).toBeGreaterThanOrEqual(wanted)
  expect(now === total || now % 100 === 0).toBe(true)
  await status(page).toContain(` of ${total.toLocaleString('en')}`)
  const seen = await page.locator('tbody tr[data-id]').last().getAttribute('aria-rowindex')
  expect(Number(seen)).toBeGreaterThan(200)
  await page.reload()
  await status(page).toMatch(/^100 of /)
  expectQuiet(admin)
})

test('beyond the last page number, the list pages by cursor in both directions', async () => {
  const { page } = admin
  // The server has fewer rows than that, so its responses are changed to report more.
  const asked: URLSearchParams[] = []
  await page.route(/\/api\/bookings\?/, async (route) => {
    const url = new URL(route.request().url())
    asked.push(url.searchParams)
    const limit = url.searchParams.get('limit') ?? '25'
    const real = new URL('/api/bookings', url)
    real.searchParams.set('limit', limit)
    const response = await route.fetch({ url: real.href })
    const body = (await response.json()) as { page: object }
    await route.fulfill({
      response,
      json: {
        ...body,
        page: {
          ...body.page,
          total: 10_000,
          totalIsExact: false,
          next: 'later',
          previous: 'earlier',
        },
      },
    })
  })
  await page.goto('/bookings?limit=200&page=50')
  await status(page).toBe('9,801–10,000 of 10,000+ bookings')
  const pages = page.getByRole('navigation', { name: 'Pagination' })
  await pages.getByRole('link', { name: 'Next page' }).click()
  await page.waitForURL(
    (url) => url.searchParams.get('after') === 'later' && url.searchParams.get('page') === '51',
  )
  await status(page).toBe('10,001–10,200 of 10,000+ bookings')
  // Other requests for bookings may come after it.
  const later = asked.filter((query) => query.get('cursor') === 'later')
  expect(later.length).toBeGreaterThan(0)
  expect(later.filter((query) => query.has('page'))).toEqual([])
  await pages.getByRole('link', { name: 'Next page' }).click()
  await status(page).toBe('10,201–10,400 of 10,000+ bookings')
  await pages.getByRole('link', { name: 'Previous page' }).click()
  await page.waitForURL(
    (url) => url.searchParams.get('after') === 'earlier' && url.searchParams.get('page') === '51',
  )
  await pages.getByRole('link', { name: 'Previous page' }).click()
  await page.waitForURL(
    (url) => !url.searchParams.has('after') && url.searchParams.get('page') === '50',
  )
  // Waits for handlers under way: the list may still be prefetching a page.
  await page.unrouteAll({ behavior: 'wait' })
  // A tampered cursor is dropped, like any invalid value of a URL.
  await page.goto('/bookings?after=nonsense&page=51')
  await status(page).toMatch(/^1–25 of /)
  expect(await page.getByRole('alert').count()).toBe(0)
})

test('a cell is edited in place: validated, saved, undone, or cancelled with Escape', async () => {
  const { page } = admin
  for (const n of [1, 2]) {
    await api(product, admin.token, '/api/facilities', {
      name: `Cell ${n}`,
      code: `CELL${n}`,
      group: 'service',
      position: 7000 + n,
    })
  }
  await page.goto('/facilities?search=Cell&sort=name')
  await settled(page)
  const cell = page.getByRole('row', { name: /Cell 1/ }).locator('td[data-cell=code]')
  const dialog = page.getByRole('dialog', { name: 'Code of Cell 1' })
  await cell.dblclick()
  await dialog.getByRole('textbox', { name: 'Code' }).fill('not a code!')
  await page.keyboard.press('Enter')
  await dialog
    .getByText(/./)
    .filter({ hasText: /letters|pattern|valid|code/i })
    .last()
    .waitFor()
  await eventually(() =>
    dialog.getByRole('textbox', { name: 'Code' }).getAttribute('aria-invalid'),
  ).toBe('true')
  await dialog.getByRole('textbox', { name: 'Code' }).fill('CELL2')
  await page.keyboard.press('Enter')
  await eventually(() =>
    dialog.getByRole('textbox', { name: 'Code' }).getAttribute('aria-invalid'),
  ).toBe('true')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await eventually(() => cell.textContent()).toBe('CELL1')
  await eventually(() =>
    page.evaluate(() => (document.activeElement as HTMLElement | null)?.dataset.cell),
  ).toBe('code')
  await page.keyboard.press('F2')
  await dialog.getByRole('textbox', { name: 'Code' }).fill('CELL9')
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await eventually(() => cell.textContent()).toBe('CELL9')
  await page.getByRole('button', { name: 'Undo' }).click()
  await eventually(() => cell.textContent()).toBe('CELL1')
  // By keyboard alone: to the row, across to the cell, Enter.
  await page
    .getByRole('row', { name: /Cell 1/ })
    .getByRole('link')
    .first()
    .focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: / of Cell 1$/ }).waitFor()
  await page.keyboard.press('Escape')
  expect(new URL(page.url()).pathname).toBe('/facilities')
  expectQuiet(admin)
})

test('users without write permission get no cell editor; a single click still opens the record', async () => {
  const viewer = await visitAs(browser, product, 'viewer')
  const { page } = viewer
  await page.goto('/facilities?search=Cell&sort=name')
  await settled(page)
  await page
    .getByRole('row', { name: /Cell 1/ })
    .locator('td[data-cell=code]')
    .focus()
  await page.keyboard.press('F2')
  expect(await page.getByRole('dialog').count()).toBe(0)
  await page
    .getByRole('row', { name: /Cell 1/ })
    .locator('td[data-cell=code]')
    .click()
  await heading(page, 'Cell 1')
  await viewer.context.close()
  await admin.page.goto('/facilities?search=Cell&sort=name')
  await settled(admin.page)
  await admin.page
    .getByRole('row', { name: /Cell 1/ })
    .locator('td[data-cell=code]')
    .click()
  await heading(admin.page, 'Cell 1')
})
