/**
 * Booking over the page: who books a room needs at most five presses, sees the price before saving,
 * and learns which nights are full.
 */
import { expect } from 'vitest'
import type { Locator, Page } from 'playwright-core'
import { expectAccessible } from '#tests/support/axe.ts'
import { type Visitor } from '#tests/support/browser.ts'
import { countPresses } from '#tests/support/clicks.ts'
import { browser, product, test } from '#tests/support/journey.ts'
import { api, eventually, expectQuiet, heading, settled, visitAs } from '#tests/support/pages.ts'

type Row = Record<string, unknown> & { id: string; version: number; code: string }

let admin: Visitor & { readonly token: string }
let phone: Visitor & { readonly token: string }
let hotel: Row
test.beforeAll(async () => {
  ;[admin, phone] = await Promise.all([
    visitAs(browser, product, 'admin'),
    visitAs(browser, product, 'admin', { width: 390, height: 844 }),
  ])
  const [vendor] = (await call<Row[]>('/api/vendors?limit=1')).data
  const type = { adults: 2, children: 0, nightlyRate: { amount: 12_000, currency: 'EUR' } }
  hotel = (
    await call<Row>('/api/hotels', {
      name: 'Casa do Compositor',
      slug: 'casa-do-compositor',
      vendor: vendor!.id,
      email: 'ola@compositor.example',
      timezone: 'Europe/Lisbon',
      roomTypes: [
        { ...type, code: 'DBL', name: 'Double room', rooms: 1 },
        { ...type, code: 'SUI', name: 'Suite', rooms: 2 },
      ],
    })
  ).data
  await call('/api/customers', { name: 'Leonor Compositora', email: 'leonor@compositor.example' })
})

const call = async <T>(path: string, body?: object): Promise<{ data: T }> => {
  const { status, body: response } = await api<{ data: T }>(product, admin.token, path, body)
  expect(status, JSON.stringify(response)).toBeLessThan(300)
  return response
}
const bookingsOf = async (customer: string): Promise<Row[]> =>
  (await call<Row[]>(`/api/bookings?filter[hotel]=${hotel.id}&sort=-createdAt`)).data.filter(
    (row) => row.customer === customer,
  )
const customerBy = async (email: string): Promise<Row | undefined> =>
  (await call<Row[]>(`/api/customers?filter[email]=${encodeURIComponent(email)}`)).data[0]

const sheet = (page: Page): Locator => page.getByRole('dialog', { name: 'Add booking' })
const guest = (page: Page) => sheet(page).getByLabel('Guest')
/** The first days of the month after next, which are shown after two steps. */
const soon = new Date()
const month = new Date(Date.UTC(soon.getUTCFullYear(), soon.getUTCMonth() + 1, 1))
const dayIn = (n: number): string =>
  new Date(month.getTime() + (n - 1) * 86_400_000).toISOString().slice(0, 10)
const day = (page: Page, n: number) => sheet(page).locator(`[data-day="${dayIn(n)}"]`)
const open = async (page: Page): Promise<void> => {
  await page.goto(`/bookings?hotel=${hotel.id}`)
  await settled(page)
}
const add = (page: Page) => page.getByRole('link', { name: 'Add booking' }).first().click()
const book = async (page: Page, name: string): Promise<void> => {
  await sheet(page).getByRole('button', { name, exact: true }).click()
  await sheet(page).waitFor({ state: 'detached' })
}

