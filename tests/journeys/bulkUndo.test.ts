/** "I changed 300 prices by mistake": bulk edit, progress, result and undo of the list's rows. */
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, vi } from 'vitest'
import { expectAccessible } from '#tests/support/axe.ts'
import { type Visitor } from '#tests/support/browser.ts'
import { browser, product, test } from '#tests/support/journey.ts'
import { api, eventually, expectQuiet, heading, settled, visitAs } from '#tests/support/pages.ts'

interface Service {
  readonly id: string
  readonly version: number
  readonly title: string
  readonly price: { readonly amount: number; readonly currency: string } | null
}

const COUNT = 300
let admin: Visitor & { readonly token: string }
let manager: string
test.beforeAll(async () => {
  admin = await visitAs(browser, product, 'admin')
  const other = await visitAs(browser, product, 'manager')
  manager = other.token
  await other.context.close()
  const [like] = await services('')
  for (let i = 0; i < COUNT; i++) {
    const { status } = await api(product, admin.token, '/api/services', {
      title: `Priced ${String(i + 1).padStart(3, '0')}`,
      vendor: like!.vendor,
      category: like!.category,
      pricing: i < 4 ? 'quote' : 'fixed',
      ...(i < 4 ? {} : { price: { amount: 1000 + i, currency: 'EUR' } }),
    })
    expect(status).toBe(201)
  }
})

const services = async (search: string) =>
  (
    await api<{ data: (Service & { readonly vendor: string; readonly category: string })[] }>(
      product,
      admin.token,
      `/api/services?limit=200&sort=title${search && `&search=${encodeURIComponent(search)}`}`,
    )
  ).body.data
const service = async (title: string): Promise<Service> =>
  (await services(title)).find((s) => s.title === title)!
const amountOf = async (title: string) => (await service(title)).price?.amount
const bar = (page: Page) => page.getByRole('region', { name: 'Actions for the selection' })
const header = (page: Page) => page.getByRole('banner')
const toastUndo = (page: Page) =>
  page.getByRole('status').getByRole('button', { name: 'Undo', exact: true })

/** Chooses the price in the dialog of a bulk edit and sets it. */
const setPrice = async (page: Page, title: string, amount: string) => {
  const dialog = page.getByRole('dialog', { name: title })
  await dialog.getByRole('combobox', { name: 'Field' }).selectOption({ label: 'Price' })
  await dialog.getByRole('textbox', { name: 'Price' }).fill(amount)
  await dialog.getByRole('button', { name: 'Preview' }).click()
  return dialog
}

