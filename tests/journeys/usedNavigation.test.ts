/** The navigation shows what a role uses; entries that are only read are folded under “More”. */
import { expect } from 'vitest'
import type { Page } from 'playwright-core'
import { expectAccessible } from '#tests/support/axe.ts'
import { browser, product, test } from '#tests/support/journey.ts'
import { api, eventually, expectQuiet, heading, visitAs } from '#tests/support/pages.ts'

const main = (page: Page) => page.getByRole('navigation', { name: 'Main' })
const more = (page: Page) => main(page).getByRole('button', { name: 'More', exact: true })
const folder = (page: Page) => main(page).getByRole('list', { name: 'More', exact: true })
const link = (page: Page, name: string) => main(page).getByRole('link', { name, exact: true })
/** Shown links, without the demo's own shortcuts, which lead to lists with a filter. */
const places = async (page: Page): Promise<string[]> => {
  await link(page, 'Dashboard').waitFor()
  return (
    await main(page)
      .getByRole('link')
      .evaluateAll((all) => all.map((a) => a.getAttribute('href') ?? ''))
  ).filter((href) => !href.includes('?'))
}
const used = [
  '/dashboard',
  '/hotels',
  '/bookings',
  '/services',
  '/proposals',
  '/credit-notes',
  '/vendor-entries',
  '/chatuser',
  '/vendor',
  '/settings',
]

test('a vendor’s navigation shows what they work with; the rest unfolds and stays unfolded', async () => {
  const visitor = await visitAs(browser, product, 'vendor')
  const { page } = visitor
  await page.goto('/hotels')
  await more(page).waitFor()
  expect(await places(page)).toEqual(used)
  expect(await more(page).getAttribute('aria-expanded')).toBe('false')
  await expectAccessible(page, 'navigation of a vendor')

  await more(page).focus()
  await page.keyboard.press('Enter')
  await link(page, 'Payouts to you').waitFor()
  expect(await more(page).getAttribute('aria-expanded')).toBe('true')
  expect(await folder(page).getByRole('link').count()).toBe(16)
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Categories')
  await expectAccessible(page, 'unfolded navigation of a vendor')
  await page.reload()
  await heading(page, 'Hotels')
  await link(page, 'Payouts to you').waitFor()

  // Folded, it keeps the current page.
  await link(page, 'Payouts to you').click()
  await heading(page, 'Payouts to you')
  await more(page).click()
  await eventually(() => folder(page).getByRole('link').allTextContents()).toEqual([
    'Payouts to you',
  ])
  await link(page, 'Hotels').click()
  await heading(page, 'Hotels')
  await eventually(() => places(page)).toEqual(used)

  // Opened recently: at the next visit it is where the administrator finds it.
  await page.reload()
  await heading(page, 'Hotels')
  await link(page, 'Payouts to you').waitFor()
  expect(await folder(page).getByRole('link').count()).toBe(0)
  expect(await places(page)).toHaveLength(used.length + 1)
  expectQuiet(visitor)
  await visitor.context.close()
})

test('an entry with a pinned view is not folded', async () => {
  const visitor = await visitAs(browser, product, 'vendor', { width: 390, height: 844 })
  const { page, token } = visitor
  const view = await api<{ data: { id: string } }>(product, token, '/api/views', {
    collection: 'orders',
    name: 'Placed orders',
    state: { search: '?state=placed' },
  })
  expect(view.status, JSON.stringify(view.body)).toBe(201)
  await api(product, token, '/api/me/preferences/views.pinned', [view.body.data.id], 'PUT')
  await page.goto('/hotels')
  await page.getByRole('button', { name: 'Open navigation' }).click()
  await main(page).getByRole('link', { name: 'Placed orders' }).waitFor()
  await link(page, 'Orders').waitFor()
  await eventually(() => link(page, 'Payouts to you').count()).toBe(0)
  await expectAccessible(page, 'drawer of a vendor')
  await more(page).click()
  await link(page, 'Payouts to you').waitFor()
  expectQuiet(visitor)
  await visitor.context.close()
})

test('an administrator’s navigation has no such folder', async () => {
  const visitor = await visitAs(browser, product, 'admin')
  await visitor.page.goto('/hotels')
  await link(visitor.page, 'Menus').waitFor()
  expect(await more(visitor.page).count()).toBe(0)
  expectQuiet(visitor)
  await visitor.context.close()
})
