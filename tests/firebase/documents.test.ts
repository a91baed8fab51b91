/**
 * A collection stored in Firestore, as users see it: the real SDK in a real browser, signed in with
 * the Auth emulator, on a stand-in for Firestore's REST API.
 */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { axeFindings } from '../support/axe.ts'
import { launchBrowser, tokenOf, visit } from '../support/browser.ts'
import { startFirestore, type FirestoreStandIn } from '../support/firestoreStandIn.ts'
import { api, eventually, expectQuiet, heading, settled, visitAs } from '../support/pages.ts'
import type { Product } from '../support/product.ts'
import { offline } from './support/google.ts'
import { startWithFirebase } from './support/product.ts'

const PROJECT = 'demo-documents'
let standIn: FirestoreStandIn
let product: Product
let browser: Browser
const seen: { operation: string; path: string; letters: unknown }[] = []

/** The generated rules' checks of a token, as far as permissions go. */
const judge = (
  claims: Readonly<Record<string, unknown>>,
  operation: 'list' | 'get' | 'write',
  path: string,
): boolean => {
  const rights = (claims.documents ?? {}) as Record<string, readonly string[]>
  const letters = rights[path.startsWith('unique/') ? 'macros' : path.split('/')[0]!] ?? []
  seen.push({ operation, path, letters })
  return (
    typeof claims.until === 'number' &&
    claims.until > Date.now() &&
    letters.includes({ list: 'l', get: 'r', write: 'u' }[operation])
  )
}

beforeAll(async () => {
  standIn = await startFirestore(judge)
  ;[product, browser] = await Promise.all([
    startWithFirebase(PROJECT, {
      services: ['documents'],
      documents: { resources: ['macros', 'hotels'], live: ['macros'] },
      emulators: { auth: inject('authEmulator'), firestore: standIn.origin },
    }),
    launchBrowser(),
  ])
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
  await standIn?.stop()
})

const as = async (person: string, options: Parameters<typeof visit>[2] = {}) => {
  const visitor = await visitAs(browser, product, person, options)
  const { asked } = await offline(visitor.context)
  return { ...visitor, outside: asked }
}
const add = async (page: Page, title: string, shortcut: string): Promise<void> => {
  await page.goto('/macros/new')
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill(title)
  await page.getByRole('textbox', { name: /^Shortcut/ }).fill(shortcut)
  await page.getByRole('textbox', { name: /^Reply/ }).fill('Thank you for writing.')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
}
const paths = () => Object.keys(standIn.all()).filter((path) => path.startsWith('macros/'))

test('a collection that Firestore cannot hold stays on the server, and the startup log says why', () => {
  expect(product.output()).toMatch(
    /"hotels" stays on the server: .*The server has rules of its own/,
  )
})

test('list, form and page of a collection work on Firestore, and hide what it does not support', async () => {
  standIn.clear()
  const visitor = await as('admin')
  const { page } = visitor
  await page.goto('/macros')
  await page.getByText('No macros yet').waitFor()
  expect(seen.length).toBeGreaterThan(0)
  await add(page, 'Late answer', 'late')
  await heading(page, 'Late answer')
  expect(paths()).toHaveLength(1)
  expect(Object.values(standIn.all())).toContainEqual(
    expect.objectContaining({
      title: { stringValue: 'Late answer' },
      version: { integerValue: '1' },
      assignee: { nullValue: expect.anything() as unknown },
    }),
  )
  expect(await page.getByRole('tab').allTextContents()).toEqual(['Details'])

  await page.goto('/macros')
  await page.getByRole('link', { name: 'Late answer' }).waitFor()
  await settled(page)
  for (const name of ['Export', 'Import']) {
    expect(await page.getByRole('button', { name }).count(), name).toBe(0)
  }
  expect(
    await page
      .getByRole('searchbox')
      .and(page.getByLabel(/Search macros/i))
      .count(),
  ).toBe(0)
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByRole('combobox', { name: 'Field' }).waitFor()
  expect(
    await page.getByRole('combobox', { name: 'Field' }).locator('option').allTextContents(),
  ).toEqual(['Set priority', 'Set state', 'Active'])
  expect(await page.getByRole('button', { name: /group/i }).count()).toBe(0)
  expect(await axeFindings(page)).toEqual([])
  await page.keyboard.press('Escape')

  await page.getByRole('link', { name: 'Late answer' }).click()
  await heading(page, 'Late answer')
  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Late reply')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await heading(page, 'Late reply')
  expect(standIn.all()[paths()[0]!]).toMatchObject({
    title: { stringValue: 'Late reply' },
    version: { integerValue: '2' },
  })
  expect(await axeFindings(page)).toEqual([])
  expect(visitor.outside.map((a) => a.url.href)).toEqual([])
  expectQuiet(visitor)
  await visitor.context.close()
})

