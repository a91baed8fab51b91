import { readFile } from 'node:fs/promises'
import { expect } from 'vitest'
import type { Page } from 'playwright-core'
import { expectAccessible } from '#tests/support/axe.ts'
import { type Visitor } from '#tests/support/browser.ts'
import { browser, product, test } from '#tests/support/journey.ts'
import {
  api,
  drawn,
  eventually,
  expectQuiet,
  heading,
  settled,
  visitAs,
} from '#tests/support/pages.ts'
import { sheetsIn } from '#tests/support/workbook.ts'

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
const search = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams)
const makeFacilities = async (prefix: string, count: number) => {
  for (let i = 1; i <= count; i++) {
    expect(
      (
        await api(product, admin.token, '/api/facilities', {
          name: `${prefix} ${i}`,
          code: `${prefix.toUpperCase().replace(/\W/g, '')}${i}`,
          group: 'service',
          position: 9000 + i,
        })
      ).status,
    ).toBe(201)
  }
}

test('filters, sort, page and page size are kept in the URL across reload, Back and a new tab', async () => {
  const { page, context } = admin
  await page.goto('/bookings')
  const before = await rows(page)
  await page
    .getByRole('group', { name: 'States' })
    .getByRole('link', { name: /^Confirmed/ })
    .click()
  await page.waitForURL((url) => url.searchParams.get('state') === 'confirmed')
  await page
    .getByRole('group', { name: 'Quick filters' })
    .getByRole('button', { name: 'Source' })
    .click()
  const panel = page.getByRole('dialog', { name: 'Filter by Source' })
  await panel.getByRole('checkbox').first().check()
  await page.waitForURL((url) => url.searchParams.has('source'))
  await page.keyboard.press('Escape')
  const header = page.getByRole('columnheader', { name: 'Check-in' })
  await eventually(() => header.getAttribute('aria-sort')).toBe('descending')
  await header.getByRole('button').click()
  await page.waitForURL((url) => url.searchParams.get('sort') === 'checkIn')
  await eventually(() => header.getAttribute('aria-sort')).toBe('ascending')
  const chosen = await rows(page)
  expect(chosen.length).toBeGreaterThan(0)
  expect(chosen).not.toEqual(before)
  const address = page.url()

  await page.reload()
  await eventually(() => rows(page)).toEqual(chosen)
  const tab = await context.newPage()
  await tab.goto(address)
  await eventually(() => rows(tab)).toEqual(chosen)
  await tab.close()

  await page.getByRole('button', { name: 'Clear all' }).click()
  await page.waitForURL((url) => !url.searchParams.has('state') && !url.searchParams.has('source'))
  await page.goBack()
  expect(page.url()).toBe(address)
  await eventually(() => rows(page)).toEqual(chosen)

  await page.goto('/bookings')
  const first = await rows(page)
  expect(first).toHaveLength(25)
  await page
    .getByRole('navigation', { name: 'Pagination' })
    .getByRole('link', { name: 'Next page' })
    .click()
  await page.waitForURL((url) => url.searchParams.get('page') === '2')
  await eventually(() =>
    page.getByRole('status').filter({ hasText: 'bookings' }).textContent(),
  ).toMatch(/^26–50 of /)
  const second = await rows(page)
  expect(second.filter((r) => first.includes(r))).toEqual([])
  await page.getByRole('combobox', { name: 'Rows per page' }).selectOption('50')
  await page.waitForURL((url) => url.searchParams.get('limit') === '50')
  await eventually(async () => (await rows(page)).length).toBe(50)
  expectQuiet(admin)
})

test('the search text is kept in the URL and survives a reload', async () => {
  const { page } = admin
  await page.goto('/hotels')
  const [name = ''] = await rows(page)
  await page.getByRole('searchbox', { name: 'Search hotels' }).pressSequentially(name)
  await page.waitForURL((url) => url.searchParams.get('search') === name)
  await eventually(() => rows(page)).toContain(name)
  await page.reload()
  await eventually(() => page.getByRole('searchbox', { name: 'Search hotels' }).inputValue()).toBe(
    name,
  )
  await eventually(() => rows(page)).toContain(name)
})

