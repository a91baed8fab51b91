import { expect } from 'vitest'
import type { Page } from 'playwright-core'
import { expectAccessible } from '#tests/support/axe.ts'
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
import { samplePng } from '#tests/support/samplePng.ts'

interface Row {
  readonly id: string
  readonly subject: string
  readonly state: string
  readonly snoozedUntil: string | null
  readonly vendor: string | null
}
const list = async (token: string, query: string): Promise<Row[]> =>
  (await api<{ data: Row[] }>(product, token, `/api/conversations?${query}`)).body.data
const box = (page: Page) => page.getByRole('textbox', { name: 'Message' })
const open = async (page: Page, id: string, more = '') => {
  await page.goto(`/chatuser?conversation=${id}${more}`)
  await box(page)
    .or(page.getByText('You can read this conversation, but not write in it.'))
    .waitFor()
}
const entry = (page: Page, subject: string) =>
  page
    .getByRole('region', { name: 'Conversations' })
    .or(page.locator('section[aria-label=Conversations]'))
    .getByRole('link')
    .filter({ hasText: subject })

test('a message goes from sent to delivered to read; unread counts show in list, navigation and page title', async () => {
  const [support, vendor] = [
    await visitAs(browser, product, 'support'),
    await visitAs(browser, product, 'vendor'),
  ]
  const me = (await api<{ person: { tenant: string } }>(product, vendor.token, '/api/me')).body
    .person
  const made = await api<{ data: Row }>(product, support.token, '/api/conversations', {
    subject: 'Marks of a message',
    vendor: me.tenant,
  })
  expect(made.status).toBe(201)
  const { id } = made.body.data
  await open(support.page, id)
  await box(support.page).fill('Is the pool open?')
  await box(support.page).press('Enter')
  const message = support.page
    .getByRole('log')
    .getByRole('listitem')
    .filter({ hasText: 'Is the pool open?' })
  await message.getByText('Sent', { exact: true }).waitFor()

  await vendor.page.goto('/hotels')
  await heading(vendor.page, 'Hotels')
  await message.getByText('Delivered', { exact: true }).waitFor()
  await vendor.page.locator('nav [data-chat-unread]').waitFor()
  const before = Number(await vendor.page.locator('nav [data-chat-unread]').textContent())
  await box(support.page).fill('And the sauna?')
  await box(support.page).press('Enter')
  await eventually(() => vendor.page.title()).toBe('(1) Hotels · Marketplace')
  await vendor.page.getByRole('link', { name: 'Chat' }).click()
  await heading(vendor.page, 'Chat')
  await entry(vendor.page, 'Marks of a message').getByText('2 unread messages').waitFor()
  await entry(vendor.page, 'Marks of a message').click()
  await vendor.page.getByText('New', { exact: true }).waitFor()
  await message.getByText('Read', { exact: true }).waitFor()
  await eventually(() => vendor.page.title()).toBe('Chat · Marketplace')
  await eventually(async () =>
    Number((await vendor.page.locator('nav [data-chat-unread]').allTextContents())[0] ?? 0),
  ).toBe(before - 1)
  await expectAccessible(vendor.page, '/chatuser of a vendor')
  for (const v of [support, vendor]) expectQuiet(v)
})

test('a conversation’s buttons do not move when a colleague joins', async () => {
  const [support, manager] = await Promise.all([
    visitAs(browser, product, 'support', { width: 1280 }),
    visitAs(browser, product, 'manager'),
  ])
  // The oldest: the pages of other tests are still open on the newest.
  const [conversation] = await list(support.token, 'filter[state]=open&limit=1&sort=lastMessageAt')
  await open(support.page, conversation!.id)
  const tops = () =>
    support.page
      .locator('header:has([data-transition]) button')
      .evaluateAll((all) => all.map((el) => Math.round(el.getBoundingClientRect().top)))
  await settled(support.page)
  const before = await tops()
  expect(before.length).toBeGreaterThan(2)
  await open(manager.page, conversation!.id)
  await support.page.getByText(/is here too$/).waitFor()
  expect(await tops()).toEqual(before)
  expect(new Set(before).size).toBe(1)
  for (const v of [support, manager]) expectQuiet(v)
})

