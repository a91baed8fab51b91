import { describe, expect } from 'vitest'
import type { Page } from 'playwright-core'
import { visit, type Visitor } from '#tests/support/browser.ts'
import { browser, product, test } from '#tests/support/journey.ts'
import {
  api,
  entities,
  eventually,
  expectQuiet,
  heading,
  inSentence,
  settled,
  visitAs,
} from '#tests/support/pages.ts'

let admin: Visitor & { readonly token: string }
test.beforeAll(async () => {
  admin = await visitAs(browser, product, 'admin')
})

/** Bespoke screens, an id in place of `{id}`, with their initial heading. */
const own: readonly (readonly [path: string, heading: string])[] = [
  ['/settings', 'Settings'],
  ['/permission/01900000-0000-7000-8000-000000000001', 'Permissions of super-admin'],
  ['/ongoing-order', 'Ongoing orders'],
  ['/order-dash', 'Order dashboard'],
  ['/chatuser', 'Chat'],
]
const pathOf = (page: Page) => new URL(page.url()).pathname

describe('the start page', () => {
  test('redirects to sign-in without tokens', async () => {
    const visitor = await visit(browser, product)
    await visitor.page.goto('/')
    await heading(visitor.page, 'Sign in')
    expect(pathOf(visitor.page)).toBe('/auth/login')
    expectQuiet(visitor)
    await visitor.context.close()
  })
  test('redirects to the dashboard with tokens', async () => {
    await admin.page.goto('/')
    await heading(admin.page, 'Dashboard')
    expect(pathOf(admin.page)).toBe('/dashboard')
  })
})

test('the navigation lists every page, and each bespoke screen opens with its heading and title', async () => {
  const { page } = admin
  await page.goto('/dashboard')
  await settled(page)
  const nav = page.getByRole('navigation', { name: 'Main' })
  await nav.getByRole('link', { name: 'Hotels', exact: true }).waitFor()
  const links = await nav
    .getByRole('link')
    .evaluateAll((all) => all.map((a) => a.getAttribute('href')))
  const pages = [
    '/dashboard',
    ...entities.map((e) => e.path),
    ...own.map(([path]) => path).filter((path) => !path.startsWith('/permission/')),
  ]
  // The demo's own shortcuts lead to lists with a filter.
  expect(links.filter((href) => !href?.includes('?'))).toEqual(
    pages.sort((a, b) => links.indexOf(a) - links.indexOf(b)),
  )
  for (const shortcut of links.filter((href) => href?.includes('?'))) {
    await page.goto(shortcut ?? '')
    await settled(page)
    // A parameter the list does not know is dropped from the URL; a known one is a filter that can
    // be cleared.
    await page.getByRole('button', { name: 'Clear all', exact: true }).waitFor()
    expect(page.url()).toBe(product.url + shortcut)
  }
  for (const [path, name] of own) {
    await page.goto(path)
    await heading(page, name)
    expect(pathOf(page)).toBe(path)
    await eventually(() => page.title()).toBe(`${name} · Marketplace`)
  }
  expectQuiet(admin)
}, 300_000)

// `axe.test.ts` opens the list of every entity at its address and follows links to its other pages.
test('each page type of an entity opens at its URL', async () => {
  const { page } = admin
  const { collection, path, createPath, label, title } = entities.find(
    (e) => !e.readOnly && !e.appendOnly,
  )!
  const { data } = (
    await api<{ data: Record<string, string>[] }>(product, admin.token, `/api/${collection}`)
  ).body
  const row = data.find((r) => r[title])
  const name = String(row?.[title])
  for (const [at, h1] of [
    [path, label.many],
    [createPath, `Add ${inSentence(label.one)}`],
    [`${path}/${row?.id}`, name],
    [`${path}/${row?.id}/edit`, `Edit ${name}`],
    [`${path}/import`, `Import ${inSentence(label.many)}`],
  ] as const) {
    await page.goto(at)
    await heading(page, h1)
    expect(pathOf(page)).toBe(at)
    await eventually(() => page.title()).toBe(`${h1} · Marketplace`)
  }
  expectQuiet(admin)
})