test('each invalid URL parameter is dropped without affecting the others', async () => {
  const { page } = admin
  await page.goto('/bookings?state=confirmed')
  const confirmed = await rows(page)
  await page.goto(
    '/bookings?state=confirmed&page=-3&limit=7&sort=password&hotel=nope&checkIn=2017-99..x&where=%7Bbroken&foo=bar&trashed=perhaps',
  )
  await eventually(() => rows(page)).toEqual(confirmed)
  expect(await page.getByRole('alert').count()).toBe(0)
  expect(search(page).page).toBeUndefined()
  await page.goto('/bookings?page=9999&state=nonsense')
  await settled(page)
  await heading(page, 'Bookings')
  await eventually(async () => (await rows(page)).length).toBeGreaterThan(0)
  expectQuiet(admin)
})

test('a row menu links to the record’s pages; deleting requires confirmation and names the record', async () => {
  const { page } = admin
  await makeFacilities('Menu', 1)
  await page.goto('/facilities?search=Menu+1')
  const open = async () => {
    await page.getByRole('button', { name: 'Actions for Menu 1', exact: true }).click()
    return page.getByRole('menu', { name: 'Actions for Menu 1' })
  }
  const menu = await open()
  await eventually(() => menu.getByRole('menuitem').allTextContents()).toEqual([
    'View',
    'Show beside the list',
    'Edit',
    'Duplicate',
    'Deactivate',
    'History',
    'Delete',
  ])
  await page.keyboard.press('Escape')
  await eventually(() =>
    page.evaluate(() => document.activeElement?.getAttribute('aria-label')),
  ).toBe('Actions for Menu 1')
  await (await open()).getByRole('menuitem', { name: 'Deactivate' }).click()
  await page
    .getByRole('row', { name: /Menu 1/ })
    .getByText('Inactive')
    .waitFor()
  await (await open()).getByRole('menuitem', { name: 'Delete' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete facility “Menu 1”?' })
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.waitFor({ state: 'detached' })
  await eventually(() => rows(page)).toContain('Menu 1')
  await (await open()).getByRole('menuitem', { name: 'Edit' }).click()
  await heading(page, 'Edit Menu 1')
  await page.goBack()
  await (await open()).getByRole('menuitem', { name: 'Delete' }).click()
  await dialog.getByRole('button', { name: 'Delete facility' }).click()
  await page.getByText('No facilities match').waitFor()
  expectQuiet(admin)
})

test('the keyboard alone can search, move, select, edit, open, create and show help', async () => {
  const { page } = admin
  await page.goto('/facilities')
  const [first = '', second = ''] = await rows(page)
  await drawn(page)
  const focused = () => page.evaluate(() => document.activeElement?.textContent?.trim())
  await page.keyboard.press('/')
  await eventually(() => page.evaluate(() => document.activeElement?.getAttribute('type'))).toBe(
    'search',
  )
  await page.keyboard.press('Escape')
  await page.keyboard.press('ArrowDown')
  await eventually(focused).toBe(first)
  await page.keyboard.press('ArrowDown')
  await eventually(focused).toBe(second)
  await page.keyboard.press('x')
  await eventually(() =>
    page.getByRole('checkbox', { name: `Select ${second}`, exact: true }).isChecked(),
  ).toBe(true)
  await page
    .getByRole('region', { name: 'Actions for the selection' })
    .getByText('1 selected')
    .waitFor()
  await page.keyboard.press('x')
  await eventually(() =>
    page.getByRole('checkbox', { name: `Select ${second}`, exact: true }).isChecked(),
  ).toBe(false)
  await page.keyboard.press('ArrowUp')
  await eventually(focused).toBe(first)
  await page.keyboard.press('Enter')
  await heading(page, first)
  await page.goBack()
  await heading(page, 'Facilities')
  await rows(page)
  await drawn(page)
  await page.keyboard.press('ArrowDown')
  await eventually(() =>
    page.evaluate(() => document.activeElement?.closest('tr[data-id]') !== null),
  ).toBe(true)
  await page.keyboard.press('e')
  await page.waitForURL('**/edit')
  await page.getByRole('heading', { level: 1, name: /^Edit / }).waitFor()
  await page.goto('/facilities')
  await rows(page)
  await drawn(page)
  await page.keyboard.press('?')
  await page
    .getByRole('dialog', { name: 'Keyboard shortcuts' })
    .getByText('Move between rows')
    .waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor({ state: 'detached' })
  await page.keyboard.press('c')
  await heading(page, 'Add facility')
  expectQuiet(admin)
})

test('several rows are deleted together, appear in the trash and are restored', async () => {
  const { page } = admin
  await makeFacilities('Bulk', 3)
  await page.goto('/facilities?search=Bulk')
  await eventually(() => rows(page)).toHaveLength(3)
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  const bar = page.getByRole('region', { name: 'Actions for the selection' })
  await bar.getByText('3 selected').waitFor()
  await bar.getByRole('button', { name: 'Delete' }).click()
  await page
    .getByRole('dialog', { name: 'Delete 3 facilities?' })
    .getByRole('button', { name: 'Delete 3 facilities' })
    .click()
  await page.getByText('Deleted · 3 facilities').waitFor()
  await page.getByText('No facilities match').waitFor()
  await page.getByRole('group', { name: 'States' }).getByRole('link', { name: 'Trash' }).click()
  await eventually(async () => (await rows(page)).sort()).toEqual(['Bulk 1', 'Bulk 2', 'Bulk 3'])
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await bar.getByRole('button', { name: 'Restore' }).click()
  const dialog = page.getByRole('dialog', { name: 'Restore: 3 facilities' })
  await dialog.getByText('3 records will change').waitFor()
  await dialog.getByRole('button', { name: 'Restore', exact: true }).click()
  await page.getByText('Restored · 3 facilities').waitFor()
  await page.goto('/facilities?search=Bulk')
  await eventually(() => rows(page)).toHaveLength(3)
  expectQuiet(admin)
})

test('saved views and chosen columns follow the user to another browser', async () => {
  const { page } = admin
  await page.goto('/facilities?group=service&sort=-name')
  const shown = await rows(page)
  await page.getByRole('button', { name: 'Views', exact: true }).click()
  await page.getByRole('textbox', { name: 'Name of the view' }).fill('Services backwards')
  await page.getByRole('button', { name: 'Save view' }).click()
  await page.getByRole('heading', { name: 'Facilities · Services backwards' }).waitFor()
  await eventually(() => rows(page)).toEqual(shown)
  await page.goto('/facilities')
  await rows(page)
  await page.getByRole('button', { name: 'Columns', exact: true }).click()
  await page.getByRole('checkbox', { name: 'Show Code' }).uncheck()
  await page.getByRole('columnheader', { name: 'Code' }).waitFor({ state: 'detached' })
  await page.keyboard.press('Escape')
  // The write has arrived.
  await eventually(
    async () =>
      (await api<{ preferences: Record<string, unknown> }>(product, admin.token, '/api/me')).body
        .preferences['list.facilities'],
  ).toMatchObject({ columns: expect.any(Array) })
  const elsewhere = await visitAs(browser, product, 'admin')
  await elsewhere.page.goto('/facilities')
  await rows(elsewhere.page)
  await eventually(() => elsewhere.page.getByRole('columnheader', { name: 'Code' }).count()).toBe(0)
  await elsewhere.page.getByRole('button', { name: 'Views' }).click()
  await elsewhere.page
    .getByRole('dialog', { name: 'Views' })
    .getByRole('link', { name: 'Services backwards' })
    .click()
  await elsewhere.page.waitForURL((url) => url.searchParams.has('view'))
  await elsewhere.page.getByRole('heading', { name: 'Facilities · Services backwards' }).waitFor()
  await eventually(() => rows(elsewhere.page)).toEqual(shown)
  expectQuiet(elsewhere)
  await elsewhere.context.close()
  expectQuiet(admin)
})

/** Opens the dialog of an export, chooses by label, and exports. */
const exported = async (page: Page, ...choices: readonly string[]) => {
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Export' })
  for (const choice of choices) await dialog.getByText(choice, { exact: true }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Export file' }).click(),
  ])
  await dialog.waitFor({ state: 'detached' })
  return { name: download.suggestedFilename(), content: await readFile(await download.path()) }
}

test('a readable CSV export has labels and amounts in major units', async () => {
  const { page } = admin
  await page.goto('/bookings?state=checked_out&sort=code')
  await rows(page)
  const { content } = await exported(page, 'CSV')
  const [header = '', line = ''] = String(content).split(/\r?\n/)
  expect(header).toContain('Total,Total (currency)')
  expect(header).not.toContain('hotel.title')
  expect(line).toMatch(/,\d+\.\d\d,[A-Z]{3}/)
  expect(line).toContain('Checked out')
  expectQuiet(admin)
})

test('selected rows are exported as a workbook with the chosen columns and separate sheets for child rows', async () => {
  const { page } = admin
  await page.goto('/order?sort=number')
  const [first] = await rows(page)
  await page.getByRole('checkbox', { name: `Select ${first}` }).check()
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Export' })
  await dialog.getByText('Selected: 1').waitFor()
  await dialog.getByText('Choose').click()
  await dialog.getByRole('group', { name: 'Columns' }).getByText('Currency').click()
  await dialog.getByRole('combobox', { name: 'Lines' }).selectOption('On their own sheet')
  await expectAccessible(page, 'dialog of an export')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Export file' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^orders-\d{4}-\d\d-\d\d\.xlsx$/)
  const sheets = await sheetsIn(await readFile(await download.path()))
  expect(sheets.map((sheet) => sheet.name)).toEqual(['Orders', 'Lines', 'Refunded items'])
  const [orders, lines] = sheets.map((sheet) => sheet.rows)
  expect(orders).toHaveLength(2)
  expect(orders![0]).toContain('Currency')
  expect(orders![1]![0]).toBe(first)
  expect(lines!.slice(1).every((line) => line[0] === first)).toBe(true)
  expect(typeof lines![1]![lines![0]!.indexOf('Lines: Unit price')]).toBe('number')
  await page.getByRole('button', { name: 'Clear selection' }).click()
  expectQuiet(admin)
})

test('a large export runs in the background and is downloaded from the header, also after a reload', async () => {
  const { page } = admin
  // So many ids do not fit an address.
  await page.goto('/bookings?sort=code&limit=200')
  await rows(page)
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Export' })
  await dialog.getByText('Selected: 200').waitFor()
  await dialog.getByRole('button', { name: 'Export file' }).click()
  const file = page.getByRole('banner').getByRole('button', { name: 'Download' })
  await file.waitFor()
  await page.reload()
  const [download] = await Promise.all([page.waitForEvent('download'), file.click()])
  expect(download.suggestedFilename()).toBe('bookings.xlsx')
  const [sheet] = await sheetsIn(await readFile(await download.path()))
  expect(sheet!.rows).toHaveLength(201)
  await page.getByRole('banner').getByRole('button', { name: 'Dismiss' }).click()
  await file.waitFor({ state: 'detached' })
  expectQuiet(admin)
})

test('the exact CSV export contains every row of the filtered list, in its order', async () => {
  const { page, token } = admin
  await page.goto('/bookings?state=checked_out&sort=code')
  const first = await rows(page)
  const { name, content } = await exported(page, 'Exact CSV')
  expect(name).toMatch(/^bookings-\d{4}-\d\d-\d\d\.csv$/)
  const text = String(content)
  const lines = text.trimEnd().split(/\r?\n/)
  const total = (
    await api<{ page: { total: number } }>(
      product,
      token,
      '/api/bookings?filter[state]=checked_out&limit=25',
    )
  ).body.page.total
  expect(total).toBeGreaterThan(25)
  expect(lines.length - 1).toBe(total)
  expect(lines.slice(1, 26).map((l) => l.split(',').find((cell) => first.includes(cell)))).toEqual(
    first,
  )
  expectQuiet(admin)
})

test('a list without matches offers to clear the filters; a failed list offers a retry', async () => {
  const { page } = admin
  await page.goto('/facilities?search=surely-nothing-like-this')
  await page.getByText('No facilities match').waitFor()
  await page.locator('main .tabler-icon-sparkles').waitFor()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await eventually(async () => (await rows(page)).length).toBeGreaterThan(0)
  const failing = await visitAs(browser, product, 'admin')
  const busy = /\/api\/facilities\?/
  await failing.page.route(busy, (route) =>
    route.fulfill({
      status: 503,
      contentType: 'application/problem+json',
      body: JSON.stringify({
        status: 503,
        code: 'busy',
        title: 'Busy',
        detail: 'The server is busy.',
      }),
    }),
  )
  await failing.page.goto('/facilities')
  await failing.page.getByRole('alert').getByText('This could not be loaded').waitFor()
  await failing.page.unroute(busy)
  await failing.page.getByRole('alert').getByRole('button', { name: 'Try again' }).click()
  await eventually(async () => (await rows(failing.page)).length).toBeGreaterThan(0)
  expectQuiet(failing)
  await failing.context.close()
})