test('the open page shows changes and deletions made elsewhere without a reload', async () => {
  standIn.clear()
  const visitor = await as('admin')
  const { page } = visitor
  await add(page, 'As it was', 'watched')
  await heading(page, 'As it was')
  const at = paths()[0]!
  await eventually(() => standIn.listened.to(PROJECT, at)).toBe(1)
  // A reload would lose this mark.
  await page.evaluate(() => {
    ;(window as { same?: boolean }).same = true
  })
  const before = standIn.all()[at]!
  standIn.put(PROJECT, at, {
    ...before,
    title: { stringValue: 'As somebody made it' },
    version: { integerValue: '2' },
  })
  await heading(page, 'As somebody made it')
  const read = standIn.listened.reads()
  standIn.put(PROJECT, at, {
    ...before,
    title: { stringValue: 'Once more' },
    version: { integerValue: '3' },
  })
  await heading(page, 'Once more')
  expect(standIn.listened.reads()).toBe(read + 1)
  expect(await page.evaluate(() => (window as { same?: boolean }).same)).toBe(true)
  // Leaving the page ends the listener, so nothing is read in vain.
  await page
    .getByRole('navigation', { name: 'Breadcrumbs' })
    .getByRole('link', { name: 'Macros' })
    .click()
  await heading(page, 'Macros')
  await eventually(() => standIn.listened.to(PROJECT, at)).toBe(0)
  expect(visitor.outside.map((a) => a.url.href)).toEqual([])
  expectQuiet(visitor)
  await visitor.context.close()
})

test('a duplicate shortcut is refused at its field', async () => {
  standIn.clear()
  const visitor = await as('admin')
  await add(visitor.page, 'First', 'same')
  await heading(visitor.page, 'First')
  await add(visitor.page, 'Second', 'same')
  await visitor.page.getByText('Another record already has this value').first().waitFor()
  expect(paths()).toHaveLength(1)
  await visitor.context.close()
})

test('lists page by cursor and read only the rows of the page, one more and a count', async () => {
  standIn.clear()
  const visitor = await as('admin')
  const { page } = visitor
  await add(page, 'A sample', 'sample')
  await heading(page, 'A sample')
  const sample = standIn.all()[paths()[0]!]!
  for (let i = 0; i < 60; i++) {
    standIn.put(PROJECT, `macros/01900000-0000-7000-8000-0000000000${String(i).padStart(2, '0')}`, {
      ...sample,
      title: { stringValue: `Macro ${String(i).padStart(2, '0')}` },
      shortcut: { nullValue: null },
    })
  }
  standIn.put(PROJECT, 'macros/broken', {
    ...sample,
    title: { stringValue: 'Aaa' },
    active: { stringValue: 'perhaps' },
  })
  standIn.asked.length = 0
  await page.goto('/macros')
  await page.getByText(/of 62 macros/).waitFor()
  await page.getByText('Records that do not fit and are not shown: 1.').waitFor()
  expect(await page.getByText('Aaa').count()).toBe(0)
  await settled(page)
  expect(standIn.asked.filter((a) => a.call === 'runQuery').map((a) => [a.reads, a.limit])).toEqual(
    [[26, 26]],
  )
  expect(standIn.asked.reduce((n, a) => n + a.reads, 0)).toBeLessThanOrEqual(28)
  expect(
    await page
      .getByRole('navigation', { name: 'Pagination' })
      .getByRole('link', { name: /^Page \d/ })
      .count(),
  ).toBe(1)
  await page.getByRole('link', { name: 'Next page' }).click()
  await page.getByRole('link', { name: 'Macro 24' }).waitFor()
  await page.getByRole('link', { name: 'Next page' }).click()
  await page.getByRole('link', { name: 'Macro 59' }).waitFor()
  await page.getByRole('link', { name: 'Previous page' }).click()
  await page.getByRole('link', { name: 'Macro 24' }).waitFor()
  await eventually(() => page.getByRole('link', { name: 'Macro 59' }).count()).toBe(0)
  await visitor.context.close()
})

