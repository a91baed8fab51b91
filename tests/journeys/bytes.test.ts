/** Bytes over the wire for the first list and the first form on a slow connection. */
import { expect } from 'vitest'
import { listAndLightForm } from '#tests/bench/web/lightForm.ts'
import {
  codeBytes,
  nothingLater,
  openList,
  settled,
  signedIn,
  type Signed,
} from '#tests/bench/web/visits.ts'
import { browser, product, test } from '#tests/support/journey.ts'

let v: Signed

test.beforeAll(async () => {
  v = await signedIn(browser, product, 'admin')
  await nothingLater(v)
})

test('the first list loads at most 165 kB of compressed scripts and styles, and no Firebase code', async () => {
  await openList(v.page, '/hotels')
  const first = [...v.sent]
  expect(first.filter((s) => /firebase|firestore/i.test(s.path)).map((s) => s.path)).toEqual([])
  expect(
    first
      .filter((s) => s.path.endsWith('.js') && s.bytes > 4000 && s.encoding !== 'br')
      .map((s) => s.path),
  ).toEqual([])
  expect(codeBytes(first)).toBeLessThanOrEqual(165_000)
  // The page's font comes once, with the page and not after the first layout.
  expect(
    await v.page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .filter(({ name }) => name.includes('/inter-latin-wght'))
        .map((font) => (font as PerformanceResourceTiming).initiatorType),
    ),
  ).toEqual(['link'])
})

test('a hotel page loads at most 30 kB more; its timeline loads when scrolled into view', async () => {
  const { page, sent, ...mine } = await signedIn(browser, product, 'admin')
  await nothingLater({ page, sent, ...mine })
  await openList(page, '/hotels')
  await settled({ page, sent })
  const list = codeBytes(sent)
  await page.locator('tbody tr a').first().click()
  await page.getByRole('table', { name: 'Occupancy' }).waitFor()
  await settled({ page, sent })
  const files = sent.map((s) => s.path).filter((path) => path.endsWith('.js'))
  expect(files.filter((path) => path.includes('timeline'))).toEqual([])
  expect(codeBytes(sent) - list).toBeLessThanOrEqual(30_000)
  await page.locator('[data-timeline]').scrollIntoViewIfNeeded()
  await page.getByRole('region', { name: 'Timeline' }).getByRole('list').waitFor()
  await mine.close()
})

// What shows the most: sums and tags, pictures and tags, icons, panels, sensitive values, a document.
test.for([
  { what: 'bookings', path: '/bookings' },
  { what: 'orders', path: '/order' },
  { what: 'services', path: '/services' },
  { what: 'categories', path: '/category' },
  { what: 'notifications', path: '/notification' },
  { what: 'vendors', path: '/vendor' },
  { what: 'invoices', path: '/subscript-ioninvoices' },
])(
  'a page of $what, with its timeline in view, loads at most 30 kB more than their list',
  async ({ path }) => {
    const { page, sent, ...mine } = await signedIn(browser, product, 'admin')
    await nothingLater({ page, sent, ...mine })
    await openList(page, path)
    await settled({ page, sent })
    const list = codeBytes(sent)
    await page.locator('tbody tr a').first().click()
    const timeline = page.getByRole('region', { name: 'Timeline' })
    await timeline.scrollIntoViewIfNeeded()
    await timeline.getByRole('list').or(timeline.getByText('No history yet.')).waitFor()
    await settled({ page, sent })
    expect(codeBytes(sent) - list).toBeLessThanOrEqual(30_000)
    await mine.close()
  },
)

test('list and form together load at most 200 kB; inputs with a dropdown list load later with their fields', async () => {
  expect(await listAndLightForm(v)).toBeLessThanOrEqual(200_000)
})