test('undoing a bulk edit of 300 prices restores all except those that someone has changed since', async () => {
  const { page } = admin
  await page.goto('/services?search=Priced&sort=title')
  await settled(page)
  // Rows that the test before has changed may still arrive, which makes others of the page.
  const all = page.getByRole('checkbox', { name: 'Select all on this page' })
  await vi.waitFor(() => all.check({ timeout: 2000 }), { timeout: 20_000 })
  await bar(page).getByText('25 selected').waitFor()
  // Until the server has counted them, an edit would change only the 25 of the page.
  let count = () => {}
  const counting = new Promise<void>((resolve) => (count = resolve))
  await page.route(/total=exact/, async (route) => {
    await counting
    await route.continue()
  })
  await bar(page).getByRole('button', { name: 'Select all 300 matching' }).click()
  const edit = bar(page).getByRole('button', { name: 'Edit' })
  expect(await edit.isDisabled()).toBe(true)
  count()
  await bar(page).getByText('All 300 selected').waitFor()
  await page.unroute(/total=exact/)
  await edit.click()

  // Four have no price yet: a price by the hour is refused for them.
  const dialog = page.getByRole('dialog', { name: 'Edit 300 services' })
  await dialog.getByRole('combobox', { name: 'Field' }).selectOption({ label: 'Pricing' })
  await dialog.getByText('Hourly', { exact: true }).click()
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await dialog.getByText('296 records will change').waitFor()
  await dialog.getByText('4 refused').waitFor()
  const refused = dialog.getByRole('region', { name: 'Refused, and why' })
  await refused.getByText('Give a price, or choose pricing by quote').waitFor()
  await refused.getByRole('link', { name: 'Priced 001' }).waitFor()
  await refused.getByText('and 1 more').waitFor()
  await expectAccessible(page, 'dry run with refused rows')
  await dialog.getByRole('button', { name: 'Back' }).click()

  await dialog.getByRole('button', { name: 'Leave Pricing as it is' }).click()
  await setPrice(page, 'Edit 300 services', '1')
  // Nor does a price apply to them.
  await dialog.getByText('296 records will change').waitFor()
  const first = dialog.getByRole('region', { name: 'First 10 changes' })
  expect(await first.getByRole('listitem').count()).toBe(10)
  expect(await amountOf('Priced 005')).toBe(1004)

  await dialog.getByRole('button', { name: 'Apply' }).click()
  await dialog.waitFor({ state: 'detached' })
  // The progress, or already the result, is found again after a reload.
  await page.reload()
  const result = header(page).getByRole('button', { name: 'Result', exact: true })
  await result.waitFor()
  await eventually(() => amountOf('Priced 300')).toBe(100)
  await result.click()
  const outcome = page.getByRole('dialog', { name: 'Edited · 300 services' })
  await outcome.getByRole('button', { name: '296 changed' }).click()
  await eventually(() => outcome.getByRole('row').count()).toBe(51)
  await expectAccessible(page, 'result of a bulk edit')
  const csv = page.waitForEvent('download')
  await outcome.getByRole('button', { name: 'Download CSV' }).click()
  expect((await csv).suggestedFilename()).toBe('result.csv')

  for (const [title, amount] of [
    ['Priced 010', 777],
    ['Priced 020', 888],
  ] as const) {
    const { id, version } = await service(title)
    const { status } = await api(
      product,
      manager,
      `/api/services/${id}`,
      { price: { amount, currency: 'EUR' } },
      'PATCH',
      { 'If-Match': `"${version}"` },
    )
    expect(status).toBe(200)
  }

  await outcome.getByRole('button', { name: 'Undo' }).click()
  const undo = page.getByRole('dialog', { name: 'Undo what can be undone?' })
  await undo.getByText('294 records will change').waitFor()
  const since = undo.getByRole('region', { name: 'Changed since, left as they are' })
  await eventually(() => since.getByRole('listitem').count()).toBe(2)
  for (const title of ['Priced 010', 'Priced 020']) {
    const row = since.getByRole('listitem').filter({ hasText: title })
    expect(await row.textContent()).toMatch(/Price by Marc Keller, /)
  }
  await expectAccessible(page, 'undo that cannot be complete')
  await undo.getByRole('button', { name: 'Undo 294 records' }).click()
  await undo.waitFor({ state: 'detached' })

  // The newest first; the first record is the last to return.
  await eventually(() => amountOf('Priced 005')).toBe(1004)
  expect(await amountOf('Priced 300')).toBe(1299)
  expect((await service('Priced 001')).price).toBeNull()
  expect(await amountOf('Priced 010')).toBe(777)
  expect(await amountOf('Priced 020')).toBe(888)
  await header(page).getByRole('button', { name: 'Dismiss the result' }).click()
  await eventually(() => result.count()).toBe(0)
  expectQuiet(admin)
})

test('a bulk edit stops with an explanation when the number of selected records has changed', async () => {
  const { page } = admin
  await page.goto('/services?search=Priced&limit=50')
  await settled(page)
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await bar(page).getByRole('button', { name: 'Select all 300 matching' }).click()
  await bar(page).getByText('All 300 selected').waitFor()
  const { id, version } = await service('Priced 300')
  await api(product, admin.token, `/api/services/${id}`, undefined, 'DELETE', {
    'If-Match': `"${version}"`,
  })
  await bar(page).getByRole('button', { name: 'Edit' }).click()
  const dialog = await setPrice(page, 'Edit 300 services', '2')
  expect(await dialog.getByRole('alert').textContent()).toBe(
    'You selected 300 records, but 299 match now. Nothing was changed.',
  )
  await dialog.getByRole('button', { name: 'Continue with 299 records' }).click()
  const again = page.getByRole('dialog', { name: 'Edit 299 services' })
  await again.getByRole('button', { name: 'Preview' }).click()
  await again.getByText('295 records will change').waitFor()
  await again.getByRole('button', { name: 'Cancel' }).click()
  expect(await amountOf('Priced 299')).toBe(1298)
  expectQuiet(admin)
})

