import { expect } from 'vitest'
import type { Page } from 'playwright-core'
import { expectAccessible } from '#tests/support/axe.ts'
import { browser, product, test } from '#tests/support/journey.ts'
import { api, eventually, expectQuiet, heading, visitAs } from '#tests/support/pages.ts'

interface Conversation {
  readonly id: string
  readonly subject: string
  readonly state: string
  readonly ticket: string | null
}
const conversationOf = async (token: string, filter: string): Promise<Conversation> =>
  (
    await api<{ data: Conversation[] }>(
      product,
      token,
      `/api/conversations?limit=1&sort=-lastMessageAt&${filter}`,
    )
  ).body.data[0]!
const bodiesOf = async (token: string, id: string): Promise<string[]> =>
  (
    await api<{ data: { body: string }[] }>(
      product,
      token,
      `/api/chat-messages?filter[conversation]=${id}&filter[kind][ne]=activity&sort=sequence&limit=200`,
    )
  ).body.data.map((m) => m.body)
const box = (page: Page) => page.getByRole('textbox', { name: 'Message' })
const write = async (page: Page, text: string) => {
  await box(page).fill(text)
  await box(page).press('Enter')
}

test('messages of two people appear live in the other’s window, once and in order, with notes marked', async () => {
  const [ann, ben] = await Promise.all([
    visitAs(browser, product, 'support'),
    visitAs(browser, product, 'admin'),
  ])
  const { id, subject } = await conversationOf(ann.token, 'filter[state]=open')
  for (const v of [ann, ben]) {
    await v.page.goto(`/chatuser?conversation=${id}`)
    await heading(v.page, 'Chat')
    await v.page.getByRole('heading', { level: 2, name: subject, exact: true }).waitFor()
    await v.page.getByRole('log').waitFor()
  }
  await write(ann.page, 'Hello from the one side')
  await ben.page.getByRole('log').getByText('Hello from the one side', { exact: true }).waitFor()
  await write(ben.page, 'And hello from the other')
  await ann.page.getByRole('log').getByText('And hello from the other', { exact: true }).waitFor()
  await box(ann.page).fill('Line one')
  await box(ann.page).press('Shift+Enter')
  await box(ann.page).pressSequentially('line two')
  await box(ann.page).press('Enter')
  await ben.page.getByRole('log').getByText('Line one\nline two').waitFor()
  await ann.page.getByText('Internal note', { exact: true }).last().click()
  await write(ann.page, 'Only for colleagues')
  await ben.page
    .locator('[data-kind=note]')
    .getByText('Only for colleagues', { exact: true })
    .waitFor()
  const bodies = await bodiesOf(ann.token, id)
  expect(bodies.slice(-4)).toEqual([
    'Hello from the one side',
    'And hello from the other',
    'Line one\nline two',
    'Only for colleagues',
  ])
  await eventually(() => ann.page.locator('[data-pending]').count()).toBe(0)
  await expectAccessible(ann.page, '/chatuser with a conversation')
  for (const v of [ann, ben]) expectQuiet(v)
})

test('messages written offline survive a reload and are delivered once and in order', async () => {
  const visitor = await visitAs(browser, product, 'support')
  const { page, context, token } = visitor
  const { id } = await conversationOf(token, 'filter[state]=pending')
  await page.goto(`/chatuser?conversation=${id}&state=any`)
  await page.getByRole('log').waitFor()
  await context.route('**/api/chat-messages', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  )
  for (const text of ['Cut off one', 'Cut off two', 'Cut off three']) await write(page, text)
  await eventually(() => page.locator('[data-pending]').count()).toBe(3)
  await page.reload()
  await eventually(() => page.locator('[data-pending]').count()).toBe(3)
  expect(await bodiesOf(token, id)).not.toContain('Cut off one')
  await context.unroute('**/api/chat-messages')
  await eventually(() => page.locator('[data-pending]').count()).toBe(0)
  expect((await bodiesOf(token, id)).filter((b) => b.startsWith('Cut off'))).toEqual([
    'Cut off one',
    'Cut off two',
    'Cut off three',
  ])
  await eventually(() =>
    page
      .getByRole('log')
      .getByText(/^Cut off/)
      .allTextContents(),
  ).toEqual(['Cut off one', 'Cut off two', 'Cut off three'])
})

