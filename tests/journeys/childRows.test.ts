import { expect } from 'vitest'
import type { Page } from 'playwright-core'
import { browser, product, test } from '#tests/support/journey.ts'
import { api, eventually, expectQuiet, settled, visitAs } from '#tests/support/pages.ts'

const euros = (amount: number) => ({ amount, currency: 'EUR' })
const line = (title: string) => ({ title, quantity: 1, unit: euros(1000), tax: 0 })

/** A new order of three lines, opened in its form. */
const openOrder = async () => {
  const visitor = await visitAs(browser, product, 'admin')
  const { page, token } = visitor
  const { body } = await api<{ data: { customer: string; vendor: string }[] }>(
    product,
    token,
    '/api/orders?limit=1',
  )
  const { customer, vendor } = body.data[0]!
  const made = await api<{ data: { id: string } }>(product, token, '/api/orders', {
    customer,
    vendor,
    currency: 'EUR',
    lines: ['A', 'B', 'C'].map(line),
  })
  const { id } = made.body.data
  await page.goto(`/order/${id}/edit`)
  await settled(page)
  await page.locator('[id="field-lines.r2.title"]').waitFor()
  return { ...visitor, id, etag: made.etag }
}

const focused = (page: Page) => page.evaluate(() => document.activeElement?.id)

test('a conflict about child rows shows both lists and the choice between them', async () => {
  const { page, token, id, etag, ...visitor } = await openOrder()
  const theirs = { lines: ['A', 'B', 'C', 'Theirs'].map(line) }
  const saved = await api(product, token, `/api/orders/${id}`, theirs, 'PATCH', {
    'If-Match': etag,
  })
  expect(saved.status).toBe(200)
  await page.getByRole('button', { name: 'Move line 1 down' }).click()
  const save = page.getByRole('button', { name: 'Save', exact: true })
  await save.click()
  const conflict = page.getByRole('dialog', { name: 'Someone else changed the same fields' })
  await conflict.getByText('Theirs', { exact: true }).first().waitFor()
  const edge = (await conflict.boundingBox())!
  const choice = (await conflict.getByRole('radiogroup').boundingBox())!
  expect(choice.x + choice.width).toBeLessThan(edge.x + edge.width)
  await conflict.getByRole('radiogroup').getByText('Theirs').click()
  await conflict.getByRole('button', { name: 'Use these values' }).click()
  await eventually(() => page.locator('[data-row="3"] [name$=".title"]').inputValue()).toBe(
    'Theirs',
  )
  await eventually(() => save.evaluate((e) => e === document.activeElement)).toBe(true)
  expectQuiet({ page, ...visitor })
})

test('a refused save leads to the field of the row', async () => {
  const { page, ...visitor } = await openOrder()
  await page.locator('[id="field-lines.r1.discount"]').fill('9999')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const wrong = 'field-lines.r1.discount'
  await eventually(() => focused(page)).toBe(wrong)
  await page.locator('[id="field-lines.r0.title"]').focus()
  await page.getByRole('alert').getByRole('link', { name: 'Lines' }).click()
  await eventually(() => focused(page)).toBe(wrong)
  expectQuiet({ page, ...visitor })
})

test('thousands of pasted rows show a part, and say so', async () => {
  const { page, ...visitor } = await openOrder()
  await page.getByRole('button', { name: 'Paste rows' }).click()
  const dialog = page.getByRole('dialog', { name: 'Paste lines from a spreadsheet' })
  const cells = Array.from({ length: 600 }, (_, i) => `Row ${i}\t1\t1.234,50 €`).join('\r\n')
  await dialog.getByLabel('Copied cells').fill(cells)
  await dialog.getByText('500 more rows are not shown.').waitFor()
  expect(await dialog.locator('tbody tr').count()).toBe(100)
  await dialog.getByRole('cell', { name: '€1,234.50' }).first().waitFor()
  await dialog.getByText('Only 97 rows fit.').waitFor()
  expectQuiet({ page, ...visitor })
})