test('the composer inserts canned replies at the cursor, mentions colleagues, previews files and limits length', async () => {
  const visitor = await visitAs(browser, product, 'support')
  const { page, token } = visitor
  const [row] = await list(token, 'limit=1&sort=-lastMessageAt&filter[state]=open')
  await open(page, row!.id)
  await box(page).fill('Dear guest, . Yours')
  await box(page).evaluate((e: HTMLTextAreaElement) => e.setSelectionRange(12, 12))
  await box(page).pressSequentially('/')
  const canned = page.getByRole('listbox', { name: 'Canned replies' })
  await canned.waitFor()
  await expectAccessible(page, '/chatuser with canned replies')
  const second =
    (await canned.getByRole('option').nth(1).locator('span').last().textContent()) ?? ''
  await box(page).press('ArrowDown')
  await box(page).press('Enter')
  await eventually(() => box(page).inputValue()).toBe(`Dear guest, ${second}. Yours`)
  await box(page).fill('/no such reply')
  await eventually(() => canned.count()).toBe(0)

  await page.getByText('Internal note', { exact: true }).last().click()
  await box(page).fill('')
  await box(page).pressSequentially('Ask @')
  const offered = page.getByRole('listbox', { name: 'Colleagues' })
  const colleague = offered.getByRole('option').first()
  const name = (await colleague.textContent()) ?? ''
  await expectAccessible(page, '/chatuser with colleagues to mention')
  await box(page).press('Escape')
  await eventually(() => offered.count()).toBe(0)
  await box(page).press('Backspace')
  await box(page).pressSequentially('@')
  await offered.waitFor()
  const chosen = (await offered.getByRole('option').nth(1).textContent()) ?? ''
  await box(page).press('ArrowDown')
  expect(await box(page).getAttribute('aria-activedescendant')).toBe(
    await offered.getByRole('option', { selected: true }).getAttribute('id'),
  )
  await box(page).press('Tab')
  expect(await box(page).inputValue()).toBe(`Ask @${chosen} `)
  await box(page).pressSequentially('and @')
  await colleague.click()
  await box(page).pressSequentially('please')
  await box(page).press('Enter')
  for (const one of [name, chosen]) {
    await page.locator('[data-kind=note]').getByText(`@${one}`, { exact: true }).waitFor()
  }
  // By id: the people offered, without those who may not read it.
  const known = (
    await api<{ data: { id: string; name: string }[] }>(
      product,
      token,
      `/api/conversations/${row!.id}/previews/colleagues`,
    )
  ).body.data
  await eventually(
    async () =>
      (
        await api<{ data: { mentions: string[] }[] }>(
          product,
          token,
          `/api/chat-messages?filter[conversation]=${row!.id}&filter[kind]=note&sort=-sequence&limit=1`,
        )
      ).body.data[0]?.mentions,
  ).toEqual([chosen, name].map((one) => known.find((k) => k.name === one)?.id))

  await page.getByText('Reply', { exact: true }).last().click()
  await page.locator('input[type=file][multiple]').setInputFiles({
    name: 'pool.png',
    mimeType: 'image/png',
    buffer: Buffer.from(samplePng(40, 30, [20, 90, 160])),
  })
  await page.getByRole('button', { name: 'Remove pool.png' }).waitFor()
  await page.locator('li img[src*="/files/"]').waitFor()
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByRole('img', { name: 'pool.png' }).waitFor()

  await box(page).fill('x'.repeat(10_001))
  await page.getByText('10,001 of 10,000 characters').waitFor()
  await eventually(() => page.getByRole('button', { name: 'Send', exact: true }).isDisabled()).toBe(
    true,
  )
  await expectAccessible(page, '/chatuser with too long a text')
  await box(page).fill('')
  expectQuiet(visitor)
})

test('a reply quotes and links to the original message; an edited message is marked as edited', async () => {
  const visitor = await visitAs(browser, product, 'support')
  const { page, token } = visitor
  const [row] = await list(token, 'limit=1&sort=-lastMessageAt&filter[state]=pending')
  await open(page, row!.id, '&state=any')
  const first = page
    .getByRole('log')
    .getByRole('listitem')
    .filter({ has: page.locator('[data-side=theirs] p') })
    .first()
  const asked = (await first.locator('p').first().textContent()) ?? ''
  await first.hover()
  await first.getByRole('button', { name: /^Actions for the message/ }).click()
  await page.getByRole('menuitem', { name: 'Reply to this' }).click()
  await box(page).fill('Gladly, tody')
  await box(page).press('Enter')
  const own = page.getByRole('log').getByRole('listitem').filter({ hasText: 'Gladly,' })
  await own.getByRole('button', { name: asked }).waitFor()
  await own.hover()
  await own.getByRole('button', { name: /^Actions for the message/ }).click()
  await page.getByRole('menuitem', { name: 'Edit', exact: true }).click()
  await box(page).fill('Gladly, today')
  await box(page).press('Enter')
  await own.getByText('edited', { exact: true }).waitFor()
  await eventually(() => own.getByText('Gladly, today', { exact: true }).count()).toBe(1)
  await own.getByRole('button', { name: asked }).click()
  await page.locator('[role=log] li[data-marked]').filter({ hasText: asked }).waitFor()
  expectQuiet(visitor)
})

