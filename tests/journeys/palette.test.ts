/** The command palette: pages, commands, records and keys, from every page. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectAccessible } from '#tests/support/axe.ts'
import { type Visitor } from '#tests/support/browser.ts'
import { browser, product, test } from '#tests/support/journey.ts'
import { api, eventually, expectQuiet, heading, settled, visitAs } from '#tests/support/pages.ts'

let admin: Visitor & { readonly token: string }
test.beforeAll(async () => {
  admin = await visitAs(browser, product, 'admin')
})

const palette = (page: Page) => page.getByRole('dialog', { name: 'Command palette' })
const input = (page: Page) => palette(page).getByRole('combobox')
const options = (page: Page) => palette(page).getByRole('option')
const open = async (page: Page) => {
  await page.keyboard.press('Control+k')
  await input(page).waitFor()
}
const chosen = (page: Page) =>
  eventually(async () =>
    palette(page).getByRole('option', { selected: true }).locator('bdi').first().textContent(),
  )

/** Holds back what is read of the account, and what is saved once it was read. */
const holdAccount = async (page: Page) => {
  let read = (): void => undefined
  let go = (): void => undefined
  const isRead = new Promise<void>((resolve) => (read = resolve))
  const held = new Promise<void>((resolve) => (go = resolve))
  let reads = 0
  await page.route('**/api/me', async (route) => {
    if (route.request().method() !== 'GET') {
      if (reads) await held
      return route.continue()
    }
    reads++
    const response = await route.fetch()
    read()
    await held
    return route.fulfill({ response })
  })
  const release = async () => {
    const response = page.waitForResponse((r) => r.url().endsWith('/api/me'))
    go()
    await response
    await page.unrouteAll({ behavior: 'wait' })
  }
  return { isRead, release }
}

test('the palette opens pages and settings by text or initials, and switches theme and language', async () => {
  const { page } = admin
  await page.goto('/dashboard')
  await settled(page)
  await open(page)
  expect(await input(page).evaluate((el) => el === document.activeElement)).toBe(true)
  await expectAccessible(page, 'the palette')
  await page.keyboard.type('od')
  await chosen(page).toBe('Order dashboard')
  await page.keyboard.press('Enter')
  await heading(page, 'Order dashboard')

  await open(page)
  await page.keyboard.type('integr')
  await chosen(page).toBe('Integrations')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/settings?tab=integrations')

  await open(page)
  await page.keyboard.type('dark')
  await page.keyboard.press('Enter')
  await eventually(() =>
    page.evaluate(() => document.documentElement.dataset.mantineColorScheme),
  ).toBe('dark')

  // Another language, also one that is read from the right.
  await open(page)
  await page.keyboard.type('العربية')
  const late = await holdAccount(page)
  await page.keyboard.press('Enter')
  await eventually(() => page.evaluate(() => document.documentElement.dir)).toBe('rtl')
  await page.keyboard.press('Control+k')
  const first = page.getByRole('option').first()
  await first.waitFor()
  const [icon, text] = await Promise.all(
    ['svg', 'bdi'].map(async (part) => (await first.locator(part).first().boundingBox())!.x),
  )
  expect(icon).toBeGreaterThan(text!)
  await late.isRead
  await page.keyboard.type('english')
  await page.keyboard.press('Enter')
  await eventually(() => page.evaluate(() => document.documentElement.dir)).toBe('ltr')
  await settled(page)

  // An input method's Enter chooses its candidate and runs nothing.
  await open(page)
  await page.keyboard.type('hotels')
  await input(page).dispatchEvent('keydown', { key: 'Enter', isComposing: true })
  await chosen(page).toBe('Hotels')
  // The account as it was before the last choice does not bring the former language back.
  await late.release()
  await chosen(page).toBe('Hotels')
  await page.keyboard.press('Escape')
  await eventually(() => palette(page).count()).toBe(0)
  expectQuiet(admin)
})

test('the palette lists matching records with a link to all, and remembers recently opened ones', async () => {
  const { page } = admin
  const { data, page: all } = (
    await api<{ data: { id: string; fullName: string }[]; page: { total: number } }>(
      product,
      admin.token,
      '/api/customers?search=Maria&limit=1',
    )
  ).body
  expect(all.total).toBeGreaterThan(5)
  await page.goto('/hotels')
  await settled(page)
  await open(page)
  await chosen(page).toBe('Add hotel')
  // What the server finds comes below, and moves nothing.
  let release = (): void => undefined
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/api/search?*', async (route) => {
    await held
    await route.continue()
  })
  await page.keyboard.type('add')
  const local = await options(page).allTextContents()
  expect(local.length).toBeGreaterThan(2)
  const response = page.waitForResponse(/\/api\/search\?/)
  release()
  await response
  await eventually(async () => (await options(page).count()) > local.length).toBe(true)
  expect((await options(page).allTextContents()).slice(0, local.length)).toEqual(local)
  await page.unroute('**/api/search?*')

  await input(page).fill('Maria')
  const customers = palette(page).getByRole('group', { name: 'Customers' })
  await eventually(() => customers.getByRole('option').count()).toBe(6)
  await customers.getByRole('option', { name: `See all ${all.total} customers` }).click()
  await page.waitForURL('**/customer?search=Maria')
  await settled(page)

  await page.goto(`/customer/${data[0]!.id}`)
  await settled(page)
  await page.goto('/dashboard')
  await settled(page)
  await open(page)
  await palette(page)
    .getByRole('group', { name: 'Recently opened' })
    .getByRole('option')
    .first()
    .click()
  await page.waitForURL(`**/customer/${data[0]!.id}`)
  expectQuiet(admin)
})

