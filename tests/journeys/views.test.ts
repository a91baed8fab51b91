/** Saved views: tabs, unsaved changes, sharing, live changes, sort of several levels, pins. */
import { expect } from 'vitest'
import type { Page } from 'playwright-core'
import { expectAccessible } from '#tests/support/axe.ts'
import { type Visitor } from '#tests/support/browser.ts'
import { browser, product, test } from '#tests/support/journey.ts'
import { api, eventually, expectQuiet, settled, visitAs } from '#tests/support/pages.ts'

type Signed = Visitor & { readonly token: string }
interface View {
  readonly id: string
  readonly version: number
  readonly name: string
  readonly state: { readonly search: string }
}

let admin: Signed
test.beforeAll(async () => {
  admin = await visitAs(browser, product, 'admin')
})

const param = (page: Page, name: string) => new URL(page.url()).searchParams.get(name)
const tabs = (page: Page) => page.getByRole('group', { name: 'Views' })
const tab = (page: Page, name: string) => tabs(page).getByRole('link', { name, exact: true })
const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const head = (page: Page, name: string) =>
  page.getByRole('columnheader', { name, exact: true }).getByRole('button', { name, exact: true })
const viewsOf = async (collection: string) =>
  (await api<{ data: View[] }>(product, admin.token, `/api/views?collection=${collection}`)).body
    .data
const codes = async (page: Page) => {
  await settled(page)
  return page.getByRole('main').getByRole('rowheader').allTextContents()
}
const openPanel = async (page: Page) => {
  await page.getByRole('button', { name: 'Views', exact: true }).click()
  return page.getByRole('dialog', { name: 'Views' })
}

test('Shift adds sort columns, by mouse and keyboard, and the next page keeps the order', async () => {
  const { page } = admin
  await page.goto('/hotels?limit=25')
  await settled(page)
  await head(page, 'Stars').click()
  await page.waitForURL((url) => url.searchParams.get('sort') === 'stars')
  await head(page, 'Name').click({ modifiers: ['Shift'] })
  await page.waitForURL((url) => url.searchParams.get('sort') === 'stars,name')
  await head(page, 'Name').press('Shift+Enter')
  await page.waitForURL((url) => url.searchParams.get('sort') === 'stars,-name')
  expect(await head(page, 'Name').getAttribute('aria-description')).toBe('Sort level 2, descending')
  const { body } = await api<{ data: { name: string }[] }>(
    product,
    admin.token,
    '/api/hotels?sort=stars,-name&limit=50',
  )
  const names = body.data.map(({ name }) => name)
  await eventually(() => codes(page)).toEqual(names.slice(0, 25))
  await page.getByRole('link', { name: 'Next page' }).click()
  await eventually(() => codes(page)).toEqual(names.slice(25))
  await head(page, 'Name').click({ modifiers: ['Shift'] })
  await page.waitForURL((url) => url.searchParams.get('sort') === 'stars')
  expectQuiet(admin)
})

test('a view is saved, edited, reset and updated, as its tab, title and URL show', async () => {
  const { page } = admin
  await page.goto('/hotels?stars=4&sort=-name')
  await settled(page)
  const panel = await openPanel(page)
  await panel.getByRole('textbox', { name: 'Name of the view' }).fill('Four stars')
  await panel.getByRole('combobox', { name: 'Who sees it' }).selectOption('everyone')
  await panel.getByRole('button', { name: 'Save view' }).click()
  await title(page, 'Hotels · Four stars').waitFor()
  const [view] = await viewsOf('hotels')
  expect(view).toMatchObject({ name: 'Four stars', state: { search: '?sort=-name&stars=4' } })
  expect(new URL(page.url()).search).toBe(`?view=${view!.id}`)
  expect(await page.title()).toContain('Hotels · Four stars')
  await page.keyboard.press('Escape')
  await head(page, 'Name').click()
  await page.waitForURL((url) => url.searchParams.get('edited') === 'true')
  const bar = page.getByRole('group', { name: 'Four stars' })
  await bar.getByText('Edited').waitFor()
  await expectAccessible(page, 'an edited view')
  await bar.getByRole('button', { name: 'Reset' }).click()
  await page.waitForURL((url) => !url.searchParams.has('edited'))
  // The order as it was saved is not a change.
  await head(page, 'Name').click()
  await page.waitForURL((url) => url.searchParams.get('sort') === 'name')
  await head(page, 'Name').click()
  await page.waitForURL((url) => url.search === `?view=${view!.id}`)
  // Columns belong to the view, too.
  await page.getByRole('button', { name: 'Columns', exact: true }).click()
  await page.getByRole('checkbox', { name: 'Show Stars' }).uncheck()
  await page.keyboard.press('Escape')
  await bar.getByRole('button', { name: 'Update view' }).click()
  await bar.waitFor({ state: 'detached' })
  await page.reload()
  await title(page, 'Hotels · Four stars').waitFor()
  await settled(page)
  expect(await head(page, 'Stars').count()).toBe(0)
  await page.getByRole('link', { name: 'Close view Four stars' }).click()
  await head(page, 'Stars').waitFor()
  expectQuiet(admin)
})

