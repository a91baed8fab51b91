/** Exports of a list with columns of related records, in the order of the screen. */
import { readFile } from 'node:fs/promises'
import { expect } from 'vitest'
import type { Page } from 'playwright-core'
import { expectAccessible } from '#tests/support/axe.ts'
import { browser, product, test } from '#tests/support/journey.ts'
import { api, expectQuiet, settled, visitAs } from '#tests/support/pages.ts'
import { sheetsIn } from '#tests/support/workbook.ts'

const RELATED = 'Customer → Email'

const openDialog = async (page: Page) => {
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  return page.getByRole('dialog', { name: 'Export' })
}
/** An order list of this person with the address of the customer and pinned columns. */
const visitOrders = async (name: 'admin' | 'finance') => {
  const visitor = await visitAs(browser, product, name)
  const preference = {
    columns: ['number', 'customer', 'state', 'customer.email', 'total'],
    pinned: ['total', 'customer.email'],
  }
  const path = '/api/me/preferences/list.orders'
  expect((await api(product, visitor.token, path, preference, 'PUT')).status).toBe(204)
  await visitor.page.goto('/order?sort=number')
  await settled(visitor.page)
  await visitor.page.getByRole('columnheader', { name: RELATED }).waitFor()
  return visitor
}
const fileOf = async (page: Page, start: () => Promise<void>): Promise<Buffer> => {
  const [download] = await Promise.all([page.waitForEvent('download'), start()])
  return readFile(await download.path())
}

test('a file has the columns of the screen in its order, those of related records included', async () => {
  const admin = await visitOrders('admin')
  const { page } = admin
  const cell = page.locator('tbody tr[data-id] [data-cell="customer.email"]').first()
  await cell.getByText('@').waitFor()
  const email = await cell.textContent()
  const dialog = await openDialog(page)
  await dialog.getByText('Shown in the list: 5').waitFor()
  await dialog.getByText('Choose', { exact: true }).click()
  const columns = dialog.getByRole('group', { name: 'Columns' })
  expect(await columns.getByRole('checkbox', { name: RELATED }).isChecked()).toBe(true)
  await expectAccessible(page, 'dialog of an export with related columns')
  // Chosen again, it does not go to the end.
  for (const on of [false, true]) {
    await columns.getByRole('checkbox', { name: 'Number' }).setChecked(on)
  }
  const run = dialog.getByRole('button', { name: 'Export file' })
  const [sheet] = await sheetsIn(await fileOf(page, () => run.click()))
  expect(sheet!.rows[0]).toEqual([
    'Number',
    'Customer: Email',
    'Total',
    'Total (currency)',
    'Customer',
    'State',
  ])
  expect(sheet!.rows[1]![1]).toBe(email)

  const exact = await openDialog(page)
  await exact.getByText('Exact CSV', { exact: true }).click()
  await exact.getByText(`only the fields of the records themselves: ${RELATED}`).waitFor()
  const text = String(
    await fileOf(page, () => exact.getByRole('button', { name: 'Export file' }).click()),
  )
  expect(text.split('\r\n')[0]).toBe(
    '\ufeffid,number,total.amount,total.currency,customer,customer.title,state',
  )
  expectQuiet(admin)
})

test('the dialog says which columns a person may not export, and the file leaves them out', async () => {
  const finance = await visitOrders('finance')
  const { page } = finance
  const withheld = `you may not export those records: ${RELATED}`
  const dialog = await openDialog(page)
  await dialog.getByText(withheld).waitFor()
  await dialog.getByText('Choose', { exact: true }).click()
  await dialog.getByRole('group', { name: 'Columns' }).getByText('Number').waitFor()
  expect(await dialog.getByRole('checkbox', { name: RELATED }).count()).toBe(0)
  await dialog.getByText('Shown in the list: 4').click()
  const run = dialog.getByRole('button', { name: 'Export file' })
  const [sheet] = await sheetsIn(await fileOf(page, () => run.click()))
  expect(sheet!.rows[0]!.slice(0, 2)).toEqual(['Number', 'Total'])
  expect(sheet!.rows[0]).not.toContain('Customer: Email')
  expectQuiet(finance)
})