test('Firestore tokens carry the caller’s permissions, and the server neither reads nor writes these records', async () => {
  const [viewer, admin] = await Promise.all([tokenOf(product, 'viewer'), tokenOf(product, 'admin')])
  for (const path of [
    '/api/macros',
    '/api/macros/01900000-0000-7000-8000-000000000001',
    '/api/macros/options',
    '/api/macros/export.csv',
    '/api/macros/aggregate',
  ]) {
    expect(await api(product, admin, path), path).toMatchObject({
      status: 409,
      body: { code: 'kept_elsewhere' },
    })
  }
  expect((await api(product, admin, '/api/macros', { title: 'x', body: 'y' })).status).toBe(409)
  const claims = async (token: string) => {
    const { body } = await api<{ token: string }>(product, token, '/api/documents/token', {})
    return (
      JSON.parse(Buffer.from(body.token.split('.')[1]!, 'base64url').toString()) as {
        claims: { documents: Record<string, string[]> }
      }
    ).claims.documents
  }
  expect((await claims(admin)).macros).toEqual(['l', 'r', 'c', 'u', 'd', 'p'])
  expect((await claims(viewer)).macros?.filter((l) => !'lr'.includes(l))).toEqual([])
  expect((await claims(await tokenOf(product, 'vendor'))).macros).toEqual([])
  const me = await api<{ permissions: string[] }>(product, admin, '/api/me')
  expect(
    me.body.permissions.filter(
      (key) => key === 'macro.export' || key === 'macro.import' || key === 'macro.list',
    ),
  ).toEqual(['macro.list'])
})

test('a macro stored in Firestore is applied to a ticket; a deleted one is refused', async () => {
  standIn.clear()
  const visitor = await as('admin')
  await add(visitor.page, 'Thank', 'thank')
  await heading(visitor.page, 'Thank')
  const macro = paths()[0]!.slice('macros/'.length)
  await visitor.context.close()
  const admin = await tokenOf(product, 'admin')
  const {
    body: {
      data: [ticket],
    },
  } = await api<{ data: { id: string; version: number }[] }>(
    product,
    admin,
    '/api/tickets?filter[state]=open&limit=1',
  )
  const apply = (id: string, version: number) =>
    api<{ errors?: { path: string }[] }>(
      product,
      admin,
      `/api/tickets/${ticket!.id}/actions/applyMacro`,
      { macro: id },
      'POST',
      { 'If-Match': `"${version}"` },
    )
  expect(await apply('01900000-0000-7000-8000-0000000000ff', ticket!.version)).toMatchObject({
    status: 422,
    body: { errors: [{ path: 'macro' }] },
  })
  const before = standIn.asked.length
  expect((await apply(macro, ticket!.version)).status).toBe(200)
  expect(standIn.asked.slice(before)).toEqual([
    { call: 'batchGet', reads: 1 },
    { call: 'batchGet', reads: 1 },
  ])
})

test('a Firestore permission error shows a readable message', async () => {
  standIn.clear()
  const visitor = await as('admin')
  standIn.fail(403, 'PERMISSION_DENIED')
  await visitor.page.goto('/macros')
  await visitor.page
    .getByText(/not allowed|permission|refuses this/i)
    .first()
    .waitFor()
  await visitor.context.close()
})
