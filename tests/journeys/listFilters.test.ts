/** Filters of a list by relative days, and those used before. */
import { expect } from 'vitest'
import { type Visitor } from '#tests/support/browser.ts'
import { browser, product, test } from '#tests/support/journey.ts'
import { api, eventually, expectQuiet, settled, visitAs } from '#tests/support/pages.ts'

let admin: Visitor & { readonly token: string }
test.beforeAll(async () => {
  admin = await visitAs(browser, product, 'admin')
})

/** How many bookings begin in these days, from today in Lisbon. */
const bookingsIn = async (from: number, to: number): Promise<number> => {
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Lisbon' }).format()
  const day = (by: number) =>
    new Date(Date.parse(`${today}T00:00:00Z`) + by * 86_400_000).toISOString().slice(0, 10)
  const query = `filter[checkIn][gte]=${day(from)}&filter[checkIn][lte]=${day(to)}&limit=1`
  const { body } = await api<{ page: { total: number } }>(
    product,
    admin.token,
    `/api/bookings?${query}`,
  )
  return body.page.total
}

test('a filter by relative days is chosen by name, kept in the address and changed in the group', async () => {
  const { page } = admin
  const count = page
    .getByRole('status')
    .filter({ hasText: /bookings?$/ })
    .first()
  const total = async () => {
    const text = (await count.textContent()) ?? ''
    return Number(/([\d,]+) bookings?$/.exec(text)?.[1]?.replace(',', '') ?? 0)
  }
  await page.goto('/bookings')
  await settled(page)
  const quick = page.getByRole('group', { name: 'Quick filters' })
  await quick.getByRole('button', { name: 'Check-in', exact: true }).click()
  const editor = page.getByRole('dialog', { name: 'Filter by Check-in' })
  await editor.getByRole('combobox', { name: 'Period' }).selectOption('Next 30 days')
  await page.waitForURL((url) => url.searchParams.get('checkIn') === '@d0:29')
  await quick.getByText('Next 30 days').waitFor()
  await eventually(total).toBe(await bookingsIn(0, 29))
  await page.reload()
  await quick.getByText('Next 30 days').waitFor()
  await eventually(total).toBe(await bookingsIn(0, 29))

  await page.goto('/bookings')
  await settled(page)
  await page.getByRole('button', { name: /^Filters/ }).click()
  const panel = page.getByRole('dialog', { name: 'Filters' })
  const condition = panel.getByRole('group', { name: /^Condition/ })
  await condition.getByRole('combobox', { name: 'Field' }).selectOption('checkIn')
  await condition.getByRole('combobox', { name: 'Comparison' }).selectOption('between')
  await condition.getByRole('combobox', { name: 'Period' }).selectOption('Last 30 days')
  await panel.getByRole('button', { name: 'Apply' }).click()
  const chip = page.getByRole('button', { name: 'Remove filter Check-in: Last 30 days' })
  await chip.waitFor()
  await eventually(total).toBe(await bookingsIn(-29, 0))
  await chip.click()
  await chip.waitFor({ state: 'detached' })

  // What was used before is offered again, also elsewhere.
  const elsewhere = await visitAs(browser, product, 'admin')
  await elsewhere.page.goto('/bookings')
  await settled(elsewhere.page)
  await elsewhere.page.getByRole('button', { name: /^Filters/ }).click()
  await elsewhere.page
    .getByRole('group', { name: 'Recently used' })
    .getByRole('button', { name: 'Check-in: Last 30 days' })
    .click()
  await elsewhere.page
    .getByRole('button', { name: 'Remove filter Check-in: Last 30 days' })
    .waitFor()
  expectQuiet(elsewhere)
  await elsewhere.context.close()
  expectQuiet(admin)
})

test('Alt and a click, or a key, narrow the list to the value of a cell', async () => {
  const { page } = admin
  await page.goto('/bookings')
  await settled(page)
  const cell = page.locator('tbody [data-cell=state]').first()
  await cell.click({ modifiers: ['Alt'] })
  await page.waitForURL((url) => url.searchParams.has('state'))
  await settled(page)
  await page.locator('tbody [data-cell=total]').first().focus()
  await page.keyboard.press('f')
  await page.waitForURL((url) => url.searchParams.has('where'))
  await page.getByRole('button', { name: /^Remove filter Total is / }).waitFor()
  await settled(page)
  expect(await page.locator('tbody tr[data-id]').count()).toBeGreaterThan(0)
  expectQuiet(admin)
})
