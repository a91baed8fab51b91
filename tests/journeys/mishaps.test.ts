/** What once went wrong in daily work, each as it happened. */
import { readFileSync } from 'node:fs'
import { expect } from 'vitest'
import type { Request } from 'playwright-core'
import { press } from '#tests/support/actionBar.ts'
import { expectAccessible } from '#tests/support/axe.ts'
import { type Visitor } from '#tests/support/browser.ts'
import { browser, product, test } from '#tests/support/journey.ts'
import {
  api,
  eventually,
  expectQuiet,
  heading,
  settled,
  still,
  visitAs,
} from '#tests/support/pages.ts'
import { pdfTexts } from '#tests/support/pdfTexts.ts'

interface Row {
  readonly id: string
  readonly version: number
  readonly [field: string]: unknown
}

const ISO_DAY = /\d{4}-\d{2}-\d{2}/

let admin: Visitor & { readonly token: string }
test.beforeAll(async () => {
  admin = await visitAs(browser, product, 'admin')
})

const call = async <T>(path: string, body?: object): Promise<T> => {
  const response = await api<T>(product, admin.token, path, body)
  expect(response.status, JSON.stringify(response.body)).toBeLessThan(300)
  return response.body
}

test('opening a booking’s payments as a list keeps the filter on that booking', async () => {
  const { page } = admin
  const { data: payments } = await call<{ data: Row[] }>(
    '/api/payment-transactions?filter[booking][isNull]=false&limit=1',
  )
  const booking = String(payments[0]!.booking)
  const { page: of } = await call<{ page: { total: number } }>(
    `/api/payment-transactions?filter[booking]=${booking}`,
  )
  await page.goto(`/bookings/${booking}?tab=payment-transactions.booking`)
  await settled(page)
  await page.getByRole('link', { name: 'Open as list' }).click()
  await page.waitForURL('**/payment-transactions?**')
  await settled(page)
  await eventually(() => page.locator('tr[data-id]').count()).toBe(of.total)
  await page.getByText(/^Booking is BK-/).waitFor()
  expectQuiet(admin)
})