test('the create page of a read-only entity is denied', async () => {
  const { page } = admin
  for (const { createPath } of entities.filter((e) => e.readOnly)) {
    await page.goto(createPath)
    await heading(page, 'Permission denied')
    expect(pathOf(page)).toBe(createPath)
  }
  expectQuiet(admin)
})

test('wrong case and unknown paths lead to the not-found page', async () => {
  const { page } = admin
  const wrong = [
    '/banner',
    '/Hotels',
    '/addHotel',
    '/nope',
    '/hotels/a/b/c',
    '/auth',
    '/auth/nope',
    '/auth/Login',
    '/auth/login/x',
    '/index.php',
    '/permission',
    '/ticket_chat',
  ]
  for (const path of wrong) {
    await page.goto(path)
    await page.waitForURL(path === '/auth' ? '**/auth/404' : '**/not-found')
    await heading(page, 'Page not found')
    const navigation = page.getByRole('navigation', { name: 'Main', exact: true })
    await eventually(() => navigation.isVisible()).toBe(path !== '/auth')
    await eventually(() => page.title()).toBe('Page not found · Marketplace')
  }
  await page.getByRole('link', { name: 'Go to the dashboard' }).click()
  await heading(page, 'Dashboard')
  expectQuiet(admin)
})

test('unknown paths also show the not-found page without a session, with a link to sign-in', async () => {
  const visitor = await visit(browser, product)
  for (const path of ['/nope', '/banner', '/auth/nope']) {
    await visitor.page.goto(path)
    await visitor.page.waitForURL('**/auth/404')
    await heading(visitor.page, 'Page not found')
  }
  await visitor.page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
  await heading(visitor.page, 'Sign in')
  expectQuiet(visitor)
  await visitor.context.close()
})

test('the shell has landmarks and starts with a skip link', async () => {
  const { page } = admin
  await page.goto('/hotels')
  await settled(page)
  for (const landmark of [
    page.getByRole('banner'),
    page.getByRole('navigation', { name: 'Main' }),
    page.getByRole('main'),
  ]) {
    await eventually(() => landmark.count()).toBe(1)
  }
  await page.keyboard.press('Tab')
  await eventually(() => page.evaluate(() => document.activeElement?.textContent)).toBe(
    'Skip to content',
  )
  await page.keyboard.press('Enter')
  await eventually(() => page.evaluate(() => document.activeElement?.tagName)).toBe('MAIN')
})

/** The code of a screen that is not part of the first load. */
const SCREEN = /\/assets\/detail-[\w-]+\.js/
/** The first facility in the list. */
const firstFacility = async (token: string): Promise<{ id: string; name: string }> => {
  const response = await fetch(`${product.url}/api/facilities?limit=1&sort=position`, {
    headers: { Authorization: `Bearer ${token}` },
  })
  const [first] = ((await response.json()) as { data: { id: string; name: string }[] }).data
  if (!first) throw new Error('The demo data has no facility.')
  return first
}

test('a screen shows “Loading...” while its code loads', async () => {
  const visitor = await visitAs(browser, product, 'viewer')
  const { page } = visitor
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const { id, name } = await firstFacility(visitor.token)
  await page.route(SCREEN, async (route) => {
    await held
    await route.continue()
  })
  await page.goto(`/facilities/${id}`)
  await page.getByText('Loading...', { exact: true }).first().waitFor()
  expect(await page.locator('h1').count()).toBe(0)
  release()
  await heading(page, name)
  await settled(page)
  expect(await page.getByText('Loading...', { exact: true }).count()).toBe(0)
  expectQuiet(visitor)
  await visitor.context.close()
})

