import { describe, expect } from 'vitest'
import type { Page } from 'playwright-core'
import { tokenOf } from '#tests/support/browser.ts'
import { browser, product, test } from '#tests/support/journey.ts'
import {
  api,
  entities,
  eventually,
  expectQuiet,
  follow,
  heading,
  inSentence,
  settled,
  visitAs,
} from '#tests/support/pages.ts'

let admin: string
test.beforeAll(async () => {
  admin = await tokenOf(product, 'admin')
})

interface Hotel {
  readonly id: string
  readonly name: string
  readonly vendor: string
}
const hotelsOf = async (token: string): Promise<Hotel[]> =>
  (await api<{ data: Hotel[] }>(product, token, '/api/hotels?limit=200')).body.data
/**
 * Paths of the navigation's links, without the demo's own shortcuts, which lead to lists with a
 * filter.
 */
const navigation = async (page: Page) =>
  (
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link')
      .evaluateAll((all) => all.map((a) => a.getAttribute('href') ?? ''))
  ).filter((href) => !href.includes('?'))
const denied = async (page: Page, path: string) => {
  await page.goto(path)
  await heading(page, 'Permission denied')
  expect(new URL(page.url()).pathname).toBe(path)
  await eventually(() => page.title()).toBe('Permission denied · Marketplace')
}

describe('vendor staff', () => {
  test('see only the rows of their vendor in lists, search, direct addresses and global search', async () => {
    const visitor = await visitAs(browser, product, 'vendor')
    const { page, token } = visitor
    const [all, own] = await Promise.all([hotelsOf(admin), hotelsOf(token)])
    const ownVendor = own[0]?.vendor ?? ''
    expect(own.length).toBeGreaterThan(0)
    expect(own.map((h) => h.id).sort()).toEqual(
      all
        .filter((h) => h.vendor === ownVendor)
        .map((h) => h.id)
        .sort(),
    )
    const foreign = all.find((h) => h.vendor !== ownVendor && !own.some((o) => o.name === h.name))
    if (!foreign) throw new Error('The demo has hotels of one vendor only.')

    await page.goto('/hotels?limit=200')
    await settled(page)
    await eventually(async () =>
      (await page.getByRole('table', { name: 'Hotels' }).getByRole('rowheader').allTextContents())
        .map((s) => s.trim())
        .sort(),
    ).toEqual(own.map((h) => h.name).sort())
    expect(await page.content()).not.toContain(foreign.name)

    await page.getByRole('searchbox', { name: 'Search hotels' }).fill(foreign.name)
    await page.getByText('No hotels match').waitFor()
    await page.goto(`/hotels/${foreign.id}`)
    await heading(page, 'Page not found')
    await page.goto(`/hotels/${foreign.id}/edit`)
    await heading(page, 'Page not found')
    // A filter by a foreign record finds nothing either, and reveals no title.
    await page.goto(`/hotels?vendor=${foreign.vendor}`)
    await page.getByText('No hotels match').waitFor()

    const bookings = (
      await api<{ data: { hotel: string }[] }>(product, admin, '/api/bookings?limit=200')
    ).body.data
    await page.goto('/bookings?limit=200')
    await settled(page)
    const ids = new Set(own.map((h) => h.id))
    const seen = (
      await api<{ data: { hotel: string }[] }>(product, token, '/api/bookings?limit=200')
    ).body.data
    expect(seen.filter((b) => !ids.has(b.hotel))).toEqual([])
    expect(bookings.some((b) => !ids.has(b.hotel))).toBe(true)
    await eventually(() =>
      page.getByRole('table', { name: 'Bookings' }).getByRole('rowheader').count(),
    ).toBe(seen.length)
    expectQuiet(visitor)
    await visitor.context.close()
  })
  test('cannot open people, roles and imports', async () => {
    const visitor = await visitAs(browser, product, 'vendor')
    for (const path of ['/employees', '/user_roles', '/hotels/import']) {
      await denied(visitor.page, path)
    }
    expect(
      (await navigation(visitor.page)).filter((p) => p === '/employees' || p === '/user_roles'),
    ).toEqual([])
    expectQuiet(visitor)
    await visitor.context.close()
  })
})

/**
 * Bespoke screens of a person who may read the whole marketplace; each requires permission to list
 * its records.
 */
const screens = ['/dashboard', '/order-dash', '/ongoing-order', '/chatuser', '/settings']

