import { createHash, randomBytes } from 'node:crypto'
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect } from 'vitest'
import type { Page, Route } from 'playwright-core'
import { expectAccessible } from '#tests/support/axe.ts'
import { browser, product, test } from '#tests/support/journey.ts'
import { api, eventually, expectQuiet, heading, visitAs } from '#tests/support/pages.ts'
import { samplePng } from '#tests/support/samplePng.ts'

/** A picture of a given size: most of its bytes are in a chunk that viewers skip. */
const largePng = (bytes: number): Buffer => {
  const small = samplePng(64, 48, [30, 120, 90])
  const padding = Buffer.alloc(bytes - small.byteLength)
  padding.writeUInt32BE(padding.byteLength - 12)
  padding.write('prVt', 4, 'latin1')
  randomBytes(padding.byteLength - 12).copy(padding, 8)
  return Buffer.concat([
    small.subarray(0, small.byteLength - 12),
    padding,
    small.subarray(small.byteLength - 12),
  ])
}
const picture = (name: string, bytes: number) => ({
  name,
  mimeType: 'image/png',
  buffer: largePng(bytes),
})
// A plain input is shown until its code is loaded.
const images = (page: Page) =>
  page.getByLabel('Images', { exact: true }).and(page.locator('[type=file]'))
const described = (page: Page) => page.getByRole('textbox', { name: /^Description of picture/ })

const openForm = async (page: Page): Promise<void> => {
  await page.goto('/addhotel')
  await heading(page, 'Add hotel')
  await images(page).waitFor({ state: 'attached' })
}
/** Watches chunks: where each began; `on` decides what happens to one. */
const chunks = async (
  page: Page,
  on: (route: Route, offset: number, nth: number) => Promise<void>,
): Promise<number[]> => {
  const begun: number[] = []
  await page.route('**/api/files/uploads/*', async (route) => {
    if (route.request().method() !== 'PUT') return route.continue()
    const offset = Number(route.request().headers()['upload-offset'])
    begun.push(offset)
    await on(route, offset, begun.length)
  })
  return begun
}

test('after a lost connection, an upload resumes by itself and repeats only one chunk', async () => {
  const admin = await visitAs(browser, product, 'admin')
  const { page } = admin
  const begun = await chunks(page, (route, _offset, nth) =>
    nth === 2 ? route.abort('connectionreset') : route.continue(),
  )
  await openForm(page)
  await images(page).setInputFiles([picture('pool.png', 3_400_000)])
  await described(page).waitFor()
  expect(begun).toEqual([0, 1_000_000, 1_000_000, 2_000_000, 3_000_000])
  expect(
    await page
      .locator('li img')
      .evaluate((img: HTMLImageElement) => img.decode().then(() => img.naturalWidth)),
  ).toBe(64)
  expectQuiet(admin)
  await admin.context.close()
})

test('a chunk whose response was lost is not sent again', async () => {
  const admin = await visitAs(browser, product, 'admin')
  const begun = await chunks(admin.page, async (route, _offset, nth) => {
    if (nth !== 1) return route.continue()
    await route.fetch()
    await route.abort('connectionreset')
  })
  await openForm(admin.page)
  await images(admin.page).setInputFiles([picture('pool.png', 2_200_000)])
  await described(admin.page).waitFor()
  expect(begun).toEqual([0, 1_000_000, 2_000_000])
  await admin.context.close()
})

test('an upload pauses while offline and resumes when online', async () => {
  const admin = await visitAs(browser, product, 'admin')
  const { page, context } = admin
  let offline = false
  const begun = await chunks(page, async (route, _offset, nth) => {
    if (nth === 2 && !offline) {
      offline = true
      await context.setOffline(true)
      await route.abort('internetdisconnected')
    } else await route.continue()
  })
  await openForm(page)
  await images(page).setInputFiles([picture('pool.png', 2_200_000), picture('garden.png', 200_000)])
  await page.getByRole('status').filter({ hasText: 'Waiting for the connection' }).waitFor()
  await expectAccessible(page, 'an upload that waits')
  await context.setOffline(false)
  await eventually(() => described(page).count()).toBe(2)
  expect(begun).toEqual([0, 1_000_000, 1_000_000, 2_000_000])
  await eventually(() => page.getByText('Waiting for the connection').count()).toBe(0)
  await context.close()
})