test('booking a room from the list takes at most five interactions and shows the price before confirming', async () => {
  const { page } = admin
  await open(page)
  const presses = await countPresses(page)
  await add(page)
  await guest(page).fill('Leonor Comp')
  await sheet(page)
    .getByRole('option', { name: /Leonor Compositora/ })
    .waitFor()
  await page.keyboard.press('Enter')
  await eventually(() => guest(page).inputValue()).toBe('Leonor Compositora')
  await day(page, 1).click()
  await day(page, 4).click()
  const offer = sheet(page).getByRole('radio', { name: /Double room/ })
  await eventually(() => offer.isChecked()).toBe(true)
  await sheet(page).getByText('3 nights × €120.00 = €360.00').first().waitFor()
  await sheet(page).getByText('1 left').waitFor()
  await expectAccessible(page, 'composer')
  await book(page, 'Confirm')
  expect(await presses()).toBeLessThanOrEqual(5)
  const customer = (await customerBy('leonor@compositor.example'))!.id
  const [made] = await bookingsOf(customer)
  expect(made).toMatchObject({
    state: 'confirmed',
    checkIn: dayIn(1),
    checkOut: dayIn(4),
    roomTypeCode: 'DBL',
    total: { amount: 36_000, currency: 'EUR' },
  })
  await page.getByRole('link', { name: made!.code }).first().waitFor()
  expectQuiet(admin)
})

test('preselects the first free room type; a full room type names its full nights and cannot be booked', async () => {
  const { page } = admin
  await open(page)
  await add(page)
  await day(page, 3).click()
  await day(page, 6).click()
  const full = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })
  const night = full.format(new Date(`${dayIn(3)}T00:00:00Z`))
  await sheet(page).getByText(`Full on ${night}`).waitFor()
  await eventually(() => sheet(page).getByRole('radio', { name: /Suite/ }).isChecked()).toBe(true)
  await sheet(page)
    .getByRole('radio', { name: /Double room/ })
    .check()
  const alert = sheet(page).getByRole('alert')
  await alert.filter({ hasText: `Double room is full on ${night}.` }).waitFor()
  // The server refuses it all the same.
  await guest(page).fill('Leonor Comp')
  await sheet(page)
    .getByRole('option', { name: /Leonor Compositora/ })
    .click()
  await sheet(page).getByRole('button', { name: 'Confirm', exact: true }).click()
  await alert.filter({ hasText: 'The rooms are no longer free' }).waitFor()
  await page.keyboard.press('Escape')
  await sheet(page).waitFor({ state: 'detached' })
  expectQuiet(admin)
})

test('on a phone, a new guest is created together with the booking, and a held booking can be undone', async () => {
  const { page } = phone
  await open(page)
  const presses = await countPresses(page)
  await add(page)
  const box = (await sheet(page).boundingBox())!
  expect([box.x, box.width, box.height]).toEqual([0, 390, 844])
  await guest(page).fill('Nova Hóspede')
  await sheet(page).getByRole('option', { name: 'New guest “Nova Hóspede”' }).waitFor()
  await page.keyboard.press('Enter')
  await sheet(page).getByLabel('Email').fill('nova@compositor.example')
  await sheet(page).getByRole('button', { name: 'Next month' }).click()
  await day(page, 8).click()
  await day(page, 9).click()
  await sheet(page).getByText('1 night × €120.00 = €120.00').first().waitFor()
  await expectAccessible(page, 'composer on a phone')
  await book(page, 'Hold')
  expect(await presses()).toBeLessThanOrEqual(6)
  const customer = await customerBy('nova@compositor.example')
  expect(customer).toMatchObject({ name: 'Nova Hóspede' })
  const [held] = await bookingsOf(customer!.id)
  expect(held).toMatchObject({ state: 'pending', checkIn: dayIn(8) })
  await page.getByText(`${held!.code} is on hold`).waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await eventually(async () => (await bookingsOf(customer!.id)).length).toBe(0)
  expectQuiet(phone)
})

test('missing values and an e-mail address already in use are reported at their fields', async () => {
  const { page } = admin
  await open(page)
  await add(page)
  await sheet(page).getByRole('button', { name: 'Confirm', exact: true }).click()
  await sheet(page).getByText('Choose a guest').waitFor()
  await sheet(page).getByText('Choose arrival and departure').waitFor()
  await guest(page).fill('Leonor Segunda')
  await sheet(page)
    .getByRole('option', { name: /New guest/ })
    .click()
  await sheet(page).getByLabel('Email').fill('leonor@compositor.example')
  await day(page, 10).click()
  await day(page, 11).click()
  await sheet(page)
    .getByRole('radio', { name: /Double room/ })
    .check()
  await sheet(page).getByRole('button', { name: 'Hold', exact: true }).click()
  await eventually(() => sheet(page).getByLabel('Email').getAttribute('aria-invalid')).toBe('true')
  await page.keyboard.press('Escape')
  await sheet(page).waitFor({ state: 'detached' })
  expectQuiet(admin)
})

