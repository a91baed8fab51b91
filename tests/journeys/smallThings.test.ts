import { expect } from 'vitest'
import type { Locator, Page } from 'playwright-core'
import { type Visitor } from '#tests/support/browser.ts'
import { browser, product, test } from '#tests/support/journey.ts'
import {
  api,
  eventually,
  expectQuiet,
  heading,
  settled,
  still,
  visitAs,
} from '#tests/support/pages.ts'

let desk: Visitor
let phone: Visitor
test.beforeAll(async () => {
  ;[desk, phone] = await Promise.all([
    visitAs(browser, product, 'admin'),
    visitAs(browser, product, 'admin', { width: 390, height: 844 }),
  ])
})

const styleOf = (
  element: Locator,
  name: 'appearance' | 'backgroundSize' | 'fontWeight' | 'fontSize' | 'outlineStyle',
) => element.evaluate((e, key) => getComputedStyle(e)[key], name)
const open = async (page: Page, path: string) => {
  await page.goto(path)
  await settled(page)
}
const isRequired = (page: Page, part: string) =>
  page
    .getByRole('textbox', { name: part, exact: true })
    .first()
    .evaluate((e) => (e as HTMLInputElement).required)

test('a missing record shows a centred message with a link back to the list', async () => {
  const { page } = desk
  await page.goto('/hotels/0198f6a2-0000-7000-8000-000000000001')
  const title = page.getByRole('heading', { level: 1 })
  await title.waitFor()
  const [state, main] = [await title.boundingBox(), await page.getByRole('main').boundingBox()]
  const middle = (box: typeof state) => box!.x + box!.width / 2
  expect(Math.abs(middle(state) - middle(main))).toBeLessThan(2)
  await page.getByRole('link', { name: 'Back to hotels' }).click()
  await heading(page, 'Hotels')
})

test('parts of an optional address are required only once one of them is filled in', async () => {
  const { page } = desk
  await open(page, '/addhotel')
  const city = page.getByRole('textbox', { name: 'City' })
  expect(await isRequired(page, 'Street and number')).toBe(false)
  await city.fill('Lisbon')
  await eventually(() => isRequired(page, 'Street and number')).toBe(true)
  await city.fill('')
  await eventually(() => isRequired(page, 'Street and number')).toBe(false)
})

test('a currency select has a small arrow even if no other input loads its styles', async () => {
  const { page } = desk
  await open(page, '/subscription_plans/new')
  const select = page.locator('main select').first()
  expect(await styleOf(select, 'appearance')).toBe('none')
  expect(await styleOf(select, 'backgroundSize')).toBe('6px 6px, 6px 6px, auto')
})

test('a multi-value field shows a single focus outline, around the whole field', async () => {
  const { page } = desk
  await open(page, '/customer/new')
  const tags = page.getByRole('combobox', { name: 'Tags' }).or(page.locator('[id="field-tags"]'))
  await tags.first().focus()
  expect(await styleOf(tags.first(), 'outlineStyle')).toBe('none')
  const around = page.locator('[data-multiline] > .mantine-Input-input:focus-within')
  expect(await styleOf(around, 'outlineStyle')).toBe('solid')
})

test('the active navigation entry has the same font weight as others; truncated text shows in full on hover', async () => {
  const { page } = desk
  await open(page, '/payment-transactions')
  const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
  const active = links.and(page.locator('[aria-current=page]')).first()
  const other = links.and(page.locator(':not([aria-current])')).first()
  expect(await styleOf(active, 'fontWeight')).toBe(await styleOf(other, 'fontWeight'))
  // As narrow as a person may drag a column.
  const head = page.getByRole('columnheader').nth(2)
  const text = head.locator('button span').first()
  await text.evaluate((e) => {
    e.style.inlineSize = '12px'
  })
  expect(await text.evaluate((e) => getComputedStyle(e).textOverflow)).toBe('ellipsis')
  await text.hover()
  await eventually(() => text.getAttribute('title')).toBe(await text.textContent())
  // So is the pill of a state.
  const edge = (await page.getByRole('separator', { name: 'Width of State' }).boundingBox())!
  await page.mouse.move(edge.x + 5, edge.y + 10)
  await page.mouse.down()
  await page.mouse.move(edge.x - 395, edge.y + 10, { steps: 2 })
  await page.mouse.up()
  const cell = page.locator('tr[data-id] td[data-kind=state]').first()
  const pill = cell.locator('span').last()
  await eventually(() => pill.evaluate((e) => e.scrollWidth > e.clientWidth)).toBe(true)
  expect(await pill.evaluate((e) => getComputedStyle(e).textOverflow)).toBe('ellipsis')
  const within = (box: { x: number; width: number } | null) => box!.x + box!.width
  expect(within(await pill.boundingBox())).toBeLessThan(within(await cell.boundingBox()))
  await pill.hover()
  await eventually(() => pill.getAttribute('title')).toBe(await pill.textContent())
})