test('drafts are kept per conversation; a conversation can be assigned, resolved, reopened and snoozed', async () => {
  const visitor = await visitAs(browser, product, 'support')
  const { context, page, token } = visitor
  const list = (
    await api<{ data: Conversation[] }>(
      product,
      token,
      '/api/conversations?limit=2&sort=-lastMessageAt&filter[state]=open',
    )
  ).body.data
  await page.goto(`/chatuser?conversation=${list[0]!.id}`)
  await box(page).fill('Not finished yet')
  await page.goto(`/chatuser?conversation=${list[1]!.id}`)
  expect(await box(page).inputValue()).toBe('')
  await page.goto(`/chatuser?conversation=${list[0]!.id}`)
  await eventually(() => box(page).inputValue()).toBe('Not finished yet')

  const assignee = page.getByRole('combobox', { name: 'Assignee' }).first()
  await assignee.selectOption({ index: 1 })
  await eventually(
    async () =>
      (
        await api<{ data: { assignee: string | null } }>(
          product,
          token,
          `/api/conversations/${list[0]!.id}`,
        )
      ).body.data.assignee,
  ).not.toBeNull()
  // While it is being resolved somebody else changes its subject: both changes are kept.
  const at = `/api/conversations/${list[0]!.id}`
  await context.route(
    '**/actions/resolved',
    async (route) => {
      const { etag } = await api(product, token, at)
      expect(
        (
          await api(product, token, at, { subject: 'Renamed meanwhile' }, 'PATCH', {
            'If-Match': etag,
          })
        ).status,
      ).toBe(200)
      await route.continue()
    },
    { times: 1 },
  )
  await page.getByRole('button', { name: 'Resolve', exact: true }).click()
  await page.getByRole('button', { name: 'Reopen', exact: true }).waitFor()
  await page.getByRole('heading', { level: 2, name: 'Renamed meanwhile', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Reopen', exact: true }).click()
  await page.getByRole('button', { name: 'Resolve', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Snooze', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Until tomorrow, 9:00' }).click()
  await page.getByText(/^Snoozed until/).waitFor()
  expectQuiet(visitor)
})

test('a ticket’s conversation starts with its first message, shown beside ticket properties and SLA status', async () => {
  const visitor = await visitAs(browser, product, 'support')
  const { page, token } = visitor
  const customer = (
    await api<{ data: { id: string }[] }>(
      product,
      token,
      '/api/customers?limit=1&filter[state]=active',
    )
  ).body.data[0]!
  const made = await api<{ data: { id: string; number: string } }>(product, token, '/api/tickets', {
    subject: 'The key does not turn',
    customer: customer.id,
    category: 'booking',
    priority: 'high',
  })
  expect(made.status).toBe(201)
  const { id, number } = made.body.data
  await page.goto(`/tickets/${id}`)
  await page.getByRole('link', { name: 'Open chat' }).click()
  await heading(page, `#${number} The key does not turn`)
  await page.getByText('No messages yet.').waitFor()
  await write(page, 'We are on our way')
  await page.getByRole('log').getByText('We are on our way', { exact: true }).waitFor()
  await eventually(
    async () =>
      (
        await api<{ data: Conversation[] }>(
          product,
          token,
          `/api/conversations?filter[ticket]=${id}`,
        )
      ).body.data.length,
  ).toBe(1)
  await page.getByText('Replied in time').waitFor()
  await page.getByRole('combobox', { name: 'Priority' }).selectOption('urgent')
  await eventually(
    async () =>
      (await api<{ data: { priority: string } }>(product, token, `/api/tickets/${id}`)).body.data
        .priority,
  ).toBe('urgent')
  await expectAccessible(page, '/ticket_chat')
  await page.goto('/ticket_chat/00000000-0000-7000-8000-000000000000')
  await heading(page, 'Page not found')
  expectQuiet(visitor)
})

test('the chat offers viewers no message box, and denies access without permission to list conversations', async () => {
  const visitor = await visitAs(browser, product, 'viewer')
  const { permissions } = (await api<{ permissions: string[] }>(product, visitor.token, '/api/me'))
    .body
  await visitor.page.goto('/chatuser')
  await heading(
    visitor.page,
    permissions.includes('conversation.list') ? 'Chat' : 'Permission denied',
  )
  expect(await box(visitor.page).count()).toBe(0)
})
