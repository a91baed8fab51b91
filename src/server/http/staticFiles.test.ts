import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newRoutes, type Routes } from '../web/routes.ts'
import { createMetrics } from './metrics.ts'
import { aroundRequests } from './requests.ts'
import { scriptJson, serveApp } from './staticFiles.ts'

let root: string
let app: Routes
/** A file beside the folder, whose name begins with that of the folder. */
const outside = () => `${root}-secret.txt`
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'web-'))
  await mkdir(path.join(root, 'assets'))
  await mkdir(path.join(root, '.vite'))
  await writeFile(
    path.join(root, 'index.html'),
    '<!--app-config--><script nonce="%NONCE%" src="/assets/main-ABCD123.js"></script>',
  )
  await writeFile(path.join(root, 'assets/main-ABCD123.js'), 'plain')
  await writeFile(path.join(root, 'assets/main-ABCD123.js.br'), 'packed')
  await writeFile(path.join(root, 'firebase-messaging-sw.js'), 'worker')
  await writeFile(path.join(root, '.vite/manifest.json'), '{}')
  await writeFile(outside(), 'secret')
  const serve = serveApp({ root, publicConfig: { name: '</script><b>' } })
  app = newRoutes()
  app.use('*', aroundRequests({ hsts: false }, createMetrics()))
  app.notFound(async (c) => (await serve(c)) ?? c.text('nothing', 404))
})
afterAll(() =>
  Promise.all([root, outside()].map((one) => rm(one, { recursive: true, force: true }))),
)

const get = (address: string, headers: Record<string, string> = {}) =>
  app.request(address, { headers: { accept: 'text/html', ...headers } })

test('any path a browser navigates to returns the page, with a fresh nonce in HTML and policy', async () => {
  const [first, second] = [await get('/hotels/new'), await get('/')]
  const html = await first.text()
  const nonce = /nonce="([^"%]+)" src/.exec(html)?.[1]
  expect(nonce).toBeTruthy()
  expect(first.headers.get('content-security-policy')).toContain(`'nonce-${nonce}'`)
  expect(await second.text()).not.toContain(nonce!)
  expect(first.headers.get('cache-control')).toBe('no-store')
})

test('the configuration embedded in the page cannot close its script tag', async () => {
  expect(await (await get('/')).text()).toContain(
    'window.__APP_CONFIG__={"name":"\\u003c/script\\u003e\\u003cb\\u003e"}',
  )
  expect(scriptJson('\u2028&')).toBe('"\\u2028\\u0026"')
})

test('a built file is served compressed when the client accepts it, and cached as immutable', async () => {
  const packed = await get('/assets/main-ABCD123.js', { 'accept-encoding': 'gzip, br' })
  expect([
    await packed.text(),
    packed.headers.get('content-encoding'),
    packed.headers.get('content-type'),
  ]).toEqual(['packed', 'br', 'text/javascript; charset=utf-8'])
  expect(packed.headers.get('cache-control')).toContain('immutable')
  expect(await (await get('/assets/main-ABCD123.js')).text()).toBe('plain')
})

test('the push worker may control the whole site and is always revalidated', async () => {
  const worker = await get('/firebase-messaging-sw.js')
  expect([
    await worker.text(),
    worker.headers.get('service-worker-allowed'),
    worker.headers.get('cache-control'),
  ]).toEqual(['worker', '/', 'no-cache'])
})

test('missing, hidden and outside files are not served; only browser navigations get the page', async () => {
  for (const address of ['/assets/gone.js', '/.vite/manifest.json', '/assets/main-ABCD123.js.br']) {
    expect((await get(address)).status).toBe(404)
  }
  // The page itself says that there is nothing.
  expect(await (await get('/old.php')).text()).toContain('<script')
  const name = path.basename(outside())
  for (const address of [
    `/../${name}`,
    `/%2e%2e/${name}`,
    `/..%2f${name}`,
    `/%2e%2e%2f${name}`,
    `/x%2f..%2f..%2f${name}`,
    `/assets/..%2f..%2f${name}`,
    `//..%2f${name}`,
  ]) {
    const [file, page] = [await get(address, { accept: '*/*' }), await get(address)]
    expect([file.status, await file.text()], address).toEqual([404, 'nothing'])
    expect(await page.text(), address).not.toContain('secret')
  }
  expect((await get('/old.php', { accept: '*/*' })).status).toBe(404)
  expect((await app.request('/hotels', { method: 'POST' })).status).toBe(404)
  expect((await get('/hotels', { accept: 'application/json' })).status).toBe(404)
})

test('rejects an address that contains a NUL character', async () => {
  for (const address of ['/a%00b', '/?search=%00']) expect((await get(address)).status).toBe(400)
})
