/** "Refund above the limit": a second person decides about exactly what they reviewed. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { press } from '#tests/support/actionBar.ts'
import { expectAccessible } from '#tests/support/axe.ts'
import { type Visitor } from '#tests/support/browser.ts'
import { browser, product, test } from '#tests/support/journey.ts'
import { api, eventually, expectQuiet, heading, settled, visitAs } from '#tests/support/pages.ts'

type Person = Visitor & { readonly token: string }
interface Stored {
  readonly id: string
  readonly version: number
  readonly state: string
  readonly number: string
}

let finance: Person
let manager: Person
test.beforeAll(async () => {
  ;[finance, manager] = await Promise.all([
    visitAs(browser, product, 'finance'),
    visitAs(browser, product, 'manager'),
  ])
})

const eur = (amount: number) => ({ amount, currency: 'EUR' })
const one = async (path: string): Promise<Stored> =>
  (await api<{ data: Stored }>(product, finance.token, path)).body.data
const write = async (path: string, body: object, method = 'POST', version?: number) => {
  const response = await api<{ data: Stored }>(
    product,
    finance.token,
    path,
    body,
    method,
    version === undefined ? {} : { 'If-Match': `"${version}"` },
  )
  expect(response.status).toBeLessThan(300)
  return response.body.data
}
const act = async (path: string, action: string, body: object = {}) =>
  write(`${path}/actions/${action}`, body, 'POST', (await one(path)).version)

/** An order with one cash payment that arrived; returns their paths. */
const paidOrder = async (amount: number, quantity = 1) => {
  const [like] = (
    await api<{ data: { customer: string; vendor: string }[] }>(
      product,
      finance.token,
      '/api/orders?limit=1',
    )
  ).body.data
  const order = await write('/api/orders', {
    customer: like!.customer,
    vendor: like!.vendor,
    currency: 'EUR',
    lines: [{ title: 'Garden', quantity, unit: eur(amount / quantity), tax: 0 }],
  })
  const orderPath = `/api/orders/${order.id}`
  await act(orderPath, 'placed')
  const payment = await write('/api/payment-transactions', {
    kind: 'capture',
    method: 'cash',
    order: order.id,
    amount: eur(amount),
  })
  const path = `/api/payment-transactions/${payment.id}`
  await act(path, 'processing')
  await act(path, 'succeeded')
  return { payment, path, order, orderPath }
}
const refundsOf = async ({ id }: Stored) =>
  (
    await api<{ data: { amount: { amount: number }; state: string }[] }>(
      product,
      finance.token,
      `/api/payment-transactions?filter[parent]=${id}&sort=-createdAt`,
    )
  ).body.data.map((row) => [row.amount.amount, row.state])

