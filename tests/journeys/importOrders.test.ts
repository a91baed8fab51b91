import { readFileSync } from 'node:fs'
import { expect } from 'vitest'
import type { Page } from 'playwright-core'
import { signIn, visit, type Visitor } from '#tests/support/browser.ts'
import { importResult } from '#tests/support/importResult.ts'
import { browser, product, test } from '#tests/support/journey.ts'

const SELLERS = [
  ['Casa Lume', 'Casa Lume Unipessoal Lda', 'Rua das Flores 12', 'Porto', '4050-262', 'Portugal'],
  ['Nordlicht', 'Nordlicht Handels GmbH', 'Hafenstraße 3', 'Hamburg', '20459', 'Germany'],
  ['Atelier Sol', 'Atelier Sol SL', 'Calle Mayor 8', 'Madrid', '28013', 'Spain'],
] as const
const ITEMS = [
  ['Linen towel', '2', '18,50 €', '23%'],
  ['Candle, cedar', '1', '1.249,00 €', '6%'],
  ['Stoneware bowl', '4', '24,99 €', '23%'],
] as const
const HEAD = (
  'Order no,Order date,Status,Buyer name,Buyer email,Seller,Seller company,Seller address,' +
  'Seller city,Seller postcode,Seller country,Item,Qty,Unit price,VAT,Currency'
).split(',')
/** Orders of the file. */
const ORDERS = 9

const cell = (text: string) => (text.includes(',') ? `"${text}"` : text)
const line = (n: number, item: number, changes: Readonly<Record<string, string>> = {}) => {
  const buyer = n % 4
  const cells = [
    `MK-${1000 + n}`,
    `${String(n + 13).padStart(2, '0')}/02/2024 1${n % 10}:30`,
    n % 3 === 0 ? 'Completed' : 'Confirmed',
    `Buyer ${buyer}`,
    `buyer${buyer}@market.example`,
    ...SELLERS[n % 3]!,
    ...ITEMS[item]!,
    'EUR',
  ]
  return HEAD.map((name, i) => cell(changes[name] ?? cells[i]!)).join(',')
}
/** Each order has one to three lines; the second of one has no price. */
const csv = [
  HEAD.join(','),
  ...Array.from({ length: ORDERS }, (_, n) =>
    Array.from({ length: (n % 3) + 1 }, (_, item) =>
      line(n, item, n === 4 && item === 1 ? { 'Unit price': 'free' } : {}),
    ),
  ).flat(),
].join('\n')

let admin: Visitor
test.beforeAll(async () => {
  admin = await visit(browser, product)
  await signIn(admin.page, 'admin')
})
const choose = (page: Page, name: string, text: string) =>
  page
    .getByLabel('CSV or Excel file', { exact: true })
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })

test('orders from another marketplace are imported with their lines, sellers, buyers and dates', async () => {
  const { page } = admin
  await page.goto('/order/import')
  await choose(page, 'orders.csv', csv)
  await page.getByText(`${HEAD.length} columns`, { exact: false }).first().waitFor()
  await page.getByRole('checkbox', { name: 'Create the vendor if it does not exist' }).check()
  await page.getByRole('checkbox', { name: 'Create the customer if it does not exist' }).check()
  await page.getByRole('switch', { name: /^Records from another system/ }).check({ force: true })
  await page.getByRole('combobox', { name: 'Placed at', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Dry run' }).click()
  expect(await importResult(page, 'Would be refused')).toMatchObject({
    Read: ORDERS,
    'Would be created': ORDERS - 1,
    'Would be refused': 1,
  })
  await page.getByRole('radio', { name: /Import the valid rows/ }).check()
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  expect(await importResult(page, 'Refused')).toMatchObject({ Created: ORDERS - 1, Refused: 1 })
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download error report' }).click()
  const refused = readFileSync(await (await download).path(), 'utf8')
  // The report has both lines of the order, and the reason names the wrong one.
  expect(refused.match(/Lines 2 → [\w ]+: ""free"" is not an amount/g)).toHaveLength(2)
  await page.getByRole('button', { name: 'Import another file' }).click()
  await choose(page, 'refused.csv', refused.replace(',free,', ',9.99,'))
  await page.getByRole('button', { name: 'Dry run' }).click()
  await page.getByRole('heading', { name: 'Every row can be imported' }).waitFor()
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  expect(await importResult(page, 'Refused')).toMatchObject({ Read: 1, Created: 1, Refused: 0 })
  await page.goto('/order?q=MK-1005')
  await page.getByRole('link', { name: 'MK-1005' }).first().click()
  await page.getByRole('heading', { level: 1, name: 'MK-1005' }).waitFor()
  const text = await page.locator('main').innerText()
  for (const part of ['Confirmed', '18 Feb 2024', 'Buyer 1', ...ITEMS.map(([title]) => title)]) {
    expect(text).toContain(part)
  }
  expect(text).toContain('€1,492.40')
  await page.getByRole('link', { name: 'Atelier Sol' }).first().click()
  await page.getByText('Calle Mayor 8', { exact: false }).first().waitFor()
  await page.goto('/order/import')
  await page.getByRole('button', { name: 'Undo this import' }).click()
  await page.getByText('Undone', { exact: true }).waitFor()
  await page.goto('/order?q=MK-100')
  await page.getByRole('link', { name: 'MK-1005' }).waitFor()
  expect(await page.getByRole('link', { name: 'MK-1004' }).count()).toBe(0)
  expect(admin.errors).toEqual([])
  expect(admin.violations).toEqual([])
})