test('no breadcrumb trail consists of the page title alone', async () => {
  const { page } = desk
  const trail = page.getByRole('navigation', { name: 'Breadcrumbs' })
  for (const path of ['/dashboard', '/settings', '/services']) {
    await open(page, path)
    expect(await trail.count(), path).toBe(0)
  }
  await open(page, '/hotels')
  expect(await trail.textContent()).toContain('Stays')
})

test('a click on Save counts even if the page shifts, but not after the pointer has left', async () => {
  const { page } = phone
  await open(page, '/addhotel')
  const save = page.getByRole('button', { name: 'Save', exact: true })
  /** Presses Save while the page moves, as it does when leaving a field shows its error. */
  const press = async (leave?: () => Promise<void>) => {
    await save.scrollIntoViewIfNeeded()
    const box = (await save.boundingBox())!
    const at = { x: box.x + box.width / 2, y: box.y + 4 }
    await page.mouse.move(at.x, at.y)
    await page.mouse.down()
    await save.evaluate((e) => {
      e.parentElement!.style.translate = '0 40px'
    })
    await eventually(async () => (await save.boundingBox())!.y).toBeGreaterThan(box.y + 30)
    await leave?.()
    await page.mouse.up()
    await save.evaluate((e) => {
      e.parentElement!.style.translate = ''
    })
  }
  const summary = page.getByText('fields need attention')
  await press(() => page.mouse.move(200, 300, { steps: 4 }))
  expect(await summary.count()).toBe(0)
  await press()
  await summary.waitFor()
})

test('on a phone, fields use a 16 px font and the form buttons are in one row', async () => {
  const { page } = phone
  await open(page, '/addhotel')
  for (const role of ['textbox', 'combobox'] as const) {
    expect(await styleOf(page.getByRole(role).last(), 'fontSize')).toBe('16px')
  }
  const tops = await Promise.all(
    ['Save', 'Save and add another', 'Cancel'].map(
      async (name) => (await page.getByRole('button', { name, exact: true }).boundingBox())!.y,
    ),
  )
  expect(new Set(tops).size).toBe(1)
  expectQuiet(phone)
  expectQuiet(desk)
})

