/** What belongs to a record is a list like any other, without leaving the record. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Browser } from 'playwright-core'
import { expectAccessible } from '#tests/support/axe.ts'
import { launchBrowser, type Visitor } from '#tests/support/browser.ts'
import { api, eventually, expectQuiet, settled, visitAs } from '#tests/support/pages.ts'
import { startProduct, type Product } from '#tests/support/product.ts'

let product: Product
let browser: Browser
let admin: Visitor & { readonly token: string }
let hotel: string
beforeAll(async () => {
  ;[product, browser] = await Promise.all([startProduct(), launchBrowser()])
  admin = await visitAs(browser, product, 'admin')
  hotel = (await get<{ data: { hotel: string }[] }>('/api/bookings?limit=1')).data[0]!.hotel
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
})

const get = async <T>(path: string): Promise<T> => (await api<T>(product, admin.token, path)).body
const total = async (query: string): Promise<number> =>
  (await get<{ page: { total: number } }>(`/api/bookings?filter[hotel]=${hotel}&limit=1${query}`))
    .page.total

test('the bookings of a hotel are filtered, sorted and paged beside it, and opened as the same list', async () => {
  const { page } = admin
  await page.goto(`/hotels/${hotel}?tab=bookings.hotel`)
  await settled(page)
  const address = page.url()
  const list = page.getByRole('group', { name: 'Bookings', exact: true })
  const status = list.getByRole('status').filter({ hasText: 'bookings' })
  await status.filter({ hasText: `of ${await total('')} bookings` }).waitFor()
  // The hotel is the same in every row.
  expect(await list.getByRole('columnheader', { name: 'Hotel' }).count()).toBe(0)
  expect(await list.getByRole('button', { name: 'Hotel', exact: true }).count()).toBe(0)
  await expectAccessible(page, 'a list of a record')

  const confirmed = await total('&filter[state]=confirmed')
  expect(confirmed).toBeGreaterThan(1)
  await list.getByRole('link', { name: /^Confirmed/ }).click()
  await status.filter({ hasText: `of ${confirmed} bookings` }).waitFor()
  const codes = list.getByRole('rowheader')
  const codeOf = async (sort: string): Promise<string> =>
    (
      await get<{ data: { code: string }[] }>(
        `/api/bookings?filter[hotel]=${hotel}&filter[state]=confirmed&sort=${sort}&limit=1`,
      )
    ).data[0]!.code
  const amount = list.getByRole('columnheader', { name: 'Total' })
  await amount.getByRole('button').click()
  await eventually(() => codes.first().textContent()).toBe(await codeOf('total'))
  expect(page.url()).toBe(address)

  await list.getByRole('link', { name: 'Open as list' }).click()
  await page.waitForURL((url) => url.pathname === '/bookings')
  await settled(page)
  await page.getByText(`of ${confirmed} bookings`).waitFor()
  await eventually(() => page.getByRole('rowheader').first().textContent()).toBe(
    await codeOf('total'),
  )
  expectQuiet(admin)
})

test('rows are changed where they are: a cell, a selection, a menu', async () => {
  const { page } = admin
  await page.goto(`/hotels/${hotel}?tab=bookings.hotel`)
  await settled(page)
  const list = page.getByRole('group', { name: 'Bookings', exact: true })
  await list.getByRole('link', { name: /^Pending/ }).click()
  await eventually(() => list.getByRole('rowheader').count()).toBe(
    await total('&filter[state]=pending'),
  )
  const code = (await list.getByRole('rowheader').first().textContent())!.trim()
  const link = list.getByRole('link', { name: code, exact: true })
  await link.focus()
  await page.keyboard.press('x')
  const bar = page.getByRole('region', { name: 'Actions for the selection' })
  await bar.getByText('1 selected').waitFor()
  await bar.getByRole('button', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog', { name: /^Edit 1 booking/ })
  await dialog.getByRole('combobox', { name: 'Field' }).selectOption({ label: 'Notes' })
  await dialog.getByRole('textbox', { name: 'Notes' }).fill('Late arrival')
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await dialog.getByRole('button', { name: 'Apply' }).click()
  await dialog.waitFor({ state: 'detached' })
  await eventually(
    async () =>
      (await get<{ data: { notes: string }[] }>(`/api/bookings?filter[code]=${code}`)).data[0]!
        .notes,
  ).toBe('Late arrival')

  await list.getByRole('button', { name: `Actions for ${code}` }).click()
  await page.getByRole('menuitem', { name: 'Show beside the list' }).click()
  await page.getByRole('complementary').getByText('Late arrival').waitFor()
  await page.keyboard.press('Escape')

  // The keys of the page are still the record's.
  await page.keyboard.press('Escape')
  await link.focus()
  await page.keyboard.press('e')
  await page.waitForURL(`**/hotels/${hotel}/edit`)
  expectQuiet(admin)
})