describe('a screen whose code cannot be loaded', () => {
  const prepare = async () => {
    const visitor = await visitAs(browser, product, 'viewer')
    const seen: string[] = []
    await visitor.context.exposeFunction('sawPreloadError', (text: string) => void seen.push(text))
    await visitor.context.addInitScript(() =>
      window.addEventListener('vite:preloadError', (event) => {
        ;(window as unknown as { sawPreloadError: (t: string) => void }).sawPreloadError(
          String((event as unknown as { payload: unknown }).payload),
        )
      }),
    )
    await visitor.page.route(SCREEN, (route) => route.abort())
    await visitor.page.goto('/facilities')
    await heading(visitor.page, 'Facilities')
    return { visitor, seen }
  }
  test('raises vite:preloadError, keeps the page for a part, shows the error screen and offers to reload', async () => {
    const {
      visitor: { page, context, violations, token },
      seen,
    } = await prepare()
    await page.route(/\/assets\/ColumnsPanel-/, (route) => route.abort())
    await page.getByRole('button', { name: 'Columns', exact: true }).click()
    await page.getByText('A new version is ready').first().waitFor()
    expect(seen.join()).toMatch(/\/ColumnsPanel-/)
    await heading(page, 'Facilities')
    const { name } = await firstFacility(token)
    await page
      .getByRole('table', { name: 'Facilities' })
      .getByRole('link', { name, exact: true })
      .click()
    await heading(page, 'Unexpected Application Error!')
    await eventually(() => page.title()).toBe('Unexpected Application Error! · Marketplace')
    expect(seen.join()).toMatch(/\/detail-/)
    await page.getByText('A new version is ready').first().waitFor()
    await page.unroute(SCREEN)
    await page.getByRole('alert').getByRole('button', { name: 'Reload' }).click()
    await heading(page, name)
    expect(violations).toEqual([])
    await context.close()
  })
})

describe('the push worker', () => {
  test('is registered at the root with the whole site as its scope', async () => {
    const { page } = admin
    await page.goto('/dashboard')
    await eventually(() =>
      page.evaluate(async () => {
        const found = await navigator.serviceWorker.getRegistration('/')
        return (
          found && {
            scope: found.scope,
            script: (found.active ?? found.waiting ?? found.installing)?.scriptURL,
          }
        )
      }),
    ).toEqual({ scope: `${product.url}/`, script: `${product.url}/firebase-messaging-sw.js` })
  })
  test('is served as a script, never as HTML', async () => {
    for (const path of ['/firebase-messaging-sw.js', '/firebase-messaging-sw.js?again']) {
      const response = await fetch(product.url + path, { headers: { Accept: 'text/html' } })
      expect(response.headers.get('content-type')).toContain('javascript')
      expect(await response.text()).not.toContain('<html')
    }
    const beside = await fetch(`${product.url}/firebase-messaging-sw.js/x`, {
      headers: { Accept: 'text/html' },
    })
    expect(beside.status).toBeLessThan(500)
  })
  test('is logged, without further effects, when its registration fails', async () => {
    const visitor = await visitAs(browser, product, 'viewer')
    await visitor.context.addInitScript(() => {
      navigator.serviceWorker.register = () => Promise.reject(new Error('not today'))
    })
    await visitor.page.goto('/dashboard')
    await heading(visitor.page, 'Dashboard')
    await eventually(() => visitor.errors.length).toBe(1)
    expect(visitor.errors[0]).toContain('The push worker could not be registered.')
    await visitor.page.getByRole('link', { name: 'Hotels', exact: true }).first().click()
    await heading(visitor.page, 'Hotels')
    expect(visitor.errors).toHaveLength(1)
    await visitor.context.close()
  })
})

test('an unknown API path returns a problem response, never the page', async () => {
  for (const path of ['/api', '/api/nope', '/api/hotels/x/y/z']) {
    const response = await fetch(product.url + path, {
      headers: { Accept: 'text/html', Authorization: `Bearer ${admin.token}` },
    })
    expect(response.status).toBe(404)
    expect(response.headers.get('content-type')).toContain('application/problem+json')
    expect(await response.json()).toMatchObject({ status: 404, code: expect.any(String) })
  }
})
