/**
 * List layouts other than the table in a real browser: a tree, an order, cards, a calendar, a map, sums;
 * and the diagram of states.
 */
import { expect } from 'vitest'
import type { Locator, Page } from 'playwright-core'
import { expectAccessible } from '#tests/support/axe.ts'
import { type Visitor } from '#tests/support/browser.ts'
import { browser, product, test } from '#tests/support/journey.ts'
import { api, eventually, expectQuiet, settled, visitAs } from '#tests/support/pages.ts'

let admin: Visitor & { readonly token: string }
test.beforeAll(async () => {
  admin = await visitAs(browser, product, 'admin')
})

type Row = Record<string, unknown> & { id: string; version: number }
const make = async (collection: string, body: object): Promise<Row> => {
  const { status, body: response } = await api<{ data: Row }>(
    product,
    admin.token,
    `/api/${collection}`,
    body,
  )
  expect(status, JSON.stringify(response)).toBe(201)
  return response.data
}
const read = async (collection: string, id: string): Promise<Row> =>
  (await api<{ data: Row }>(product, admin.token, `/api/${collection}/${id}`)).body.data
const rowsOf = async (path: string): Promise<Row[]> =>
  (await api<{ data: Row[] }>(product, admin.token, path)).body.data
const open = async (page: Page, path: string) => {
  await page.goto(path)
  await settled(page)
}
const layouts = (page: Page) => page.getByRole('group', { name: 'Layout' })
/** Presses on an element, moves to a point and releases, like a hand. */
const dragTo = async (page: Page, from: Locator, x: number, y: number) => {
  const box = (await from.boundingBox())!
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.mouse.down()
  await page.mouse.move(x, y, { steps: 6 })
  await page.mouse.up()
}
const middle = async (at: Locator) => {
  const box = (await at.boundingBox())!
  return { x: box.x + box.width / 2, y: box.y + box.height / 2, height: box.height }
}
const grip = (row: Locator) => row.locator('span[class*=grip]')

test('the layout is kept in the URL and in the user’s preferences; an invalid layout is dropped', async () => {
  const { page } = admin
  await open(page, '/category')
  await layouts(page).getByRole('button', { name: 'Tree' }).click()
  await page.waitForURL((url) => url.searchParams.get('layout') === 'tree')
  await page.getByRole('treegrid', { name: 'Categories' }).waitFor()
  await eventually(
    async () =>
      (
        await api<{ preferences: Record<string, { layout?: string }> }>(
          product,
          admin.token,
          '/api/me',
        )
      ).body.preferences['list.categories']?.layout,
  ).toBe('tree')
  await open(page, '/category')
  await page.getByRole('treegrid', { name: 'Categories' }).waitFor()
  await layouts(page).getByRole('button', { name: 'Table' }).click()
  await page.getByRole('table', { name: 'Categories' }).waitFor()
  await open(page, '/category?layout=calendar')
  await page.getByRole('table', { name: 'Categories' }).waitFor()
  await eventually(() =>
    layouts(page)
      .getByRole('button')
      .evaluateAll((all) => all.map((b) => b.getAttribute('aria-label'))),
  ).toEqual(['Table', 'Board', 'Tree', 'Order', 'Sums'])
  await open(page, '/facilities?layout=tree')
  await page.getByRole('table', { name: 'Facilities' }).waitFor()
  expectQuiet(admin)
})

