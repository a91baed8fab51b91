import { describe, expect } from 'vitest'
import type { Page } from 'playwright-core'
import type { ResourceModel } from '#model/types.ts'
import { expectAccessible } from '#tests/support/axe.ts'
import { visit, type Visitor } from '#tests/support/browser.ts'
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

/**
 * `npm run test:axe-all`: also the states of each screen, and right to left in addition to left to
 * right.
 */
const all = process.env.AXE === 'all'
let admin: Visitor & { readonly token: string }
/** The same person in a browser set to Arabic. */
let arabic: Visitor
test.beforeAll(async () => {
  ;[admin, arabic] = await Promise.all([
    visitAs(browser, product, 'admin'),
    visitAs(browser, product, 'admin'),
  ])
  // Without a language in the profile, each browser's own language is used.
  await api(product, admin.token, '/api/me', { locale: null }, 'PATCH')
  await arabic.context.addInitScript(() => localStorage.setItem('language', 'ar'))
})

const open = async (page: Page, path: string, name: string) => {
  await page.goto(path)
  await heading(page, name)
  await settled(page)
}
/** Like `open` by a link: axe stays loaded. */
const openByLink = async (page: Page, path: string, name: string) => {
  await follow(page, path)
  await heading(page, name)
  await settled(page)
}
/** The first record with a value in the field; a draft may have no name yet. */
const firstOf = async (collection: string, field = 'id') =>
  (
    await api<{ data: (Record<string, unknown> & { id: string })[] }>(
      product,
      admin.token,
      `/api/${collection}?limit=25`,
    )
  ).body.data.find((row) => row[field])

/** Pages of an entity, with their `h1` in English. */
const pagesOf = async ({
  collection,
  path,
  createPath,
  label,
  title,
  appendOnly,
  readOnly,
}: ResourceModel) => {
  const row = await firstOf(collection, title)
  const name = String(row?.[title])
  const one = inSentence(label.one)
  return [
    [path, label.many],
    [`${path}/${row?.id}`, name],
    ...(readOnly ? [] : [[createPath, `Add ${one}`] as const]),
    ...(appendOnly ? [] : [[`${path}/${row?.id}/edit`, `Edit ${name}`] as const]),
    ...(readOnly ? [] : [[`${path}/import`, `Import ${inSentence(label.many)}`] as const]),
    ...(all
      ? ([
          [`${path}?search=surely-nothing-like-this`, label.many],
          [`${path}?trashed=true`, label.many],
          [`${path}/${row?.id}?tab=history`, name],
        ] as const)
      : []),
  ] as const
}
/** Labels of columns that do not fit into their heads. */
const cutHeads = (page: Page): Promise<string[]> =>
  page
    .locator('th[role=columnheader] span:not(.visually-hidden)')
    .evaluateAll((spans) =>
      spans.filter((s) => s.scrollWidth > s.clientWidth + 1).map((s) => s.textContent ?? ''),
    )
const rowsOf = (page: Page, list: string) =>
  page.getByRole('table', { name: list, exact: true }).getByRole('row')
/** All required values of the form are missing. */
const refuse = async (page: Page, at: string) => {
  const save = page.locator('form button[type=submit]').first()
  if (!(await save.isEnabled().catch(() => false))) return
  await save.click()
  await settled(page)
  await expectAccessible(page, `${at}, refused`)
}

test('the accessibility check finds a violation that occurs in only one theme, in colours or in markup', async () => {
  const visitor = await visit(browser, product)
  const { page } = visitor
  await open(page, '/auth/login', 'Sign in')
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('[data-mantine-color-scheme=dark] h1 { color: #333 !important }')
    document.adoptedStyleSheets.push(sheet)
  })
  await expect(expectAccessible(page, 'colours')).rejects.toThrow('dark: color-contrast at h1')
  await page.evaluate(() => {
    document.adoptedStyleSheets.pop()
    const nameless = document.createElement('button')
    nameless.id = 'nameless'
    new MutationObserver(() => {
      const dark = document.documentElement.dataset.mantineColorScheme === 'dark'
      if (dark) document.querySelector('main')!.append(nameless)
      else nameless.remove()
    }).observe(document.documentElement, { attributes: true })
  })
  await expect(expectAccessible(page, 'markup')).rejects.toThrow('dark: button-name at #nameless')
  await page.evaluate(() => document.querySelector('h1')!.setAttribute('aria-level', 'high'))
  await expect(expectAccessible(page, 'both')).rejects.toThrow('light: aria-valid-attr-value at h1')
  await visitor.context.close()
})