test('the arrow down leads from the search to what it found, and letters through a menu', async () => {
  const { page } = desk
  await open(page, '/facilities')
  const link = page.locator('tr[data-id] [data-row-link]').first()
  await page.keyboard.press('/')
  await page.keyboard.press('ArrowDown')
  await eventually(() => link.evaluate((e) => e === document.activeElement)).toBe(true)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByRole('menu').waitFor()
  // Deactivate begins with the same letters.
  await page.keyboard.type('del')
  await eventually(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Delete')
  await page.keyboard.press('Escape')
})

test('a dialog begins in its first field, where typing replaces what is proposed', async () => {
  const { page, token } = await visitAs(browser, product, 'admin')
  const { body } = await api<{ data: { id: string }[] }>(
    product,
    token,
    '/api/bookings?limit=1&filter[state]=pending&sort=-checkIn',
  )
  await open(page, `/bookings/${body.data[0]!.id}`)
  const take = page.getByRole('button', { name: /^Take payment/ })
  await take.focus()
  await page.keyboard.press('Enter')
  const amount = page.getByRole('dialog').getByRole('textbox', { name: 'Amount' })
  await eventually(() => amount.evaluate((e) => e === document.activeElement)).toBe(true)
  await page.keyboard.type('12')
  expect(await amount.inputValue()).toBe('12')
  await page.keyboard.press('Escape')
  await eventually(() => take.evaluate((e) => e === document.activeElement)).toBe(true)
  await page.context().close()
})

test('the focus is never lost with a row, a record or the page behind a dialog', async () => {
  const { page, context, token } = await visitAs(browser, product, 'admin')
  const make = async (n: number) =>
    (
      await api<{ data: { id: string; version: number } }>(product, token, '/api/facilities', {
        name: `Trampoline ${n}`,
        code: `TRAMP${n}`,
        group: 'property',
      })
    ).body.data
  const made = [await make(1), await make(2), await make(3)]
  const focused = () =>
    page.evaluate(() => document.activeElement?.id || document.activeElement?.textContent)
  const remove = async () => {
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Delete/ })
      .click()
  }
  await open(page, '/facilities?search=Trampoline&sort=name')
  await page.getByRole('button', { name: 'Actions for Trampoline 2' }).click()
  await remove()
  await eventually(focused).toBe('Trampoline 3')

  await page.keyboard.press('Enter')
  await heading(page, 'Trampoline 3')
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('dialog').waitFor()
  await page.goBack()
  await heading(page, 'Facilities')
  await eventually(focused).toBe('main')
  await page.goForward()
  await page.getByRole('button', { name: 'More actions' }).click()
  await remove()
  await heading(page, 'Facilities')
  await eventually(focused).toBe('main')

  // What is in the trash is found by the address of its form, too.
  await page.goto(`/facilities/${made[1]!.id}/edit`)
  await page.getByText(/^In the trash since/).waitFor()
  await context.close()
})

/** Shifts of the page's layout since it was opened: each value, and where the element was. */
const shifts = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<{ readonly value: number; readonly moved: readonly string[] }[]>((resolve) => {
        type Shift = PerformanceEntry & {
          readonly value: number
          readonly sources: readonly {
            readonly node: Node | null
            readonly previousRect: DOMRect
            readonly currentRect: DOMRect
          }[]
        }
        new PerformanceObserver((list) =>
          resolve(
            (list.getEntries() as Shift[]).map(({ value, sources }) => ({
              value,
              moved: sources.map(
                ({ node, previousRect: a, currentRect: b }) =>
                  `${node?.textContent?.slice(0, 30)} ${a.x},${a.y} to ${b.x},${b.y}`,
              ),
            })),
          ),
        ).observe({ type: 'layout-shift', buffered: true })
        // Nothing is reported where nothing moved.
        setTimeout(() => resolve([]), 200)
      }),
  )

test('nothing moves while a page loads, however late its parts arrive', async () => {
  const { page, context, token } = await visitAs(browser, product, 'admin')
  const first = async (query: string) =>
    (await api<{ data: { id: string }[] }>(product, token, `/api/${query}`)).body.data[0]!.id
  const [customer, hotel, vendor, job, ticket, booking] = await Promise.all(
    [
      'customers?limit=1',
      'hotels?limit=1&filter[state]=published',
      'vendors?limit=1',
      'service-jobs?limit=1',
      'tickets?limit=1',
      'bookings?limit=1&filter[tags][isNull]=true',
    ].map(first),
  )
  // Each part arrives by itself.
  await context.route(/\/(api|assets)\//, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 60))
    await route.continue()
  })
  for (const path of [
    `/customer/${customer}`,
    `/hotels/${hotel}`,
    `/vendor/${vendor}`,
    `/service-Jobs/${job}`,
    `/ticket_chat/${ticket}`,
    `/bookings/${booking}`,
    '/bookings?layout=calendar',
    '/order-dash',
  ]) {
    await open(page, path)
    await still(page)
    const seen = await shifts(page)
    expect(
      seen.reduce((sum, { value }) => sum + value, 0),
      `${path} ${JSON.stringify(seen, null, 1)}`,
    ).toBeLessThan(0.02)
  }
  await context.close()
})
