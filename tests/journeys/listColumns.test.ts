/** Columns of a list: those of related records, and their order. */
import { expect } from 'vitest'
import type { Page } from 'playwright-core'
import { expectAccessible } from '#tests/support/axe.ts'
import { type Visitor } from '#tests/support/browser.ts'
import { browser, product, test } from '#tests/support/journey.ts'
import { api, eventually, expectQuiet, settled, visitAs } from '#tests/support/pages.ts'

interface Row {
  readonly id: string
  readonly [field: string]: unknown
}

let admin: Visitor & { readonly token: string }
test.beforeAll(async () => {
  admin = await visitAs(browser, product, 'admin')
})

const rowsOf = async (path: string): Promise<Row[]> =>
  (await api<{ data: Row[] }>(product, admin.token, path)).body.data
const openPanel = async (page: Page) => {
  await page.getByRole('button', { name: 'Columns', exact: true }).click()
  return page.getByRole('dialog', { name: 'Columns' })
}

test('a column shows a field of the related record, also in a saved view and after a change of that record', async () => {
  const { page } = admin
  const [booking] = await rowsOf('/api/bookings?limit=1&fields=code,customer')
  const [customer] = await rowsOf(`/api/customers?filter[id]=${String(booking!.customer)}`)
  const cell = page.locator(`tr[data-id="${booking!.id}"] [data-cell="customer.email"]`)
  await page.goto('/bookings')
  await settled(page)
  const panel = await openPanel(page)
  await panel.getByRole('combobox', { name: 'Add a column' }).selectOption('customer.email')
  await panel.getByRole('checkbox', { name: 'Show Customer → Email' }).waitFor()
  await expectAccessible(page, 'the panel of columns', 1)
  await page.keyboard.press('Escape')
  const head = page.getByRole('columnheader', { name: 'Customer → Email' })
  expect(await head.getAttribute('title')).toContain('do not sort this list')
  expect(await head.getAttribute('aria-sort')).toBeNull()
  await eventually(() => cell.textContent()).toBe(String(customer!.email))

  await page.getByRole('button', { name: 'Views', exact: true }).click()
  const views = page.getByRole('dialog', { name: 'Views' })
  await views.getByRole('textbox', { name: 'Name of the view' }).fill('With addresses')
  await views.getByRole('button', { name: 'Save view' }).click()
  await page.getByRole('heading', { level: 1, name: 'Bookings · With addresses' }).waitFor()
  await page.reload()
  await eventually(() => cell.textContent()).toBe(String(customer!.email))
  const email = `related.${booking!.id.slice(-6)}@example.com`
  const { status } = await api(
    product,
    admin.token,
    `/api/customers/${customer!.id}`,
    { email },
    'PATCH',
    { 'If-Match': `"${String(customer!.version)}"` },
  )
  expect(status).toBe(200)
  await eventually(() => cell.textContent()).toBe(email)

  const open = await openPanel(page)
  await open.getByRole('checkbox', { name: 'Show Customer → Email' }).click()
  await page.getByRole('columnheader', { name: 'Customer → Email' }).waitFor({ state: 'detached' })
  expectQuiet(admin)
})

test('columns are moved by dragging them in the panel', async () => {
  const { page } = admin
  await page.goto('/facilities')
  await settled(page)
  const panel = await openPanel(page)
  const names = () =>
    panel.getByRole('group', { name: 'Shown columns' }).getByRole('listitem').allTextContents()
  await panel.locator('[data-column-at]').first().waitFor()
  const before = await names()
  expect(before.length).toBeGreaterThan(2)
  const row = (at: number) => panel.locator(`[data-column-at="${at}"]`)
  const grip = (await row(0).locator('span[class*=grip]').boundingBox())!
  const target = (await row(2).boundingBox())!
  await page.mouse.move(grip.x + grip.width / 2, grip.y + grip.height / 2)
  await page.mouse.down()
  await page.mouse.move(target.x + 20, target.y + target.height / 2, { steps: 5 })
  await panel.locator('[data-over=after]').waitFor()
  await page.mouse.up()
  const [first, second, third, ...rest] = before
  await eventually(names).toEqual([second, third, first, ...rest])
  await page.keyboard.press('Escape')
  const heads = async () =>
    (await page.getByRole('columnheader').allTextContents()).map((text) => text.trim())
  await eventually(async () => (await heads()).slice(1, 4)).toEqual([second, third, first])
  expectQuiet(admin)
})

test('sums of all matching rows are below the list, by currency, and follow its filters', async () => {
  const { page } = admin
  const sumsOf = async (filter: string): Promise<string[]> => {
    const { body } = await api<{
      data: { values: { 'sum:total': { amount: number; currency: string } | null } }[]
    }>(product, admin.token, `/api/orders/aggregate?measure=sum:total${filter}`)
    return body.data.flatMap(({ values: { 'sum:total': sum } }) =>
      sum
        ? new Intl.NumberFormat('en-GB', { style: 'currency', currency: sum.currency }).format(
            sum.amount / 100,
          )
        : [],
    )
  }
  const shown = () => page.locator('[data-sum=total] > div').allTextContents()
  await page.goto('/order')
  await settled(page)
  const panel = await openPanel(page)
  await panel.getByRole('checkbox', { name: 'Show sums of all matching rows' }).check()
  await page.keyboard.press('Escape')
  const all = await sumsOf('')
  expect(all.length).toBeGreaterThan(0)
  await eventually(async () => (await shown()).sort()).toEqual(all.sort())
  await expectAccessible(page, 'a list with sums', 1)
  await page.goto('/order?state=completed')
  const completed = await sumsOf('&filter[state]=completed')
  expect(completed).not.toEqual(all)
  await eventually(async () => (await shown()).sort()).toEqual(completed.sort())
  expectQuiet(admin)
})
