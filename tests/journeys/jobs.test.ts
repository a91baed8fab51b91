/**
 * The jobs that staff do all day, counted in clicks and keys, on a desk and on a phone. Answering a
 * ticket with a macro is counted in `tickets.test.ts`.
 */
import type { Locator, Page } from 'playwright-core'
import { afterAll, describe, expect } from 'vitest'
import { visit, type Visitor } from '#tests/support/browser.ts'
import { countPresses } from '#tests/support/clicks.ts'
import { browser, product, test } from '#tests/support/journey.ts'
import { api, eventually, expectQuiet, heading, settled, visitAs } from '#tests/support/pages.ts'
import { samplePng } from '#tests/support/samplePng.ts'

type Row = Readonly<Record<string, unknown>> & {
  readonly id: string
  readonly version: number
  readonly code: string
  readonly state: string
}

const dayIn = (days: number): string =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

describe.each([
  ['desk', { width: 1440, height: 900 }],
  ['phone', { width: 390, height: 844 }],
])('on a %s', (where, size) => {
  let admin: Visitor & { readonly token: string }
  let page: Page
  test.beforeAll(async () => {
    admin = await visitAs(browser, product, 'admin', size)
    page = admin.page
  })
  afterAll(() => admin?.context.close())

  const call = async <T = Row>(path: string, body?: object): Promise<T> => {
    const response = await api<{ data: T }>(product, admin.token, path, body)
    expect(response.status, JSON.stringify(response.body)).toBeLessThan(300)
    return response.body.data
  }
  const act = async (path: string, action: string, body: object = {}): Promise<void> => {
    const { version } = await call(path)
    const match = { 'If-Match': `"${version}"` }
    const url = `${path}/actions/${action}`
    const { status } = await api(product, admin.token, url, body, 'POST', match)
    expect(status).toBe(200)
  }
  const open = async (path: string): Promise<void> => {
    await page.goto(path)
    await settled(page)
  }
  /** Does the job and returns its presses. */
  const presses = async (job: () => Promise<void>): Promise<number> => {
    const count = await countPresses(page)
    await job()
    return count()
  }
  const main = () => page.getByRole('main')
  const button = (name: string | RegExp, within: Locator | Page = page) =>
    within.getByRole('button', { name, exact: true })
  /** Goes to a field: by Tab if it is near, otherwise by a press. */
  const reach = async (target: Locator): Promise<void> => {
    await target.waitFor()
    const isHere = () => target.evaluate((e) => e === document.activeElement)
    for (let tabs = 0; tabs < 4 && !(await isHere()); tabs++) await page.keyboard.press('Tab')
    if (!(await isHere())) await target.click()
  }
  const type = async (target: Locator, text: string): Promise<void> => {
    await reach(target)
    await target.fill(text)
  }
  const field = (name: string, within: Locator | Page = page) =>
    within.locator(`[id="field-${name}"]`)
  /** Types into a picker and takes the only match. */
  const take = async (name: string, text: string): Promise<void> => {
    await reach(page.locator(`[id="field-${name}"]:not([aria-busy])`))
    await page.keyboard.type(text)
    const option = page.getByRole('option', { name: new RegExp(`^${text}`) }).first()
    await option.waitFor()
    await page.keyboard.press('Enter')
    await option.waitFor({ state: 'hidden' })
  }

  let stays = 0
  /** A hotel with one room type, at which cancelling costs half. */
  const hotel = async (): Promise<Row> => {
    const [like] = await call<Row[]>('/api/hotels?limit=1')
    const slug = `casa-do-dia-${where}-${++stays}`
    return call('/api/hotels', {
      name: `Casa do Dia, ${where} ${stays}`,
      slug,
      vendor: like!.vendor,
      email: 'dia@example.com',
      timezone: 'Europe/Lisbon',
      roomTypes: [
        {
          code: 'DBL',
          name: 'Double room',
          adults: 2,
          children: 0,
          rooms: 3,
          nightlyRate: { amount: 15_900, currency: 'EUR' },
        },
      ],
      refundRules: [{ daysBefore: 30, fee: { kind: 'percent', bps: 5000 } }],
    })
  }
  const book = async (from: number): Promise<Row> => {
    const [at, [customer]] = [await hotel(), await call<Row[]>('/api/customers?limit=1')]
    return call('/api/bookings', {
      code: `BK-${where.toUpperCase()}${stays}`,
      hotel: at.id,
      roomTypeCode: 'DBL',
      customer: customer!.id,
      checkIn: dayIn(from),
      checkOut: dayIn(from + 1),
    })
  }

  test('signing in with a demo account takes at most two interactions', async () => {
    const visitor = await visit(browser, product, size)
    await visitor.page.goto('/auth/login')
    await settled(visitor.page)
    const count = await countPresses(visitor.page)
    await button('Manager', visitor.page).click()
    await button('Sign in', visitor.page).click()
    await heading(visitor.page, 'Dashboard')
    expect(await count()).toBeLessThanOrEqual(2)
    expectQuiet(visitor)
    await visitor.context.close()
  })

  test('finding a customer and changing their e-mail address takes at most four interactions', async () => {
    const name = `Filomena ${where}`
    const email = `filomena-${where}@example.com`
    const { id } = await call('/api/customers', { name, email: `old-${email}` })
    await open('/dashboard')
    const made = await presses(async () => {
      if (where === 'desk') await page.keyboard.press('Control+k')
      else await button('Search everything').click()
      const palette = page.getByRole('dialog', { name: 'Command palette' })
      await palette.getByRole('combobox').waitFor()
      await page.keyboard.insertText(name)
      await palette.getByRole('option', { name, selected: true }).waitFor()
      await page.keyboard.press('Enter')
      await heading(page, name)
      await button('Edit email').first().click()
      const input = page.getByRole('dialog').getByRole('textbox', { name: 'Email' })
      await input.fill(email)
      await page.keyboard.press('Enter')
      await eventually(async () => (await call(`/api/customers/${id}`)).email).toBe(email)
    })
    expect(made).toBeLessThanOrEqual(4)
  })

  test('creating a hotel with room types, refund rules and pictures takes at most twenty interactions', async () => {
    const name = `Casa Nova ${where}`
    await open('/hotels')
    const made = await presses(async () => {
      await page.getByRole('link', { name: 'Add hotel' }).click()
      await heading(page, 'Add hotel')
      await type(field('name'), name)
      const [vendor] = await call<Row[]>('/api/vendors?limit=1')
      await take('vendor', String(vendor!.displayName ?? vendor!.name ?? vendor!.legalName))
      await type(field('description'), 'A quiet house above the river')
      await type(field('email'), 'nova@example.com')
      await type(field('address.line'), 'Rua do Cais 7')
      await type(field('address.city'), 'Porto')
      await take('address.country', 'Portugal')
      await take('timezone', 'Europe/Lisbon')
      const files = page.waitForEvent('filechooser')
      await page.getByLabel('Images', { exact: true }).click()
      await (
        await files
      ).setFiles([
        { name: 'front.png', mimeType: 'image/png', buffer: samplePng(64, 48, [200, 120, 40]) },
        { name: 'room.png', mimeType: 'image/png', buffer: samplePng(64, 48, [40, 120, 200]) },
      ])
      await page.getByRole('textbox', { name: 'Description of picture 2' }).waitFor()
      for (const [i, code] of ['DBL', 'SUI'].entries()) {
        await button('Add room type').click()
        const at = `roomTypes.r${i}`
        await type(field(`${at}.code`), code)
        await type(field(`${at}.name`), `Room ${code}`)
        await type(field(`${at}.adults`), '2')
        await type(field(`${at}.rooms`), '5')
        await type(field(`${at}.nightlyRate`), '129.50')
      }
      for (const [i, days] of ['7', '1'].entries()) {
        await button('Add refund rule').click()
        await type(field(`refundRules.r${i}.daysBefore`), days)
        await field(`refundRules.r${i}.fee`).selectOption('percent')
        await type(field(`refundRules.r${i}.fee.bps`), '50')
      }
      await button('Save').click()
      await heading(page, name)
    })
    const [created] = await call<Row[]>(`/api/hotels?search=${encodeURIComponent(name)}`)
    expect(created).toMatchObject({
      roomTypes: [{ code: 'DBL' }, { code: 'SUI' }],
      refundRules: [{ daysBefore: 7 }, { daysBefore: 1 }],
      images: [{}, {}],
    })
    expect(made).toBeLessThanOrEqual(20)
  })

  test('submitting a hotel takes one interaction; finding and publishing it takes at most three', async () => {
    const name = `Casa Nova ${where}`
    const [created] = await call<Row[]>(`/api/hotels?search=${encodeURIComponent(name)}`)
    await open(`/hotels/${created!.id}`)
    expect(
      await presses(async () => {
        await button('Submit for review', main()).click()
        await eventually(async () => (await call(`/api/hotels/${created!.id}`)).state).toBe(
          'in_review',
        )
      }),
    ).toBe(1)
    await open('/dashboard')
    expect(
      await presses(async () => {
        await page.getByRole('link', { name, exact: false }).first().click()
        await heading(page, name)
        await button('Publish', main()).click()
        await eventually(async () => (await call(`/api/hotels/${created!.id}`)).state).toBe(
          'published',
        )
      }),
    ).toBeLessThanOrEqual(3)
  })

  test('booking a room takes at most five interactions', async () => {
    const at = await hotel()
    const name = `Leonor ${where}`
    const customer = await call('/api/customers', { name, email: `leonor-${where}@example.com` })
    const now = new Date()
    const next = (day: number) =>
      new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, day))
        .toISOString()
        .slice(0, 10)
    await open(`/bookings?hotel=${at.id}`)
    const sheet = page.getByRole('dialog', { name: 'Add booking' })
    const made = await presses(async () => {
      await page.getByRole('link', { name: 'Add booking' }).first().click()
      await type(sheet.getByLabel('Guest'), name)
      await sheet.getByRole('option', { name: new RegExp(`^${name}`) }).waitFor()
      await page.keyboard.press('Enter')
      await sheet.locator(`[data-day="${next(1)}"]`).click()
      await sheet.locator(`[data-day="${next(4)}"]`).click()
      await sheet.getByText('3 nights × €159.00 = €477.00').first().waitFor()
      await button('Confirm', sheet).click()
      await sheet.waitFor({ state: 'detached' })
    })
    const [booked] = await call<Row[]>(`/api/bookings?filter[hotel]=${at.id}`)
    expect(booked).toMatchObject({
      state: 'confirmed',
      customer: customer.id,
      checkIn: next(1),
      checkOut: next(4),
    })
    expect(made).toBeLessThanOrEqual(5)
  })

  test('recording a payment takes at most two interactions', async () => {
    const { id } = await book(0)
    const path = `/api/bookings/${id}`
    // On a phone the usual next step is the only button beside the menu: here the payment.
    for (const state of ['confirmed', 'checked_in', 'checked_out']) await act(path, state)
    await open(`/bookings/${id}`)
    const made = await presses(async () => {
      await button('Take payment €159.00', main()).click()
      const dialog = page.getByRole('dialog', { name: /Take payment/ })
      const amount = dialog.getByRole('textbox', { name: 'Amount' })
      await eventually(() => amount.inputValue()).toBe('159.00')
      expect(await dialog.getByRole('combobox', { name: /Currency/ }).isDisabled()).toBe(true)
      await button('Take payment', dialog).click()
      await dialog.waitFor({ state: 'detached' })
    })
    expect(await call(path)).toMatchObject({ paymentState: 'paid', paid: { amount: 15_900 } })
    expect(made).toBeLessThanOrEqual(2)
  })

  test('cancelling a booking and refunding it less the fee takes at most four interactions', async () => {
    const { id } = await book(5)
    const path = `/api/bookings/${id}`
    await act(path, 'pay', { method: 'cash' })
    await open(`/bookings/${id}`)
    const made = await presses(async () => {
      await button('More actions', main()).click()
      await page.getByRole('menuitem', { name: 'Cancel booking' }).click()
      const sure = page.getByRole('dialog', { name: /Cancel booking/ })
      await type(sure.getByRole('textbox', { name: 'Reason' }), 'The guest fell ill')
      await button('Cancel booking', sure).click()
      const refund = page.getByRole('dialog', { name: /Refund/ })
      const amount = refund.getByRole('textbox', { name: 'Amount' })
      await eventually(() => amount.inputValue()).toBe('79.50')
      expect(await refund.getByRole('textbox', { name: 'Reason' }).inputValue()).toBe(
        'The guest fell ill',
      )
      await button('Refund', refund).click()
      await refund.waitFor({ state: 'detached' })
    })
    expect(await call(path)).toMatchObject({
      state: 'cancelled',
      paymentState: 'partially_refunded',
      refunded: { amount: 7950 },
    })
    await main().getByText('Partly refunded').first().waitFor()
    expect(made).toBeLessThanOrEqual(4)
    await main()
      .getByRole('tab', { name: /Credit notes/ })
      .click()
    await main()
      .getByRole('row', { name: /CN-\d{4}-\d{6}/ })
      .filter({ hasText: '€79.50' })
      .waitFor()
  })

  const bar = () => page.getByRole('region', { name: 'Actions for the selection' })
  const stateCount = async (state: string): Promise<number> =>
    (
      await api<{ page: { total: number } }>(
        product,
        admin.token,
        `/api/hotels?limit=1&filter[state]=${state}`,
      )
    ).body.page.total
  const selectAll = async (): Promise<void> => {
    const first = page.getByRole('checkbox', { name: /^Select (?!all)/ }).first()
    await (where === 'desk' ? page.keyboard.press('Control+a') : first.click())
    await bar()
      .getByRole('button', { name: /^Select all \d+ matching/ })
      .click()
    await bar()
      .getByText(/^All \d+ selected/)
      .waitFor()
  }

  test('changing the state of thirty hotels across two pages takes at most six interactions', async () => {
    const [from, to, label] =
      where === 'desk'
        ? (['published', 'suspended', 'Suspend'] as const)
        : (['suspended', 'published', 'Publish again'] as const)
    const count = await stateCount(from)
    expect(count).toBeGreaterThan(30)
    await open(`/hotels?state=${from}`)
    const made = await presses(async () => {
      await selectAll()
      await button('Actions', bar()).click()
      await page.getByRole('menuitem', { name: `${label} (${count})`, exact: true }).click()
      const dialog = page.getByRole('dialog')
      if (to === 'suspended') {
        await type(dialog.getByRole('textbox', { name: 'Reason' }), 'The season is over')
      }
      if (to === 'suspended') await button('Preview', dialog).click()
      await dialog
        .getByText(/records? will change/)
        .first()
        .waitFor()
      await dialog.getByRole('button', { name: label }).click()
      await eventually(() => stateCount(from)).toBeLessThan(count - 29)
    })
    expect(made).toBeLessThanOrEqual(6)
  })

  test('changing a field of thirty hotels takes at most seven interactions', async () => {
    const stars = where === 'desk' ? 2 : 3
    await open('/hotels')
    const made = await presses(async () => {
      await selectAll()
      await button('Edit', bar()).click()
      const dialog = page.getByRole('dialog', { name: /^Edit \d+ hotels/ })
      await dialog.getByRole('combobox', { name: 'Field' }).selectOption({ label: 'Stars' })
      await dialog.getByRole('combobox', { name: 'Stars' }).selectOption(String(stars))
      await button('Preview', dialog).click()
      await dialog
        .getByText(/records? will change/)
        .first()
        .waitFor()
      await button('Apply', dialog).click()
      await dialog.waitFor({ state: 'detached' })
    })
    await eventually(
      async () => (await call<Row[]>(`/api/hotels?limit=100&filter[stars]=${stars}`)).length,
    ).toBeGreaterThan(30)
    expect(made).toBeLessThanOrEqual(7)
  })

  test('saving three conditions combined with “any” as a view takes at most ten interactions', async () => {
    const name = `Tall or new, ${where}`
    await open('/hotels')
    const made = await presses(async () => {
      await button('Filters').click()
      const panel = page.getByRole('dialog', { name: 'Filters' })
      for (const [i, [what, is]] of [
        ['Name', 'Casa'],
        ['Email', 'dia@'],
        ['Slug', 'nova'],
      ].entries()) {
        if (i) await button('Add condition', panel).click()
        await panel.getByRole('combobox', { name: 'Field' }).nth(i).selectOption({ label: what! })
        await panel.getByRole('textbox', { name: 'Value' }).nth(i).fill(is!)
      }
      await panel.getByRole('radio', { name: /any/i }).check({ force: true })
      await button('Apply', panel).click()
      await panel.waitFor({ state: 'detached' })
      await button('Views').click()
      const views = page.getByRole('dialog', { name: 'Views' })
      await type(views.getByRole('textbox', { name: 'Name of the view' }), name)
      await page.keyboard.press('Enter')
      await heading(page, `Hotels · ${name}`)
    })
    expect(made).toBeLessThanOrEqual(10)
  })

  test('importing twenty rows, three of them invalid, takes at most five interactions', async () => {
    const rows = Array.from({ length: 20 }, (_, i) => {
      const email = i < 3 ? 'not an address' : `row${i}-${where}@example.com`
      return `Row ${i} ${where},${email},+351 21 555 01${String(i).padStart(2, '0')}`
    })
    const text = ['Full name,E-mail address,Mobile', ...rows].join('\n')
    await open('/customer')
    const made = await presses(async () => {
      await button('Import').click()
      const files = page.waitForEvent('filechooser')
      await button('Choose file').click()
      await (
        await files
      ).setFiles({ name: 'guests.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
      await button('Dry run').click()
      await page.getByRole('table', { name: 'Result' }).waitFor()
      const good = page.getByRole('radio', { name: /Import the valid rows/ })
      if (!(await good.isChecked())) await good.click({ force: true })
      await button('Import').click()
      await eventually(
        async () => (await call<Row[]>(`/api/customers?search=${where}&limit=100`)).length,
      ).toBeGreaterThanOrEqual(17)
    })
    expect(made).toBeLessThanOrEqual(5)
  })

  test('creating a role with its permissions takes at most eight interactions', async () => {
    const name = `night-${where}`
    await open('/user_roles')
    const made = await presses(async () => {
      await page.getByRole('link', { name: 'Add user role' }).first().click()
      await heading(page, 'Add user role')
      await type(field('name'), name)
      await page.keyboard.press('Enter')
      await heading(page, name)
      if (where === 'phone') await button('More actions', main()).click()
      await page.getByRole(where === 'phone' ? 'menuitem' : 'link', { name: 'Permissions' }).click()
      await heading(page, `Permissions of ${name}`)
      for (const what of ['Bookings', 'Customers']) {
        const read = page.getByRole('checkbox', { name: `Read: ${what}`, exact: true })
        await read.click()
        // All fields come with it: without them people would read ids in place of names.
        const row = page.getByRole('row').filter({ has: read })
        await row.getByText(/^([1-9]\d*) read, 0 write of \1 fields$/).waitFor()
        expect(await row.getByText('No field can be read').count()).toBe(0)
      }
      await button('Review and save').click()
      await button('Save', page.getByRole('dialog')).click()
      // Grants wait for a second person.
      await page.getByText('Sent for approval').waitFor()
    })
    const [asked] = await call<Row[]>('/api/approvals?view=mine&limit=1')
    for (const key of ['booking.field.code.read', 'customer.field.name.read']) {
      expect(JSON.stringify(asked)).toContain(key)
    }
    expect(made).toBeLessThanOrEqual(8)
    expectQuiet(admin)
  })
})