test('tree rows are moved under others by dragging or menu and navigated by keys; a cycle is rejected', async () => {
  const { page } = admin
  const [oak, elm] = await Promise.all(
    ['Tree oak', 'Tree elm'].map((name) =>
      make('categories', { name, slug: name.toLowerCase().replace(' ', '-'), position: 9000 }),
    ),
  )
  await open(page, '/category?layout=tree&search=Tree')
  const tree = page.getByRole('treegrid', { name: 'Categories' })
  const row = (name: string) =>
    tree.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) })
  const target = await middle(row('Tree oak'))
  await dragTo(page, grip(row('Tree elm')), target.x, target.y)
  await page.getByRole('status').filter({ hasText: 'Tree elm is now under Tree oak' }).waitFor()
  await eventually(() => row('Tree elm').getAttribute('aria-level')).toBe('2')
  expect((await read('categories', elm!.id)).parent).toBe(oak!.id)
  // Keys: collapse, expand, down, up to the parent.
  await row('Tree oak').focus()
  await page.keyboard.press('ArrowLeft')
  await eventually(() => row('Tree elm').count()).toBe(0)
  await eventually(() => row('Tree oak').getAttribute('aria-expanded')).toBe('false')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await eventually(() => row('Tree elm').evaluate((el) => el === document.activeElement)).toBe(true)
  await page.keyboard.press('ArrowLeft')
  await eventually(() => row('Tree oak').evaluate((el) => el === document.activeElement)).toBe(true)
  // Under its own child: shown at once, refused, reverted.
  const child = await middle(row('Tree elm'))
  await dragTo(page, grip(row('Tree oak')), child.x, child.y)
  await page.getByRole('status').filter({ hasText: 'cannot be inside itself' }).waitFor()
  await eventually(() => row('Tree oak').getAttribute('aria-level')).toBe('1')
  await eventually(() => row('Tree elm').getAttribute('aria-level')).toBe('2')
  expect((await read('categories', oak!.id)).parent).toBeNull()
  await expectAccessible(page, 'tree')
  // The same without a mouse.
  await row('Tree elm').getByRole('button', { name: 'Actions for Tree elm' }).click()
  await page.getByRole('menuitem', { name: 'Move to the top level' }).click()
  await eventually(async () => (await read('categories', elm!.id)).parent).toBeNull()
  await row('Tree oak').getByRole('button', { name: 'Actions for Tree oak' }).click()
  await page.getByRole('menuitem', { name: 'Move under…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Move Tree oak' })
  await dialog
    .getByRole('combobox', { name: 'Parent category' })
    .or(dialog.getByLabel('Parent category'))
    .first()
    .fill('Tree elm')
  await page.getByRole('option', { name: /Tree elm/ }).click()
  await dialog.getByRole('button', { name: 'Move', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  await eventually(async () => (await read('categories', oak!.id)).parent).toBe(elm!.id)
  await eventually(() => row('Tree oak').getAttribute('aria-level')).toBe('2')
  expectQuiet(admin)
})

test('rows are reordered by buttons and by dragging, writing only the moved row', async () => {
  const { page } = admin
  const made = await Promise.all(
    [1, 2, 3].map((n) =>
      make('categories', { name: `Order ${n}`, slug: `order-${n}`, position: 8000 + n * 10 }),
    ),
  )
  await open(page, '/category?layout=order&search=Order%20')
  const list = page.getByRole('list', { name: 'Categories' })
  const names = () =>
    list
      .getByRole('listitem')
      .evaluateAll((all) => all.map((li) => li.querySelector('a')?.textContent))
  const writes: string[] = []
  page.on('request', (r) => {
    if (r.method() === 'PATCH') writes.push(r.url().split('/').at(-1)!)
  })
  await eventually(names).toEqual(['Order 1', 'Order 2', 'Order 3'])
  await page.getByRole('button', { name: 'Move Order 3 up' }).click()
  await page.getByRole('status').filter({ hasText: 'Order 3 is now number 2 of 3' }).waitFor()
  await eventually(names).toEqual(['Order 1', 'Order 3', 'Order 2'])
  expect(writes).toEqual([made[2]!.id])
  await eventually(() =>
    page.evaluate(() => document.activeElement?.getAttribute('aria-label')),
  ).toBe('Move Order 3 up')
  const first = await middle(list.getByRole('listitem').first())
  await dragTo(
    page,
    grip(list.getByRole('listitem').filter({ hasText: 'Order 2' })),
    first.x,
    first.y - first.height / 4,
  )
  await page.getByRole('status').filter({ hasText: 'Order 2 is now number 1 of 3' }).waitFor()
  await eventually(names).toEqual(['Order 2', 'Order 1', 'Order 3'])
  expect(writes).toEqual([made[2]!.id, made[1]!.id])
  expect(
    (await rowsOf('/api/categories?search=Order%20&sort=position')).map((r) => r.name),
  ).toEqual(['Order 2', 'Order 1', 'Order 3'])
  await expectAccessible(page, 'order')
  await page.reload()
  await eventually(names).toEqual(['Order 2', 'Order 1', 'Order 3'])
  expectQuiet(admin)
})