describe('the viewer', () => {
  test('sees readable screens without any action that writes', async () => {
    const visitor = await visitAs(browser, product, 'viewer')
    const { page, token } = visitor
    const held = new Set(
      (await api<{ permissions: string[] }>(product, token, '/api/me')).body.permissions,
    )
    const readable = entities.filter((e) => held.has(`${e.entity}.list`))
    await page.goto('/dashboard')
    await settled(page)
    await eventually(async () => (await navigation(page)).sort()).toEqual(
      [...screens, ...readable.map((e) => e.path)].sort(),
    )
    for (const { path, label } of readable) {
      await follow(page, path)
      await heading(page, label.many)
      await settled(page)
      for (const name of [`Add ${inSentence(label.one)}`, 'Import', 'Export']) {
        expect(
          await page
            .getByRole('main')
            .getByRole('link', { name, exact: true })
            .or(page.getByRole('main').getByRole('button', { name, exact: true }))
            .count(),
          `${path} ${name}`,
        ).toBe(0)
      }
      await page
        .getByRole('button', { name: /^Actions for / })
        .first()
        .click()
      await page.getByRole('menu').getByRole('menuitem', { name: 'View' }).waitFor()
      const items = await page.getByRole('menu').getByRole('menuitem').allTextContents()
      expect(
        items.filter((i) => !['View', 'Show beside the list', 'History', 'Open chat'].includes(i)),
        path,
      ).toEqual([])
      await page.getByRole('menu').getByRole('menuitem', { name: 'View' }).click()
      await page.waitForURL(`**${path}/*`)
      // The address changes first; the list stays until the record's page is loaded.
      await page.getByRole('main').getByRole('button', { name: 'More actions' }).waitFor()
      await settled(page)
      expect(
        await page.getByRole('main').getByRole('link', { name: 'Edit', exact: true }).count(),
        `${path} edit`,
      ).toBe(0)
      await page.getByRole('main').getByRole('button', { name: 'More actions' }).click()
      await page.getByRole('menu').getByRole('menuitem', { name: 'Print' }).waitFor()
      expect(
        await page.getByRole('menu').getByRole('menuitem').allTextContents(),
        `${path} more`,
      ).toEqual(['Remind me…', 'See it at an earlier time', 'Copy link', 'Copy id', 'Print'])
    }
    expectQuiet(visitor)
    await visitor.context.close()
  })
  test('sees the permission-denied page where the role has no access', async () => {
    const visitor = await visitAs(browser, product, 'viewer')
    const { page } = visitor
    const [hotel] = await hotelsOf(admin)
    for (const path of [
      '/addhotel',
      '/employees',
      '/user_roles',
      '/facilities/new',
      `/hotels/${hotel?.id}/edit`,
      '/customer/import',
    ]) {
      await denied(page, path)
    }
    await page.getByRole('link', { name: 'Go to the dashboard' }).click()
    await heading(page, 'Dashboard')
    expectQuiet(visitor)
    await visitor.context.close()
  })
  test('never receives an unreadable field: the internal note of a customer', async () => {
    const canary = 'canary-4f1c-note'
    const [customer] = (
      await api<{ data: { id: string }[] }>(product, admin, '/api/customers?limit=25')
    ).body.data
    const { etag } = await api(product, admin, `/api/customers/${customer?.id}`)
    expect(
      (
        await api(
          product,
          admin,
          `/api/customers/${customer?.id}`,
          { internalNote: canary },
          'PATCH',
          { 'If-Match': etag },
        )
      ).status,
    ).toBe(200)
    const visitor = await visitAs(browser, product, 'viewer')
    const { page } = visitor
    const leaks: string[] = []
    const bodies: Promise<void>[] = []
    page.on('response', (r) => {
      if (r.url().includes('/api/') && !r.url().includes('/events')) {
        bodies.push(
          r.text().then(
            (text) => {
              if (text.includes(canary)) leaks.push(r.url())
            },
            () => undefined,
          ),
        )
      }
    })
    await page.goto('/customer')
    await settled(page)
    await page.goto(`/customer/${customer?.id}`)
    await settled(page)
    expect(await page.getByText('Internal note').count()).toBe(0)
    await page.getByRole('tab', { name: 'History' }).click()
    await page.getByRole('list', { name: 'History' }).waitFor()
    await Promise.all(bodies)
    expect(bodies.length).toBeGreaterThan(2)
    expect(leaks).toEqual([])
    expectQuiet(visitor)
    await visitor.context.close()
  })
})

test('the manager can open people, but not roles', async () => {
  const visitor = await visitAs(browser, product, 'manager')
  await denied(visitor.page, '/user_roles')
  expect(await navigation(visitor.page)).not.toContain('/user_roles')
  await visitor.page.goto('/employees')
  await heading(visitor.page, 'Employees')
  expectQuiet(visitor)
  await visitor.context.close()
})

test('a role change applies immediately on the server, and in an open browser with the next page', async () => {
  const visitor = await visitAs(browser, product, 'support')
  const { page, token } = visitor
  await page.goto('/facilities')
  await heading(page, 'Facilities')
  expect(await page.getByRole('link', { name: 'Add facility' }).count()).toBe(0)
  const me = (
    await api<{ data: { id: string }[] }>(
      product,
      admin,
      '/api/employees?search=support%40example.com',
    )
  ).body.data[0]
  const roles = (
    await api<{ data: { id: string; name: string }[] }>(product, admin, '/api/user-roles?limit=200')
  ).body.data
  const give = async (name: string) => {
    const { etag } = await api(product, admin, `/api/employees/${me?.id}`)
    const response = await api(
      product,
      admin,
      `/api/employees/${me?.id}`,
      { roles: [roles.find((r) => r.name === name)?.id] },
      'PATCH',
      { 'If-Match': etag },
    )
    expect(response.status, JSON.stringify(response.body)).toBe(200)
  }
  await give('manager')
  await eventually(async () =>
    (await api<{ permissions: string[] }>(product, token, '/api/me')).body.permissions.includes(
      'facility.create',
    ),
  ).toBe(true)
  await page.reload()
  await page.getByRole('link', { name: 'Add facility' }).first().waitFor()
  await give('viewer')
  await eventually(async () => (await api(product, token, '/api/employees')).status).toBe(403)
  await page.goto('/employees')
  await heading(page, 'Permission denied')
  expectQuiet(visitor)
  await visitor.context.close()
})
