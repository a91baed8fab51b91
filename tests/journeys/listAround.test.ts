import { expect } from 'vitest'
import type { Page } from 'playwright-core'
import { type Visitor } from '#tests/support/browser.ts'
import { browser, product, test } from '#tests/support/journey.ts'
import { eventually, expectQuiet, heading, settled, visitAs } from '#tests/support/pages.ts'

let admin: Visitor & { readonly token: string }
test.beforeAll(async () => {
  admin = await visitAs(browser, product, 'admin')
})

const rows = async (page: Page): Promise<string[]> => {
  await settled(page)
  return (await page.getByRole('main').getByRole('rowheader').allTextContents()).map((s) =>
    s.trim(),
  )
}

test('a record links to the next and previous record of its list', async () => {
  const { page } = admin
  await page.goto('/hotels?sort=-name')
  const [first = '', second = '', third = ''] = await rows(page)
  await page.getByRole('link', { name: second, exact: true }).first().click()
  await heading(page, second)
  await page.getByRole('link', { name: 'Next' }).click()
  await heading(page, third)
  await page.getByRole('link', { name: 'Previous' }).click()
  await heading(page, second)
  await page.getByRole('link', { name: 'Previous' }).click()
  await heading(page, first)
  await eventually(() => page.getByRole('button', { name: 'Previous' }).isDisabled()).toBe(true)
  expectQuiet(admin)
})

test('only the last breadcrumb is marked as the current page', async () => {
  const { page } = admin
  await page.goto('/hotels')
  const [name = ''] = await rows(page)
  await page.getByRole('link', { name, exact: true }).first().click()
  await heading(page, name)
  const crumbs = page.getByRole('navigation', { name: 'Breadcrumbs' })
  expect(
    await crumbs.getByRole('link', { name: 'Hotels', exact: true }).getAttribute('aria-current'),
  ).toBeNull()
  await eventually(() => crumbs.locator('[aria-current]').allTextContents()).toEqual([name])
  await eventually(() =>
    page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: 'Hotels', exact: true })
      .getAttribute('aria-current'),
  ).toBe('page')
})

test('a row menu follows its row while scrolling, ignores other scrolling, and closes when the row is out of sight', async () => {
  const { page } = admin
  await page.goto('/bookings?limit=100')
  await rows(page)
  const button = page.locator('tbody tr').nth(5).getByRole('button')
  await button.click()
  const menu = page.getByRole('menu')
  const gap = async () =>
    Math.round((await menu.boundingBox())!.y - (await button.boundingBox())!.y)
  // It is positioned beside its button once its height is known.
  let last = NaN
  await eventually(async () => {
    const now = await gap()
    const same = now === last
    last = now
    return same
  }).toBe(true)
  const before = last
  const scroll = (by: number) =>
    page.locator('table').evaluate((table, top) => {
      table.closest('[data-density]')!.scrollTop += top
    }, by)
  await scroll(40)
  await eventually(gap).toBe(before)
  await page
    .getByRole('navigation', { name: 'Main' })
    .evaluate((nav) => nav.dispatchEvent(new Event('scroll')))
  expect(await menu.isVisible()).toBe(true)
  await scroll(1500)
  await menu.waitFor({ state: 'detached' })
  expectQuiet(admin)
})

test('saving an empty form focuses the first missing picker without opening its list', async () => {
  const { page } = admin
  await page.goto('/bookings/new')
  await page.getByRole('button', { name: 'Save', exact: true }).waitFor()
  const guest = page.locator('#field-customer:not([aria-busy=true]):not([readonly])')
  await guest.waitFor()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('alert').waitFor()
  await eventually(() => page.evaluate(() => document.activeElement?.id)).toBe('field-customer')
  expect(await page.getByRole('listbox').count()).toBe(0)
  await page.keyboard.press('ArrowDown')
  await page.getByRole('listbox').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('combobox', { name: 'Hotel' }).click()
  await page.getByRole('listbox').waitFor()
  // The hotel's room types are offered by name once the hotel is chosen.
  await page.getByRole('listbox').getByRole('option').first().click()
  const type = page.getByRole('combobox', { name: 'Room type' })
  await type.click()
  await page.getByRole('option', { name: 'Double room' }).click()
  expect(await type.inputValue()).toBe('DBL')
  expectQuiet(admin)
})