test('another user’s change of a shared view appears live; overwriting it with an older edit needs confirmation', async () => {
  const manager = await visitAs(browser, product, 'manager')
  const { page } = manager
  await page.goto('/hotels')
  await tab(page, 'Four stars').click()
  await title(page, 'Hotels · Four stars').waitFor()
  const found = (await viewsOf('hotels')).find(({ name }) => name === 'Four stars')!
  const before = await codes(page)
  const change = (version: number, search: string, name: string) =>
    api(
      product,
      admin.token,
      `/api/views/${found.id}`,
      { name, state: { ...found.state, search } },
      'PATCH',
      { 'If-Match': `"${version}"` },
    )
  await change(found.version, '?stars=5', 'Five stars')
  await title(page, 'Hotels · Five stars').waitFor()
  await eventually(() => codes(page)).not.toEqual(before)
  await head(page, 'Name').click()
  const bar = page.getByRole('group', { name: 'Five stars' })
  await bar.getByText('Edited').waitFor()
  await change(found.version + 1, '?stars=3', 'Five stars')
  await bar.getByText('Someone changed this view in the meantime').waitFor()
  await bar.getByRole('button', { name: 'Replace with mine' }).click()
  await bar.waitFor({ state: 'detached' })
  await eventually(async () =>
    (await viewsOf('hotels')).map(({ state, version }) => [state.search, version]),
  ).toEqual([['?sort=name&stars=5', found.version + 3]])
  expectQuiet(manager)
  await manager.context.close()
})

test('views are pinned below their list, reordered by keyboard and opened from the palette; deletion can be undone', async () => {
  const { page } = admin
  await page.goto('/hotels')
  let panel = await openPanel(page)
  await panel.getByRole('button', { name: 'Actions for Five stars' }).click()
  await page.getByRole('menuitem', { name: 'Duplicate' }).click()
  await title(page, 'Hotels · Copy of Five stars').waitFor()
  panel = await openPanel(page)
  for (const name of ['Copy of Five stars', 'Five stars']) {
    await panel.getByRole('button', { name: `Pin ${name} to the navigation`, exact: true }).click()
  }
  await expectAccessible(page, 'the panel of views', 1)
  await page.keyboard.press('Escape')
  const pins = page.getByRole('list', { name: 'Pinned views of Hotels' })
  const order = () => pins.getByRole('link').allTextContents()
  await eventually(order).toEqual(['Copy of Five stars', 'Five stars'])
  await pins.getByRole('link', { name: 'Five stars', exact: true }).press('Alt+ArrowUp')
  await eventually(order).toEqual(['Five stars', 'Copy of Five stars'])
  await page.goto('/services')
  await settled(page)
  await page.keyboard.press('Control+k')
  await page
    .getByRole('dialog', { name: 'Command palette' })
    .getByRole('combobox')
    .fill('Copy of Five')
  await page
    .getByRole('option', { name: /Copy of Five stars/ })
    .first()
    .click()
  await title(page, 'Hotels · Copy of Five stars').waitFor()
  panel = await openPanel(page)
  await panel.getByRole('button', { name: 'Actions for Copy of Five stars' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await title(page, 'Hotels').waitFor()
  await eventually(order).toEqual(['Five stars'])
  await page.getByRole('button', { name: 'Undo', exact: true }).first().click()
  await eventually(order).toEqual(['Five stars', 'Copy of Five stars'])
  expectQuiet(admin)
})

test('on a phone, a view opens without its wide-screen layout, also right-to-left', async () => {
  const state = { search: '', wide: { layout: 'grid' } }
  const made = await api<{ data: View }>(product, admin.token, '/api/views', {
    collection: 'hotels',
    name: 'Pictures',
    state,
  })
  const id = made.body.data.id
  const { page } = admin
  await page.goto(`/hotels?view=${id}`)
  await page
    .getByRole('button', { name: 'Cards', exact: true })
    .and(page.locator('[aria-pressed=true]'))
    .waitFor()
  const phone = await visitAs(browser, product, 'admin', { width: 390, height: 844 })
  await phone.page.goto(`/hotels?view=${id}`)
  await title(phone.page, 'Hotels · Pictures').waitFor()
  await phone.page.getByRole('table', { name: 'Hotels' }).waitFor()
  expect(param(phone.page, 'layout')).toBeNull()
  await (await openPanel(phone.page)).getByRole('textbox', { name: 'Name of the view' }).waitFor()
  await expectAccessible(phone.page, 'views on a phone', 1)
  await phone.page.evaluate(() => localStorage.setItem('language', 'ar'))
  await phone.page.reload()
  await phone.page.getByRole('heading', { level: 1, name: /Pictures/ }).waitFor()
  await expectAccessible(phone.page, 'a view right-to-left', 1)
  expectQuiet(phone)
  await phone.context.close()
})
