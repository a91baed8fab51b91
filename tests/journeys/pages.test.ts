/**
 * Pages with their own layout: a customer's overview, a vendor's documents, proposals side by side,
 * a hotel's nights.
 */
import { expect } from 'vitest'
import type { Locator, Page } from 'playwright-core'
import { openMore } from '#tests/support/actionBar.ts'
import { expectAccessible } from '#tests/support/axe.ts'
import { browser, product, test } from '#tests/support/journey.ts'
import { api, eventually, expectQuiet, heading, settled, visitAs } from '#tests/support/pages.ts'

interface Row {
  readonly id: string
  readonly [field: string]: unknown
}
interface Amount {
  readonly amount: number
  readonly currency: string
}
/** All rows of a list, page by page: the basis for checking metrics. */
const allOf = async (token: string, path: string): Promise<Row[]> => {
  const rows: Row[] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const { body }: { body: { data: Row[]; page: { next: string | null } } } = await api(
      product,
      token,
      `${path}${path.includes('?') ? '&' : '?'}limit=200${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`,
    )
    rows.push(...body.data)
    cursor = body.page.next
  }
  return rows
}
const first = async (token: string, path: string): Promise<Row> =>
  (await api<{ data: Row[] }>(product, token, path)).body.data[0]!
const metric = (page: Page, name: string) =>
  page.getByRole('list', { name: 'At a glance' }).getByRole('listitem').filter({ hasText: name })
/** No part of the page extends beyond the screen's edge. */
const fits = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)
const addDays = (day: string, n: number) =>
  new Date(Date.parse(day) + n * 86_400_000).toISOString().slice(0, 10)
const TAKING = ['pending', 'confirmed', 'checked_in', 'checked_out']

test('a customer page shows upcoming stays, a live timeline, and metrics that match an independent count', async () => {
  const visitor = await visitAs(browser, product, 'admin')
  const { page, token } = visitor
  const customer = String(
    (
      await first(
        token,
        '/api/bookings?filter[state]=confirmed&filter[paid][gt]=1000&filter[paid][currency]=EUR&sort=checkIn',
      )
    ).customer,
  )
  const [
    {
      body: { data: record },
    },
    bookings,
    orders,
    tickets,
  ] = await Promise.all([
    api<{ data: Row }>(product, token, `/api/customers/${customer}`),
    allOf(token, `/api/bookings?filter[customer]=${customer}`),
    allOf(token, `/api/orders?filter[customer]=${customer}`),
    allOf(token, `/api/tickets?filter[customer]=${customer}`),
  ])
  await page.goto(`/customer/${customer}`)
  await heading(page, String(record.name))
  await settled(page)
  const sums = new Map<string, number>()
  for (const paid of [...bookings, ...orders].map((r) => r.paid as Amount | null)) {
    if (paid) sums.set(paid.currency, (sums.get(paid.currency) ?? 0) + paid.amount)
  }
  const worth = [...sums]
    .filter(([, n]) => n)
    .sort((a, b) => b[1] - a[1])
    .map(([currency, amount]) =>
      new Intl.NumberFormat('en', { style: 'currency', currency, maximumFractionDigits: 0 }).format(
        amount / 100,
      ),
    )
    .join(' · ')
  await metric(page, 'Lifetime value').getByText(worth, { exact: true }).waitFor()
  await metric(page, 'Bookings')
    .getByText(
      String(
        bookings.filter((b) => !['cancelled', 'expired', 'no_show'].includes(String(b.state)))
          .length,
      ),
      { exact: true },
    )
    .waitFor()
  await metric(page, 'Open orders')
    .getByText(
      String(
        orders.filter((o) => ['placed', 'confirmed', 'in_progress'].includes(String(o.state)))
          .length,
      ),
      { exact: true },
    )
    .waitFor()
  await metric(page, 'Open tickets')
    .getByText(
      String(tickets.filter((t) => ['new', 'open', 'pending'].includes(String(t.state))).length),
      { exact: true },
    )
    .waitFor()
  await page.getByRole('list', { name: 'Upcoming stays' }).getByRole('listitem').first().waitFor()

  const timeline = page.getByRole('list', { name: 'Timeline' })
  await timeline.getByRole('listitem').first().waitFor()
  await page.getByRole('group', { name: 'Show' }).getByRole('button', { name: 'Bookings' }).click()
  await eventually(() => timeline.getByRole('listitem').count()).toBe(Math.min(25, bookings.length))
  await expectAccessible(page, 'customer')

  // Another person's ticket arrives by itself, in the metric and in the timeline.
  await page.getByRole('button', { name: 'Everything', exact: true }).click()
  expect(
    (await api(product, token, '/api/tickets', { subject: 'The key card is dead', customer }))
      .status,
  ).toBe(201)
  await timeline.getByRole('link', { name: 'The key card is dead' }).waitFor()
  await page.getByRole('link', { name: 'New booking' }).click()
  const composer = page.getByRole('dialog', { name: 'Add booking' })
  await eventually(() => composer.getByLabel('Guest').inputValue()).toBe(String(record.name))
  await page.keyboard.press('Escape')
  await composer.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Open chat' }).click()
  await page.waitForURL('**/chatuser?**conversation=**')
  expectQuiet(visitor)
  await visitor.context.close()
})

