/** What once went wrong in daily work, each as it happened. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Browser } from 'playwright-core'
import { launchBrowser, type Visitor } from '#tests/support/browser.ts'
import { api, eventually, expectQuiet, settled, visitAs } from '#tests/support/pages.ts'
import { startProduct, type Product } from '#tests/support/product.ts'

interface Row {
  readonly id: string
  readonly version: number
  readonly [field: string]: unknown
}

let product: Product
let browser: Browser
let admin: Visitor & { readonly token: string }
beforeAll(async () => {
  ;[product, browser] = await Promise.all([startProduct(), launchBrowser()])
  admin = await visitAs(browser, product, 'admin')
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
})

const call = async <T>(path: string, body?: object): Promise<T> => {
  const answer = await api<T>(product, admin.token, path, body)
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
  return answer.body
}

test('the payments of a booking, opened as a list, are those of that booking', async () => {
  const { page } = admin
  const { data: payments } = await call<{ data: Row[] }>(
    '/api/payment-transactions?filter[booking][isNull]=false&limit=1',
  )
  const booking = String(payments[0]!.booking)
  const { page: of } = await call<{ page: { total: number } }>(
    `/api/payment-transactions?filter[booking]=${booking}`,
  )
  await page.goto(`/bookings/${booking}?tab=payment-transactions.booking`)
  await settled(page)
  await page.getByRole('link', { name: 'Open as list' }).click()
  await page.waitForURL('**/payment-transactions?**')
  await settled(page)
  await eventually(() => page.locator('tr[data-id]').count()).toBe(of.total)
  await page.getByText(/^Booking is BK-/).waitFor()
  expectQuiet(admin)
})
