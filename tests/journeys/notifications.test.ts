/** Notifications reach people while they work: live, once, and only those they want and may see. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { press } from '#tests/support/actionBar.ts'
import { expectAccessible } from '#tests/support/axe.ts'
import { tokenOf } from '#tests/support/browser.ts'
import { browser, product, test } from '#tests/support/journey.ts'
import { api, eventually, expectQuiet, heading, settled, visitAs } from '#tests/support/pages.ts'
import { startProduct, type Product } from '#tests/support/product.ts'

interface Ticket {
  readonly id: string
  readonly number: string
  readonly subject: string
}

const readEverything = async (token: string) =>
  expect((await api(product, token, '/api/me/notifications/read-all', {}, 'POST')).status).toBe(200)
const me = async (token: string) =>
  (await api<{ person: { id: string; name: string } }>(product, token, '/api/me')).body.person
/** Adds an open ticket with a conversation, assigned to `assignee`. */
const makeTicket = async (token: string, subject: string, assignee: string): Promise<Ticket> => {
  const customer = (
    await api<{ data: { id: string }[] }>(
      product,
      token,
      '/api/customers?limit=1&filter[state]=active',
    )
  ).body.data[0]!.id
  const made = await api<{ data: Ticket }>(product, token, '/api/tickets', {
    subject,
    customer,
    assignee,
  })
  expect(made.status).toBe(201)
  const ticket = made.body.data
  const talk = { subject, kind: 'ticket', ticket: ticket.id, customer, assignee }
  expect((await api(product, token, '/api/conversations', talk)).status).toBe(201)
  return ticket
}
/** Adds two tickets of `assignee`: which agents the demo data has varies with the time of day. */
const ticketsOf = async (token: string, assignee: string): Promise<readonly [Ticket, Ticket]> => [
  await makeTicket(token, 'The lift does not come', assignee),
  await makeTicket(token, 'The lamp does not light', assignee),
]
const assign = async (token: string, ticket: Ticket, assignee: string) => {
  const { etag } = await api(product, token, `/api/tickets/${ticket.id}`)
  expect(
    (
      await api(product, token, `/api/tickets/${ticket.id}`, { assignee }, 'PATCH', {
        'If-Match': etag,
      })
    ).status,
  ).toBe(200)
}
const note = async (token: string, ticket: Ticket, body: string, mentioned: string) => {
  const conversation = (
    await api<{ data: { id: string }[] }>(
      product,
      token,
      `/api/conversations?filter[ticket]=${ticket.id}`,
    )
  ).body.data[0]
  expect(
    (
      await api(
        product,
        token,
        '/api/chat-messages',
        { conversation: conversation?.id, kind: 'note', body, mentions: [mentioned] },
        'POST',
      )
    ).status,
  ).toBe(201)
}
const bell = (page: Page, unread: number) =>
  page.getByRole('button', {
    name: unread ? `Notifications, ${unread} unread` : 'Notifications',
    exact: true,
  })

test('an assignment and a mention raise the bell count, link to the ticket, and can be marked as read', async () => {
  const [support, manager] = await Promise.all([
    visitAs(browser, product, 'support'),
    visitAs(browser, product, 'manager'),
  ])
  const { page } = support
  const [agent, boss] = [await me(support.token), await me(manager.token)]
  const [first, second] = await ticketsOf(manager.token, boss.id)
  await readEverything(support.token)
  await page.goto('/facilities')
  await settled(page)
  await bell(page, 0).waitFor()

  await assign(manager.token, first, agent.id)
  await bell(page, 1).waitFor()
  await page
    .getByRole('status')
    .filter({ hasText: `Ticket ${first.number} was assigned to you` })
    .waitFor()
  await note(manager.token, second, `Can you look at this, @${agent.name}?`, agent.id)
  await bell(page, 2).click()
  const panel = page.getByRole('dialog', { name: 'Notifications' })
  const mention = panel.getByRole('link', { name: `${boss.name} mentioned you in` }).first()
  await mention.waitFor()
  await panel.getByText(`Can you look at this, @${agent.name}?`).first().waitFor()
  await expectAccessible(page, 'the panel of the bell')

  await mention.click()
  await page.waitForURL(`**/ticket_chat/${second.id}`)
  await page.getByRole('heading', { level: 1, name: second.subject }).waitFor()
  await bell(page, 1).click()
  await panel
    .getByRole('button', { name: `Mark as read: Ticket ${first.number} was assigned to you` })
    .click()
  await bell(page, 0).waitFor()
  await page.keyboard.press('Escape')
  await eventually(() => panel.count()).toBe(0)
  // The page counts down before the server has it.
  await eventually(
    async () =>
      (await api<{ unread: number }>(product, support.token, '/api/me/notifications')).body.unread,
  ).toBe(0)
  for (const visitor of [support, manager]) {
    expectQuiet(visitor)
    await visitor.context.close()
  }
})

