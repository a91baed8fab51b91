/** "Who changed this and when was it right": timeline, compare, restore one field, as-of. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectAccessible } from '#tests/support/axe.ts'
import { type Visitor } from '#tests/support/browser.ts'
import { browser, product, test } from '#tests/support/journey.ts'
import { api, eventually, expectQuiet, heading, settled, visitAs } from '#tests/support/pages.ts'

interface Service {
  readonly id: string
  readonly version: number
  readonly title: string
  readonly description: string | null
  readonly createdAt: string
  readonly vendor: string
  readonly category: string
  readonly price: { readonly amount: number; readonly currency: string } | null
}

const RIGHT = 'Tour of the old town'
const WRONG = 'Tour of the new town'
let admin: Visitor & { readonly token: string }
let id: string
/** When the record was created, and when it was wrong. */
let created: string
test.beforeAll(async () => {
  admin = await visitAs(browser, product, 'admin')
  const manager = await visitAs(browser, product, 'manager')
  const [like] = (await api<{ data: Service[] }>(product, admin.token, '/api/services?limit=1'))
    .body.data
  const { status, body } = await api<{ data: Service }>(product, admin.token, '/api/services', {
    title: RIGHT,
    description: 'Two hours on foot',
    vendor: like!.vendor,
    category: like!.category,
    pricing: 'fixed',
    price: { amount: 5000, currency: 'EUR' },
  })
  expect(status).toBe(201)
  ;({ id, createdAt: created } = body.data)
  await change(manager.token, { title: WRONG, price: { amount: 500, currency: 'EUR' } })
  await change(admin.token, { description: 'Two hours on foot, with a stop for coffee' })
  await manager.context.close()
})

const now = async () =>
  (await api<{ data: Service }>(product, admin.token, `/api/services/${id}`)).body.data
const change = async (token: string, patch: object) => {
  const { status } = await api(product, token, `/api/services/${id}`, patch, 'PATCH', {
    'If-Match': `"${(await now()).version}"`,
  })
  expect(status).toBe(200)
}
const entry = (page: Page, text: string) =>
  page.getByRole('region', { name: 'Timeline' }).getByRole('listitem').filter({ hasText: text })
const frame = (page: Page) => page.getByRole('region', { name: /^You see this as it was on / })
const row = (page: Page, name: string) =>
  page
    .getByRole('table', { name: 'Differences' })
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name, exact: true }) })

test('a wrong price is found in the timeline and restored without changing other fields', async () => {
  const { page } = admin
  await page.goto(`/services/${id}`)
  await heading(page, WRONG)
  await entry(page, 'Marc Keller').getByText(RIGHT).waitFor()
  await entry(page, 'Added').getByRole('button', { name: 'Compare' }).click()

  const dialog = page.getByRole('dialog', { name: `Compare versions of “${WRONG}”` })
  await row(page, 'Price').getByText('€50.00').waitFor()
  await row(page, 'Price').getByText('€5.00').waitFor()
  await row(page, 'Title').getByText(RIGHT).waitFor()
  await row(page, 'Description').waitFor()
  await expectAccessible(page, 'comparison of two versions')

  // Between the first two versions, the description is the same.
  await dialog.getByLabel('Later version').selectOption({ index: 1 })
  await eventually(() => row(page, 'Description').count()).toBe(0)
  await row(page, 'Title').getByText(WRONG).waitFor()
  await dialog.getByRole('button', { name: 'Restore this value: price' }).click()
  await dialog.getByRole('status').getByText('“Price” has its value of version 1 again').waitFor()
  const restored = await now()
  expect(restored.price).toEqual({ amount: 5000, currency: 'EUR' })
  expect(restored).toMatchObject({
    title: WRONG,
    description: 'Two hours on foot, with a stop for coffee',
  })

  // It is an operation like any other.
  await dialog.getByRole('button', { name: 'Undo', exact: true }).click()
  await eventually(async () => (await now()).price?.amount).toBe(500)
  await dialog.getByLabel('Later version').selectOption({ index: 0 })
  await dialog.getByRole('button', { name: 'Restore this value: price' }).click()
  await eventually(async () => (await now()).price?.amount).toBe(5000)
  await eventually(() => row(page, 'Price').count()).toBe(0)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })

  // The newest entry of the timeline has its undo, and so has that.
  const undo = page
    .getByRole('region', { name: 'Timeline' })
    .getByRole('button', { name: 'Undo', exact: true })
  const entries = page.getByRole('region', { name: 'Timeline' }).getByRole('listitem')
  await eventually(() => undo.count()).toBe(1)
  const before = await entries.count()
  await undo.click()
  await eventually(async () => (await now()).price?.amount).toBe(500)
  await eventually(() => entries.count()).toBe(before + 1)
  await undo.click()
  await eventually(async () => (await now()).price?.amount).toBe(5000)
  expectQuiet(admin)
})

