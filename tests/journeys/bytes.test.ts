/** Bytes over the wire for the first list and the first form on a slow connection. */
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser } from '#tests/support/browser.ts'
import { startProduct, type Product } from '#tests/support/product.ts'
import { listAndLightForm } from '#tests/bench/web/lightForm.ts'
import {
  codeBytes,
  nothingLater,
  openList,
  signedIn,
  type Signed,
} from '#tests/bench/web/visits.ts'

let product: Product
let browser: Browser
let v: Signed

beforeAll(async () => {
  ;[product, browser] = await Promise.all([startProduct(), launchBrowser()])
  v = await signedIn(browser, product, 'admin')
  await nothingLater(v)
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
})

test('the first list takes at most 169 kB of scripts and styles, compressed, and nothing of Firebase', async () => {
  await openList(v.page, '/hotels')
  const first = [...v.sent]
  expect(first.filter((s) => /firebase|firestore/i.test(s.path)).map((s) => s.path)).toEqual([])
  expect(
    first
      .filter((s) => s.path.endsWith('.js') && s.bytes > 4000 && s.encoding !== 'br')
      .map((s) => s.path),
  ).toEqual([])
  expect(codeBytes(first)).toBeLessThanOrEqual(169_000)
})

test('list and form together take at most 205 kB; inputs with a list that opens come with their fields and are not in it', async () => {
  expect(await listAndLightForm(v)).toBeLessThanOrEqual(205_000)
})
