/** What a person on a slow line pays for the first list and the first form, as it goes over the wire. */
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { compileModel } from '#model/compile.ts'
import type { FieldModel } from '#model/types.ts'
import { resources } from '#schemas/index.ts'
import { launchBrowser } from '#tests/support/browser.ts'
import { startProduct, type Product } from '#tests/support/product.ts'
import { codeBytes, openList, settled, signedIn, type Signed } from '#tests/bench/web/visits.ts'

let product: Product
let browser: Browser
let v: Signed

beforeAll(async () => {
  ;[product, browser] = await Promise.all([startProduct(), launchBrowser()])
  v = await signedIn(browser, product, 'admin')
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
})

test('the first list takes at most 170 kB of scripts and styles, compressed, and nothing of Firebase', async () => {
  await openList(v.page, '/hotels')
  const first = [...v.sent]
  expect(first.filter((s) => /firebase|firestore/i.test(s.path)).map((s) => s.path)).toEqual([])
  expect(first.filter((s) => s.path.endsWith('.js') && s.bytes > 4000 && s.encoding !== 'br').map((s) => s.path)).toEqual([])
  expect(codeBytes(first)).toBeLessThanOrEqual(170_000)
})

test('list and form together take at most 205 kB; inputs with a list that opens come with their fields and are not in it', async () => {
  const heavy = new Set(['ref', 'refs', 'tags', 'enums', 'timeZone', 'country', 'currency', 'locale', 'icon', 'image', 'images', 'file', 'files'])
  const isLight = (f: FieldModel): boolean => !heavy.has(f.kind) && (f.fields ?? []).every(isLight) && (f.variants ?? []).every((o) => o.fields.every(isLight))
  const plain = compileModel(resources).resources.find((r) => r.path && r.fields.filter((f) => !f.hidden).every(isLight))
  await v.page.goto(plain?.createPath ?? '')
  await v.page.locator('form input').first().waitFor()
  await settled(v)
  // The second address comes from the cache where the files are the same.
  expect(codeBytes(v.sent)).toBeLessThanOrEqual(205_000)
})