test('cancelling an upload deletes the chunks the server has received', async () => {
  const admin = await visitAs(browser, product, 'admin')
  const { page } = admin
  let id = ''
  await chunks(page, async (route, _offset, nth) => {
    id = route.request().url().split('/').at(-1)!
    if (nth === 1) await route.continue()
  })
  await openForm(page)
  await images(page).setInputFiles([picture('pool.png', 3_000_000)])
  await page.getByRole('progressbar', { name: 'pool.png' }).waitFor({ state: 'attached' })
  const upload = () =>
    api<{ data: { offset: number } }>(product, admin.token, `/api/files/uploads/${id}`)
  await eventually(async () => (await upload()).body.data?.offset).toBe(1_000_000)
  await page.getByRole('button', { name: 'Cancel the upload of pool.png' }).click()
  await eventually(async () => (await upload()).status).toBe(404)
  await eventually(() => page.getByText('pool.png').count()).toBe(0)
  expect(await page.getByRole('alert').count()).toBe(0)
  await admin.context.close()
})

test('empty, too large and non-picture files are rejected without a request; disguised ones by the server', async () => {
  const admin = await visitAs(browser, product, 'admin')
  const { page } = admin
  const asked: string[] = []
  page.on('request', (request) => {
    if (
      /\/api\/files(?:\/uploads.*)?$/.test(new URL(request.url()).pathname) &&
      request.method() !== 'GET'
    ) {
      asked.push(request.method())
    }
  })
  await openForm(page)
  const refusedWith = (text: string) => page.getByRole('alert').filter({ hasText: text }).waitFor()
  await images(page).setInputFiles([
    { name: 'empty.png', mimeType: 'image/png', buffer: Buffer.alloc(0) },
  ])
  await refusedWith('This file is empty.')
  // From disk: as a buffer it would cross from one process to the next as text.
  const huge = path.join(os.tmpdir(), 'huge.png')
  await fs.writeFile(huge, '')
  await fs.truncate(huge, 25_000_001)
  await images(page).setInputFiles(huge)
  await refusedWith('A file may have 25 MB at most.')
  await fs.rm(huge)
  await images(page).setInputFiles([
    {
      name: 'price list with a rather long name of its own.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from('%PDF-1.7'),
    },
  ])
  await refusedWith('This picture cannot be shown')
  expect(asked).toEqual([])
  await images(page).setInputFiles([
    { name: 'evil.png', mimeType: 'image/png', buffer: Buffer.from('<svg onload="alert(1)"/>') },
  ])
  await refusedWith('This type of file is not accepted')
  expect(asked).toEqual(['POST'])
  await expectAccessible(page, 'uploads that failed')
  for (const name of [
    'empty.png',
    'huge.png',
    'price list with a rather long name of its own.pdf',
    'evil.png',
  ]) {
    await page.getByRole('button', { name: `Remove ${name}` }).click()
  }
  await eventually(() => page.getByRole('alert').count()).toBe(0)
  expectQuiet(admin)
  await admin.context.close()
})

test('an unreachable server shows a message; a retry resumes the upload', async () => {
  const admin = await visitAs(browser, product, 'admin')
  const { page } = admin
  let away = true
  const begun = await chunks(page, (route, offset) =>
    away && offset > 0 ? route.abort('connectionrefused') : route.continue(),
  )
  await openForm(page)
  await images(page).setInputFiles([picture('pool.png', 2_500_000)])
  await page
    .getByRole('alert')
    .filter({ hasText: 'The server cannot be reached.' })
    .waitFor({ timeout: 90_000 })
  away = false
  await page.getByRole('button', { name: 'Upload pool.png again' }).click()
  await described(page).waitFor()
  expect(begun.filter((offset) => offset === 0)).toEqual([0])
  expect(begun.slice(-2)).toEqual([1_000_000, 2_000_000])
  await admin.context.close()
})

