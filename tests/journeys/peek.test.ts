/** A record is read beside its list: the arrows walk, and the list stays where it is. */
import { expect } from 'vitest'
import type { Locator } from 'playwright-core'
import { expectAccessible } from '#tests/support/axe.ts'
import { type Visitor } from '#tests/support/browser.ts'
import { browser, product, test } from '#tests/support/journey.ts'
import { eventually, expectQuiet, settled, visitAs } from '#tests/support/pages.ts'

let admin: Visitor & { readonly token: string }
test.beforeAll(async () => {
  admin = await visitAs(browser, product, 'admin')
})

test('Space shows a record beside the list, arrow keys switch records, and Escape closes it', async () => {
  const { page } = admin
  await page.goto('/bookings')
  await settled(page)
  const links = page.getByRole('rowheader').getByRole('link')
  const [first, second] = (await links.allTextContents()).map((text) => text.trim())
  const panel = page.getByRole('complementary', { name: 'Show beside the list' })
  const title = panel.getByRole('heading', { level: 2 }).first()
  const focused = () => page.evaluate(() => document.activeElement?.textContent?.trim())

  await links.first().focus()
  await page.keyboard.press('Space')
  await panel.getByRole('link', { name: first!, exact: true }).waitFor()
  await panel.getByText('Total').first().waitFor()
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
  await page.keyboard.press('ArrowDown')
  await eventually(() => title.textContent()).toBe(second)
  expect(await focused()).toBe(second)
  await expectAccessible(page, 'a record beside its list')

  // The keys are still the list's: Escape from inside the panel returns to the row.
  await panel.getByRole('region', { name: second! }).focus()
  await page.keyboard.press('Escape')
  await panel.waitFor({ state: 'detached' })
  expect(await focused()).toBe(second)
  await page.keyboard.press('Space')
  await title.waitFor()
  await page.keyboard.press('Space')
  await panel.waitFor({ state: 'detached' })

  // Without a keyboard, from the row's menu; its link opens the record.
  await page.getByRole('button', { name: `Actions for ${first}` }).click()
  await page.getByRole('menuitem', { name: 'Show beside the list' }).click()
  await panel.getByRole('link', { name: first!, exact: true }).click()
  await page.waitForURL(/\/bookings\/[0-9a-f-]{36}$/)
  await panel.waitFor({ state: 'detached' })
  expectQuiet(admin)
})

test('card, tree and order layouts also show a record beside the list and switch it with arrow keys', async () => {
  const { page } = admin
  const panel = page.getByRole('complementary', { name: 'Show beside the list' })
  const title = panel.getByRole('heading', { level: 2 }).first()
  const focused = () => page.evaluate(() => document.activeElement?.textContent?.trim())
  const walk = async (link: Locator, next: string, key: string) => {
    const first = (await link.textContent())!.trim()
    await link.focus()
    await page.keyboard.press('Space')
    await panel.getByRole('link', { name: first, exact: true }).waitFor()
    await page.keyboard.press(key)
    await eventually(() => title.textContent()).toBe(next)
  }
  const textOf = async (link: Locator) => (await link.textContent())!.trim()

  await page.goto('/hotels?layout=grid')
  await settled(page)
  const cards = page.getByRole('list', { name: 'Hotels' }).getByRole('listitem')
  const card = (i: number) => cards.nth(i).getByRole('link').first()
  await walk(card(0), await textOf(card(1)), 'ArrowRight')
  // The next line of cards is below.
  const tops = await cards.evaluateAll((all) => all.map((e) => (e as HTMLElement).offsetTop))
  const perLine = tops.filter((top) => top === tops[0]).length
  expect(perLine).toBeGreaterThan(1)
  await page.keyboard.press('ArrowDown')
  await eventually(() => title.textContent()).toBe(await textOf(card(1 + perLine)))
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowLeft')
  await eventually(() => title.textContent()).toBe(await textOf(card(0)))
  await page.keyboard.press('x')
  await page.getByRole('region', { name: 'Actions for the selection' }).waitFor()
  await panel.getByRole('region', { name: await textOf(card(0)) }).focus()
  await page.keyboard.press('Escape')
  await panel.waitFor({ state: 'detached' })
  expect(await focused()).toBe(await textOf(card(0)))

  for (const [layout, role] of [
    ['tree', 'rowheader'],
    ['order', 'listitem'],
  ] as const) {
    await page.goto(`/category?layout=${layout}`)
    await settled(page)
    const places = page.getByRole('main').getByRole(role)
    const links = places.getByRole('link')
    await walk(links.first(), await textOf(links.nth(1)), 'ArrowDown')
    // These layouts have no selection.
    await page.keyboard.press('x')
    await page.keyboard.press('Shift+ArrowUp')
    expect(await page.getByRole('region', { name: 'Actions for the selection' }).count()).toBe(0)
    await page.keyboard.press('Space')
    await panel.waitFor({ state: 'detached' })
  }
  expectQuiet(admin)
})

test('on a phone the record covers the lower part of the list', async () => {
  const { page } = admin
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/bookings')
  await settled(page)
  await page
    .getByRole('button', { name: /^Actions for/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Show beside the list' }).click()
  const panel = page.getByRole('complementary', { name: 'Show beside the list' })
  await panel.getByText('Total').first().waitFor()
  const box = (await panel.boundingBox())!
  expect(box.x).toBeGreaterThanOrEqual(0)
  expect(box.x + box.width).toBeLessThanOrEqual(390)
  expect(box.y).toBeGreaterThan(150)
  await expectAccessible(page, 'a record beside its list on a phone')
  await panel.getByRole('button', { name: 'Close' }).click()
  await panel.waitFor({ state: 'detached' })
  expectQuiet(admin)
})