test('an invoice that was refunded says so, as does its payment, whose refund is under “Refunds”', async () => {
  const visitor = await visitAs(browser, product, 'finance')
  const { page } = visitor
  // What a provider holds waits for it; a refund of a payment by hand is done at once.
  type Invoice = Row & { total: { amount: number } }
  const { data: invoices } = await call<{ data: Invoice[] }>(
    '/api/subscription-invoices?filter[paymentState]=paid&sort=total&limit=100',
  )
  const ids = invoices.map(({ id }) => id).join(',')
  const { data: byHand } = await call<{ data: (Row & { invoice: string })[] }>(
    `/api/payment-transactions?filter[kind]=capture&filter[state]=succeeded&filter[method][in]=cash,manual&filter[invoice][in]=${ids}&limit=1`,
  )
  const invoice = invoices.find(({ id }) => id === byHand[0]!.invoice)
  const total = `€${(invoice!.total.amount / 100).toFixed(2)}`
  await page.goto(`/subscript-ioninvoices/${invoice!.id}`)
  await settled(page)
  await press(page, /^Refund/)
  const dialog = page.getByRole('dialog', { name: /^Refund/ })
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Never used')
  await dialog.getByRole('button', { name: 'Refund', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  const main = page.getByRole('main')
  await main.getByText('Refunded', { exact: true }).first().waitFor()
  await eventually(() => main.innerText()).toMatch(
    new RegExp(`Refunded\\s+${total.replace('.', '\\.')}\\s+Due\\s+€0\\.00`),
  )
  // Days, states and countries are written for people, on the page and in its PDF.
  const download = page.waitForEvent('download')
  await press(page, 'Invoice as PDF')
  const texts = pdfTexts(readFileSync(await (await download).path())).map(({ text }) => text)
  expect(texts.join('')).toContain(invoice!.number)
  expect(texts.join('')).not.toMatch(ISO_DAY)
  expect(texts.filter((text) => /^([A-Z]{2}|paid|open)$/.test(text))).toEqual([])
  expect(await main.innerText()).not.toMatch(ISO_DAY)
  // The invoice may have failed attempts, too: this one was refunded.
  await page.goto(`/payment-transactions/${byHand[0]!.id}`)
  await page.getByRole('tab', { name: /^Refunds/ }).waitFor()
  await main.getByText('Refunded', { exact: true }).first().waitFor()
  expectQuiet(visitor)
})

test('a notice about a record covers neither its buttons nor those of the header', async () => {
  const { page } = admin
  const path = '/api/bookings?filter[state]=pending&sort=-checkIn&limit=1'
  const [booking] = (await call<{ data: Row[] }>(path)).data
  await page.goto(`/bookings/${booking!.id}`)
  await settled(page)
  await press(page, 'Confirm')
  const toast = page.getByRole('status').filter({ hasText: 'is now: Confirmed' })
  // It stays while the pointer is over it, and the pointer waits until it has stopped moving.
  await toast.hover()
  const { x, y, width, height } = (await toast.boundingBox())!
  const bar = page.getByRole('main').getByRole('button', { name: 'More actions' }).locator('..')
  const buttons = bar.or(page.getByRole('banner')).locator('button, a')
  const covered = await buttons.evaluateAll(
    (all, [left, top, right, bottom]) =>
      all.map((e) => {
        const box = e.getBoundingClientRect()
        const apart =
          box.right <= left! || box.left >= right! || box.bottom <= top! || box.top >= bottom!
        return `${e.textContent} ${apart ? 'free' : 'covered'}`
      }),
    [x, y, x + width, y + height],
  )
  expect(covered.length).toBeGreaterThan(5)
  expect(covered.filter((text) => text.endsWith('covered'))).toEqual([])
  expectQuiet(admin)
})

test('a form saved offline is queued, survives a reload, and is sent once', async () => {
  const visitor = await visitAs(browser, product, 'admin')
  const { page, context } = visitor
  const { data: customers } = await call<{ data: Row[] }>('/api/customers?limit=2&sort=name')
  const [one, two] = customers
  const noteOf = async ({ id }: Row) =>
    (await call<{ data: Row }>(`/api/customers/${id}`)).data.internalNote
  const note = page.getByRole('textbox', { name: 'Internal note' })
  const waits = page.getByRole('alert').filter({ hasText: 'Saved on this device' })
  const open = async ({ id, name }: Row) => {
    await page.goto(`/customer/${id}/edit`)
    await heading(page, `Edit ${String(name)}`)
    // What a save needs without a connection loads a little after the form.
    await page.waitForResponse(/\/held-[^/]*\.js$/)
    await settled(page)
  }

  // The form stays open: it continues by itself.
  await open(one!)
  await context.setOffline(true)
  await page.getByText(/^You are offline\./).waitFor()
  await note.fill('Written on the train')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await waits.waitFor()
  await expectAccessible(page, 'a form that waits for the connection')
  expect(await noteOf(one!)).not.toBe('Written on the train')
  await waits.getByRole('button', { name: 'Edit again' }).click()
  await note.fill('Written on the train, and read again')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await waits.waitFor()
  await context.setOffline(false)
  await heading(page, String(one!.name))
  await eventually(() => noteOf(one!)).toBe('Written on the train, and read again')

  // The page is reloaded: what was kept is sent from there. The first response is lost.
  await open(two!)
  const keys: string[] = []
  let away = true
  await page.route('**/api/customers/*', async (route) => {
    if (route.request().method() !== 'PATCH') return route.continue()
    keys.push(route.request().headers()['idempotency-key'] ?? '')
    if (away) {
      if (keys.length === 1) await route.fetch()
      return route.abort('connectionfailed')
    }
    return route.continue()
  })
  await note.fill('Written in the tunnel')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await waits.waitFor()
  await page.reload()
  await page.getByText(`1 change waits to be sent: Customer “${String(two!.name)}”`).waitFor()
  away = false
  await page
    .getByText(`Customer “${String(two!.name)}” was saved`)
    .first()
    .waitFor()
  await page.getByText(/waits to be sent/).waitFor({ state: 'detached' })
  expect(await noteOf(two!)).toBe('Written in the tunnel')
  expect(new Set(keys).size).toBe(1)
  const { data: history } = await call<{ data: Row[] }>(`/api/customers/${two!.id}/history?limit=5`)
  expect(history.filter((h) => JSON.stringify(h).includes('Written in the tunnel'))).toHaveLength(1)
  await context.close()
})

test('a queued save that is rejected says so and reopens the form with the entered values', async () => {
  const visitor = await visitAs(browser, product, 'admin')
  const { page, context } = visitor
  const { data: customers } = await call<{ data: Row[] }>('/api/customers?limit=4&sort=name')
  const [, , three, four] = customers
  await page.goto(`/customer/${three!.id}/edit`)
  const email = page.getByRole('textbox', { name: 'Email' })
  await email.fill(String(four!.email))
  let away = true
  await page.route('**/api/customers/*', (route) =>
    away && route.request().method() === 'PATCH' ? route.abort() : route.continue(),
  )
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Saved on this device').waitFor()
  await page.goto('/customer')
  await page.getByText(/^1 change waits to be sent/).waitFor()
  away = false
  await page.getByText(`Customer “${String(three!.name)}” was not saved.`).waitFor()
  await page.getByRole('button', { name: 'Open the form' }).click()
  await page.getByRole('button', { name: 'Continue with them' }).click()
  await eventually(() => email.inputValue()).toBe(String(four!.email))
  await context.close()
})

test('a transition without a connection reports that it was not sent', async () => {
  const visitor = await visitAs(browser, product, 'admin')
  const { page, context } = visitor
  const { data: orders } = await call<{ data: Row[] }>('/api/orders?filter[state]=placed&limit=1')
  // The code of toasts and of transitions is loaded ahead, and what it imports.
  const loading = new Set<Request>()
  page.on('request', (r) => r.url().includes('/assets/') && loading.add(r))
  page.on('requestfinished', (r) => loading.delete(r))
  const ahead = ['showToast', 'Toasts', 'performActions'].map((file) =>
    page.waitForEvent('requestfinished', {
      predicate: (r) => r.url().includes(`/${file}-`),
      timeout: 120_000,
    }),
  )
  await page.goto(`/order/${orders[0]!.id}`)
  await settled(page)
  await Promise.all(ahead)
  await eventually(async () => {
    await still(page)
    return loading.size
  }).toBe(0)
  const confirm = page.getByRole('main').getByRole('button', { name: 'Confirm', exact: true })
  await page.route('**/actions/confirmed', (route) => route.abort())
  await context.setOffline(true)
  await confirm.click()
  await page.getByText('Not sent. The server cannot be reached.').waitFor()
  await context.close()
})

test('a note and an inline edit without a connection say so, and the next attempt has one effect', async () => {
  const visitor = await visitAs(browser, product, 'admin')
  const { page, context } = visitor
  const { data: hotels } = await call<{ data: Row[] }>('/api/hotels?limit=1&sort=-name')
  const [hotel] = hotels
  await page.goto(`/hotels/${hotel!.id}`)
  await settled(page)
  let lost = true
  const keys: string[] = []
  // The server gets the first attempt; its response is lost, like the other attempts.
  await page.route(/\/api\/hotels\/[^/]+(\/notes)?$/, async (route) => {
    const request = route.request()
    if (request.method() === 'GET' || !lost) return route.continue()
    const key = request.headers()['idempotency-key']!
    if (!keys.includes(key)) await route.fetch()
    keys.push(key)
    return route.abort('connectionfailed')
  })
  const refusal = page
    .getByRole('alert')
    .filter({ hasText: 'Not sent. The server cannot be reached.' })
  const again = page.getByRole('button', { name: 'Try again', exact: true })

  await page.locator('[data-timeline]').scrollIntoViewIfNeeded()
  const timeline = page.getByRole('region', { name: 'Timeline' })
  await timeline.getByRole('button', { name: 'Write a note', exact: true }).click()
  const text = timeline.getByRole('textbox', { name: 'Write a note' })
  await text.fill('Sent in the tunnel')
  await timeline.getByRole('button', { name: 'Add note', exact: true }).click()
  await timeline.locator(refusal).waitFor()
  await eventually(() => timeline.locator(again).isEnabled()).toBe(true)
  await expectAccessible(page, 'a note that was not sent')
  expect(await text.inputValue()).toBe('Sent in the tunnel')
  lost = false
  await timeline.locator(again).click()
  const notes = timeline.getByRole('listitem').filter({ hasText: 'Sent in the tunnel' })
  await text.waitFor({ state: 'detached' })
  await notes.first().waitFor()
  expect(await notes.count()).toBe(1)

  lost = true
  await page.getByRole('button', { name: 'Edit name' }).click()
  const editor = page.getByRole('dialog', { name: /^Name of / })
  await editor.getByRole('textbox', { name: 'Name' }).fill('Hotel in the tunnel')
  await editor.getByRole('button', { name: 'Save', exact: true }).click()
  await editor.locator(refusal).waitFor()
  lost = false
  await editor.locator(again).click()
  await heading(page, 'Hotel in the tunnel')
  const { data: history } = await call<{ data: Row[] }>(`/api/hotels/${hotel!.id}/history?limit=5`)
  expect(history.filter((h) => JSON.stringify(h).includes('Hotel in the tunnel'))).toHaveLength(1)
  await context.close()
})

test('an editor whose code is not there yet waits for the connection, and the page stays', async () => {
  const visitor = await visitAs(browser, product, 'admin')
  const { page, context } = visitor
  const { data: hotels } = await call<{ data: Row[] }>('/api/hotels?limit=1&sort=-name')
  await page.goto(`/hotels/${hotels[0]!.id}`)
  await settled(page)
  await context.setOffline(true)
  await page.getByText(/^You are offline\./).waitFor()
  const asked = page.waitForEvent('requestfailed', (r) => /\/assets\//.test(r.url()))
  await page.getByRole('button', { name: 'Edit name' }).click()
  await asked
  await heading(page, String(hotels[0]!.name))
  await context.setOffline(false)
  await page
    .getByRole('dialog', { name: /^Name of / })
    .getByRole('textbox')
    .waitFor()
  await heading(page, String(hotels[0]!.name))
  // Its styles came too.
  expect(
    await page.evaluate(() => [...document.styleSheets].some((s) => /\/form-/.test(s.href ?? ''))),
  ).toBe(true)
  await context.close()
})

test('panels, menus and layouts whose code is not there yet wait for the connection, and the page stays', async () => {
  const visitor = await visitAs(browser, product, 'admin')
  const { page, context } = visitor
  const button = (name: string | RegExp) => page.getByRole('button', { name }).first()
  const opened = [
    ['Columns', page.getByRole('dialog', { name: 'Columns' }).getByText('Row height')],
    ['Stars', page.getByRole('dialog', { name: 'Filter by Stars' }).getByRole('textbox').first()],
    [/^Actions for /, page.getByRole('menuitem', { name: 'Edit' })],
    ['Board', page.locator('[data-column]').first()],
  ] as const
  for (const [name, part] of opened) {
    await page.goto('/hotels')
    await button(name).waitFor()
    await settled(page)
    await context.setOffline(true)
    await page.getByText(/^You are offline\./).waitFor()
    const asked = page.waitForEvent('requestfailed', (r) => /\/assets\//.test(r.url()))
    await button(name).click()
    await asked
    await heading(page, 'Hotels')
    await context.setOffline(false)
    await part.waitFor()
    await heading(page, 'Hotels')
  }
  await context.close()
})

test('filters on a related record name the relation and can be removed one by one', async () => {
  const { page } = admin
  const { data: hotels } = await call<{ data: Row[] }>('/api/hotels?limit=1')
  const where = {
    and: [
      { path: ['hotel', 'stars'], op: 'gte', value: 3 },
      { path: ['hotel', 'vendor'], op: 'eq', value: hotels[0]!.vendor },
    ],
  }
  await page.goto(`/bookings?where=${encodeURIComponent(JSON.stringify(where))}`)
  await settled(page)
  await page.getByRole('button', { name: /^Filters/ }).click()
  const shown = page
    .getByRole('group', { name: /^Condition Hotel Stars/ })
    .getByRole('combobox', { name: 'Field' })
  expect(await shown.evaluate((e: HTMLSelectElement) => e.selectedOptions[0]?.textContent)).toBe(
    'Hotel → Stars',
  )
  await page.keyboard.press('Escape')
  const chips = page.getByRole('button', { name: /^Remove filter Hotel → / })
  await eventually(() => chips.count()).toBe(2)
  await page.getByRole('button', { name: /^Remove filter Hotel → Stars/ }).click()
  await eventually(() => chips.count()).toBe(1)
  await page.getByRole('button', { name: /^Remove filter Hotel → Vendor/ }).click()
  await page.waitForURL((url) => !url.search.includes('where'))
  expectQuiet(admin)
})

test('editing a booking updates the displayed total, which matches the server’s', async () => {
  const { page } = admin
  const { data: bookings } = await call<{ data: Row[] }>('/api/bookings?filter[state]=confirmed')
  const booking = bookings.find((b) => (b.nightlyRate as { amount?: number } | null)?.amount)!
  await page.goto(`/bookings/${booking.id}/edit`)
  await settled(page)
  const extras = page.getByRole('region', { name: 'Extras' })
  const total = extras
    .locator('dl > div')
    .filter({ hasText: /^Total/ })
    .locator('dd')
  const money = (amount: number, currency: string) =>
    new Intl.NumberFormat('en', { style: 'currency', currency }).format(amount / 100)
  const { amount, currency } = booking.total as { amount: number; currency: string }
  await eventually(() => total.textContent()).toBe(money(amount, currency))
  const rooms = page.getByRole('textbox', { name: 'Rooms' })
  await rooms.fill(String(Number(booking.rooms) + 1))
  await eventually(() => total.textContent()).not.toBe(money(amount, currency))
  await rooms.fill(String(booking.rooms))
  await eventually(() => total.textContent()).toBe(money(amount, currency))
})

test('title, metrics and large fields are editable on a record’s page; the title change is undone', async () => {
  const { page } = admin
  const { data: hotels } = await call<{ data: Row[] }>('/api/hotels?limit=1&sort=name')
  const [hotel] = hotels
  const stored = async () => (await call<{ data: Row }>(`/api/hotels/${hotel!.id}`)).data
  await page.goto(`/hotels/${hotel!.id}`)
  await settled(page)
  await page.getByRole('button', { name: 'Edit name' }).click()
  const name = page.getByRole('dialog').getByRole('textbox', { name: 'Name' })
  await name.fill('Casa renomeada')
  await name.press('Enter')
  await heading(page, 'Casa renomeada')
  await page.getByRole('status').getByRole('button', { name: 'Undo', exact: true }).click()
  await heading(page, String(hotel!.name))
  await page.getByRole('button', { name: 'Edit address' }).click()
  const drawer = page.getByRole('dialog', { name: 'Address' })
  await drawer.getByRole('textbox', { name: 'City' }).fill('Olhão')
  await expectAccessible(page, 'a field in a drawer')
  await drawer.getByRole('button', { name: 'Save' }).click()
  await drawer.waitFor({ state: 'detached' })
  await eventually(async () => ((await stored()).address as { city: string }).city).toBe('Olhão')
  const { data: tickets } = await call<{ data: Row[] }>('/api/tickets?filter[state]=open&limit=1')
  await page.goto(`/tickets/${tickets[0]!.id}`)
  await settled(page)
  await page
    .getByRole('region', { name: 'Metrics' })
    .getByRole('button', { name: 'Edit priority' })
    .waitFor({ state: 'attached' })
  expectQuiet(admin)
})