/** Runs the refund action in the browser. */
const refund = async (page: Page, payment: Stored, amount: string) => {
  await page.goto(`/payment-transactions/${payment.id}`)
  await heading(page, payment.number)
  await press(page, /^Refund/)
  const dialog = page.getByRole('dialog', { name: /Refund/ })
  await dialog.getByRole('textbox', { name: 'Amount' }).fill(amount)
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('The garden was never finished')
  await dialog.getByRole('button', { name: 'Refund', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
}
const inbox = async (page: Page, view: 'To review' | 'Mine' | 'History') => {
  await page.goto('/settings?tab=approvals')
  await heading(page, 'Settings')
  await page.getByRole('button', { name: view, exact: true }).click()
  await page.getByRole('list', { name: view }).waitFor()
  return page.getByRole('list', { name: view })
}
/** Opens the newest request about a payment. */
const open = async (page: Page, view: 'To review' | 'Mine' | 'History', title: string) => {
  const list = await inbox(page, view)
  await list.getByRole('link', { name: title }).first().click()
  const dialog = page.getByRole('dialog', { name: title })
  await dialog.getByRole('term').filter({ hasText: 'Requested by' }).waitFor()
  return dialog
}

test('a refund above the limit is applied exactly as a second person approved it, or not at all', async () => {
  const { payment, path, orderPath } = await paidOrder(200_000)
  const title = `Refund · ${payment.number}`
  await refund(finance.page, payment, '1500')
  await finance.page.getByText('Sent for approval', { exact: true }).waitFor()
  const banner = finance.page
    .getByRole('status')
    .filter({ hasText: 'Waiting for approval: Refund' })
  await banner.waitFor()
  expect(await refundsOf(payment)).toEqual([])
  await expectAccessible(finance.page, 'a record with a request')

  // Nobody approves their own request.
  await banner.getByRole('button', { name: 'Show request' }).click()
  const own = finance.page.getByRole('dialog', { name: title })
  await own.getByText('The garden was never finished').first().waitFor()
  await own.getByRole('button', { name: 'Withdraw request' }).waitFor()
  expect(await own.getByRole('button', { name: 'Approve' }).count()).toBe(0)
  const [asked] = (
    await api<{ data: { id: string; hash: string }[] }>(
      product,
      finance.token,
      '/api/approvals?view=mine',
    )
  ).body.data
  expect(
    await api(product, finance.token, `/api/approvals/${asked!.id}/approve`, { hash: asked!.hash }),
  ).toMatchObject({ status: 403, body: { code: 'own_request' } })
  await own.getByRole('button', { name: 'Close' }).first().click()

  // The payment changes while the approver reads.
  await manager.page.goto('/dashboard')
  await manager.page.getByRole('link', { name: '1 request to review' }).click()
  const review = await open(manager.page, 'To review', title)
  // The requested amount; the changes below name it too.
  await review.getByRole('definition').filter({ hasText: '€1,500.00' }).waitFor()
  await review.getByText('The garden was never finished').first().waitFor()
  await expectAccessible(manager.page, 'a request to review')
  await act(path, 'refund', { amount: eur(500), reason: 'A small part' })
  await review.getByText('Out of date').waitFor()
  expect(await review.getByRole('button', { name: 'Approve' }).count()).toBe(0)

  // Prepared again, but then the order that the refund also settles changes.
  const stale = await open(finance.page, 'Mine', title)
  await stale.getByText('Nothing was applied.').waitFor()
  await stale.getByRole('button', { name: 'Prepare again' }).click()
  await stale.getByText('Waiting', { exact: true }).waitFor()
  const order = await one(orderPath)
  const again = await open(manager.page, 'To review', title)
  await again.getByRole('heading', { name: `Order · ${order.number}` }).waitFor()
  await write(orderPath, { notes: 'Call before' }, 'PATCH', order.version)
  await again.getByText('Out of date').waitFor()
  expect(await again.getByRole('button', { name: 'Approve' }).count()).toBe(0)
  expect(await refundsOf(payment)).toEqual([[500, 'succeeded']])

  const last = await open(finance.page, 'Mine', title)
  await last.getByRole('button', { name: 'Prepare again' }).click()
  await last.getByText('Waiting', { exact: true }).waitFor()
  const approving = await open(manager.page, 'To review', title)
  await approving.getByRole('button', { name: 'Approve' }).click()
  await approving.getByText('Applied', { exact: true }).waitFor()
  await last.getByText('Applied', { exact: true }).waitFor()
  await eventually(() => refundsOf(payment)).toEqual([
    [150_000, 'succeeded'],
    [500, 'succeeded'],
  ])
  expect(await one(orderPath)).toMatchObject({
    paid: eur(49_500),
    paymentState: 'partially_refunded',
  })
  for (const person of [finance, manager]) expectQuiet(person)
})

test('rejecting needs a reason, which the requester sees', async () => {
  const { payment } = await paidOrder(150_000)
  const title = `Refund · ${payment.number}`
  await refund(finance.page, payment, '1200')
  await finance.page
    .getByRole('status')
    .filter({ hasText: 'Waiting for approval: Refund' })
    .waitFor()
  const review = await open(manager.page, 'To review', title)
  await review.getByRole('button', { name: 'Reject' }).click()
  const why = review.getByRole('textbox', { name: 'Why is it rejected?' })
  await review.getByRole('button', { name: 'Reject' }).click()
  await eventually(() => why.getAttribute('aria-invalid')).toBe('true')
  await why.fill('The garden is finished, see the pictures')
  await review.getByRole('button', { name: 'Reject' }).click()
  await review.getByText('Rejected', { exact: true }).first().waitFor()
  const mine = await open(finance.page, 'Mine', title)
  await mine.getByText('The garden is finished, see the pictures').waitFor()
  expect(await refundsOf(payment)).toEqual([])
  for (const person of [finance, manager]) expectQuiet(person)
})

test('applying without approval needs a reason, and notifies everyone who could have approved', async () => {
  const { payment } = await paidOrder(150_000)
  const title = `Refund · ${payment.number}`
  await refund(finance.page, payment, '1300')
  await finance.page
    .getByRole('status')
    .filter({ hasText: 'Waiting for approval: Refund' })
    .waitFor()
  // Finance holds no permission to override.
  const mine = await open(finance.page, 'Mine', title)
  await mine.getByRole('button', { name: 'Withdraw request' }).waitFor()
  expect(await mine.getByRole('button', { name: 'Apply without approval' }).count()).toBe(0)
  await manager.page.goto(`/payment-transactions/${payment.id}`)
  await heading(manager.page, payment.number)
  await manager.page.getByRole('button', { name: 'Show request' }).click()
  const review = manager.page.getByRole('dialog', { name: title })
  await review.getByRole('button', { name: 'Apply without approval' }).click()
  await review.getByText('everybody who could have approved it is notified').waitFor()
  const why = review.getByRole('textbox', { name: 'Why can’t it wait?' })
  await review.getByRole('button', { name: 'Apply without approval' }).click()
  await eventually(() => why.getAttribute('aria-invalid')).toBe('true')
  await expectAccessible(manager.page, 'a request that cannot wait', 1)
  await why.fill('The guest is at the counter')
  await review.getByRole('button', { name: 'Apply without approval' }).click()
  await review.getByText('Applied', { exact: true }).waitFor()
  await review.getByText('Without approval', { exact: true }).waitFor()
  await eventually(() => refundsOf(payment)).toEqual([[130_000, 'succeeded']])
  const admin = await visitAs(browser, product, 'admin')
  await eventually(async () =>
    JSON.stringify((await api(product, admin.token, '/api/me/notifications')).body),
  ).toContain('The guest is at the counter')
  for (const person of [finance, manager, admin]) expectQuiet(person)
})

test('the limit also applies to a refund entered directly', async () => {
  const { payment, order } = await paidOrder(250_000)
  const enter = (amount: number) =>
    api(product, finance.token, '/api/payment-transactions', {
      kind: 'refund',
      method: 'cash',
      order: order.id,
      parent: payment.id,
      amount: eur(amount),
    })
  expect(await enter(100_001)).toMatchObject({ status: 202 })
  expect(await refundsOf(payment)).toEqual([])
  expect(await enter(100_000)).toMatchObject({ status: 201 })
  // In parts it is as large as at once.
  expect(await enter(1)).toMatchObject({ status: 202 })
})

test('approving a refund by line refunds exactly these lines', async () => {
  const { orderPath, payment } = await paidOrder(240_000, 4)
  const { version } = await one(orderPath)
  const asked = await api<{ data: { id: string } }>(
    product,
    finance.token,
    `${orderPath}/actions/refund`,
    { lines: [{ line: 1, quantity: 3 }], reason: 'Three gardens were never finished' },
    'POST',
    { 'If-Match': `"${version}"` },
  )
  expect(asked.status).toBe(202)
  expect(await refundsOf(payment)).toEqual([])
  const path = `/api/approvals/${asked.body.data.id}`
  const request = await api<{ data: { hash: string; input: object } }>(product, manager.token, path)
  expect(request.body.data.input).toMatchObject({ lines: [{ line: 1, quantity: 3 }] })
  const { hash } = request.body.data
  await manager.page.goto(`/settings?tab=approvals&request=${asked.body.data.id}`)
  await manager.page.getByText(/ · 3 \/ 4 · €1,800\.00$/).waitFor()
  expect((await api(product, manager.token, `${path}/approve`, { hash })).status).toBeLessThan(300)
  await eventually(() => refundsOf(payment)).toEqual([[180_000, 'succeeded']])
  expect(await one(orderPath)).toMatchObject({
    refundedLines: [{ line: 1, quantity: 3, amount: eur(180_000) }],
  })
})

test('a role’s limit is changed in the settings and applies immediately', async () => {
  const admin = await visitAs(browser, product, 'admin')
  await admin.page.goto('/settings?tab=approvals&view=limits')
  const form = admin.page.getByRole('form', { name: 'Limits' })
  const limit = form.getByRole('textbox', { name: 'Refund · Payment transactions: finance' })
  await limit.fill('2000')
  await expectAccessible(admin.page, 'limits of approvals')
  await form.getByRole('button', { name: 'Save' }).click()
  // Raising a limit grants more: whoever works alone applies it without approval, with a reason.
  await admin.page.getByRole('button', { name: 'Show request' }).click()
  const request = admin.page.getByRole('dialog', { name: 'Edit · finance' })
  await request.getByText('paymentTransaction.refund', { exact: false }).first().waitFor()
  await request.getByRole('button', { name: 'Apply without approval' }).click()
  await request.getByLabel('Why can’t it wait?').fill('Nobody else decides about roles')
  await request.getByRole('button', { name: 'Apply without approval' }).click()
  await admin.page.getByText('Applied without approval').first().waitFor()
  await admin.page.keyboard.press('Escape')
  await eventually(() => limit.inputValue()).toBe('2000')
  const { payment } = await paidOrder(250_000)
  await refund(finance.page, payment, '1900')
  await eventually(() => refundsOf(payment)).toEqual([[190_000, 'succeeded']])
  // Back to the declared limit is less than it was.
  await limit.fill('')
  await form.getByRole('button', { name: 'Save' }).click()
  await admin.page.getByText('Limits saved').waitFor()
  for (const person of [finance, admin]) expectQuiet(person)
})

test('a payout account changes only after finance approves it, also on a phone', async () => {
  const admin = await visitAs(browser, product, 'admin')
  const [vendor] = (
    await api<{ data: { id: string; displayName: string; version: number }[] }>(
      product,
      admin.token,
      '/api/vendors?limit=1&filter[state]=approved',
    )
  ).body.data
  const version = async () =>
    (await api<{ data: Stored }>(product, admin.token, `/api/vendors/${vendor!.id}`)).body.data
      .version
  await admin.page.goto(`/vendor/${vendor!.id}/edit`)
  await heading(admin.page, `Edit ${vendor!.displayName}`)
  await admin.page.getByLabel('Payout account').fill('PT50000201231234567890154')
  await admin.page.getByRole('button', { name: 'Save', exact: true }).click()
  await heading(admin.page, vendor!.displayName)
  await admin.page.getByText('Sent for approval', { exact: true }).waitFor()
  await admin.page.getByRole('status').filter({ hasText: 'Waiting for approval: Edit' }).waitFor()
  expect(await version()).toBe(vendor!.version)

  // Managers may not read payout accounts, so they do not see the request.
  await manager.page.goto(`/vendor/${vendor!.id}`)
  await heading(manager.page, vendor!.displayName)
  await settled(manager.page)
  expect(
    (
      await api<{ data: unknown[] }>(
        product,
        manager.token,
        `/api/approvals?view=open&record=${vendor!.id}`,
      )
    ).body.data,
  ).toEqual([])

  const phone = await visitAs(browser, product, 'finance', { width: 390, height: 844 })
  const review = await open(phone.page, 'To review', `Edit · ${vendor!.displayName}`)
  await review.getByRole('row', { name: /Payout account/ }).waitFor()
  expect(await review.textContent()).not.toContain('PT50')
  await expectAccessible(phone.page, 'a request on a phone', 1)
  await review.getByRole('button', { name: 'Approve' }).click()
  await review.getByText('Applied', { exact: true }).waitFor()
  await eventually(version).toBe(vendor!.version + 1)

  // The account is masked for everybody; who may reveal it says why, and everybody sees who did.
  const account = 'PT50000201231234567890154'
  await admin.page.goto(`/vendor/${vendor!.id}`)
  await admin.page.getByText('•••• 0154', { exact: true }).waitFor()
  await admin.page.getByRole('button', { name: 'Show payout account' }).click()
  const why = admin.page.getByRole('dialog')
  await why.getByRole('button', { name: 'Show', exact: true }).click()
  await eventually(() => admin.page.getByText(account).count()).toBe(0)
  await why.getByRole('textbox').fill('The bank rejected the payout')
  await why.getByRole('button', { name: 'Show', exact: true }).click()
  await admin.page.getByText(account).waitFor()
  await admin.page.getByText(/viewed payout account/).waitFor()
  await admin.page.getByText('Reason: The bank rejected the payout').waitFor()
  await expectAccessible(admin.page, 'a revealed value', 1)
  await admin.page.getByRole('button', { name: 'Hide payout account' }).click()
  await admin.page.getByText('•••• 0154', { exact: true }).waitFor()
  expect(await admin.page.getByText(account).count()).toBe(0)
  await phone.page.goto(`/vendor/${vendor!.id}`)
  await phone.page.getByText('•••• 0154', { exact: true }).waitFor()
  expect(await phone.page.getByRole('button', { name: 'Show payout account' }).count()).toBe(0)
  for (const person of [admin, phone]) expectQuiet(person)
})