describe.each(entities.map((e) => [e.collection, e] as const))('%s', (_, entity) => {
  test('list, detail, form and import pages are titled and accessible in both themes; list and detail also right-to-left', async () => {
    const places = await pagesOf(entity)
    const leftToRight = async () => {
      const { page } = admin
      // A reload for each entity keeps their findings apart.
      for (const [i, [at, h1]] of places.entries()) {
        await (i === 0 || all ? open : openByLink)(page, at, h1)
        expect(new URL(page.url()).pathname).toBe(at.split('?')[0])
        await eventually(() => page.title()).toBe(`${h1} · Marketplace`)
        await eventually(() => page.locator('h1').count()).toBe(1)
        if (i === 0) await eventually(() => cutHeads(page)).toEqual([])
        if (at === entity.path) await eventually(() => rowsOf(page, h1).count()).toBeGreaterThan(1)
        await expectAccessible(page, at)
        if (all && at === entity.createPath) await refuse(page, at)
      }
    }
    const rightToLeft = async () => {
      const { page } = arabic
      for (const [i, [at]] of (all ? places : places.slice(0, 2)).entries()) {
        await (i === 0 || all ? page.goto(at) : follow(page, at))
        await page.locator('[dir=rtl] h1').first().waitFor()
        await settled(page)
        await expectAccessible(page, `${at} from right to left`, all ? 2 : 1)
        if (all && at === entity.createPath) await refuse(page, `${at} from right to left`)
      }
    }
    await Promise.all([leftToRight(), rightToLeft()])
    expectQuiet(admin)
    expectQuiet(arabic)
  })
})

test('the dashboard and a record’s history are accessible', async () => {
  const { page } = admin
  await open(page, '/dashboard', 'Dashboard')
  await expectAccessible(page, '/dashboard')
  const hotel = await firstOf('hotels')
  await open(page, `/hotels/${hotel?.id}?tab=history`, String(hotel?.name))
  await page.getByRole('list', { name: 'History' }).waitFor()
  await expectAccessible(page, 'history')
  expectQuiet(admin)
})

test('the account pages are accessible, with and without an error message', async () => {
  const visitor = await visit(browser, product)
  const { page } = visitor
  for (const [path, name] of [
    ['/auth/login', 'Sign in'],
    ['/auth/register', 'Create account'],
    ['/auth/forgot', 'Forgotten password'],
    ['/auth/reset?token=x', 'Choose a new password'],
    ['/auth/reset', 'Choose a new password'],
    ['/auth/verify', 'Confirm e-mail address'],
    ['/auth/two-factor', 'Two-factor sign-in'],
    ['/auth/success?transaction=T-1', 'Payment successful'],
    ['/auth/cancel', 'Payment cancelled'],
    ['/auth/404', 'Page not found'],
  ] as const) {
    await open(page, path, name)
    await expectAccessible(page, path)
  }
  await open(page, '/auth/login', 'Sign in')
  await page.getByLabel('Email').fill('nobody@example.com')
  await page.getByRole('textbox', { name: 'Password' }).fill('wrong')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('alert').waitFor()
  await expectAccessible(page, 'refused sign-in')
  expectQuiet(visitor)
  await visitor.context.close()
})

