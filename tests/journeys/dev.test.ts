import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { kinds } from '#schemas/define/kinds.ts'
import { expectAccessible } from '../support/axe.ts'
import { launchBrowser } from '../support/browser.ts'
import { DEV_PASSWORD as PASSWORD, startDev, type DevServer } from '../support/devServer.ts'
import { eventually, still } from '../support/pages.ts'

const SCHEMA = 'schemas/facility.ts'
const WAIT = { timeout: 60_000 }

let dev: DevServer
let browser: Browser
let page: Page
const edit = (change: (text: string) => string): void => dev.edit(SCHEMA, change)

const signIn = async (page: Page) => {
  await page.goto('/auth/login')
  await page.getByLabel('Email').fill('admin@example.com', WAIT)
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL('**/dashboard', WAIT)
}

beforeAll(async () => {
  dev = await startDev()
  browser = await launchBrowser()
  page = await (
    await browser.newContext({ baseURL: dev.url, viewport: { width: 1440, height: 900 } })
  ).newPage()
})
afterAll(async () => {
  await browser?.close()
  await dev?.remove()
})

test('the catalogue shows every field kind in every state, accessible in both themes and directions', async () => {
  const context = await browser.newContext({
    baseURL: dev.url,
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'UTC',
  })
  const catalog = await context.newPage()
  const errors: string[] = []
  catalog.on('pageerror', (error) => errors.push(String(error)))
  await signIn(catalog)
  await catalog.goto('/dev/catalog')
  const entries = catalog.locator('section[aria-labelledby^=kind-]')
  await eventually(() => entries.count()).toBe(Object.keys(kinds).length)
  await eventually(() => catalog.locator('[aria-busy=true]:not(button)').count()).toBe(0)
  await still(catalog)
  const states = await entries.evaluateAll((all) =>
    all.map((entry) => [...entry.querySelectorAll('h2, h3')].map((h) => h.textContent).join(', ')),
  )
  expect(states.join('\n')).toMatchSnapshot()
  await expectAccessible(catalog, 'catalogue')
  await catalog.getByRole('button', { name: 'Right to left' }).click()
  await expectAccessible(catalog, 'catalogue from right to left', 1)
  expect(errors).toEqual([])
  await context.close()
})

test('saving a schema updates page and database; an invalid schema shows in overlay and terminal until fixed', async () => {
  const migrations = () => readdirSync(path.join(dev.folder, 'src/server/migrations/sql')).join()
  const before = migrations()
  await signIn(page)
  const token = (
    (await (
      await fetch(`${dev.url}/api/auth/sign-in/email`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ email: 'admin@example.com', password: PASSWORD }),
      })
    ).json()) as { token: string }
  ).token
  const create = async (body: object) => {
    const response = await fetch(`${dev.url}/api/facilities`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Authorization: `Bearer ${token}`,
        'Idempotency-Key': crypto.randomUUID(),
      },
      body: JSON.stringify(body),
    })
    return { status: response.status, text: await response.text() }
  }
  expect(await create({ name: 'Sauna', code: 'SAUNA', group: 'room' })).toMatchObject({
    status: 201,
  })
  await page.goto('/facilities')
  await page.getByRole('cell', { name: 'Sauna' }).first().waitFor(WAIT)

  // Updated in place: a page that reloads loses this mark.
  await page.evaluate(() => {
    ;(window as unknown as { kept: boolean }).kept = true
  })
  edit((text) =>
    text
      .replace(
        'shape: z.object({',
        "shape: z.object({\n    motto: text(40, { label: 'House motto' }).optional(),",
      )
      .replace("columns: ['name', ", "columns: ['name', 'motto', "),
  )
  await page.getByRole('columnheader', { name: 'House motto' }).waitFor(WAIT)
  await page.getByRole('cell', { name: 'Sauna' }).first().waitFor(WAIT)
  await expect
    .poll(
      () => create({ name: 'Pool', code: 'POOL', group: 'property', motto: 'Swim first' }),
      WAIT,
    )
    .toMatchObject({ status: 201, text: expect.stringContaining('Swim first') })
  expect(await page.evaluate(() => (window as unknown as { kept?: boolean }).kept)).toBe(true)
  await page.reload()
  await page.getByRole('cell', { name: 'Swim first' }).waitFor(WAIT)
  expect(migrations()).toBe(before)

  const overlay = page.locator('vite-error-overlay')
  const length = dev.output().length
  edit((text) =>
    text.replace("title: 'name'", "title: 'nme'").replace("sort: 'position'", "sort: 'positoin'"),
  )
  await overlay.waitFor({ state: 'attached', ...WAIT })
  for (const shown of [
    await overlay.locator('.message-body').innerText(),
    dev.output().slice(length),
  ]) {
    expect(shown).toContain('facilities.title')
    expect(shown).toContain('facilities.list.sort')
  }
  // The previous page and API keep working below it.
  await page.getByRole('cell', { name: 'Swim first' }).waitFor(WAIT)
  expect(await create({ name: 'Gym', code: 'GYM', group: 'property' })).toMatchObject({
    status: 201,
  })

  edit((text) =>
    text
      .replace("title: 'nme'", "title: 'name'")
      .replace("sort: 'positoin'", "sort: '-position'")
      .replace("'House motto'", "'Watchword'"),
  )
  await overlay.waitFor({ state: 'detached', ...WAIT })
  await page.getByRole('columnheader', { name: 'Watchword' }).waitFor(WAIT)

  // Removed and added back: its values are still there.
  const whole = readFileSync(path.join(dev.folder, SCHEMA), 'utf8')
  edit((text) => text.replace(/\n {4}motto: .*/, '').replace("'motto', ", ''))
  await page
    .getByRole('columnheader', { name: 'Watchword' })
    .waitFor({ state: 'detached', ...WAIT })
  await expect
    .poll(() => create({ name: 'Bar', code: 'BAR', group: 'castle', motto: 'None' }), WAIT)
    .toMatchObject({ status: 422, text: expect.stringContaining('motto') })
  edit(() => whole)
  await page.getByRole('cell', { name: 'Swim first' }).waitFor(WAIT)
  expect(dev.running()).toBe(true)
})

test('a syntax error in a schema shows in the overlay until it is fixed', async () => {
  const overlay = page.locator('vite-error-overlay')
  edit((text) => text.replace("name: 'facilities',", "name: 'facilities'"))
  await overlay.waitFor({ state: 'attached', ...WAIT })
  edit((text) => text.replace("name: 'facilities'\n", "name: 'facilities',\n"))
  await overlay.waitFor({ state: 'detached', ...WAIT })
  await page.getByRole('cell', { name: 'Swim first' }).waitFor(WAIT)
})