test('a picture pasted as a data URL is uploaded; an invalid data URL shows an error', async () => {
  const admin = await visitAs(browser, product, 'admin')
  const { page } = admin
  await openForm(page)
  const paste = (text: string) =>
    images(page).evaluate((input, pasted) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', pasted)
      input.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
      )
    }, text)
  await paste('data:image/png;base64,not*base64')
  await page
    .getByRole('alert')
    .filter({ hasText: 'This text is not a file in the format it claims.' })
    .waitFor()
  await paste(`data:image/png;base64,${samplePng(64, 48, [9, 9, 99]).toString('base64')}`)
  await described(page).waitFor()
  await eventually(() => page.getByRole('alert').count()).toBe(0)
  await admin.context.close()
})

test('a message attachment also waits for the connection, and can be removed', async () => {
  const support = await visitAs(browser, product, 'support')
  const { page, context } = support
  let offline = false
  await chunks(page, async (route, _offset, nth) => {
    if (nth === 2 && !offline) {
      offline = true
      await context.setOffline(true)
      await route.abort('internetdisconnected')
    } else await route.continue()
  })
  const { body } = await api<{ data: { id: string }[] }>(
    product,
    support.token,
    '/api/conversations?limit=1',
  )
  await page.goto(`/chatuser?conversation=${body.data[0]!.id}`)
  await page.getByRole('textbox', { name: 'Message' }).waitFor()
  await page
    .locator('input[type=file][multiple]')
    .setInputFiles([
      picture('pool.png', 2_200_000),
      { name: 'gone.png', mimeType: 'image/png', buffer: Buffer.alloc(0) },
    ])
  await page.getByRole('status').filter({ hasText: 'Waiting for the connection' }).waitFor()
  await context.setOffline(false)
  await eventually(() => page.getByRole('progressbar').count()).toBe(0)
  await eventually(() => page.getByRole('button', { name: 'Remove pool.png' }).count()).toBe(1)
  await page.getByRole('button', { name: 'Remove gone.png' }).click()
  await eventually(() => page.getByText('gone.png').count()).toBe(0)
  await context.close()
})

test('staff see a file’s storage details, copy its link and download it; vendor staff do not', async () => {
  const admin = await visitAs(browser, product, 'admin')
  const { page, context } = admin
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const {
    body: { data: found },
  } = await api<{ data: { id: string; name: string; images: { file: string }[] }[] }>(
    product,
    admin.token,
    '/api/hotels?limit=50',
  )
  const hotel = found.find((h) => h.images.length > 0)!
  await page.goto(`/hotels/${hotel.id}`)
  await heading(page, hotel.name)
  const opener = page.getByRole('button', { name: /^Details of “/ }).first()
  await opener.click()
  const dialog = page.getByRole('dialog', { name: 'File details' })
  const fact = (name: string) => dialog.locator(`dt:text-is("${name}") + dd`).first().textContent()
  await eventually(() => fact('Checksum (SHA-256)')).toMatch(/^[0-9a-f]{64}$/)
  expect(await fact('Stored on')).toBe('The server’s disk')
  expect(await fact('Checks')).toContain('Type verified by content')
  expect(await fact('Uploaded')).toMatch(/ by /)
  await expectAccessible(page, 'details of a file')
  await dialog.getByRole('button', { name: 'Copy link' }).click()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  const bytes = new Uint8Array(await (await fetch(link)).arrayBuffer())
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(await fact('Checksum (SHA-256)'))
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('link', { name: 'Download' }).click(),
  ])
  expect(download.suggestedFilename()).toBe(await fact('Name'))
  await page.keyboard.press('Escape')
  await eventually(() => opener.evaluate((e) => e === document.activeElement)).toBe(true)
  expectQuiet(admin)
  await context.close()

  const vendor = await visitAs(browser, product, 'vendor')
  const own = await api<{ data: { id: string; name: string; images: object[] }[] }>(
    product,
    vendor.token,
    '/api/hotels?limit=50',
  )
  const theirs = own.body.data.find((h) => h.images.length > 0)!
  await vendor.page.goto(`/hotels/${theirs.id}`)
  await heading(vendor.page, theirs.name)
  await vendor.page.getByRole('img').first().waitFor()
  expect(await vendor.page.getByRole('button', { name: /^Details of “/ }).count()).toBe(0)
  await vendor.context.close()
})