test('a selection survives paging; a deletion is undone from its toast and an edit with Ctrl+Z', async () => {
  const { page } = admin
  await page.goto('/facilities?sort=name')
  await settled(page)
  const first = page.getByRole('checkbox', { name: /^Select (?!all)/ }).first()
  await first.check()
  await bar(page).getByText('1 selected').waitFor()
  await page.goto('/services?search=Priced&sort=title')
  await settled(page)
  await page.getByRole('checkbox', { name: 'Select Priced 005', exact: true }).check()
  await page.getByRole('link', { name: 'Next page' }).click()
  await page.waitForURL((url) => url.searchParams.get('page') === '2')
  await settled(page)
  await page.getByRole('checkbox', { name: 'Select Priced 030', exact: true }).check()
  await bar(page).getByText('2 selected').waitFor()
  await bar(page).getByRole('button', { name: 'Delete' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete 2 services?' })
  await dialog.getByText('2 records will change').waitFor()
  await dialog.getByRole('button', { name: 'Delete 2 services' }).click()
  await page.getByText('Deleted · 2 services').waitFor()
  await eventually(async () => (await services('Priced 005')).length).toBe(0)
  await toastUndo(page).click()
  await page.getByText('Undone', { exact: true }).waitFor()
  expect(await amountOf('Priced 005')).toBe(1004)
  expect(await amountOf('Priced 030')).toBe(1029)

  const { id } = await service('Priced 005')
  await page.goto(`/services/${id}/edit`)
  await heading(page, 'Edit Priced 005')
  await page.getByRole('textbox', { name: 'Price', exact: true }).fill('99')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await heading(page, 'Priced 005')
  expect(await amountOf('Priced 005')).toBe(9900)
  await toastUndo(page).waitFor()
  await page.keyboard.press('Control+z')
  await eventually(() => amountOf('Priced 005')).toBe(1004)
  expectQuiet(admin)
})

test('a bulk deletion shows what refers to the selection and offers reassigning or archiving instead', async () => {
  const { page } = admin
  const [booking] = (
    await api<{ data: { hotel: string }[] }>(product, admin.token, '/api/bookings?limit=1')
  ).body.data
  const { data: hotel } = (
    await api<{ data: { name: string } }>(product, admin.token, `/api/hotels/${booking!.hotel}`)
  ).body
  await page.goto(`/hotels?search=${encodeURIComponent(hotel.name)}`)
  await settled(page)
  await page.getByRole('checkbox', { name: `Select ${hotel.name}`, exact: true }).check()
  await bar(page).getByRole('button', { name: 'Delete' }).click()
  const dialog = page.getByRole('dialog', { name: /^Delete 1 hotel/ })
  const uses = dialog.getByRole('region', { name: 'What refers to it' })
  await uses
    .getByText(/\d+ bookings?/)
    .first()
    .waitFor()
  await uses.getByText('prevents it').first().waitFor()
  await uses.getByRole('link', { name: 'Open the bookings to reassign them' }).waitFor()
  await expectAccessible(page, 'what refers to the selection')
  await uses.getByRole('button', { name: 'Archive' }).click()
  const archive = page.getByRole('dialog', { name: /Archive/ })
  await archive.getByRole('textbox', { name: 'Reason' }).waitFor()
  await archive.getByRole('button', { name: 'Cancel' }).click()
  expectQuiet(admin)
})

test('a selection survives layout changes and searches, and lists selected rows that are not shown', async () => {
  const { page } = admin
  await page.goto('/hotels?sort=name')
  await settled(page)
  const boxes = page.getByRole('checkbox', { name: /^Select (?!all)/ })
  await boxes.nth(0).focus()
  await page.keyboard.press('x')
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Shift+ArrowUp')
  await bar(page).getByText('3 selected').waitFor()
  const names = await Promise.all(
    [0, 1, 2].map((i) => boxes.nth(i).evaluate((box) => box.getAttribute('aria-label') ?? '')),
  )
  await boxes.nth(5).click({ modifiers: ['Shift'] })
  await bar(page).getByText('6 selected').waitFor()
  await page.keyboard.press('Escape')
  await eventually(() => bar(page).count()).toBe(0)
  await boxes.nth(0).click()
  await boxes.nth(2).click({ modifiers: ['Shift'] })
  await bar(page).getByText('3 selected').waitFor()
  await page.getByRole('button', { name: 'Cards', exact: true }).click()
  await page.getByRole('checkbox', { name: names[1]!, exact: true }).waitFor()
  expect(await page.getByRole('checkbox', { name: names[1]!, exact: true }).isChecked()).toBe(true)
  // On a board they are selected too, by keys and ranges, also from one column to the next.
  await page.getByRole('button', { name: 'Board', exact: true }).click()
  const box = page.getByRole('checkbox', { name: names[1]!, exact: true })
  await eventually(() => box.isChecked()).toBe(true)
  await bar(page).getByRole('button', { name: 'Select all matching' }).waitFor()
  const cards = page
    .locator('[data-column]')
    .filter({ has: page.locator('[data-card]') })
    .first()
    .locator('[data-card]')
  const free = await cards.evaluateAll((all) =>
    all.findIndex((card, i) => !card.dataset.selected && !all[i + 1]?.dataset.selected),
  )
  await cards.nth(free).locator('[data-card-link]').focus()
  await page.keyboard.press('x')
  await bar(page).getByText('4 selected').waitFor()
  await page.keyboard.press('Shift+ArrowDown')
  await bar(page).getByText('5 selected').waitFor()
  await page.keyboard.press('x')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('x')
  await bar(page).getByText('3 selected').waitFor()
  await page.getByRole('button', { name: 'Table', exact: true }).click()
  await page.getByRole('searchbox', { name: 'Search hotels' }).fill('zzzz')
  await bar(page).getByText('3 of them not shown here').waitFor()
  await bar(page).getByRole('button', { name: 'Show selected' }).click()
  const dialog = page.getByRole('dialog', { name: '3 selected hotels' })
  await eventually(() => dialog.getByRole('listitem').count()).toBe(3)
  await expectAccessible(page, 'the selected records')
  await dialog
    .getByRole('button', { name: /^Leave out/ })
    .first()
    .click()
  await page.getByRole('dialog', { name: '2 selected hotels' }).waitFor()
  await page.keyboard.press('Escape')
  await bar(page).getByText('2 selected').waitFor()
  const csv = page.waitForEvent('download')
  await bar(page).getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: 'Export (2)' }).click()
  const text = await readFile((await (await csv).path())!, 'utf8')
  expect(text.trim().split('\n').length).toBe(3)
  await bar(page).getByRole('button', { name: 'Clear selection' }).click()
  expectQuiet(admin)
})

