/** Columns that stay in place while the others scroll, and sums, in a list and in its saved views. */
import { expect } from 'vitest'
import type { Page } from 'playwright-core'
import { expectAccessible } from '#tests/support/axe.ts'
import { type Visitor } from '#tests/support/browser.ts'
import { browser, product, test } from '#tests/support/journey.ts'
import { api, eventually, expectQuiet, settled, visitAs } from '#tests/support/pages.ts'

const COLUMNS = [
  'number',
  'customer',
  'customer.email',
  'state',
  'total',
  'subtotal',
  'tax',
  'placedAt',
  'createdAt',
  'updatedAt',
  'customer.phone',
]
const PINNED = [2, 3, 4]

let admin: Visitor & { readonly token: string }
test.beforeAll(async () => {
  admin = await visitAs(browser, product, 'admin')
})

const prefer = async (value: object) => {
  const path = '/api/me/preferences/list.orders'
  expect((await api(product, admin.token, path, value, 'PUT')).status).toBe(204)
}
const open = async (page: Page) => {
  await page.goto('/order')
  await settled(page)
  await page
    .locator('tbody tr[data-id] [data-cell="customer.email"]')
    .first()
    .getByText('@')
    .waitFor()
}
/** Where the pinned cells of the head, the first row and the sums begin. */
const placesOf = (page: Page): Promise<number[]> =>
  page.evaluate(
    (pinned) =>
      ['thead tr', 'tbody tr[data-id]', 'tfoot tr'].flatMap((row) =>
        pinned.map((at) =>
          Math.round(
            document.querySelector(`${row} > :nth-child(${at})`)!.getBoundingClientRect().x,
          ),
        ),
      ),
    PINNED,
  )
/** Scrolls the table to its end; how far that was. */
const toTheEnd = (page: Page): Promise<number> =>
  page.locator('[data-density]').evaluate((frame) => {
    const most = frame.scrollWidth - frame.clientWidth
    frame.scrollLeft = document.documentElement.dir === 'rtl' ? -most : most
    return Math.abs(frame.scrollLeft)
  })
const heads = async (page: Page): Promise<string[]> =>
  (await page.getByRole('columnheader').allTextContents()).slice(1, 4)

test('pinned columns and the title stay in place while the others scroll, also in a saved view', async () => {
  const { page } = admin
  await prefer({ columns: COLUMNS, sums: true })
  await open(page)
  await page.getByRole('button', { name: 'Columns', exact: true }).click()
  const panel = page.getByRole('dialog', { name: 'Columns' })
  const pin = (name: string) => panel.getByRole('button', { name: `Pin ${name}`, exact: true })
  await pin('Total').click()
  await pin('Customer → Email').click()
  expect(await pin('Number').isDisabled()).toBe(true)
  expect(await pin('Total').getAttribute('aria-pressed')).toBe('true')
  await expectAccessible(page, 'the panel of columns with pins', 1)
  await page.keyboard.press('Escape')
  const pinned = ['Number', 'Customer → Email', 'Total']
  await eventually(() => heads(page)).toEqual(pinned)
  const before = await placesOf(page)
  expect(await toTheEnd(page)).toBeGreaterThan(100)
  expect(await placesOf(page)).toEqual(before)

  await page.getByRole('button', { name: 'Views', exact: true }).click()
  const views = page.getByRole('dialog', { name: 'Views' })
  await views.getByRole('textbox', { name: 'Name of the view' }).fill('With pins')
  await views.getByRole('button', { name: 'Save view' }).click()
  await page.getByRole('heading', { level: 1, name: 'Orders · With pins' }).waitFor()
  const address = page.url()
  await prefer({})
  await page.goto('/order')
  await settled(page)
  expect(await heads(page)).not.toEqual(pinned)
  expect(await page.locator('tfoot').count()).toBe(0)
  await page.goto(address)
  await eventually(() => heads(page)).toEqual(pinned)
  await page.locator('[data-sum=total] > div').first().waitFor()
  expectQuiet(admin)
})

test('in Arabic columns are pinned to the right, and the page is as wide as the window', async () => {
  const { page } = admin
  await prefer({ columns: COLUMNS, sums: true, pinned: ['total', 'customer.email'] })
  const speak = (locale: string) =>
    api(product, admin.token, '/api/me', { locale }, 'PATCH').then(({ status }) => status)
  expect(await speak('ar')).toBe(200)
  await open(page)
  await page.locator('html[dir=rtl]').waitFor()
  await page.locator('[data-pins="1 2 3 4"]').waitFor({ state: 'attached' })
  const before = await placesOf(page)
  expect(await toTheEnd(page)).toBeGreaterThan(100)
  expect(await placesOf(page)).toEqual(before)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(1440)
  expect(await speak('en')).toBe(200)
  expectQuiet(admin)
})

test('on a phone columns keep their order, and none is pinned', async () => {
  await prefer({ columns: COLUMNS, pinned: ['total'] })
  const phone = await visitAs(browser, product, 'admin', { width: 390, height: 844 })
  const { page } = phone
  await page.goto('/order')
  await settled(page)
  const row = page.locator('tbody tr[data-id]').first()
  const cells = row.locator('td[data-cell], th[data-cell]')
  expect(await cells.evaluateAll((all) => all.map((c) => c.getAttribute('data-cell')))).toEqual(
    COLUMNS,
  )
  expect(
    await row.locator('[data-cell=total]').evaluate((cell) => getComputedStyle(cell).position),
  ).toBe('static')
  await page.getByRole('button', { name: 'Columns', exact: true }).click()
  const panel = page.getByRole('dialog', { name: 'Columns' })
  await panel.getByRole('checkbox', { name: 'Show Total' }).waitFor()
  expect(await panel.getByRole('button', { name: /^Pin / }).count()).toBe(0)
  expectQuiet(phone)
})
