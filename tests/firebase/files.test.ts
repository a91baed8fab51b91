/**
 * Uploads with Firebase Storage enabled, disabled and unreachable: the built product, Google's SDK
 * in Chromium, both emulators.
 */
import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { launchBrowser } from '../support/browser.ts'
import { api, eventually, expectQuiet, heading, visitAs } from '../support/pages.ts'
import { startProduct, type Product } from '../support/product.ts'
import { samplePng } from '../support/samplePng.ts'
import { offline } from './support/google.ts'
import { startWithFirebase } from './support/product.ts'
import { startStorageEmulator } from './support/storageEmulator.ts'

const PROJECT = 'demo-files'
const BUCKET = `${PROJECT}.appspot.com`
let emulator: Awaited<ReturnType<typeof startStorageEmulator>>
let product: Product
let browser: Browser
beforeAll(async () => {
  emulator = await startStorageEmulator()
  ;[product, browser] = await Promise.all([
    startWithFirebase(PROJECT, {
      services: ['files'],
      emulators: { auth: inject('authEmulator'), storage: emulator.origin },
    }),
    launchBrowser(),
  ])
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
  await emulator?.stop()
})

/** A picture with embedded text that must be removed. */
const picture = (): Buffer => {
  const plain = samplePng(64, 48, [200, 90, 30])
  const text = Buffer.from('Author\0Canary of the camera')
  const head = Buffer.alloc(8)
  head.writeUInt32BE(text.byteLength)
  head.write('tEXt', 4, 'latin1')
  return Buffer.concat([plain.subarray(0, 33), head, text, Buffer.alloc(4), plain.subarray(33)])
}

const drop = async (page: Page, name = 'pool.png', buffer = picture()): Promise<void> => {
  await page.goto('/addhotel')
  await heading(page, 'Add hotel')
  await page
    .getByLabel('Images', { exact: true })
    .and(page.locator('[type=file]'))
    .setInputFiles([{ name, mimeType: 'image/png', buffer }])
}
const described = (page: Page) => page.getByRole('textbox', { name: /^Description of picture/ })
const visitor = async () => {
  const admin = await visitAs(browser, product, 'admin')
  await offline(admin.context)
  return admin
}
/** The page's requests that carry file content, by destination. */
const sent = (page: Page): string[] => {
  const list: string[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.origin === emulator.origin && request.method() === 'POST') list.push('bucket')
    if (
      /\/api\/files(?:\/uploads\/[\w-]+)?$/.test(url.pathname) &&
      ['PUT', 'POST'].includes(request.method()) &&
      url.pathname !== '/api/files/uploads'
    ) {
      list.push('server')
    }
  })
  return list
}
const stored = (page: Page): Promise<string> =>
  page
    .locator('li img')
    .first()
    .evaluate((img: HTMLImageElement) => img.src)
/** Restarts it on the same data, with other services of the project or without a project. */
const restart = async (services?: readonly string[]): Promise<void> => {
  await product.stop({ keep: true })
  const file = path.join(product.dataDir, 'firebase.json')
  if (services) {
    await writeFile(
      file,
      JSON.stringify({ ...(JSON.parse(await readFile(file, 'utf8')) as object), services }),
    )
  }
  product = await startProduct({
    dataDir: product.dataDir,
    env: { FIREBASE_CONFIG: services ? file : '' },
  })
}
const idOf = (link: string): string => /\/files\/([\w-]+)/.exec(link)![1]!
/** Response to a fresh link to a file. */
const read = async (id: string) => {
  const { token } = await visitAs(browser, product, 'admin').then(async (v) => {
    await v.context.close()
    return v
  })
  const { url } = (await api<{ data: { url: string } }>(product, token, `/api/files/${id}`)).body
    .data
  const response = await fetch(product.url + url)
  return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) }
}

let kept: string

