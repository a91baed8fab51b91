/** What belongs to a record is a list like any other, without leaving the record. */
import { expect } from 'vitest'
import { expectAccessible } from '#tests/support/axe.ts'
import { type Visitor } from '#tests/support/browser.ts'
import { browser, product, test } from '#tests/support/journey.ts'
import { api, eventually, expectQuiet, settled, visitAs } from '#tests/support/pages.ts'

let admin: Visitor & { readonly token: string }
let hotel: string
test.beforeAll(async () => {
  admin = await visitAs(browser, product, 'admin')
  hotel = (await get<{ data: { hotel: string }[] }>('/api/bookings?limit=1')).data[0]!.hotel
})

const get = async <T>(path: string): Promise<T> => (await api<T>(product, admin.token, path)).body
const total = async (query: string): Promise<number> =>
  (await get<{ page: { total: number } }>(`/api/bookings?filter[hotel]=${hotel}&limit=1${query}`))
    .page.total

test('a hotel’s bookings are filtered and sorted on its page, and opened as the same list', async () => {
  const { page } = admin
  await page.goto(`/hotels/${hotel}?tab=bookings.hotel`)
  await settled(page)
  const address = page.url()
  const list = page.getByRole('group', { name: 'Bookings', exact: true })
  const status = list.getByRole('status').filter({ hasText: 'bookings' })
  await status.filter({ hasText: `of ${await total('')} bookings` }).waitFor()
  // The hotel is the same in every row.
  expect(await list.getByRole('columnheader', { name: 'Hotel' }).count()).toBe(0)
  expect(await list.getByRole('button', { name: 'Hotel', exact: true }).count()).toBe(0)
  await expectAccessible(page, 'a list of a record')

  const confirmed = await total('&filter[state]=confirmed')
  expect(confirmed).toBeGreaterThan(1)
  await list.getByRole('link', { name: /^Confirmed/ }).click()
  await status.filter({ hasText: `of ${confirmed} bookings` }).waitFor()
  const codes = list.getByRole('rowheader')
  const codeOf = async (sort: string): Promise<string> =>
    (
      await get<{ data: { code: string }[] }>(
        `/api/bookings?filter[hotel]=${hotel}&filter[state]=confirmed&sort=${sort}&limit=1`,
      )
    ).data[0]!.code
  const amount = list.getByRole('columnheader', { name: 'Total' })
  await amount.getByRole('button').click()
  await eventually(() => codes.first().textContent()).toBe(await codeOf('total'))
  expect(page.url()).toBe(address)

  await list.getByRole('link', { name: 'Open as list' }).click()
  await page.waitForURL((url) => url.pathname === '/bookings')
  await settled(page)
  await page.getByText(`of ${confirmed} bookings`).waitFor()
  await eventually(() => page.getByRole('rowheader').first().textContent()).toBe(
    await codeOf('total'),
  )
  expectQuiet(admin)
})

