import { expect } from 'vitest'
import type { Page } from 'playwright-core'
import { expectAccessible } from '#tests/support/axe.ts'
import { tokenOf } from '#tests/support/browser.ts'
import { browser, product, test } from '#tests/support/journey.ts'
import { api, eventually, expectQuiet, heading, visitAs } from '#tests/support/pages.ts'

let admin: string
test.beforeAll(async () => {
  admin = await tokenOf(product, 'admin')
})

const menu = async (body: object): Promise<{ id: string; version: number }> => {
  const response = await api<{ data: { id: string; version: number } }>(
    product,
    admin,
    '/api/menus',
    body,
  )
  expect(response.status, JSON.stringify(response.body)).toBe(201)
  return response.body.data
}
const remove = async (id: string) => {
  const { etag } = await api(product, admin, `/api/menus/${id}`)
  expect(
    (await api(product, admin, `/api/menus/${id}`, undefined, 'DELETE', { 'If-Match': etag }))
      .status,
  ).toBe(204)
}
const main = (page: Page) => page.getByRole('navigation', { name: 'Main' })

test('a saved menu entry appears in open browsers without a reload; deleting it restores the default entry', async () => {
  const [visitor, other] = [
    await visitAs(browser, product, 'admin'),
    await visitAs(browser, product, 'viewer'),
  ]
  for (const { page } of [visitor, other]) {
    await page.goto('/hotels')
    await main(page).getByRole('link', { name: 'Hotels', exact: true }).waitFor()
  }
  // As an administrator would, on the screen of menus.
  await visitor.page.goto('/menulist/new')
  await visitor.page.getByRole('textbox', { name: 'Key', exact: true }).fill('hotel')
  await visitor.page.getByRole('textbox', { name: 'Label', exact: true }).fill('Houses')
  await visitor.page.getByRole('button', { name: 'Save', exact: true }).click()
  for (const { page } of [visitor, other]) {
    await main(page).getByRole('link', { name: 'Houses', exact: true }).waitFor()
    await eventually(() =>
      main(page).getByRole('link', { name: 'Hotels', exact: true }).count(),
    ).toBe(0)
  }
  await eventually(() =>
    main(other.page).getByRole('link', { name: 'Houses' }).getAttribute('aria-current'),
  ).toBe('page')
  const [made] = (
    await api<{ data: { id: string }[] }>(product, admin, '/api/menus?filter[key]=hotel')
  ).body.data
  await remove(made!.id)
  await main(other.page).getByRole('link', { name: 'Hotels', exact: true }).waitFor()
  expectQuiet(visitor)
  expectQuiet(other)
  await Promise.all([visitor.context.close(), other.context.close()])
})

test('menu entries appear under custom headings, and entries a user may not open are absent', async () => {
  const front = await menu({ key: 'front-desk', label: 'Front desk', position: 5, icon: 'star' })
  const rows = [
    front,
    await menu({
      key: 'arrivals',
      label: 'Confirmed',
      route: '/bookings?state=confirmed',
      parent: front.id,
      position: 10,
      icon: 'calendar',
    }),
    await menu({
      key: 'staff',
      label: 'Staff list',
      route: '/employees',
      parent: front.id,
      position: 20,
    }),
    await menu({
      key: 'auditors',
      label: 'For auditors',
      route: '/bookings',
      permission: 'system.audit',
      parent: front.id,
      position: 30,
    }),
    await menu({ key: 'order', label: 'Orders', hidden: true }),
  ]
  const [visitor, other] = [
    await visitAs(browser, product, 'admin'),
    await visitAs(browser, product, 'viewer'),
  ]
  const list = (page: Page) =>
    main(page).getByRole('list', { name: 'Front desk' }).getByRole('link').allTextContents()
  await visitor.page.goto('/dashboard')
  await eventually(() => list(visitor.page)).toEqual(['Confirmed', 'Staff list', 'For auditors'])
  await other.page.goto('/dashboard')
  await eventually(() => list(other.page)).toEqual(['Confirmed'])
  expect(await main(visitor.page).getByRole('link', { name: 'Orders', exact: true }).count()).toBe(
    0,
  )
  // Not even the labels of other people's entries reach this browser.
  expect(JSON.stringify((await api(product, other.token, '/api/navigation')).body)).not.toContain(
    'auditors"label',
  )
  expect(JSON.stringify((await api(product, other.token, '/api/navigation')).body)).not.toContain(
    'For auditors',
  )
  await main(visitor.page).getByRole('link', { name: 'Confirmed' }).click()
  await heading(visitor.page, 'Bookings')
  expect(new URL(visitor.page.url()).search).toContain('state=confirmed')
  for (const row of rows.slice(1).concat(front)) await remove(row.id)
  expectQuiet(visitor)
  expectQuiet(other)
  await Promise.all([visitor.context.close(), other.context.close()])
})

test.each([
  ['an administrator', 'admin', '/menulist', 'Menus'],
  ['somebody whose rare entries are folded', 'finance', '/vendor', 'Vendors'],
])(
  'the navigation of %s shows the entry of the page, also of the first one',
  async (_, who, at, name) => {
    const visitor = await visitAs(browser, product, who, { width: 1440, height: 400 })
    const { page } = visitor
    await page.goto(at)
    const entry = main(page).getByRole('link', { name, exact: true })
    await eventually(async () => {
      const { y, height } = (await entry.boundingBox()) ?? { y: Infinity, height: 0 }
      return y > 0 && y + height < 400
    }).toBe(true)
    expectQuiet(visitor)
    await visitor.context.close()
  },
)

test('a navigation heading can be collapsed and stays collapsed after a reload', async () => {
  const visitor = await visitAs(browser, product, 'admin')
  const { page } = visitor
  await page.goto('/dashboard')
  const stays = main(page).getByRole('button', { name: 'Stays' })
  await eventually(() => stays.getAttribute('aria-expanded')).toBe('true')
  await stays.click()
  await eventually(() => stays.getAttribute('aria-expanded')).toBe('false')
  await eventually(() =>
    main(page).getByRole('link', { name: 'Hotels', exact: true }).count(),
  ).toBe(0)
  await page.reload()
  await heading(page, 'Dashboard')
  await eventually(() => stays.getAttribute('aria-expanded')).toBe('false')
  await expectAccessible(page, 'navigation with a closed heading')
  await stays.click()
  await main(page).getByRole('link', { name: 'Hotels', exact: true }).waitFor()
  expectQuiet(visitor)
  await visitor.context.close()
})

test('on a phone the navigation is a drawer with the same entries', async () => {
  const visitor = await visitAs(browser, product, 'admin', { width: 390, height: 844 })
  const { page } = visitor
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Open navigation' }).click()
  await main(page).getByRole('link', { name: 'Hotels', exact: true }).waitFor()
  await expectAccessible(page, 'drawer')
  await main(page).getByRole('link', { name: 'Hotels', exact: true }).click()
  await heading(page, 'Hotels')
  await eventually(() => main(page).isVisible()).toBe(false)
  expectQuiet(visitor)
  await visitor.context.close()
})