test('a user is reminded of a record at the chosen time and can cancel a reminder', async () => {
  const support = await visitAs(browser, product, 'support')
  const { page, token } = support
  const { data } = (await api<{ data: Ticket[] }>(product, token, '/api/tickets?limit=1')).body
  const [ticket] = data
  await readEverything(token)
  await page.goto(`/tickets/${ticket!.id}`)
  await heading(page, ticket!.subject)
  await press(page, 'Remind me…')
  const dialog = page.getByRole('dialog', { name: `Remind me of “${ticket!.subject}”` })
  await dialog.getByRole('radio', { name: 'At another time' }).check()
  const time = dialog.getByRole('textbox', { name: 'Day and time' })
  await time.fill('2020-01-01T09:00')
  await dialog.getByRole('button', { name: 'Remind me' }).click()
  await dialog.getByText('Choose a time in the future').waitFor()
  await expectAccessible(page, 'the dialog of a reminder')
  await dialog.getByRole('radio', { name: 'In a week' }).check()
  await dialog.getByLabel('Text (optional)').fill('Ask whether it helped')
  await dialog.getByRole('button', { name: 'Remind me' }).click()
  const own = page.getByRole('list', { name: 'My reminders' })
  await own.getByText('Ask whether it helped').waitFor()

  await page.goto('/settings?tab=reminders')
  const cancel = page.getByRole('button', {
    name: `Cancel the reminder of “${ticket!.subject}”`,
  })
  await own.getByRole('link', { name: ticket!.subject }).waitFor()
  await expectAccessible(page, 'my reminders')
  await cancel.click()
  await page.getByText('No reminders').waitFor()

  const soon = new Date(Date.now() + 1500).toISOString()
  const asked = { at: soon, text: 'It is time' }
  expect(
    (await api(product, token, `/api/tickets/${ticket!.id}/reminders`, asked, 'POST')).status,
  ).toBe(201)
  await bell(page, 1).click()
  const panel = page.getByRole('dialog', { name: 'Notifications' })
  await panel.getByText('It is time').waitFor()
  await panel.getByRole('link', { name: `Reminder: ${ticket!.subject}` }).click()
  await page.waitForURL(`**/tickets/${ticket!.id}`)
  await heading(page, ticket!.subject)
  await readEverything(token)
  expectQuiet(support)
  await support.context.close()
})