test('related rows are selected, edited and previewed in place; page shortcuts still act on the record', async () => {
  const { page } = admin
  await page.goto(`/hotels/${hotel}?tab=bookings.hotel`)
  await settled(page)
  const list = page.getByRole('group', { name: 'Bookings', exact: true })
  await list.getByRole('link', { name: /^Pending/ }).click()
  await eventually(() => list.getByRole('rowheader').count()).toBe(
    await total('&filter[state]=pending'),
  )
  const code = (await list.getByRole('rowheader').first().textContent())!.trim()
  const link = list.getByRole('link', { name: code, exact: true })
  await link.focus()
  await page.keyboard.press('x')
  const bar = page.getByRole('region', { name: 'Actions for the selection' })
  await bar.getByText('1 selected').waitFor()
  await bar.getByRole('button', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog', { name: /^Edit 1 booking/ })
  await dialog.getByRole('combobox', { name: 'Field' }).selectOption({ label: 'Notes' })
  await dialog.getByRole('textbox', { name: 'Notes' }).fill('Late arrival')
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await dialog.getByRole('button', { name: 'Apply' }).click()
  await dialog.waitFor({ state: 'detached' })
  await eventually(
    async () =>
      (await get<{ data: { notes: string }[] }>(`/api/bookings?filter[code]=${code}`)).data[0]!
        .notes,
  ).toBe('Late arrival')

  await list.getByRole('button', { name: `Actions for ${code}` }).click()
  await page.getByRole('menuitem', { name: 'Show beside the list' }).click()
  await page.getByRole('complementary').getByText('Late arrival').waitFor()
  await page.keyboard.press('Escape')

  // The keys of the page are still the record's.
  await page.keyboard.press('Escape')
  await link.focus()
  await page.keyboard.press('e')
  await page.waitForURL(`**/hotels/${hotel}/edit`)
  expectQuiet(admin)
})

interface Named {
  readonly id: string
  readonly name: string
  readonly category: string | null
}

test('attaching existing records names those taken from another record, and can be undone', async () => {
  const { page } = admin
  const hotels = (await get<{ data: Named[] }>('/api/hotels?limit=100&sort=name')).data
  const moved = hotels.find((h) => h.category)!
  const { data: categories } = await get<{ data: Named[] }>('/api/categories?limit=100')
  const from = categories.find((c) => c.id === moved.category)!
  const to = categories.find((c) => c.id !== from.id && hotels.some((h) => h.category === c.id))!
  const attached = hotels.find((h) => h.category === to.id)!
  const categoryOf = async (): Promise<string | null> =>
    (await get<{ data: Named }>(`/api/hotels/${moved.id}`)).data.category
  await page.goto(`/category/${to.id}?tab=hotels.category`)
  await settled(page)
  const list = page.getByRole('group', { name: 'Hotels', exact: true })
  await list.getByRole('button', { name: 'Attach existing' }).click()
  const dialog = page.getByRole('dialog', { name: `Attach hotels to “${to.name}”` })
  const picker = dialog.getByRole('combobox', { name: 'Hotels' })

  // What is attached already is not offered.
  await picker.fill(attached.name)
  await dialog.getByText('Nothing found').waitFor()
  await picker.fill(moved.name)
  await dialog.getByRole('option', { name: moved.name }).click()
  await dialog.getByText(`“${moved.name}” from “${from.name}”`, { exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await expectAccessible(page, 'the dialog that attaches records')
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await dialog.getByRole('button', { name: 'Attach 1 hotel', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  await list.getByRole('rowheader').filter({ hasText: moved.name }).waitFor()
  expect(await categoryOf()).toBe(to.id)

  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await eventually(categoryOf).toBe(from.id)
  await list.getByRole('rowheader').filter({ hasText: moved.name }).waitFor({ state: 'detached' })
  expectQuiet(admin)
})

test('attaching is not offered for relations fixed by their schema or without permission', async () => {
  const { page } = admin
  const attach = page.getByRole('button', { name: 'Attach existing' })
  const vendor = (await get<{ data: Named[] }>('/api/vendors?limit=1')).data[0]!.id
  const category = (await get<{ data: Named[] }>('/api/categories?limit=1')).data[0]!.id
  for (const tab of ['subscriptions', 'vendor-entries']) {
    await page.goto(`/vendor/${vendor}?tab=${tab}.vendor`)
    await settled(page)
    await page.getByRole('tab', { selected: true }).waitFor()
    await page.getByRole('link', { name: 'Open as list' }).waitFor()
    expect(await attach.count(), tab).toBe(0)
  }
  const viewer = await visitAs(browser, product, 'viewer')
  await viewer.page.goto(`/category/${category}?tab=hotels.category`)
  await settled(viewer.page)
  await viewer.page.getByRole('link', { name: 'Open as list' }).waitFor()
  expect(await viewer.page.getByRole('button', { name: 'Attach existing' }).count()).toBe(0)
  expectQuiet(viewer)
  await viewer.context.close()
})

test('a note is opened, written with keys typed before its editor is there, edited and deleted', async () => {
  const { page } = admin
  const editors = /\/NoteComposer-.*\.js/
  const [booking] = (await get<{ data: { id: string }[] }>('/api/bookings?limit=1')).data
  await page.goto(`/bookings/${booking!.id}`)
  await settled(page)
  // The code of the editor arrives only after the text was typed.
  let arrive = (): void => undefined
  const typed = new Promise<void>((resolve) => (arrive = resolve))
  await page.route(editors, async (route) => {
    await typed
    await route.continue()
  })
  const timeline = page.getByRole('region', { name: 'Timeline' })
  const open = timeline.getByRole('button', { name: 'Write a note', exact: true })
  await open.press('Enter')
  await page.keyboard.type('Call the cook')
  arrive()
  const editor = timeline.getByRole('textbox', { name: 'Write a note' })
  await eventually(() => editor.inputValue()).toBe('Call the cook')
  await expectAccessible(page, 'the editor of a note')
  await editor.press('Control+End')
  await editor.pressSequentially(' tomorrow')
  await editor.press('Control+Enter')
  const note = timeline.getByRole('listitem').filter({ hasText: 'Call the cook tomorrow' })
  await note.waitFor()
  await eventually(() => open.evaluate((button) => button === document.activeElement)).toBe(true)
  await page.unroute(editors)

  await note.getByRole('button', { name: 'Edit note' }).click()
  await timeline.getByRole('textbox', { name: 'Edit note' }).fill('Call the cook today')
  await timeline.getByRole('button', { name: 'Save', exact: true }).click()
  const edited = timeline.getByRole('listitem').filter({ hasText: 'Call the cook today' })
  await edited.getByRole('button', { name: 'Delete note' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete note' }).click()
  await timeline.getByText('This note was deleted.').waitFor()

  // An empty editor closes with Escape, and the focus is on its button.
  await open.click()
  await editor.press('Escape')
  await eventually(() => open.evaluate((button) => button === document.activeElement)).toBe(true)
  expectQuiet(admin)
})

test('on a phone, the list toolbar wraps within the page width', async () => {
  const { page } = admin
  const category = (await get<{ data: Named[] }>('/api/categories?limit=1')).data[0]!.id
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/category/${category}?tab=hotels.category`)
  await settled(page)
  await page.getByRole('button', { name: 'Attach existing' }).waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  // An icon over the select, which no label can cut.
  const sort = (await page.getByRole('combobox', { name: 'Sort' }).boundingBox())!
  expect(sort.width).toBeGreaterThanOrEqual(36)
  expect(sort.height).toBeGreaterThanOrEqual(36)
  expectQuiet(admin)
})
