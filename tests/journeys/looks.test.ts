import { expect } from 'vitest'
import { browser, product, test } from '#tests/support/journey.ts'
import {
  api,
  drawn,
  eventually,
  expectQuiet,
  heading,
  settled,
  visitAs,
} from '#tests/support/pages.ts'

const inArabic = async () => {
  const visitor = await visitAs(browser, product, 'admin')
  await api(product, visitor.token, '/api/me', { locale: null }, 'PATCH')
  await visitor.context.addInitScript(() => localStorage.setItem('language', 'ar'))
  return visitor
}

test('on a phone a list of columns without flexible ones is as wide as the page', async () => {
  const visitor = await visitAs(browser, product, 'admin', { width: 390, height: 844 })
  const { page } = visitor
  await page.goto('/payment-transactions')
  await heading(page, 'Payment transactions')
  await page.locator('tbody [data-kind=money]').first().waitFor()
  await settled(page)
  await eventually(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  expectQuiet(visitor)
})

test('read from right to left, the digits of a column line up at their right edge', async () => {
  const visitor = await inArabic()
  const { page } = visitor
  await page.goto('/bookings?layout=group')
  await page.locator('tfoot td').first().waitFor()
  const rightEdges = () =>
    page.locator('tbody tr td:last-child, tfoot tr td:last-child').evaluateAll((cells) =>
      cells.map((cell) => {
        const range = document.createRange()
        const text = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT).nextNode()
        range.selectNodeContents(text ?? cell)
        const padding = Number.parseFloat(getComputedStyle(cell).paddingRight)
        return Math.abs(
          cell.getBoundingClientRect().right - padding - range.getBoundingClientRect().right,
        )
      }),
    )
  await eventually(rightEdges).not.toEqual([])
  expect(Math.max(...(await rightEdges()))).toBeLessThan(2)
  expectQuiet(visitor)
})

test('read from right to left, numbers of child rows line up at the right, like their heads', async () => {
  const visitor = await inArabic()
  const { page, token } = visitor
  const { body } = await api<{ data: { customer: string; vendor: string }[] }>(
    product,
    token,
    '/api/orders?limit=1',
  )
  const { customer, vendor } = body.data[0]!
  const unit = { amount: 1000, currency: 'EUR' }
  const made = await api<{ data: { id: string } }>(product, token, '/api/orders', {
    customer,
    vendor,
    currency: 'EUR',
    lines: [{ title: 'A', quantity: 1, unit, tax: 0 }],
  })
  await page.goto(`/order/${made.body.data.id}/edit`)
  const row = page.locator('[data-row="0"]')
  await row.locator('[data-end] input').first().waitFor()
  const sides = () =>
    page
      .locator('[data-row="0"] [data-end] input, li[aria-hidden] [data-end]')
      .evaluateAll((all) => [...new Set(all.map((e) => getComputedStyle(e).textAlign))])
  await eventually(sides).toEqual(['right'])
  expectQuiet(visitor)
})

test('read from right to left, a Latin title on a board keeps its question mark at its end', async () => {
  const visitor = await inArabic()
  const { page } = visitor
  await page.goto('/tickets?layout=board')
  const title = page.locator('[data-card-link]').first()
  await title.waitFor()
  await expect.poll(() => title.evaluate((e) => getComputedStyle(e).unicodeBidi)).toBe('plaintext')
  expectQuiet(visitor)
})

test('`b` goes from a selected row to the actions of the selection', async () => {
  const visitor = await visitAs(browser, product, 'admin')
  const { page } = visitor
  await page.goto('/bookings')
  await heading(page, 'Bookings')
  await page.locator('tbody tr [data-tick]').first().click()
  const bar = page.getByRole('region', { name: 'Actions for the selection' })
  await bar.waitFor()
  await page.keyboard.press('b')
  await eventually(() => bar.evaluate((e) => e.contains(document.activeElement))).toBe(true)
  expectQuiet(visitor)
})