test('empty, failed, permission-denied and not-found pages are accessible', async () => {
  const visitor = await visitAs(browser, product, 'viewer')
  const { page } = visitor
  await open(page, '/employees', 'Permission denied')
  await expectAccessible(page, 'denied')
  await open(page, '/hotels/01900000-0000-7000-8000-00000000dead', 'Page not found')
  await expectAccessible(page, 'missing record')
  await open(page, '/hotels?search=surely-nothing-like-this', 'Hotels')
  await page.getByText('No hotels match').waitFor()
  await expectAccessible(page, 'nothing matches')
  await page.route(/\/api\/facilities\?/, (route) =>
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
  await page.goto('/facilities')
  await page.getByRole('alert').getByText('This could not be loaded').waitFor()
  await expectAccessible(page, 'failed list')
  expectQuiet(visitor)
  await page.route(/\/assets\/detail-[\w-]+\.js/, (route) => route.abort())
  await page.goto('/hotels/01900000-0000-7000-8000-00000000dead')
  await heading(page, 'Unexpected Application Error!')
  await expectAccessible(page, 'routing error')
  await visitor.context.close()
})

test('menus, panels, dialogs and form errors are accessible', async () => {
  const { page } = admin
  await open(page, '/hotels', 'Hotels')
  const name = (
    (await page.getByRole('main').getByRole('rowheader').first().textContent()) ?? ''
  ).trim()
  await page.getByRole('button', { name: `Actions for ${name}`, exact: true }).click()
  await page.getByRole('menu').waitFor()
  await expectAccessible(page, 'row menu')
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('dialog', { name: `Delete hotel “${name}”?` }).waitFor()
  await expectAccessible(page, 'confirmation')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  for (const panel of ['Filters', 'Columns', 'Views']) {
    await page.getByRole('button', { name: panel, exact: true }).click()
    await page.getByRole('dialog', { name: panel }).locator('button, input').first().waitFor()
    await expectAccessible(page, panel)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog', { name: panel }).waitFor({ state: 'detached' })
  }
  await page
    .getByRole('group', { name: 'Quick filters' })
    .getByRole('button', { name: 'Stars' })
    .click()
  await page.getByRole('dialog', { name: 'Filter by Stars' }).locator('input').first().waitFor()
  await expectAccessible(page, 'quick filter')
  await page.keyboard.press('Escape')
  await page.getByRole('checkbox', { name: `Select ${name}`, exact: true }).check()
  await page.getByRole('region', { name: 'Actions for the selection' }).waitFor()
  await expectAccessible(page, 'selection')
  await page.getByRole('button', { name: /^User menu/ }).click()
  await page.getByRole('menu').waitFor()
  await expectAccessible(page, 'user menu')
  await page.keyboard.press('Escape')
  await open(page, '/addhotel', 'Add hotel')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('alert').filter({ hasText: 'need attention' }).waitFor()
  await expectAccessible(page, 'refused form')
  await page.getByRole('button', { name: 'Add room type' }).click()
  await page.getByRole('listitem', { name: 'room type 1' }).waitFor()
  await expectAccessible(page, 'child rows')
  expectQuiet(admin)
})

test('pages at phone width are accessible and do not scroll horizontally', async () => {
  const visitor = await visitAs(browser, product, 'admin', { width: 390, height: 844 })
  const { page } = visitor
  const hotel = await firstOf('hotels')
  const name = String(hotel?.name)
  for (const [path, h1] of [
    ['/dashboard', 'Dashboard'],
    ['/hotels', 'Hotels'],
    [`/hotels/${hotel?.id}`, name],
    [`/hotels/${hotel?.id}/edit`, `Edit ${name}`],
    ['/addhotel', 'Add hotel'],
    ['/hotels/import', 'Import hotels'],
  ] as const) {
    await open(page, path, h1)
    expect(
      await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      ),
      `${path} scrolls sideways`,
    ).toBe(0)
    await expectAccessible(page, `${path} at 390 px`)
  }
  await page.getByRole('button', { name: 'Open navigation' }).click()
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Bookings', exact: true })
    .waitFor()
  await expectAccessible(page, 'navigation drawer at 390 px')
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Bookings', exact: true })
    .click()
  await heading(page, 'Bookings')
  for (const path of ['/auth/login', '/auth/register', '/auth/404']) {
    await page.goto(path)
    await settled(page)
    expect(
      await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      ),
      `${path} scrolls sideways`,
    ).toBe(0)
  }
  expectQuiet(visitor)
  await visitor.context.close()
})