test('disabled notifications are not delivered, and quiet hours suppress toasts', async () => {
  const [support, manager] = await Promise.all([
    visitAs(browser, product, 'support'),
    visitAs(browser, product, 'manager'),
  ])
  const { page } = support
  const [agent, boss] = [await me(support.token), await me(manager.token)]
  const [first, second] = await ticketsOf(manager.token, boss.id)
  await page.goto('/settings?tab=notifications')
  const wanted = page.getByRole('checkbox', { name: 'Something is assigned to you: In the app' })
  await wanted.waitFor()
  await expectAccessible(page, 'the settings of notifications')
  await wanted.uncheck()
  await eventually(
    async () =>
      (
        await api<{ assignment: { in_app: boolean } }>(
          product,
          support.token,
          '/api/me/preferences/notifications',
        )
      ).body.assignment.in_app,
  ).toBe(false)
  await readEverything(support.token)
  await assign(manager.token, first, agent.id)
  await note(manager.token, second, `@${agent.name} this one instead`, agent.id)
  await bell(page, 1).waitFor()
  const { data } = (
    await api<{ data: { type: string }[] }>(
      product,
      support.token,
      '/api/me/notifications?unread=true',
    )
  ).body
  expect(data.map((n) => n.type)).toEqual(['mention'])
  await page.reload()
  await eventually(() => wanted.isChecked()).toBe(false)

  // Quiet hours: it arrives silently.
  const stored = async () =>
    (await api<Record<string, unknown>>(product, support.token, '/api/me/preferences/quietHours'))
      .body
  await page.getByRole('checkbox', { name: 'Use quiet hours' }).check()
  await page.getByLabel('From', { exact: true }).fill('00:00')
  await page.getByLabel('To', { exact: true }).fill('00:00')
  await page.getByText('Quiet hours are on until').waitFor()
  await eventually(stored).toMatchObject({
    on: true,
    from: '00:00',
    to: '00:00',
    zone: await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone),
  })
  await expectAccessible(page, 'quiet hours in the settings')
  await readEverything(support.token)
  await bell(page, 0).waitFor()
  await note(manager.token, second, `@${agent.name} in the quiet`, agent.id)
  await bell(page, 1).waitFor()
  await page.getByRole('checkbox', { name: 'Use quiet hours' }).uncheck()
  await eventually(stored).toMatchObject({ on: false })
  await readEverything(support.token)
  await bell(page, 0).waitFor()
  const aloud = page.getByRole('status').filter({ hasText: 'aloud' })
  await note(manager.token, second, `@${agent.name} aloud`, agent.id)
  await aloud.waitFor()
  expect(await page.getByRole('status').filter({ hasText: 'in the quiet' }).count()).toBe(0)
  for (const visitor of [support, manager]) await visitor.context.close()
})

test('a notification is composed with a preview and sent; its link is denied to a reader without permission', async () => {
  const [manager, viewer] = await Promise.all([
    visitAs(browser, product, 'manager'),
    visitAs(browser, product, 'viewer'),
  ])
  await readEverything(viewer.token)
  await viewer.page.goto('/dashboard')
  const { page } = manager
  await page.goto('/notification/new')
  await heading(page, 'Add notification')
  await page.getByRole('button', { name: 'Send now', exact: true }).click()
  await page.getByRole('alert').waitFor()
  await page.getByRole('textbox', { name: 'Title' }).fill('A look at our people')
  await page.getByRole('textbox', { name: 'Body' }).fill('Please read this.')
  await page.getByRole('textbox', { name: 'Link' }).fill('/employees')
  await page
    .getByRole('region', { name: 'Preview' })
    .getByText('A look at our people')
    .first()
    .waitFor()
  const reach = page.getByRole('region', { name: 'Audience' })
  await eventually(() => reach.textContent()).toMatch(/^\d+ people/)
  const people = Number(/\d+/.exec((await reach.textContent()) ?? '')?.[0])
  await expectAccessible(page, 'writing a notification')
  await page.getByRole('button', { name: 'Send now', exact: true }).click()
  const sure = page.getByRole('dialog', { name: `Send to ${people} people?` })
  await sure.getByRole('button', { name: 'Send now' }).click()
  await heading(page, 'A look at our people')
  const progress = page.getByRole('progressbar', { name: 'Sending' })
  await eventually(() => progress.getAttribute('aria-valuetext')).toBe(`${people} of ${people}`)
  await page.getByRole('tab', { name: 'Recipients' }).click()
  await page
    .getByRole('table', { name: 'Recipients' })
    .getByRole('row')
    .nth(1)
    .getByText('Delivered')
    .waitFor()
  await expectAccessible(page, 'recipients of a notification')

  await bell(viewer.page, 1).click()
  await viewer.page
    .getByRole('dialog', { name: 'Notifications' })
    .getByRole('link', { name: 'A look at our people' })
    .click()
  await heading(viewer.page, 'Permission denied')
  await bell(viewer.page, 0).waitFor()
  await page.getByRole('button', { name: /^Read/ }).waitFor()
  for (const visitor of [manager, viewer]) {
    expectQuiet(visitor)
    await visitor.context.close()
  }
})