test('people who may take no step have no column for it, and read no id in place of a name', async () => {
  const visitor = await visitAs(browser, product, 'vendor')
  const { page } = visitor
  await page.goto('/ongoing-order')
  await heading(page, 'Ongoing orders')
  await page.getByRole('columnheader', { name: 'Elapsed' }).waitFor()
  expect(await page.getByRole('columnheader', { name: 'Next step' }).count()).toBe(0)
  const { body } = await api<{ data: { id: string; assignee: string | null }[] }>(
    product,
    visitor.token,
    '/api/tickets?limit=100',
  )
  const assigned = body.data.find((ticket) => ticket.assignee)
  await page.goto(`/ticket_chat/${assigned?.id}`)
  const assignee = page.getByRole('combobox', { name: 'Assignee' })
  await eventually(() => assignee.locator('option:checked').textContent()).toBe('Somebody else')
  expectQuiet(visitor)
})

test('on a phone the calendar names every stay beside the kinds, and a finger scrolls it', async () => {
  const visitor = await visitAs(browser, product, 'admin', { width: 390, height: 844 })
  const { page } = visitor
  const find = async (path: string) =>
    (await api<{ data: { id: string }[] }>(product, visitor.token, path)).body.data[0]!
  const [template, customer] = await Promise.all([
    find('/api/hotels?filter[state]=published&limit=1'),
    find('/api/customers?limit=1'),
  ])
  const make = async (collection: string, body: object) =>
    (await api<{ data: { id: string } }>(product, visitor.token, `/api/${collection}`, body)).body
      .data
  const hotel = await make('hotels', {
    name: 'Narrow house',
    slug: 'narrow-house',
    vendor: (template as { id: string; vendor?: string }).vendor,
    email: 'narrow@example.com',
    timezone: 'Europe/Lisbon',
    roomTypes: [
      {
        code: 'ONE',
        name: 'Double room with a view',
        adults: 2,
        rooms: 1,
        nightlyRate: { amount: 5000, currency: 'EUR' },
      },
    ],
  })
  const year = new Date().getUTCFullYear() + 1
  await make('bookings', {
    code: 'BK-NARROW',
    hotel: hotel.id,
    roomTypeCode: 'ONE',
    customer: customer.id,
    checkIn: `${year}-03-02`,
    checkOut: `${year}-03-16`,
  })
  await page.goto(`/bookings?layout=calendar&hotel=${hotel.id}&month=${year}-03`)
  const bar = page.getByRole('button', { name: /^BK-NARROW,/ })
  await bar.waitFor()
  await page.locator('[role=region]:has(table)').evaluate((el) => el.scrollTo(200, 0))
  const kinds = page.getByRole('rowheader')
  await eventually(async () => {
    const [kind, name] = await Promise.all([
      kinds.boundingBox(),
      bar.locator('span').first().boundingBox(),
    ])
    return name!.x - kind!.x - kind!.width
  }).toBeGreaterThan(0)
  expect(await kinds.locator('strong').evaluate((e) => e.scrollWidth - e.clientWidth)).toBe(0)
  // A finger that moves along the bar moves no stay.
  const box = (await bar.boundingBox())!
  const at = { x: 250, y: box.y + box.height / 2 }
  await bar.dispatchEvent('pointerdown', {
    button: 0,
    isPrimary: true,
    pointerType: 'touch',
    clientX: at.x,
    clientY: at.y,
  })
  await page.evaluate(
    ({ x, y }) =>
      window.dispatchEvent(new PointerEvent('pointermove', { clientX: x - 80, clientY: y })),
    at,
  )
  await drawn(page)
  expect(await page.locator('[data-moving]').count()).toBe(0)
  expectQuiet(visitor)
  await visitor.context.close()
})

test('no name in the navigation is cut in Portuguese', async () => {
  const visitor = await visitAs(browser, product, 'admin')
  const { page } = visitor
  await api(product, visitor.token, '/api/me', { locale: null }, 'PATCH')
  await visitor.context.addInitScript(() => localStorage.setItem('language', 'pt'))
  await page.goto('/payouts')
  await page.locator('nav a[href="/payouts"]').getByText('Pagamentos a fornecedores').waitFor()
  const cut = () =>
    page
      .locator('nav li a span')
      .evaluateAll((all) =>
        all.filter((e) => e.scrollWidth > e.clientWidth).map((e) => e.textContent),
      )
  expect(await cut()).toEqual([])
  expectQuiet(visitor)
  await visitor.context.close()
})