test('a record and its list are shown read-only as of a past time, until the user returns to now', async () => {
  const { page } = admin
  await page.goto(`/services/${id}`)
  await heading(page, WRONG)
  await entry(page, 'Marc Keller')
    .getByRole('link', { name: /^See it as it was: / })
    .click()
  await page.waitForURL((url) => url.searchParams.has('asOf'))
  await frame(page).getByText('Version 2').waitFor()
  await frame(page).getByText('€5.00').first().waitFor()
  await frame(page).getByText('Two hours on foot', { exact: true }).waitFor()
  for (const name of ['Edit', 'More actions', 'Submit for review', /^Edit /]) {
    expect(await page.getByRole('button', { name }).count()).toBe(0)
  }
  expect(await page.getByRole('tab').count()).toBe(0)
  await expectAccessible(page, 'record at an instant')

  // Links inside keep the instant; so does the list above.
  const asOf = new URL(page.url()).searchParams.get('asOf')
  const reference = frame(page).getByRole('link').first()
  await reference.click()
  await page.waitForURL((url) => !url.pathname.startsWith('/services/'))
  expect(new URL(page.url()).searchParams.get('asOf')).toBe(asOf)
  await page.goBack()
  await frame(page).getByText('Version 2').waitFor()
  await page
    .getByRole('navigation', { name: 'Breadcrumbs' })
    .getByRole('link', { name: 'Services' })
    .click()
  await page.waitForURL((url) => url.pathname === '/services')
  expect(new URL(page.url()).searchParams.get('asOf')).toBe(asOf)
  await frame(page).getByRole('table').waitFor()
  expect(await page.getByRole('checkbox').count()).toBe(0)
  await expectAccessible(page, 'list at an instant')

  // Searched and sorted by the values of then, and opened as it was.
  const search = frame(page).getByRole('searchbox')
  await search.fill('new town')
  await frame(page).getByText('1 of 1 services loaded').waitFor()
  await search.fill('with a stop for coffee, old town')
  await frame(page).getByText('No services match').waitFor()
  await frame(page).getByRole('button', { name: 'Clear filters' }).click()
  await frame(page).getByRole('button', { name: 'Price' }).click()
  await page.waitForURL((url) => url.searchParams.get('sort') === 'price')
  await frame(page).getByRole('columnheader', { name: 'Price', exact: true }).waitFor()
  await eventually(() =>
    frame(page).getByRole('columnheader', { name: 'Price', exact: true }).getAttribute('aria-sort'),
  ).toBe('ascending')

  // What cannot be read says so; what can, moves there.
  await page.goto(`/services/${id}?asOf=${asOf}`)
  const moment = frame(page).getByRole('textbox', { name: 'Date and time' })
  await moment.fill('once upon a time')
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await frame(page).getByText('Enter a day and a time').waitFor()
  await moment.fill('2020-01-01 09:00')
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await frame(page).getByText('It did not exist then').waitFor()
  await page.goto(`/services/${id}?asOf=${asOf}`)
  await page.getByRole('button', { name: 'Back to now' }).click()
  await heading(page, WRONG)
  await page.getByRole('tab', { name: 'Details' }).waitFor()
  expect(new URL(page.url()).search).toBe('')
  await page.getByText('€50.00').first().waitFor()
  expectQuiet(admin)
})

test('a record is shown as missing at a time before its creation, also on a phone', async () => {
  const phone = await visitAs(browser, product, 'admin', { width: 390, height: 844, dark: true })
  const { page } = phone
  const before = new Date(Date.parse(created) - 1000).toISOString()
  await page.goto(`/services/${id}?asOf=${before}`)
  await frame(page).getByText('It did not exist then').waitFor()
  await expectAccessible(page, 'nothing at an instant, on a phone', 1)
  await page.goto(`/services?asOf=${before}`)
  await frame(page).getByRole('row').nth(1).waitFor()
  await expectAccessible(page, 'list at an instant, on a phone', 1)
  // From the list as it is, by its views.
  await page.goto('/services')
  await settled(page)
  await page.getByRole('button', { name: 'Views', exact: true }).click()
  await page.getByRole('button', { name: 'See the list at an earlier time' }).click()
  await frame(page).getByRole('row').nth(1).waitFor()
  // The request for a record of before returns 404.
  expect(phone.violations).toEqual([])
  await phone.context.close()
})

test('read-only users can compare versions but not restore values', async () => {
  const viewer = await visitAs(browser, product, 'viewer')
  const { page } = viewer
  await page.goto(`/services/${id}?tab=history`)
  await heading(page, WRONG)
  await page
    .getByRole('list', { name: 'History' })
    .getByRole('listitem')
    .filter({ hasText: 'Added' })
    .getByRole('button', { name: 'Compare' })
    .click()
  await row(page, 'Title').getByText(RIGHT).waitFor()
  expect(await page.getByRole('button', { name: /^Restore/ }).count()).toBe(0)
  expectQuiet(viewer)
})

test('the delete dialog shows what refers to the record and offers to archive it instead', async () => {
  const { page } = admin
  const hotels = await api<{ data: { id: string; name: string; state: string }[] }>(
    product,
    admin.token,
    '/api/hotels?filter[state]=published&limit=1&sort=createdAt',
  )
  const hotel = hotels.body.data[0]!
  const bookings = await api<{ page: { total: number } }>(
    product,
    admin.token,
    `/api/bookings?filter[hotel]=${hotel.id}&limit=1`,
  )
  const { total } = bookings.body.page
  expect(total).toBeGreaterThan(1)
  await page.goto(`/hotels/${hotel.id}`)
  await heading(page, hotel.name)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete', exact: true }).click()
  const used = page.getByRole('region', { name: 'What refers to it' })
  await used.getByText(`${total} bookings`).waitFor()
  await used.getByText('It cannot be deleted while these refer to it:').waitFor()
  const remove = page.getByRole('dialog').getByRole('button', { name: 'Delete hotel' })
  expect(await remove.isDisabled()).toBe(true)
  await expectAccessible(page, 'deletion of a record that others refer to')
  const list = await used.getByRole('link').getAttribute('href')
  await used.getByRole('button', { name: 'Archive' }).click()
  await page.getByRole('dialog', { name: `Archive · ${hotel.name}` }).waitFor()
  await used.getByText('They keep referring to it.').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()

  // The list to reassign them has exactly these.
  await page.goto(list!)
  await settled(page)
  await page.getByText(`of ${total} bookings`).waitFor()
  expectQuiet(admin)
})
