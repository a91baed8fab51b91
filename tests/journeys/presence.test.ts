import { expect } from 'vitest'
import type { Page } from 'playwright-core'
import { expectAccessible } from '#tests/support/axe.ts'
import { browser, product, test } from '#tests/support/journey.ts'
import { api, eventually, expectQuiet, heading, visitAs } from '#tests/support/pages.ts'

const here = (page: Page) =>
  page.getByRole('list', { name: 'Also here' }).getByRole('listitem').allTextContents()
const go = (page: Page, path: string) =>
  page.evaluate((to) => {
    history.pushState({}, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)

test('two people on one record see each other viewing, editing and leaving, but never themselves', async () => {
  const [manager, support] = await Promise.all([
    visitAs(browser, product, 'manager'),
    visitAs(browser, product, 'support'),
  ])
  const { data } = (
    await api<{ data: { id: string; name: string }[] }>(
      product,
      manager.token,
      '/api/hotels?limit=1',
    )
  ).body
  const { id, name } = data[0]!
  const nameOf = async (token: string) =>
    (await api<{ person: { name: string } }>(product, token, '/api/me')).body.person.name
  const [managerName, supportName] = await Promise.all([
    nameOf(manager.token),
    nameOf(support.token),
  ])

  await manager.page.goto(`/hotels/${id}`)
  await heading(manager.page, name)
  expect(await here(manager.page)).toEqual([])
  await support.page.goto(`/hotels/${id}`)
  await heading(support.page, name)
  await eventually(async () => (await here(manager.page)).join()).toContain(
    `${supportName} is looking at this`,
  )
  // The second person sees the first without waiting for their next heartbeat.
  await eventually(async () => (await here(support.page)).join()).toContain(
    `${managerName} is looking at this`,
  )
  await eventually(() => here(manager.page)).toHaveLength(1)

  await go(manager.page, `/hotels/${id}/edit`)
  await heading(manager.page, `Edit ${name}`)
  await eventually(async () => (await here(support.page)).join()).toContain(
    `${managerName} is editing this`,
  )
  await support.page.getByText(`${managerName} is editing this`).last().waitFor()
  for (const page of [manager.page, support.page]) {
    await expectAccessible(page, 'a record others are on')
  }

  await go(manager.page, '/facilities')
  await heading(manager.page, 'Facilities')
  await eventually(() => here(support.page)).toEqual([])
  await support.page.close()
  for (const visitor of [manager, support]) expectQuiet(visitor)
  await Promise.all([manager.context.close(), support.context.close()])
})

test('a person stays present while another of their tabs is open, and is gone after the last one leaves', async () => {
  const [manager, support] = await Promise.all([
    visitAs(browser, product, 'manager'),
    visitAs(browser, product, 'support'),
  ])
  const { id, name } = (
    await api<{ data: { id: string; name: string }[] }>(
      product,
      manager.token,
      '/api/hotels?limit=1',
    )
  ).body.data[0]!
  await manager.page.goto(`/hotels/${id}`)
  const [first, second] = [support.page, await support.context.newPage()]
  for (const page of [first, second]) {
    await page.goto(`/hotels/${id}`)
    await heading(page, name)
  }
  await eventually(() => here(manager.page)).toHaveLength(1)
  await second.close({ runBeforeUnload: true })
  await eventually(() => here(manager.page)).toHaveLength(1)
  await go(first, '/facilities')
  await eventually(() => here(manager.page)).toEqual([])
  await Promise.all([manager.context.close(), support.context.close()])
})