test('recipients are picked by name from the audience and counted; changing the audience resets them', async () => {
  const visitor = await visitAs(browser, product, 'manager')
  const { page, token } = visitor
  const [vendor, other] = (
    await api<{ id: string; title: string }[]>(product, token, '/api/vendors/options')
  ).body
  const countOf = async (audience: string, recipients: string[]) =>
    (
      await api<{ data: { people: number } }>(
        product,
        token,
        '/api/announcements/audience',
        { audience, channel: 'in_app', recipients },
        'POST',
      )
    ).body.data.people
  await page.goto('/notification/new')
  await heading(page, 'Add notification')
  const reach = page.getByRole('region', { name: 'Audience' }).getByRole('status')
  const reads = (people: number) =>
    eventually(() => reach.textContent()).toMatch(new RegExp(`^${people} (people|person)`))
  await page.getByLabel('Audience', { exact: true }).first().selectOption('Staff of vendors')
  await reads(await countOf('vendor', []))
  const name = async (row: number, title: string) => {
    await page.getByRole('button', { name: 'Add recipient' }).click()
    const picker = page.getByRole('listitem', { name: `Recipient ${row}` }).getByRole('combobox')
    await picker.fill(title)
    await page.getByRole('option', { name: title }).first().click()
  }
  await name(1, vendor!.title)
  await reads(await countOf('vendor', [vendor!.id]))
  await name(2, other!.title)
  await reads(await countOf('vendor', [vendor!.id, other!.id]))
  await expectAccessible(page, 'naming recipients')
  await page.getByRole('button', { name: 'Remove recipient 2' }).click()
  await reads(await countOf('vendor', [vendor!.id]))
  await page.getByRole('textbox', { name: 'Title' }).fill('For one vendor')
  await page.getByRole('textbox', { name: 'Body' }).fill('Your documents are due.')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await heading(page, 'For one vendor')
  await page.getByRole('link', { name: vendor!.title }).first().waitFor()

  await page.goto('/notification/new')
  await page.getByLabel('Audience', { exact: true }).first().selectOption('Staff of vendors')
  await name(1, vendor!.title)
  await page.getByLabel('Audience', { exact: true }).first().selectOption('Roles')
  await eventually(() => page.getByRole('listitem', { name: 'Recipient 1' }).count()).toBe(0)
  await reads(await countOf('role', []))
  expectQuiet(visitor)
  await visitor.context.close()
})

test('a scheduled notification is sent once even if the server is killed when it is due', async () => {
  const own = await startProduct()
  let again: Product | undefined
  try {
    const token = await tokenOf(own, 'manager')
    const body = {
      title: 'Killed in between',
      body: 'B',
      audience: 'role',
      channel: 'in_app',
      recipients: [],
      scheduledAt: new Date(Date.now() + 500).toISOString(),
    }
    const made = (
      await api<{ data: { id: string } }>(own, token, '/api/notifications', body, 'POST')
    ).body.data
    expect(
      (
        await api(own, token, `/api/notifications/${made.id}/actions/scheduled`, {}, 'POST', {
          'If-Match': '"1"',
        })
      ).status,
    ).toBe(200)
    await own.stop({ signal: 'SIGKILL', keep: true })
    again = await startProduct({ dataDir: own.dataDir })
    const fresh = await tokenOf(again, 'manager')
    const state = async () =>
      (
        await api<{ data: { state: string; sent: number; delivered: number } }>(
          again!,
          fresh,
          `/api/notifications/${made.id}`,
        )
      ).body.data
    await expect.poll(state, { timeout: 90_000, interval: 500 }).toMatchObject({ state: 'sent' })
    const { sent, delivered } = await state()
    expect([sent > 5, delivered]).toEqual([true, sent])
    const mine = (
      await api<{ data: { title: string }[] }>(again, fresh, '/api/me/notifications?limit=100')
    ).body.data
    expect(mine.filter((n) => n.title === body.title)).toHaveLength(1)
  } finally {
    await (again ?? own).stop()
  }
})