test('vendor staff see only their own records of a customer; without permission, payments are absent', async () => {
  const [staff, support] = await Promise.all([
    visitAs(browser, product, 'vendor', { width: 390, height: 844 }),
    visitAs(browser, product, 'support'),
  ])
  const own = await first(staff.token, '/api/bookings?sort=-checkIn')
  const customer = String(own.customer)
  const mine = await allOf(staff.token, `/api/bookings?filter[customer]=${customer}`)
  await staff.page.goto(`/customer/${customer}`)
  await settled(staff.page)
  await metric(staff.page, 'Bookings')
    .getByText(
      String(
        mine.filter((b) => !['cancelled', 'expired', 'no_show'].includes(String(b.state))).length,
      ),
      { exact: true },
    )
    .waitFor()
  const said = await api<{ data: { data: { collection: string; id: string }[] } }>(
    product,
    staff.token,
    `/api/customers/${customer}/previews/timeline?kinds=bookings`,
  )
  expect(said.body.data.data.map((e) => e.id).sort()).toEqual(mine.map((b) => b.id).sort())
  await eventually(() => fits(staff.page)).toBe(true)
  await expectAccessible(staff.page, 'customer, for staff of a vendor on a phone')

  await support.page.goto(`/customer/${customer}`)
  await support.page.getByRole('list', { name: 'Timeline' }).waitFor()
  await eventually(() =>
    support.page.getByRole('group', { name: 'Show' }).getByRole('button').allInnerTexts(),
  ).toEqual(['Everything', 'Bookings', 'Orders', 'Tickets', 'Conversations'])
  for (const v of [staff, support]) {
    expectQuiet(v)
    await v.context.close()
  }
})