const written = (n: number) =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' }).format(
    Date.parse(dayIn(n)),
  )

test('stay dates can be typed or picked as a range; text that is not a date is kept and reported', async () => {
  const { page } = admin
  await page.goto('/bookings/new')
  const [checkIn, checkOut] = ['Check-in', 'Check-out'].map((name) =>
    page.getByRole('textbox', { name }),
  )
  await checkIn!.fill(written(3).replace(',', ''))
  await checkIn!.press('ArrowDown')
  const months = page.getByRole('dialog', { name: 'Choose a day: Check-in' })
  await months.locator(`[data-day="${dayIn(3)}"]:focus`).waitFor()
  for (const key of ['ArrowRight', 'ArrowRight', 'Enter']) await page.keyboard.press(key)
  await months.waitFor({ state: 'detached' })
  expect([await checkIn!.inputValue(), await checkOut!.inputValue()]).toEqual([
    written(3),
    written(5),
  ])
  await checkOut!.click()
  await page
    .getByRole('dialog', { name: 'Choose a day: Check-out' })
    .getByText('2 nights')
    .waitFor()
  await page.keyboard.press('Escape')
  await checkOut!.fill('soon')
  await checkOut!.blur()
  await page.getByText('Use a date such as 31 May 2026').waitFor()
  expect(await checkOut!.inputValue()).toBe('soon')
  expectQuiet(admin)
})

test('a reference picker creates a missing record, selects the only match on Enter and offers recent choices', async () => {
  const { page } = admin
  await page.goto('/bookings/new')
  const guest = page.locator('#field-customer:not([aria-busy])')
  await guest.click()
  await guest.fill('Zulmira Drawer')
  await page.getByRole('option', { name: 'Nothing found' }).waitFor()
  await page.getByRole('option', { name: 'Add customer' }).click()
  const drawer = page.getByRole('dialog', { name: 'Add customer' })
  expect(await drawer.locator('#field-name').inputValue()).toBe('Zulmira Drawer')
  await drawer.getByRole('button', { name: 'Save' }).click()
  await drawer.getByRole('alert').waitFor()
  await drawer.locator('#field-email').fill('zulmira@drawer.example')
  await drawer.getByRole('button', { name: 'Save' }).click()
  await drawer.waitFor({ state: 'detached' })
  await eventually(() => guest.inputValue()).toBe('Zulmira Drawer')
  await heading(page, 'Add booking')

  const room = page.locator('#field-roomTypeCode:not([aria-busy])')
  expect(await room.getAttribute('placeholder')).toBe('Choose first: Hotel')
  const at = page.locator('#field-hotel:not([aria-busy])')
  await at.click()
  await at.pressSequentially('Casa do Compositor')
  await at.press('Enter')
  await eventually(() => at.inputValue()).toBe('Casa do Compositor')
  await page.getByRole('listbox').waitFor({ state: 'detached' })

  await guest.fill('')
  await page.getByRole('listbox').getByText('Recent').waitFor()
  await page.getByRole('option', { name: 'Zulmira Drawer' }).click()
  await eventually(() => guest.inputValue()).toBe('Zulmira Drawer')
  expectQuiet(admin)
})

