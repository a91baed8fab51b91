import { expect } from 'vitest'
import type { Page } from 'playwright-core'
import { visit } from '#tests/support/browser.ts'
import { browser, product, test } from '#tests/support/journey.ts'
import { api, eventually, expectQuiet, heading, settled, visitAs } from '#tests/support/pages.ts'

const navy = 'rgb(15, 32, 81)' // #0F2051
const darkPage = 'rgb(15, 23, 42)' // #0f172a
const darkPaper = 'rgb(30, 41, 59)' // #1e293b
const mode = (page: Page) => page.evaluate(() => localStorage.getItem('mode'))
const background = (page: Page, selector = 'body') =>
  page
    .locator(selector)
    .first()
    .evaluate((e) => getComputedStyle(e).backgroundColor)
const isDark = async (page: Page) => (await background(page)) === darkPage
/** The first non-transparent background, from the element outwards. */
const paperUnder = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((e) => {
      for (let at: Element | null = e; at; at = at.parentElement) {
        const colour = getComputedStyle(at).backgroundColor
        if (!/^rgba\(.*, 0\)$|^transparent$/.test(colour)) return colour
      }
      return ''
    })

/** Contrast between the ring of the chosen value of a few and what is around it. */
const ringOfChosen = (page: Page) =>
  page.locator('[role=radiogroup] :checked + span').evaluate((chosen) => {
    const light = (colour: string) =>
      (colour.match(/\d+/g) ?? [])
        .slice(0, 3)
        .map((part) => Number(part) / 255)
        .map((c) => (c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
        .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i]!, 0.05)
    const ring = /^(rgb\([^)]+\)) .* inset$/.exec(getComputedStyle(chosen).boxShadow)?.[1]
    const around = getComputedStyle(chosen.closest('[role=radiogroup]')!).backgroundColor
    const [a, b] = [light(ring ?? around), light(around)]
    return Math.max(a, b) / Math.min(a, b)
  })

test('the stored mode 1 is dark; any other or missing value is light', async () => {
  const visitor = await visit(browser, product)
  const { page } = visitor
  for (const [value, dark] of [
    [null, false],
    ['1', true],
    ['0', false],
    ['dark', false],
    ['true', false],
    ['', false],
    ['11', false],
    ['1', true],
  ] as const) {
    await page.goto('/auth/login')
    await page.evaluate((v) => {
      if (v === null) localStorage.removeItem('mode')
      else localStorage.setItem('mode', v)
    }, value)
    await page.reload()
    await heading(page, 'Sign in')
    expect(await isDark(page), `mode ${value}`).toBe(dark)
    expect(await mode(page), 'reading changes nothing').toBe(value)
  }
  expectQuiet(visitor)
  await visitor.context.close()
})

test('toggling by button or global function switches and saves the theme in every open tab', async () => {
  const visitor = await visitAs(browser, product, 'admin')
  const { page } = visitor
  await page.goto('/dashboard')
  await settled(page)
  const other = await visitor.context.newPage()
  await other.goto('/auth/login')
  await heading(other, 'Sign in')
  const toggle = page.getByRole('button', { name: 'Switch between light and dark' })
  for (const step of [
    () => toggle.click(),
    () => page.evaluate(() => window.toggleThemeMode?.()),
  ]) {
    await step()
    await eventually(() => mode(page)).toBe('1')
    await eventually(() => isDark(page)).toBe(true)
    await eventually(() => isDark(other)).toBe(true)
    await step()
    await eventually(() => mode(page)).toBe('0')
    await eventually(() => isDark(page)).toBe(false)
    await eventually(() => isDark(other)).toBe(false)
  }
  await toggle.click()
  await page.reload()
  await settled(page)
  await eventually(() => isDark(page)).toBe(true)
  expectQuiet(visitor)
  await visitor.context.close()
})

test('both themes use the product’s colours and typeface', async () => {
  const visitor = await visitAs(browser, product, 'admin')
  const { page } = visitor
  await page.goto('/hotels')
  await settled(page)
  await eventually(() => background(page, 'main a:text("Add hotel")')).toBe(navy)
  await eventually(() => page.evaluate(() => getComputedStyle(document.body).fontFamily)).toMatch(
    /sans-serif$/,
  )
  await page.evaluate(() => window.toggleThemeMode?.())
  await eventually(() => background(page)).toBe(darkPage)
  await eventually(() => paperUnder(page, 'main table tbody tr')).toBe(darkPaper)
  await eventually(() =>
    page.evaluate(() => getComputedStyle(document.documentElement).colorScheme),
  ).toContain('dark')
  await page.goto('/facilities/new')
  await settled(page)
  await eventually(() => background(page)).toBe(darkPage)
  await page.getByRole('radio', { name: 'Room', exact: true }).check({ force: true })
  await eventually(() => ringOfChosen(page)).toBeGreaterThan(3)
  await page.evaluate(() => window.toggleThemeMode?.())
  await eventually(() => isDark(page)).toBe(false)
  await eventually(() => ringOfChosen(page)).toBeGreaterThan(3)
  expectQuiet(visitor)
  await visitor.context.close()
})