test('a vendor’s documents are reviewed before approval; its own staff can add but not review them', async () => {
  const visitor = await visitAs(browser, product, 'manager')
  const { page, token } = visitor
  const vendor = await first(token, '/api/vendors?filter[state]=under_review&filter[kind]=company')
  await page.goto(`/vendor/${vendor.id}?tab=documents`)
  await heading(page, String(vendor.displayName))
  await page.getByRole('button', { name: 'Approve', exact: true }).click()
  await page
    .getByText(/documents of these kinds must be accepted and valid/)
    .first()
    .waitFor()
  await expectAccessible(page, 'vendor documents')
  await page.getByRole('button', { name: 'Refuse: Tax' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Unreadable scan')
  await dialog.getByRole('button', { name: 'Refuse' }).click()
  // The closing dialog contains the same words.
  await page.getByRole('list', { name: 'Documents' }).getByText('Unreadable scan').waitFor()
  await page.getByText('Still needed before approval: Tax').waitFor()
  for (const kind of ['Insurance', 'Tax']) {
    await page.getByRole('button', { name: `Accept: ${kind}` }).click()
    await eventually(() => page.getByRole('button', { name: `Accept: ${kind}` }).count()).toBe(0)
  }
  await page.getByRole('button', { name: 'Approve', exact: true }).click()
  await eventually(
    async () =>
      (await api<{ data: Row }>(product, token, `/api/vendors/${vendor.id}`)).body.data.state,
  ).toBe('approved')
  expectQuiet(visitor)
  await visitor.context.close()

  const staff = await visitAs(browser, product, 'vendor', { width: 390, height: 844 })
  const own = await first(staff.token, '/api/vendors')
  await staff.page.goto(`/vendor/${own.id}?tab=documents`)
  await staff.page.getByRole('button', { name: 'Add document' }).click()
  const adding = staff.page.getByRole('dialog')
  await adding.locator('input[type=file]').setInputFiles({
    name: 'extra.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.7 a page'),
  })
  await adding.getByText('extra.pdf').waitFor()
  await adding.getByRole('combobox', { name: /^Kind/ }).selectOption({ label: 'Other' })
  await adding.getByRole('button', { name: 'Add document' }).click()
  await staff.page.getByText('Waits for review').first().waitFor()
  expect(await staff.page.getByRole('button', { name: /^(Accept|Refuse)/ }).count()).toBe(0)
  await eventually(() => fits(staff.page)).toBe(true)
  await expectAccessible(staff.page, 'vendor documents, for its staff on a phone')
  // Tabs that do not fit are in a menu; a tab chosen there is scrolled into view.
  const [strip, history] = [
    staff.page.getByRole('tablist'),
    staff.page.getByRole('tab', { name: 'History', exact: true }),
  ]
  const inSight = async () => {
    const [around, own] = [await strip.boundingBox(), await history.boundingBox()]
    return around !== null && own !== null && own.x + own.width <= around.x + around.width + 1
  }
  expect(await inSight()).toBe(false)
  await staff.page.getByRole('button', { name: 'More', exact: true }).click()
  await expectAccessible(staff.page, 'the tabs there is no room for')
  await staff.page.getByRole('menuitem', { name: 'History', exact: true }).click()
  await eventually(() => history.getAttribute('aria-selected')).toBe('true')
  await eventually(inSight).toBe(true)
  expectQuiet(staff)
  await staff.context.close()
})

test('vendor staff see no Approve action for their own service', async () => {
  const [staff, manager] = await Promise.all([
    visitAs(browser, product, 'vendor'),
    visitAs(browser, product, 'manager'),
  ])
  const draft =
    (await first(staff.token, '/api/services?filter[state]=draft')) ??
    (await first(staff.token, '/api/services?filter[state]=in_review'))
  const made =
    draft ??
    (
      await api<{ data: Row }>(product, staff.token, '/api/services', {
        title: 'Boat to the islands',
        vendor: (await first(staff.token, '/api/vendors')).id,
        category: (await first(staff.token, '/api/service-categories')).id,
        pricing: 'quote',
      })
    ).body.data
  if (made.state !== 'in_review') {
    const { etag } = await api(product, staff.token, `/api/services/${made.id}`)
    expect(
      (
        await api(product, staff.token, `/api/services/${made.id}/actions/in_review`, {}, 'POST', {
          'If-Match': etag,
        })
      ).status,
    ).toBe(200)
  }
  await Promise.all(
    [staff, manager].map(async ({ page }) => {
      await page.goto(`/services/${made.id}`)
      await settled(page)
    }),
  )
  await manager.page.getByRole('button', { name: 'Approve', exact: true }).waitFor()
  expect(await staff.page.getByRole('button', { name: 'Approve', exact: true }).count()).toBe(0)
  await openMore(staff.page)
  expect(await staff.page.getByRole('menuitem', { name: 'Approve', exact: true }).count()).toBe(0)
  await staff.page.getByRole('menuitem', { name: 'Archive', exact: true }).waitFor()
  for (const v of [staff, manager]) {
    expectQuiet(v)
    await v.context.close()
  }
})

test('a job’s proposals are compared side by side, cheapest first, and one can be accepted there', async () => {
  const [visitor, phone] = await Promise.all([
    visitAs(browser, product, 'manager'),
    visitAs(browser, product, 'manager', { width: 390, height: 844, dark: true }),
  ])
  const { page, token } = visitor
  const groups = (
    await api<{ data: { group: { job: string }; values: { count: number } }[] }>(
      product,
      token,
      '/api/proposals/aggregate?group=job&measure=count&filter[state][in]=submitted,shortlisted&filter[job.state]=open',
    )
  ).body.data
  const job = groups.find((g) => g.values.count >= 2)!.group.job
  const offers = (await allOf(token, `/api/proposals?filter[job]=${job}`)).filter((p) =>
    ['submitted', 'shortlisted', 'accepted'].includes(String(p.state)),
  )
  await Promise.all([page, phone.page].map((p) => p.goto(`/service-Jobs/${job}?tab=compare`)))
  const table = page.getByRole('table', { name: 'Compare proposals' })
  await table.waitFor()
  await eventually(() => table.getByRole('columnheader').count()).toBe(offers.length)
  const cheapest = offers.map((o) => o.amount as Amount).sort((a, b) => a.amount - b.amount)[0]!
  const totals = table.getByRole('row', { name: /^Total/ }).getByRole('cell')
  await eventually(() => totals.first().innerText()).toContain(
    new Intl.NumberFormat('en', { style: 'currency', currency: cheapest.currency }).format(
      cheapest.amount / 100,
    ),
  )
  await eventually(() => totals.nth(1).innerText()).toMatch(/more than the cheapest/)
  await expectAccessible(page, 'proposals side by side')
  await phone.page.getByRole('table', { name: 'Compare proposals' }).waitFor()
  await eventually(() => fits(phone.page)).toBe(true)

  await table
    .getByRole('button', { name: /^Accept/ })
    .first()
    .click()
  await page.getByRole('dialog').getByRole('button', { name: 'Accept' }).click()
  await eventually(
    async () =>
      (await api<{ data: Row }>(product, token, `/api/service-jobs/${job}`)).body.data.state,
  ).toBe('awarded')
  await table.getByText('Accepted').waitFor()
  // The other browser updates by itself, and offers no more decisions.
  await eventually(() => phone.page.getByRole('button', { name: /^Accept/ }).count()).toBe(0)
  // The longest entity name on a create button stays within the page.
  await phone.page.goto('/payment-transactions')
  const endOf = async (found: Locator) => {
    const box = await found.boundingBox()
    return box ? Math.round(box.x + box.width) : 0
  }
  const searchEnd = await endOf(
    phone.page.getByRole('searchbox', { name: 'Search payment transactions' }),
  )
  expect(
    await endOf(phone.page.getByRole('link', { name: 'Add payment transaction' })),
  ).toBeLessThanOrEqual(searchEnd)
  for (const v of [visitor, phone]) {
    expectQuiet(v)
    await v.context.close()
  }
})

test('a hotel’s occupancy matches its bookings, links to them and is navigable by keyboard', async () => {
  const visitor = await visitAs(browser, product, 'admin')
  const { page, token } = visitor
  const hotelId = String((await first(token, '/api/bookings?filter[state]=checked_in')).hotel)
  const {
    body: { data: hotel },
  } = await api<{
    data: Row & { timezone: string; roomTypes: { code: string; name: string; rooms: number }[] }
  }>(product, token, `/api/hotels/${hotelId}`)
  const { today, types } = (
    await api<{ data: { today: string; types: { code: string; taken: number[] }[] } }>(
      product,
      token,
      `/api/hotels/${hotelId}/previews/occupancy?days=90`,
    )
  ).body.data
  expect(today).toBe(
    new Intl.DateTimeFormat('en-CA', {
      timeZone: hotel.timezone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    }).format(new Date()),
  )
  const stays = (await allOf(token, `/api/bookings?filter[hotel]=${hotelId}`)).filter((b) =>
    TAKING.includes(String(b.state)),
  )
  const takenOn = (code: string, night: string) =>
    stays
      .filter(
        (b) =>
          b.roomTypeCode === code &&
          String(b.checkIn) <= night &&
          String(b.leftOn ?? b.checkOut) > night,
      )
      .reduce((n, b) => n + Number(b.rooms), 0)
  for (const { code, taken } of types) {
    expect(taken, code).toEqual(
      Array.from({ length: 90 }, (_, i) => takenOn(code, addDays(today, i))),
    )
  }
  expect(types.some((t) => t.taken.some((n) => n > 0))).toBe(true)

  await page.goto(`/hotels/${hotelId}`)
  const table = page.getByRole('table', { name: 'Occupancy' })
  await table.waitFor()
  await eventually(() => table.getByRole('row').nth(2).getByRole('link').count()).toBe(30)
  await expectAccessible(page, 'hotel')
  await page.getByRole('button', { name: '90 nights' }).click()
  await eventually(() => table.getByRole('row').nth(2).getByRole('link').count()).toBe(90)

  const night = table.locator('[data-at="0,0"]')
  await night.focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowDown')
  await eventually(() => page.evaluate(() => document.activeElement?.getAttribute('data-at'))).toBe(
    '1,1',
  )
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowLeft')
  const guests = stays.filter(
    (b) => String(b.checkIn) <= today && String(b.leftOn ?? b.checkOut) > today,
  ).length
  await page.keyboard.press('Enter')
  await heading(page, 'Bookings')
  await page
    .getByRole('status')
    .filter({ hasText: guests === 1 ? '1 booking' : `of ${guests} ` })
    .waitFor()
  expectQuiet(visitor)
  await visitor.context.close()

  const phone = await visitAs(browser, product, 'vendor', { width: 390, height: 844, dark: true })
  const own = await first(phone.token, '/api/hotels?filter[state]=published')
  await phone.page.goto(`/hotels/${own.id}`)
  await phone.page.getByRole('table', { name: 'Occupancy' }).waitFor()
  await eventually(() => fits(phone.page)).toBe(true)
  expect(
    (
      await api(
        product,
        phone.token,
        `/api/hotels/${(await allOf(token, '/api/hotels')).find((h) => h.vendor !== own.vendor)!.id}/previews/occupancy`,
      )
    ).status,
  ).toBe(404)
  expectQuiet(phone)
  await phone.context.close()
})