test('the palette acts on the open record or the selection; Backspace leaves that scope', async () => {
  const { page } = admin
  const { data } = (
    await api<{ data: { id: string; name: string }[] }>(
      product,
      admin.token,
      '/api/hotels?filter[state]=draft&limit=1',
    )
  ).body
  const { id, name } = data[0]!
  await page.goto(`/hotels/${id}`)
  await heading(page, name)
  await settled(page)
  await open(page)
  await palette(page)
    .getByRole('button', { name: `Leave ${name}` })
    .waitFor()
  await page.keyboard.type('change stars')
  await chosen(page).toBe('Change Stars')
  await page.keyboard.press('Enter')
  const edit = page.getByRole('dialog', { name: 'Edit 1 hotel' })
  await edit.getByRole('button', { name: 'Leave Stars as it is' }).waitFor()
  await page.keyboard.press('Escape')
  await eventually(() => edit.count()).toBe(0)

  await page.keyboard.press('.')
  await input(page).waitFor()
  await page.keyboard.type('archive')
  await chosen(page).toBe('Archive')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: /^Archive/ }).waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('e')
  await page.waitForURL(`**/hotels/${id}/edit`)

  await page.goto('/hotels?sort=name')
  await settled(page)
  await page.keyboard.press('Control+a')
  await page.getByText('25 selected').waitFor()
  await open(page)
  await palette(page).getByRole('button', { name: 'Leave 25 selected hotels' }).waitFor()
  await page.keyboard.type('vendor')
  await chosen(page).toBe('Change Vendor')
  for (let i = 0; i < 6; i++) await page.keyboard.press('Backspace')
  await page.keyboard.press('Backspace')
  await palette(page).getByRole('button', { name: 'Leave Hotels' }).waitFor()
  await page.keyboard.press('Backspace')
  await eventually(() => palette(page).getByRole('button').count()).toBe(0)
  await page.keyboard.type('publish again')
  await page.keyboard.press('Enter')
  expectQuiet(admin)
})

test('the palette offers only permitted commands; “?” shows the keyboard shortcuts', async () => {
  const viewer = await visitAs(browser, product, 'viewer', { width: 390, height: 844 })
  const { page } = viewer
  await page.goto('/dashboard')
  await settled(page)
  await page.getByRole('button', { name: 'Search everything' }).click()
  await page.keyboard.type('add hotel')
  await eventually(() => palette(page).getByRole('status').textContent()).toMatch(/Nothing|result/)
  expect(
    await options(page)
      .filter({ hasText: /^Add hotel$/ })
      .count(),
  ).toBe(0)
  await expectAccessible(page, 'the palette on a phone', 1)
  await page.keyboard.press('Escape')
  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await help.getByText('Open the command palette').waitFor()
  await page.keyboard.press('Escape')
  await eventually(() => help.count()).toBe(0)
  expectQuiet(viewer)
  await viewer.context.close()
})

test('keys typed while an input’s code is loading become its text and trigger no page shortcuts', async () => {
  const { page } = admin
  await page.route(/\/assets\/(Palette|NewTag)-.*\.js/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1000))
    await route.continue()
  })
  await page.goto('/services')
  await settled(page)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('cleax')
  await page.keyboard.press('Backspace')
  await page.keyboard.type('n')
  await input(page).waitFor()
  expect(await input(page).inputValue()).toBe('clean')
  await page.keyboard.type('ing')
  expect(await input(page).inputValue()).toBe('cleaning')
  expect(new URL(page.url()).pathname).toBe('/services')
  await page.keyboard.press('Escape')

  await page.locator('tbody th a').first().click()
  await page.getByRole('button', { name: 'Add tag' }).click()
  await page.keyboard.type('carpet')
  const tag = page
    .getByRole('combobox', { name: 'Add tag' })
    .or(page.getByRole('textbox', { name: 'Add tag' }))
  await eventually(() => tag.inputValue()).toBe('carpet')
  await page.keyboard.type('s')
  await eventually(() => tag.inputValue()).toBe('carpets')
  await page.unrouteAll()
  expectQuiet(admin)
})