test('the list is filtered by URL and navigated by keys; a conversation can be started and snoozed until any date', async () => {
  const visitor = await visitAs(browser, product, 'support')
  const { page, token } = visitor
  await page.goto('/chatuser?kind=direct&state=any')
  await heading(page, 'Chat')
  const subjects = new Set(
    (await list(token, 'limit=50&filter[kind]=direct')).map((c) => c.subject),
  )
  const links = page.locator('section[aria-label=Conversations] li a')
  await links.first().waitFor()
  await eventually(() => links.count()).toBe(
    (await list(token, 'limit=50&filter[kind]=direct')).length,
  )
  await page.getByRole('button', { name: 'Unread', exact: true }).click()
  await page.waitForURL(/unread=1/)
  await page.getByRole('combobox', { name: 'Kind', exact: true }).selectOption('')
  await page.waitForURL((url) => !url.searchParams.has('kind'))
  await page.goto('/chatuser?state=nonsense&kind=elephant&unread=maybe')
  await links.first().waitFor()
  await settled(page)
  await drawn(page)

  await page.keyboard.press('ArrowDown')
  await eventually(() => links.first().evaluate((e) => e === document.activeElement)).toBe(true)
  await page.keyboard.press('ArrowDown')
  await eventually(() => links.nth(1).evaluate((e) => e === document.activeElement)).toBe(true)
  await page.keyboard.press('Enter')
  await box(page).waitFor()
  await drawn(page)
  await page.locator('body').press('r')
  await eventually(() => box(page).evaluate((e) => e === document.activeElement)).toBe(true)
  expect(await box(page).inputValue()).toBe('')

  await page.getByRole('button', { name: 'New conversation' }).click()
  const dialog = page.getByRole('dialog', { name: 'New conversation' })
  await dialog.getByRole('searchbox', { name: 'Search people' }).fill('a')
  await dialog.getByRole('listitem').first().waitFor()
  await expectAccessible(page, '/chatuser beginning a conversation')
  await dialog.getByRole('listitem').first().getByRole('button').click()
  await dialog.getByRole('textbox', { name: 'Subject' }).fill('A welcome by hand')
  await dialog.getByRole('textbox', { name: 'First message' }).fill('Welcome to the marketplace!')
  await dialog.getByRole('button', { name: 'Start conversation' }).click()
  await page.getByRole('heading', { level: 2, name: 'A welcome by hand' }).waitFor()
  await page.getByRole('log').getByText('Welcome to the marketplace!', { exact: true }).waitFor()
  expect(subjects.has('A welcome by hand')).toBe(false)

  await page.getByRole('button', { name: 'Snooze', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Until another time…' }).click()
  const when = page.getByRole('dialog', { name: 'Snooze until' })
  await when.getByRole('textbox', { name: 'Day and time' }).fill('2020-01-01T09:00')
  await when.getByRole('button', { name: 'Snooze' }).click()
  await when.getByText('Choose a time in the future').waitFor()
  await when.getByRole('textbox', { name: 'Day and time' }).fill('2040-01-01T09:00')
  await when.getByRole('button', { name: 'Snooze' }).click()
  await page.getByText(/^Snoozed until/).waitFor()
  expect((await list(token, 'filter[subject]=A%20welcome%20by%20hand'))[0]).toMatchObject({
    state: 'snoozed',
    snoozedUntil: '2040-01-01T09:00:00.000Z',
  })
  expectQuiet(visitor)
})

test('on a phone, list, thread and details each fill the screen without overflow, in both text directions', async () => {
  const visitor = await visitAs(browser, product, 'admin', { width: 390, height: 844 })
  const { page, token } = visitor
  const [row] = await list(token, 'limit=1&sort=-lastMessageAt&filter[state]=open')
  const fits = () => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)
  for (const language of ['en', 'ar']) {
    const me = (await api<{ person: { version: number } }>(product, token, '/api/me')).body.person
    expect(
      (
        await api(product, token, '/api/me', { locale: language }, 'PATCH', {
          'If-Match': `"${me.version}"`,
        })
      ).status,
    ).toBe(200)
    await page.goto('/chatuser')
    await page.locator('[data-chat-entry]').first().waitFor()
    await eventually(() => page.evaluate(() => document.documentElement.dir)).toBe(
      language === 'ar' ? 'rtl' : 'ltr',
    )
    expect(await fits()).toBe(true)
    await expectAccessible(page, `/chatuser list at 390 px (${language})`)
    await page.goto(`/chatuser?conversation=${row!.id}`)
    await page.locator('[data-chat-box]').waitFor()
    await eventually(() => page.locator('[data-chat-entry]').first().isVisible()).toBe(false)
    expect(await fits()).toBe(true)
    await expectAccessible(page, `/chatuser thread at 390 px (${language})`)
    await page.locator('header button[aria-pressed]').last().click()
    await page.locator('aside').first().waitFor()
    await expectAccessible(page, `/chatuser panel at 390 px (${language})`)
    expect(await fits()).toBe(true)
  }
  expectQuiet(visitor)
})