test('actions on all matching rows count the rows they apply to and leave out deselected ones', async () => {
  const { page } = admin
  const count = async (state: string) =>
    (
      await api<{ page: { total: number } }>(
        product,
        admin.token,
        `/api/hotels?limit=1&filter[state]=${state}`,
      )
    ).body.page.total
  const [drafts, inReview, suspended, published] = await Promise.all(
    ['draft', 'in_review', 'suspended', 'published'].map(count),
  )
  await page.goto('/hotels?sort=name&layout=table')
  await settled(page)
  await page.keyboard.press('Control+a')
  await bar(page)
    .getByRole('button', { name: /^Select all \d+ matching/ })
    .click()
  await bar(page)
    .getByText(/^All \d+ selected/)
    .waitFor()
  await bar(page).getByRole('button', { name: 'Actions' }).click()
  const menu = page.getByRole('menu', { name: 'Actions for the selection' })
  await menu.getByRole('menuitem', { name: `Publish again (${suspended})`, exact: true }).waitFor()
  await menu.getByRole('menuitem', { name: `Suspend (${published})`, exact: true }).waitFor()
  // Those in review are published, those suspended are published again: one item each.
  expect(await menu.getByRole('menuitem', { name: /^Publish \(/ }).count()).toBe(inReview ? 1 : 0)
  await menu.getByRole('menuitem', { name: `Submit for review (${drafts})`, exact: true }).click()
  const dialog = page.getByRole('dialog', { name: `Submit for review: ${drafts} hotels` })
  await dialog
    .getByText(/records? will change|refused/)
    .first()
    .waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  const total = Number(
    /\d+/.exec(
      (await bar(page)
        .getByText(/^All \d+ selected/)
        .textContent()) ?? '',
    )?.[0],
  )
  await page
    .getByRole('checkbox', { name: /^Select (?!all)/ })
    .first()
    .click()
  await bar(page)
    .getByText(`${total - 1} selected, all but 1`)
    .waitFor()
  await page.getByRole('searchbox', { name: 'Search hotels' }).fill('zzzz')
  await bar(page).getByRole('button', { name: 'Show them' }).click()
  await settled(page)
  await bar(page).getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('dialog', { name: `Edit ${total - 1} hotels` }).waitFor()
  await page.keyboard.press('Escape')
  await bar(page).getByRole('button', { name: 'Clear selection' }).click()
  expectQuiet(admin)
})

test('“My changes” lists bulk changes with an undo, also on a phone', async () => {
  const phone = await visitAs(browser, product, 'admin', { width: 390, height: 844 })
  const { page } = phone
  await page.goto('/services?search=Priced&sort=title')
  await settled(page)
  await page.getByRole('checkbox', { name: 'Select Priced 006', exact: true }).check()
  await bar(page).getByRole('button', { name: 'Edit' }).click()
  const dialog = await setPrice(page, 'Edit 1 service', '3')
  await dialog.getByText('1 record will change').waitFor()
  await expectAccessible(page, 'dry run on a phone', 1)
  await dialog.getByRole('button', { name: 'Apply' }).click()
  await eventually(() => amountOf('Priced 006')).toBe(300)

  // Toasts cover the header.
  await page
    .getByRole('status')
    .filter({ hasText: 'Edited · 1 service' })
    .getByRole('button', { name: 'Close' })
    .click()
  await page.getByRole('button', { name: /^User menu/ }).click()
  await page.getByRole('menuitem', { name: 'My changes' }).click()
  const changes = page.getByRole('list', { name: 'My changes' })
  await changes.getByText('Edited · 300 services').waitFor()
  await expectAccessible(page, 'my changes on a phone', 1)
  await changes.getByRole('button', { name: 'Undo: Edited · 1 service', exact: true }).click()
  await eventually(() => amountOf('Priced 006')).toBe(1005)
  await changes.getByText('Undone', { exact: true }).first().waitFor()
  expectQuiet(phone)
})

test('tags are added to all matching rows, filtered by, renamed everywhere, and the renaming is undone', async () => {
  const { page } = admin
  const counts = async (): Promise<Readonly<Record<string, number>>> => {
    const found = await api<{ data: { tag: string; count: number }[] }>(
      product,
      admin.token,
      '/api/services/tags?all=true',
    )
    return Object.fromEntries(found.body.data.map(({ tag, count }) => [tag, count]))
  }
  const { body } = await api<{ page: { total: number } }>(
    product,
    admin.token,
    '/api/services?search=Priced&limit=1',
  )
  const { total } = body.page
  const call = async () =>
    (
      await api<{ data: { chosen: boolean }[] }>(
        product,
        admin.token,
        '/api/services/tags?search=checked',
      )
    ).body.data[0]!
  await page.goto('/services?search=Priced&sort=title')
  await settled(page)
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await bar(page)
    .getByRole('button', { name: `Select all ${total} matching` })
    .click()
  await bar(page).getByRole('button', { name: 'Actions', exact: true }).click()
  await page.getByRole('menuitem', { name: /^Tag/ }).click()
  const dialog = page.getByRole('dialog', { name: /^Tag/ })
  const input = dialog.getByRole('combobox', { name: 'Add tags' })
  await input.fill('  Summer  SALE ')
  await input.press('Enter')
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await dialog.getByText(`${total} records will change`).waitFor()
  await dialog.getByRole('button', { name: 'Tag', exact: true }).click()
  await expect.poll(counts, { timeout: 60_000 }).toEqual({ 'summer sale': total })

  // The head of a record: a known tag is suggested, and Enter takes it.
  const { id } = await service('Priced 007')
  await page.goto(`/services/${id}`)
  await page.getByRole('button', { name: 'Remove tag summer sale' }).waitFor()
  await page.getByRole('button', { name: 'Add tag' }).click()
  await page.getByRole('combobox', { name: 'Add tag' }).fill('Checked')
  await page.getByRole('option', { name: /checked/ }).click()
  await page.getByRole('button', { name: 'Remove tag checked' }).waitFor()
  await expectAccessible(page, 'tags in the head of a record')

  await page.goto('/services')
  await settled(page)
  await page.getByRole('button', { name: 'Tags', exact: true }).click()
  await page.getByRole('checkbox', { name: /checked/ }).check()
  await eventually(() => page.getByRole('link', { name: /^Priced/ }).count()).toBe(1)
  await page.getByRole('combobox', { name: 'Which conditions must hold' }).selectOption('none')
  await eventually(() => page.getByRole('link', { name: 'Priced 007' }).count()).toBe(0)
  await expectAccessible(page, 'the filter by tags')

  await page.goto('/settings?tab=tags')
  await page.getByRole('combobox', { name: 'Tags of' }).selectOption('services')
  await page.getByRole('combobox', { name: 'Colour: checked' }).selectOption('teal')
  await eventually(async () => (await call()).chosen).toBe(true)
  await expectAccessible(page, 'the tags of an entity')
  await page.getByRole('button', { name: 'Actions for summer sale' }).click()
  await page.getByRole('menuitem', { name: 'Rename', exact: true }).click()
  const rename = page.getByRole('dialog', { name: 'Rename: summer sale' })
  await rename.getByRole('textbox', { name: 'New name' }).fill('Autumn')
  await rename.getByRole('button', { name: 'Preview' }).click()
  await rename.getByText(`${total} records will change`).waitFor()
  await rename.getByRole('button', { name: 'Apply' }).click()
  await expect.poll(counts, { timeout: 60_000 }).toEqual({ autumn: total, checked: 1 })
  await page.goto('/settings?tab=changes')
  await page
    .getByRole('list', { name: 'My changes' })
    .getByRole('button', { name: /^Undo: Manage tags/ })
    .first()
    .click()
  await expect.poll(counts, { timeout: 60_000 }).toEqual({ 'summer sale': total, checked: 1 })
  expectQuiet(admin)
})

test('more records than can be changed at once are only exported, and the selection says so', async () => {
  const { page } = admin
  await page.goto('/services?search=Priced')
  await settled(page)
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await page.route(/total=exact/, async (route) => {
    const response = await route.fetch()
    const body = (await response.json()) as { page: object }
    await route.fulfill({ response, json: { ...body, page: { ...body.page, total: 50_001 } } })
  })
  await bar(page)
    .getByRole('button', { name: /^Select all/ })
    .click()
  await bar(page).getByText('All 50,001 selected').waitFor()
  await page.unrouteAll()
  await bar(page).getByText('At most 50,000 records can be changed at once').waitFor()
  expect(await bar(page).getByRole('button', { name: 'Edit' }).count()).toBe(0)
  expect(await bar(page).getByRole('button', { name: 'Delete' }).count()).toBe(0)
  await bar(page).getByRole('button', { name: 'Actions' }).click()
  await eventually(() => page.getByRole('menuitem').allTextContents()).toEqual(['Export (50,001)'])
  await page.keyboard.press('Escape')
  expectQuiet(admin)
})