test('“All fields” opens the full booking form with the values entered so far', async () => {
  const { page } = admin
  await open(page)
  await page.keyboard.press('c')
  await sheet(page).waitFor()
  await day(page, 12).click()
  await day(page, 14).click()
  await sheet(page).getByRole('radio', { name: /Suite/ }).check()
  await sheet(page).getByRole('button', { name: 'All fields' }).click()
  await heading(page, 'Add booking')
  const checkIn = page.getByRole('textbox', { name: 'Check-in' })
  await eventually(() => checkIn.inputValue()).toBe(written(12))
  expect(await page.getByRole('textbox', { name: 'Check-out' }).inputValue()).toBe(written(14))
  expect(await page.locator('#field-roomTypeCode').inputValue()).toContain('SUI')
  expectQuiet(admin)
})

/** Drags the mouse from one night to another. */
const drag = async (page: Page, from: Locator, to: Locator): Promise<void> => {
  await from.scrollIntoViewIfNeeded()
  const [a, b] = [(await from.boundingBox())!, (await to.boundingBox())!]
  await page.mouse.move(a.x + a.width / 2, a.y + a.height / 2)
  await page.mouse.down()
  await page.mouse.move(b.x + b.width / 2, b.y + b.height / 2, { steps: 5 })
  await page.mouse.up()
}
const nightsOf = async (page: Page): Promise<(string | null)[]> =>
  sheet(page)
    .locator('[data-day][aria-pressed=true]')
    .evaluateAll((all) => all.map((e) => e.getAttribute('data-day')))

test('dragging over nights in the calendar starts a booking that takes at most four interactions', async () => {
  const { page } = admin
  await page.goto(`/bookings?layout=calendar&hotel=${hotel.id}&month=${dayIn(1).slice(0, 7)}`)
  await settled(page)
  const night = (n: number) => page.locator(`[data-night="${dayIn(n)}"][data-of="SUI"]`)
  await night(20).waitFor()
  const presses = await countPresses(page)
  await drag(page, night(20), night(22))
  await sheet(page).waitFor()
  await eventually(() => nightsOf(page)).toEqual([20, 21, 22, 23].map(dayIn))
  await eventually(() => sheet(page).getByRole('radio', { name: /Suite/ }).isChecked()).toBe(true)
  await guest(page).fill('Leonor Comp')
  await sheet(page)
    .getByRole('option', { name: /Leonor Compositora/ })
    .waitFor()
  await page.keyboard.press('Enter')
  await book(page, 'Confirm')
  expect(await presses()).toBeLessThanOrEqual(4)
  // The bar shows the guest.
  await page
    .getByRole('button', { name: /^BK-.*Leonor Compositora/ })
    .filter({ hasText: /^Leonor Compositora$/ })
    .first()
    .waitFor()
  // A key on one night opens it too.
  await night(24).focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await eventually(() => nightsOf(page)).toEqual([25, 26].map(dayIn))
  await page.keyboard.press('Escape')
  await sheet(page).waitFor({ state: 'detached' })
  await expectAccessible(page, 'calendar with free nights')
  expectQuiet(admin)
})

test('a click on a free night of a hotel’s occupancy table starts a booking; dragging selects several nights', async () => {
  const { page } = admin
  const [open] = (await call<Row[]>('/api/hotels?filter[state]=published&limit=1')).data
  await page.goto(`/hotels/${open!.id}`)
  await settled(page)
  const free = page.locator('td[data-heat="0"] a[data-night]').first()
  await free.waitFor()
  const first = (await free.getAttribute('data-night'))!
  const type = await free.getAttribute('data-of')
  await free.click()
  await eventually(async () => (await nightsOf(page))[0]).toBe(first)
  expect(await guest(page).evaluate((e) => e === document.activeElement)).toBe(true)
  await page.keyboard.press('Escape')
  await sheet(page).waitFor({ state: 'detached' })
  const strip = page.locator(`a[data-of="${type}"]`)
  const nights = await strip.evaluateAll((all) => all.map((e) => e.getAttribute('data-night')!))
  await drag(page, strip.nth(2), strip.nth(4))
  await eventually(async () => (await nightsOf(page)).length).toBe(4)
  expect((await nightsOf(page))[0]).toBe(nights[2])
  await page.keyboard.press('Escape')
  await sheet(page).waitFor({ state: 'detached' })
  expectQuiet(admin)
})
