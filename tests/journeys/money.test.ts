/** Money of the daily work, counted in clicks: a payment in two, a cancellation with refund in four. */
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser, type Visitor } from '#tests/support/browser.ts'
import { api, eventually, heading, visitAs } from '#tests/support/pages.ts'
import { startProduct, type Product } from '#tests/support/product.ts'

interface Stored {
  readonly id: string
  readonly code: string
  readonly version: number
  readonly paid: { readonly amount: number }
  readonly refunded: { readonly amount: number } | null
  readonly paymentState: string
  readonly state: string
}

let product: Product
let browser: Browser
let admin: Visitor & { readonly token: string }
beforeAll(async () => {
  ;[product, browser] = await Promise.all([startProduct(), launchBrowser()])
  admin = await visitAs(browser, product, 'admin')
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
})

const call = async <T>(path: string, body?: object): Promise<T> => {
  const answer = await api<{ data: T }>(product, admin.token, path, body)
  expect(answer.status).toBeLessThan(300)
  return answer.body.data
}
const stored = (id: string) => call<Stored>(`/api/bookings/${id}`)
const dayIn = (days: number): string =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

let stays = 0
/** A booking of one night that costs half to cancel. */
const book = async (from = 5): Promise<Stored> => {
  const [like] = await call<{ id: string; vendor: string }[]>('/api/hotels?limit=1')
  const [customer] = await call<{ id: string }[]>('/api/customers?limit=1')
  const hotel = await call<{ id: string }>('/api/hotels', {
    name: 'Casa das Contas',
    slug: `casa-das-contas-${++stays}`,
    vendor: like!.vendor,
    email: 'contas@example.com',
    timezone: 'Europe/Lisbon',
    checkInTime: '15:00',
    checkOutTime: '11:00',
    roomTypes: [
      {
        code: 'DBL',
        name: 'Double',
        adults: 2,
        children: 0,
        rooms: 3,
        nightlyRate: { amount: 15_900, currency: 'EUR' },
      },
    ],
    refundRules: [{ daysBefore: 30, fee: { kind: 'percent', bps: 5000 } }],
  })
  return call<Stored>('/api/bookings', {
    code: `BK-CLICK${stays}`,
    hotel: hotel.id,
    roomTypeCode: 'DBL',
    customer: customer!.id,
    checkIn: dayIn(from),
    checkOut: dayIn(from + 1),
  })
}

/** Clicks and counts. */
const counter = () => {
  let clicks = 0
  return {
    click: async (target: Locator): Promise<void> => {
      clicks += 1
      await target.click()
    },
    get clicks() {
      return clicks
    },
  }
}

const open = async (page: Page, { id, code }: Stored): Promise<void> => {
  await page.goto(`/bookings/${id}`)
  await heading(page, code)
}

const sizes = [
  ['a desk', { width: 1440, height: 900 }],
  ['a phone', { width: 390, height: 844 }],
] as const

const act = async ({ id }: Stored, action: string, body: object = {}): Promise<void> => {
  const { version } = await stored(id)
  const answer = await api(
    product,
    admin.token,
    `/api/bookings/${id}/actions/${action}`,
    body,
    'POST',
    { 'If-Match': `"${version}"` },
  )
  expect(answer.status).toBe(200)
}

test.each(sizes)('on %s a payment takes two clicks', async (_where, viewport) => {
  const booking = await book(0)
  // On a phone the usual next step is the only button beside the menu: here the payment.
  for (const state of ['confirmed', 'checked_in', 'checked_out']) await act(booking, state)
  const { page } = admin
  await page.setViewportSize(viewport)
  await open(page, booking)
  const hand = counter()
  await hand.click(
    page.getByRole('main').getByRole('button', { name: 'Take payment €159.00', exact: true }),
  )
  const dialog = page.getByRole('dialog', { name: /Take payment/ })
  await eventually(async () => dialog.getByRole('textbox', { name: 'Amount' }).inputValue()).toBe(
    '159.00',
  )
  expect(await dialog.getByRole('combobox', { name: /Currency/ }).isDisabled()).toBe(true)
  await hand.click(dialog.getByRole('button', { name: 'Take payment', exact: true }))
  await dialog.waitFor({ state: 'detached' })
  expect(await stored(booking.id)).toMatchObject({ paymentState: 'paid', paid: { amount: 15_900 } })
  expect(hand.clicks).toBeLessThanOrEqual(2)
})

test.each(sizes)('on %s cancelling with a refund takes four clicks', async (_where, viewport) => {
  const booking = await book()
  await act(booking, 'pay', { method: 'cash' })
  const { page } = admin
  await page.setViewportSize(viewport)
  await open(page, booking)
  const hand = counter()
  await hand.click(page.getByRole('main').getByRole('button', { name: 'More actions' }))
  await hand.click(page.getByRole('menuitem', { name: 'Cancel booking' }))
  const sure = page.getByRole('dialog', { name: /Cancel booking/ })
  await sure.getByRole('textbox', { name: 'Reason' }).fill('The guest fell ill')
  await hand.click(sure.getByRole('button', { name: 'Cancel booking', exact: true }))
  const refund = page.getByRole('dialog', { name: /Refund/ })
  await eventually(async () => refund.getByRole('textbox', { name: 'Amount' }).inputValue()).toBe(
    '79.50',
  )
  expect(await refund.getByRole('textbox', { name: 'Reason' }).inputValue()).toBe(
    'The guest fell ill',
  )
  await hand.click(refund.getByRole('button', { name: 'Refund', exact: true }))
  await refund.waitFor({ state: 'detached' })
  expect(await stored(booking.id)).toMatchObject({
    state: 'cancelled',
    paymentState: 'partially_refunded',
    refunded: { amount: 7950 },
  })
  await page.getByRole('main').getByText('Partly refunded').first().waitFor()
  expect(hand.clicks).toBeLessThanOrEqual(4)
})