test('read-only users are not offered to move rows', async () => {
  const viewer = await visitAs(browser, product, 'viewer')
  const { page } = viewer
  await open(page, '/category?layout=order')
  await page.getByRole('list', { name: 'Categories' }).first().waitFor()
  expect(await page.getByRole('button', { name: /^Move / }).count()).toBe(0)
  expect(await page.locator('span[class*=grip]').count()).toBe(0)
  await open(page, '/category?layout=tree')
  await page
    .getByRole('treegrid')
    .getByRole('button', { name: /^Actions for / })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'View', exact: true }).waitFor()
  expect(await page.getByRole('menuitem', { name: 'Move under…' }).count()).toBe(0)
  expectQuiet(viewer)
  await viewer.context.close()
})

test('cards show pictures and offer selection and the row menu', async () => {
  const { page } = admin
  await open(page, '/hotels?layout=grid')
  const cards = page.getByRole('list', { name: 'Hotels' }).getByRole('listitem')
  await eventually(() => cards.count()).toBeGreaterThan(5)
  await eventually(() => page.locator('main li img').count()).toBeGreaterThan(0)
  const [hotel] = await rowsOf('/api/hotels?limit=1')
  await page.getByRole('checkbox', { name: `Select ${String(hotel!.name)}` }).check()
  await page
    .getByRole('region', { name: 'Actions for the selection' })
    .getByText('1 selected')
    .waitFor()
  await page.getByRole('button', { name: `Actions for ${String(hotel!.name)}` }).click()
  await page.getByRole('menuitem', { name: 'View', exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await expectAccessible(page, 'cards')
  expectQuiet(admin)
})

test('a stay is moved on the calendar by dragging or in a dialog; a rejected move is reverted', async () => {
  const { page } = admin
  const [template, customer] = await Promise.all([
    rowsOf('/api/hotels?filter[state]=published&limit=1'),
    rowsOf('/api/customers?limit=1'),
  ])
  const hotel = await make('hotels', {
    name: 'Calendar house',
    slug: 'calendar-house',
    vendor: template[0]!.vendor,
    email: 'calendar@example.com',
    timezone: 'Pacific/Auckland',
    roomTypes: [
      {
        code: 'ONE',
        name: 'Single',
        adults: 2,
        rooms: 1,
        nightlyRate: { amount: 5000, currency: 'EUR' },
      },
      {
        code: 'TWO',
        name: 'Twin',
        adults: 2,
        rooms: 2,
        nightlyRate: { amount: 7000, currency: 'EUR' },
      },
    ],
  })
  const stay = (code: string, checkIn: string, checkOut: string) =>
    make('bookings', {
      code,
      hotel: hotel.id,
      roomTypeCode: 'ONE',
      customer: customer[0]!.id,
      checkIn,
      checkOut,
    })
  const year = new Date().getUTCFullYear() + 1
  const a = await stay('BK-CALA', `${year}-03-02`, `${year}-03-05`)
  await stay('BK-CALB', `${year}-03-20`, `${year}-03-24`)
  await open(page, `/bookings?layout=calendar&hotel=${hotel.id}&month=${year}-03`)
  const bar = (code: string) => page.getByRole('button', { name: new RegExp(`^${code},`) })
  await bar('BK-CALA').waitFor()
  const day = await page.locator('th[scope=col]').nth(5).boundingBox()
  const shift = async (code: string, days: number) => {
    const at = await middle(bar(code))
    await dragTo(page, bar(code), at.x + days * day!.width, at.y)
  }
  await page.getByRole('button', { name: `, 2 Mar ${year}: 1/1` }).waitFor()
  // What its summary says, while the pointer rests on it or the keyboard is there.
  const card = page.locator('[data-card]')
  await bar('BK-CALA').hover()
  for (const text of ['BK-CALA', 'Pending', '3 nights', '€150.00']) {
    await card.getByText(text, { exact: false }).first().waitFor()
  }
  await page.keyboard.press('Escape')
  await card.waitFor({ state: 'detached' })
  await bar('BK-CALA').focus()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Tab')
  await card.waitFor()
  await page.mouse.move(0, 0)
  await shift('BK-CALA', 3)
  await page
    .getByRole('status')
    .filter({ hasText: /BK-CALA is now from/ })
    .waitFor()
  expect(await read('bookings', a.id)).toMatchObject({
    checkIn: `${year}-03-05`,
    checkOut: `${year}-03-08`,
    roomTypeCode: 'ONE',
  })
  // Onto an existing stay: the only room is taken.
  const before = (await bar('BK-CALA').boundingBox())!.x
  await shift('BK-CALA', 14)
  await page.locator('[role=status][data-refused]').waitFor()
  await eventually(async () => Math.round((await bar('BK-CALA').boundingBox())!.x - before)).toBe(0)
  expect(await read('bookings', a.id)).toMatchObject({
    checkIn: `${year}-03-05`,
    checkOut: `${year}-03-08`,
  })
  // One end: two nights longer, and never shorter than one night.
  const pull = async (code: string, end: 'from' | 'until', days: number) => {
    const grip = bar(code).locator(`[data-end=${end}]`)
    const at = await middle(grip)
    await dragTo(page, grip, at.x + days * day!.width, at.y)
    return page
      .getByRole('status')
      .filter({ hasText: `${code} is now from` })
      .waitFor()
  }
  await pull('BK-CALA', 'until', 2)
  await eventually(() => read('bookings', a.id)).toMatchObject({
    checkIn: `${year}-03-05`,
    checkOut: `${year}-03-10`,
  })
  await pull('BK-CALA', 'from', 20)
  await eventually(() => read('bookings', a.id)).toMatchObject({
    checkIn: `${year}-03-09`,
    checkOut: `${year}-03-10`,
  })
  await expectAccessible(page, 'calendar')
  // Without a mouse, to another room type.
  await bar('BK-CALA').focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Move…' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Move BK-CALA' })
  await dialog.getByLabel('Room type').fill('TWO')
  await dialog.getByRole('button', { name: 'Move', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  await eventually(async () => (await read('bookings', a.id)).roomTypeCode).toBe('TWO')
  await page
    .getByRole('list', { name: /^Twin: 1 / })
    .getByRole('button', { name: /^BK-CALA,/ })
    .waitFor()
  // Months are in the URL.
  await page.getByRole('link', { name: 'Next month' }).click()
  await page.waitForURL((url) => url.searchParams.get('month') === `${year}-04`)
  await page.getByRole('heading', { level: 2, name: `April ${year}` }).waitFor()
  await page.goBack()
  await bar('BK-CALB').waitFor()
  await open(page, '/bookings?layout=calendar')
  await page.waitForURL((url) => url.searchParams.has('hotel'))
  await page.locator('th[aria-current=date]').waitFor()
  expectQuiet(admin)
})

test('groups show counts that match the lists they link to, and expand to their rows', async () => {
  const { page } = admin
  await open(page, '/order?layout=group')
  const table = page.getByRole('table', { name: 'Orders' })
  await table.waitFor()
  const { body } = await api<{ data: { group: { state: string }; values: { count: number } }[] }>(
    product,
    admin.token,
    '/api/orders/aggregate?group=state&measure=count',
  )
  const most = body.data[0]!
  await eventually(() =>
    table.locator('tbody').first().getByRole('cell').first().textContent(),
  ).toBe(most.values.count.toLocaleString('en'))
  await table
    .getByRole('button', { name: /^Show / })
    .first()
    .click()
  await eventually(() => table.locator('tbody').first().getByRole('row').count()).toBeGreaterThan(1)
  await expectAccessible(page, 'groups')
  await page.getByRole('combobox', { name: 'Group by' }).selectOption('Vendor')
  await page.waitForURL((url) => url.searchParams.get('by') === 'vendor')
  await page.getByRole('combobox', { name: 'Group by' }).selectOption('State')
  await table.locator('tbody').first().getByRole('link').first().click()
  await page.waitForURL(
    (url) =>
      url.searchParams.get('layout') === 'table' &&
      url.searchParams.get('state') === most.group.state,
  )
  await page
    .getByRole('status')
    .filter({ hasText: `of ${most.values.count.toLocaleString('en')} orders` })
    .waitFor()
  expectQuiet(admin)
})

test('a board card can be dragged to another value or permitted state, with undo, but not to other states', async () => {
  const { page } = admin
  const [customer] = await rowsOf('/api/customers?limit=1')
  const ticket = await make('tickets', {
    subject: 'Board mover',
    customer: customer!.id,
    priority: 'normal',
  })
  await open(page, '/tickets?layout=board&search=Board%20mover')
  const column = (name: string) => page.getByRole('region', { name: new RegExp(`^${name}: `) })
  const card = page.locator(`[data-card="${ticket.id}"]`)
  await column('New').locator(card).waitFor()
  await expectAccessible(page, 'board')
  // To a state without a transition from here: nothing happens.
  const closed = await middle(column('Closed'))
  await dragTo(page, card, closed.x, closed.y)
  await column('New').locator(card).waitFor()
  expect((await read('tickets', ticket.id)).state).toBe('new')
  const target = await middle(column('Open'))
  await dragTo(page, card, target.x, target.y)
  await column('Open').locator(card).waitFor()
  await eventually(async () => (await read('tickets', ticket.id)).state).toBe('open')
  // The columns are a choice now; dropping writes it.
  await page.getByRole('combobox', { name: 'Columns' }).selectOption('Priority')
  await page.waitForURL((url) => url.searchParams.get('by') === 'priority')
  await column('Normal').locator(card).waitFor()
  const urgent = await middle(column('Urgent'))
  await dragTo(page, card, urgent.x, urgent.y)
  await page.getByRole('status').filter({ hasText: 'is now in Urgent' }).waitFor()
  await eventually(async () => (await read('tickets', ticket.id)).priority).toBe('urgent')
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await eventually(async () => (await read('tickets', ticket.id)).priority).toBe('normal')
  await eventually(() => page.getByText('is now in Urgent').count()).toBe(0)
  await column('Normal').locator(card).waitFor()
  // Keys: the card's menu does the same, and the focus stays on the card.
  const link = card.getByRole('link', { name: 'Board mover' })
  await column('Normal').locator(link).focus()
  await page.keyboard.press('m')
  const menu = page.getByRole('menu')
  await menu.getByRole('menuitem', { name: 'Edit' }).waitFor()
  expect(await menu.getByRole('menuitem', { name: 'Move to Normal' }).count()).toBe(0)
  await menu.getByRole('menuitem', { name: 'Move to High' }).press('Enter')
  await page.getByRole('status').filter({ hasText: 'is now in High' }).waitFor()
  expect((await read('tickets', ticket.id)).priority).toBe('high')
  await eventually(() =>
    column('High')
      .locator(link)
      .evaluate((el) => el === document.activeElement),
  ).toBe(true)
  // A collapsed column stays collapsed.
  await page.getByRole('button', { name: 'Collapse Low' }).click()
  await open(page, '/tickets?layout=board&by=priority&search=Board%20mover')
  await page.getByRole('button', { name: /Low/, expanded: false }).waitFor()
  expectQuiet(admin)
})

test('board columns show the same counts as the list, load more cards and follow the state filter', async () => {
  const { page } = admin
  await open(page, '/order?layout=board')
  const { body } = await api<{ data: { group: { state: string }; values: { count: number } }[] }>(
    product,
    admin.token,
    '/api/orders/aggregate?group=state&measure=count',
  )
  const of = (state: string) => body.data.find((g) => g.group.state === state)!.values.count
  const completed = page.getByRole('region', { name: `Completed: ${of('completed')}`, exact: true })
  await eventually(() => completed.locator('[data-card]').count()).toBe(25)
  // Scrolling to the button loads more too.
  await completed.getByRole('button', { name: 'Show more' }).click()
  await eventually(() => completed.locator('[data-card]').count()).toBeGreaterThanOrEqual(50)
  await page
    .getByRole('group', { name: 'State' })
    .getByRole('link', { name: /^Placed/ })
    .click()
  await eventually(() => page.locator('[data-column]').count()).toBe(1)
  await page.getByRole('region', { name: `Placed: ${of('placed')}`, exact: true }).waitFor()
  expectQuiet(admin)
})

test('a map shows records without external requests; clusters expand, and records without location are listed', async () => {
  const { page } = admin
  const elsewhere: string[] = []
  page.on('request', (r) => {
    if (new URL(r.url()).origin !== product.url) elsewhere.push(r.url())
  })
  const placed = (await rowsOf('/api/hotels?limit=200&fields=location,state')).filter(
    (row) => row.location,
  )
  const counted = async () =>
    page
      .locator('[data-mark]')
      .evaluateAll((all) =>
        all.reduce((n, mark) => n + Number(mark.dataset.id ? 1 : mark.textContent), 0),
      )
  await open(page, '/hotels?layout=map')
  await page.getByRole('group', { name: 'Map of Hotels' }).waitFor()
  await eventually(counted).toBe(placed.length)
  await expectAccessible(page, 'map')
  // A group falls apart into its records.
  const groups = page.locator('[data-mark]:not([data-id])')
  const first = await groups.first().getAttribute('data-mark')
  await groups.first().focus()
  await page.keyboard.press('Enter')
  await eventually(() => page.locator(`[data-mark="${first}"]`).count()).toBe(0)
  await page.getByRole('button', { name: 'Show all' }).click()
  await eventually(counted).toBe(placed.length)
  // A record is chosen by keys and leads to its page.
  const pin = page.locator('[data-mark][data-id]').first()
  const name = (await pin.getAttribute('aria-label')) ?? ''
  const panel = page.getByRole('region', { name: 'Records here' })
  await pin.focus()
  await page.keyboard.press('Enter')
  await panel.getByRole('link', { name, exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await eventually(() => panel.count()).toBe(0)
  // Filters narrow it; a change by somebody else shows.
  const draft = placed.filter((row) => row.state === 'draft')
  await page
    .getByRole('group', { name: 'States' })
    .getByRole('link', { name: /^Draft/ })
    .click()
  await eventually(counted).toBe(draft.length)
  const [moved] = draft
  const { version } = await read('hotels', moved!.id)
  const { status } = await api(
    product,
    admin.token,
    `/api/hotels/${moved!.id}`,
    { location: null },
    'PATCH',
    { 'If-Match': `"${version}"` },
  )
  expect(status).toBe(200)
  await eventually(counted).toBe(draft.length - 1)
  await page.getByRole('button', { name: /without location/ }).click()
  await panel.locator(`[data-card="${moved!.id}"]`).waitFor()
  expect(elsewhere).toEqual([])
  expectQuiet(admin)
})

test('a month calendar moves records by dragging, with undo, and opens the move dialog by keyboard', async () => {
  const { page } = admin
  const [proposal] = await rowsOf('/api/proposals?filter[state]=submitted&limit=1')
  const start = async (startOn: string) => {
    const { version } = await read('proposals', proposal!.id)
    const at = `/api/proposals/${proposal!.id}`
    return api(product, admin.token, at, { startOn }, 'PATCH', { 'If-Match': `"${version}"` })
  }
  const startsOn = async () => (await read('proposals', proposal!.id)).startOn
  expect((await start('2031-03-11')).status).toBe(200)
  await open(page, '/proposals?layout=calendar&month=2031-03')
  await page.getByRole('heading', { level: 2, name: 'March 2031' }).waitFor()
  const day = (text: string) => page.locator(`[data-day="${text}"]`)
  const record = page.locator(`[data-id="${proposal!.id}"]`)
  await day('2031-03-11').locator(record).waitFor()
  await expectAccessible(page, 'month')
  const friday = await middle(day('2031-03-14'))
  await dragTo(page, record.getByRole('link'), friday.x, friday.y)
  await page.getByRole('status').filter({ hasText: 'is now on' }).waitFor()
  await eventually(startsOn).toBe('2031-03-14')
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await eventually(startsOn).toBe('2031-03-11')
  await day('2031-03-11').locator(record).waitFor()
  // Without dragging, by the menu of the record.
  await record.getByRole('button', { name: /^Actions for / }).press('Enter')
  await page.getByRole('menuitem', { name: 'Move…' }).press('Enter')
  await page.getByRole('dialog').getByRole('textbox', { name: 'Start on' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Next month' }).click()
  await page.waitForURL((url) => url.searchParams.get('month') === '2031-04')
  await page.goBack()
  await day('2031-03-11').locator(record).waitFor()
  // Another of its days.
  await page.getByRole('combobox', { name: 'Day' }).selectOption('Valid until')
  await page.waitForURL((url) => url.searchParams.get('by') === 'validUntil')
  await eventually(() => record.count()).toBe(0)
  expectQuiet(admin)
})

test('a pivot table of two fields links each number to its records', async () => {
  const { page } = admin
  await open(page, '/order?layout=group')
  await page.getByRole('combobox', { name: 'Columns' }).selectOption('Payment')
  await page.waitForURL((url) => url.searchParams.get('across') === 'paymentState')
  const { body } = await api<{
    data: { group: { state: string; paymentState: string }; values: { count: number } }[]
  }>(product, admin.token, '/api/orders/aggregate?group=state,paymentState&measure=count')
  const one = body.data.find(
    ({ group }) => group.state === 'completed' && group.paymentState === 'paid',
  )!
  const table = page.getByRole('table', { name: 'Orders' })
  const row = table.getByRole('row').filter({ has: page.getByText('Completed', { exact: true }) })
  await row
    .getByRole('link', { name: one.values.count.toLocaleString('en'), exact: true })
    .waitFor()
  await expectAccessible(page, 'pivot')
  await page.getByRole('combobox', { name: 'Show' }).selectOption('Sum of Total')
  await page.waitForURL((url) => url.searchParams.get('measure') === 'sum:total')
  await eventually(() => row.textContent()).toContain('€')
  await page.getByRole('combobox', { name: 'Show' }).selectOption('Number')
  await row.getByRole('link', { name: one.values.count.toLocaleString('en'), exact: true }).click()
  await page.waitForURL(
    (url) =>
      url.searchParams.get('layout') === 'table' &&
      url.searchParams.get('state') === 'completed' &&
      url.searchParams.get('paymentState') === 'paid',
  )
  await page
    .getByRole('status')
    .filter({ hasText: `of ${one.values.count.toLocaleString('en')} orders` })
    .waitFor()
  expectQuiet(admin)
})

test('a layout shows its shape while its code and its records load, and is announced once', async () => {
  const { page } = admin
  const shape = (name: string) => page.locator(`[aria-busy=true][data-shape=${name}]`)
  const announced = page.getByRole('status').filter({ hasText: /^Loading\.\.\.$/ })
  let release = () => {}
  const held = () => new Promise<void>((resolve) => (release = resolve))
  const code = held()
  await page.goto('/robots.txt')
  await page.route(/LayoutView[^/]*\.js/, async (route) => {
    await code
    await route.continue()
  })
  await page.goto('/category?layout=tree')
  await shape('tree').waitFor()
  expect(await announced.count()).toBe(1)
  await expectAccessible(page, 'layout that loads')
  release()
  await page.getByRole('treegrid', { name: 'Categories' }).waitFor()
  expect(await page.locator('[data-shape]').count()).toBe(0)
  // The choices of a layout are there before its numbers.
  const numbers = held()
  await page.route(/aggregate\?.*group=vendor/, async (route) => {
    await numbers
    await route.continue()
  })
  await page.goto('/order?layout=group&by=vendor')
  await shape('group').waitFor()
  await page.getByRole('combobox', { name: 'Group by' }).waitFor()
  release()
  await page.getByRole('table', { name: 'Orders' }).waitFor()
  await page.unrouteAll()
  expectQuiet(admin)
})

test('the state diagram marks a record’s current state and is also available as a list', async () => {
  const { page } = admin
  const [hotel] = await rowsOf('/api/hotels?filter[state]=published&limit=1')
  await open(page, `/hotels/${hotel!.id}`)
  await page.getByRole('button', { name: 'States', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'States of a hotel' })
  await dialog.getByRole('img', { name: /^Diagram of the states/ }).waitFor()
  await eventually(() => dialog.locator('svg [data-current]').textContent()).toContain('Published')
  const now = dialog.locator('li[aria-current=step]')
  await eventually(() => now.textContent()).toContain('Suspend → Suspended (asks for a reason)')
  await expectAccessible(page, 'states')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  expectQuiet(admin)
})
