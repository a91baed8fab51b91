import type { Browser } from 'playwright-core'
import { test as base } from 'vitest'
import { launchBrowser } from './browser.ts'
import { startProduct, type Product } from './product.ts'

/** The running product of the current file; `test` starts it before the file's first test or hook. */
export let product: Product
/** The browser of the current file, started with its product. */
export let browser: Browser

/**
 * `test` of a file of journeys: gives the file a product of its own with the demo data and a
 * browser, and ends both after its last test. Use its hooks, since those of vitest run without
 * them: `test.beforeAll`.
 */
export const test = base.extend(
  'started',
  { scope: 'file', auto: true },
  // oxlint-disable-next-line eslint/no-empty-pattern -- vitest reads from it what a fixture needs
  async ({}, { onCleanup }) => {
    onCleanup(async () => {
      await browser.close()
      await product.stop()
    })
    ;[product, browser] = await Promise.all([startProduct(), launchBrowser()])
  },
)
