import { expect } from 'vitest'
import { browser, product, test } from '#tests/support/journey.ts'
import { api, eventually, expectQuiet, heading, settled, visitAs } from '#tests/support/pages.ts'

test('one user’s changes appear in another’s list and record without a reload; new rows are announced first', async () => {
  const [reader, writer] = await Promise.all([
    visitAs(browser, product, 'viewer'),
    visitAs(browser, product, 'manager'),
  ])
  const { page } = reader
  await page.goto('/facilities')
  await settled(page)
  await page.evaluate(() => {
    ;(window as unknown as { same: boolean }).same = true
  })
  const name = (
    (await page.getByRole('main').getByRole('rowheader').first().textContent()) ?? ''
  ).trim()
  const id =
    (await page.getByRole('main').locator('tr[data-id]').first().getAttribute('data-id')) ?? ''

  await writer.page.goto(`/facilities/${id}/edit`)
  await heading(writer.page, `Edit ${name}`)
  await writer.page.getByRole('textbox', { name: 'Name', exact: true }).fill('Renamed elsewhere')
  await writer.page.getByRole('button', { name: 'Save', exact: true }).click()
  await heading(writer.page, 'Renamed elsewhere')
  await page.getByRole('link', { name: 'Renamed elsewhere', exact: true }).waitFor()

  const before = await page.getByRole('main').getByRole('rowheader').allTextContents()
  expect(
    (
      await api(product, writer.token, '/api/facilities', {
        name: 'Brand new',
        code: 'BRANDNEW',
        group: 'room',
        position: 0,
      })
    ).status,
  ).toBe(201)
  const announced = page.getByRole('button', { name: '1 new' })
  await announced.waitFor()
  expect(
    await page.getByRole('main').getByRole('rowheader').allTextContents(),
    'what is being read does not move',
  ).toEqual(before)
  await announced.click()
  await page.getByRole('link', { name: 'Brand new', exact: true }).waitFor()

  await page.getByRole('link', { name: 'Renamed elsewhere', exact: true }).click()
  await heading(page, 'Renamed elsewhere')
  const { etag } = await api(product, writer.token, `/api/facilities/${id}`)
  expect(
    (
      await api(
        product,
        writer.token,
        `/api/facilities/${id}`,
        { name: 'Renamed again' },
        'PATCH',
        { 'If-Match': etag },
      )
    ).status,
  ).toBe(200)
  await heading(page, 'Renamed again')
  expect(await page.evaluate(() => (window as unknown as { same?: boolean }).same)).toBe(true)
  for (const visitor of [reader, writer]) expectQuiet(visitor)
})

test('a change to a row the reader may not see sends no event', async () => {
  const [vendor, manager] = await Promise.all([
    visitAs(browser, product, 'vendor'),
    visitAs(browser, product, 'manager'),
  ])
  const own = (
    await api<{ data: { id: string }[] }>(product, vendor.token, '/api/hotels?limit=200')
  ).body.data
  const all = (
    await api<{ data: { id: string }[] }>(product, manager.token, '/api/hotels?limit=200')
  ).body.data
  const foreign = all.find((h) => !own.some((o) => o.id === h.id))
  const change = async (hotel: string | undefined, phone: string) => {
    const { etag } = await api(product, manager.token, `/api/hotels/${hotel}`)
    expect(
      (
        await api(product, manager.token, `/api/hotels/${hotel}`, { phone }, 'PATCH', {
          'If-Match': etag,
        })
      ).status,
    ).toBe(200)
  }
  const stream = await fetch(`${product.url}/api/events`, {
    headers: { Authorization: `Bearer ${vendor.token}`, Accept: 'text/event-stream' },
  })
  expect(stream.status).toBe(200)
  let received = ''
  const reading = (async () => {
    const decoder = new TextDecoder()
    for await (const chunk of stream.body as unknown as AsyncIterable<Uint8Array>) {
      received += decoder.decode(chunk)
    }
  })().catch(() => undefined)
  // The headers arrive before the stream has its position.
  await eventually(() => received).toContain('event: ready')
  await change(foreign?.id, '+351 21 555 0001')
  // Changes arrive in order: once the later one is here, the earlier one was skipped.
  await change(own[0]?.id, '+351 21 555 0002')
  await eventually(() => received).toContain(own[0]?.id)
  expect(received).not.toContain(foreign?.id)
  await stream.body?.cancel().catch(() => undefined)
  void reading
  await Promise.all([vendor.context.close(), manager.context.close()])
})