test('a picture is uploaded to the bucket, then checked and cleaned by the server under a new name', async () => {
  const admin = await visitor()
  const list = sent(admin.page)
  await drop(admin.page)
  await described(admin.page).waitFor()
  expect(list).toContain('bucket')
  expect(list).not.toContain('server')
  const link = await stored(admin.page)
  expect(new URL(link).origin).toBe(product.url)
  kept = idOf(link)
  await eventually(() => emulator.objects(BUCKET, 'incoming/')).toEqual([])
  expect(await emulator.objects(BUCKET, 'files/')).toEqual([
    expect.stringMatching(/^files\/[0-9a-f]{2}\/[0-9a-f-]{36}\.png$/),
  ])
  const { status, bytes } = await read(kept)
  expect(status).toBe(200)
  expect(bytes.includes('Canary')).toBe(false)
  expect(bytes.subarray(1, 4).toString()).toBe('PNG')
  expectQuiet(admin)
  await admin.context.close()
})

test('rejects non-pictures uploaded through the bucket and leaves nothing there', async () => {
  const admin = await visitor()
  const before = await emulator.objects(BUCKET)
  await drop(admin.page, 'evil.png', Buffer.from('<svg onload="alert(1)"></svg>'))
  await admin.page
    .getByRole('alert')
    .filter({ hasText: 'This type of file is not accepted' })
    .waitFor()
  await eventually(() => emulator.objects(BUCKET)).toEqual(before)
  await admin.context.close()
})

test('uploads through the server into the same bucket when the browser cannot reach the project', async () => {
  const admin = await visitor()
  await admin.context.route(
    (url) => url.origin === inject('authEmulator'),
    (route) => route.abort('blockedbyclient'),
  )
  const list = sent(admin.page)
  await drop(admin.page)
  await described(admin.page).waitFor()
  expect(list).toContain('server')
  expect(list).not.toContain('bucket')
  expect(await emulator.objects(BUCKET, 'files/')).toHaveLength(2)
  await admin.context.close()
})

test('with the service off, new files go to disk and bucket files stay readable while the project is configured', async () => {
  await restart([])
  const admin = await visitor()
  const list = sent(admin.page)
  await drop(admin.page)
  await described(admin.page).waitFor()
  expect(list).toEqual(['server'])
  const local = idOf(await stored(admin.page))
  await admin.context.close()
  expect(await emulator.objects(BUCKET, 'files/')).toHaveLength(2)
  expect([(await read(kept)).status, (await read(local)).status]).toEqual([200, 200])

  await restart()
  expect([(await read(kept)).status, (await read(local)).status]).toEqual([503, 200])
  expect(product.output()).toContain('kept in Firebase Storage, which is not configured')

  await restart(['files'])
  expect([(await read(kept)).status, (await read(local)).status]).toEqual([200, 200])
})

test('one command moves the files from the bucket to disk, after which the project is not needed', async () => {
  await product.stop({ keep: true })
  const move = async (...args: string[]) => {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--import', 'tsx', 'src/cli/files.ts', ...args],
      {
        env: {
          ...process.env,
          NODE_ENV: 'test',
          DATA_DIR: product.dataDir,
          DATABASE_URL: '',
          FIREBASE_CONFIG: path.join(product.dataDir, 'firebase.json'),
        },
      },
    )
    return stdout
  }
  expect(await move()).toMatch(
    /2 files \(.* MB\) in Firebase Storage[^,]*\n[^]*New files go to Firebase Storage\./,
  )
  expect(await move('--to', 'local', '--dry-run')).toMatch(
    /^2 files \(.*\) would move to the local disk\./m,
  )
  expect(await emulator.objects(BUCKET, 'files/')).toHaveLength(2)
  expect(await move('--to', 'local')).toMatch(
    /^2 files \(.*\) moved to the local disk, [^]*FILES=local/m,
  )
  expect(await emulator.objects(BUCKET, 'files/')).toEqual([])
  product = await startProduct({ dataDir: product.dataDir, env: { FIREBASE_CONFIG: '' } })
  const { status, bytes } = await read(kept)
  expect([status, bytes.subarray(1, 4).toString()]).toEqual([200, 'PNG'])
})