test('toasts appear at the top right, are light in both themes, and close on click or by themselves', async () => {
  const visitor = await visitAs(browser, product, 'admin')
  const { page } = visitor
  await page.clock.install()
  await page.route('**/export.xlsx*', (route) =>
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
  await settled(page)
  const toast = page.getByRole('alert').filter({ hasText: 'That did not work' })
  for (const dark of [false, true]) {
    if (dark) await page.evaluate(() => window.toggleThemeMode?.())
    await page.getByRole('button', { name: 'Export', exact: true }).click()
    await page.getByRole('button', { name: 'Export file' }).click()
    await toast.waitFor()
    await toast.getByText('The server is busy.').waitFor()
    const box = async () => (await toast.boundingBox())!
    await eventually(async () => {
      const { x, width } = await box()
      return x + width
    }).toBeGreaterThan(1440 - 40)
    // It covers no button of the page's header.
    await eventually(async () => (await box()).y).toBeLessThan(200)
    await page.getByRole('button', { name: 'Export', exact: true }).click({ trial: true })
    await eventually(() => toast.evaluate((e) => getComputedStyle(e).backgroundColor)).toBe(
      'rgb(255, 255, 255)',
    )
    if (dark) await toast.click()
    else await page.clock.runFor(5500)
    await toast.waitFor({ state: 'detached' })
  }
  expectQuiet(visitor)
  await visitor.context.close()
})

test('all rows and columns of a list are printed', async () => {
  const visitor = await visitAs(browser, product, 'admin', { width: 718 })
  const { page } = visitor
  await page.goto('/bookings?limit=50')
  await page.locator('tr[data-id]').nth(49).waitFor()
  const cut = () =>
    page.locator('table').evaluate((table) => {
      const scroller = table.parentElement!.parentElement!
      return [scroller.scrollHeight - scroller.clientHeight, table.clientWidth - innerWidth]
    })
  expect((await cut()).every((px) => px > 0)).toBe(true)
  await page.emulateMedia({ media: 'print' })
  await eventually(async () => (await cut()).every((px) => px <= 0)).toBe(true)
  // An amount stays on one line, whatever else is squeezed.
  const amount = page.locator('tr[data-id] td[data-label=Total]').first()
  const height = () =>
    amount.evaluate((cell) => {
      const text = document.createRange()
      text.selectNodeContents(cell)
      return text.getBoundingClientRect().height
    })
  const one = await height()
  await amount.evaluate((cell) => {
    cell.textContent = '-€999,759.00'
    cell.style.maxInlineSize = '40px'
  })
  expect(await height()).toBe(one)
  expectQuiet(visitor)
  await visitor.context.close()
})

test('the nights and pictures of a hotel are printed whole, without their controls', async () => {
  const visitor = await visitAs(browser, product, 'admin', { width: 718 })
  const { page } = visitor
  const { body } = await api<{ data: { id: string }[] }>(
    product,
    visitor.token,
    '/api/hotels?filter[state]=published&limit=1',
  )
  await page.goto(`/hotels/${body.data[0]!.id}`)
  const nights = page.getByRole('table', { name: 'Occupancy' })
  await nights.waitFor()
  const cut = () => nights.evaluate((table) => table.scrollWidth - table.parentElement!.clientWidth)
  expect(await cut()).toBeGreaterThan(0)
  const details = page.getByRole('button', { name: /^Details of / }).first()
  await details.waitFor()
  await page.emulateMedia({ media: 'print' })
  await eventually(cut).toBeLessThanOrEqual(0)
  await details.waitFor({ state: 'hidden' })
  expectQuiet(visitor)
  await visitor.context.close()
})

test('a dark page is printed light and without controls, and is dark again afterwards', async () => {
  const visitor = await visitAs(browser, product, 'admin')
  const { page } = visitor
  await page.addInitScript(() => localStorage.setItem('mode', '1'))
  await page.goto('/facilities')
  await page.locator('tbody tr').first().waitFor()
  expect(await isDark(page)).toBe(true)
  await page.emulateMedia({ media: 'print' })
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
  expect(await background(page)).toBe('rgb(255, 255, 255)')
  expect(await paperUnder(page, 'tbody td')).toBe('rgb(255, 255, 255)')
  // Nothing but the page: libraries keep style elements in the body, which are not text.
  expect(await page.evaluate(() => document.body.innerText)).not.toContain('--mantine')
  for (const control of ['[data-tick]', '[data-menu]', 'nav', 'header', 'a[href="#main"]']) {
    await page.locator(control).first().waitFor({ state: 'hidden' })
  }
  await page.evaluate(() => dispatchEvent(new Event('afterprint')))
  await page.emulateMedia({ media: 'screen' })
  expect(await isDark(page)).toBe(true)
  expectQuiet(visitor)
  await visitor.context.close()
})
