import { expect } from 'vitest'
import type { Page } from 'playwright-core'
import { press } from '#tests/support/actionBar.ts'
import { axeFindings, expectAccessible as accessible } from '#tests/support/axe.ts'
import { visit } from '#tests/support/browser.ts'
import { countPresses } from '#tests/support/clicks.ts'
import { pick } from '#tests/support/fillForm.ts'
import { browser, product, test } from '#tests/support/journey.ts'
import {
  api,
  drawn,
  eventually,
  expectQuiet,
  heading,
  mailedLink,
  settled,
  visitAs,
} from '#tests/support/pages.ts'
import { samplePng } from '#tests/support/samplePng.ts'

interface Ticket {
  readonly id: string
  readonly number: string
  readonly subject: string
  readonly state: string
  readonly priority: string
  readonly satisfaction: number | null
  readonly tags: string[]
  readonly mergedInto: string | null
  readonly origin: string | null
}
const ticketOf = async (token: string, id: string): Promise<Ticket> =>
  (await api<{ data: Ticket }>(product, token, `/api/tickets/${id}`)).body.data
const customerOf = async (token: string): Promise<string> =>
  (
    await api<{ data: { id: string }[] }>(
      product,
      token,
      '/api/customers?limit=1&filter[state]=active&sort=name',
    )
  ).body.data[0]!.id
const make = async (token: string, subject: string, more: object = {}): Promise<Ticket> =>
  (
    await api<{ data: Ticket }>(product, token, '/api/tickets', {
      subject,
      customer: await customerOf(token),
      ...more,
    })
  ).body.data
const emailOf = async (token: string, { id }: Ticket): Promise<string> => {
  const { customer } = (
    await api<{ data: { customer: string } }>(product, token, `/api/tickets/${id}`)
  ).body.data
  return (await api<{ data: { email: string } }>(product, token, `/api/customers/${customer}`)).body
    .data.email
}
const box = (page: Page) => page.getByRole('textbox', { name: 'Message' })
const write = async (page: Page, text: string) => {
  await box(page).fill(text)
  await box(page).press('Enter')
  await said(page, text)
}
const said = (page: Page, text: string | RegExp) =>
  page
    .getByRole('log')
    .getByText(text, typeof text === 'string' ? { exact: true } : {})
    .first()
    .waitFor()
const open = async (page: Page, ticket: Ticket) => {
  await page.goto(`/ticket_chat/${ticket.id}`)
  await heading(page, `#${ticket.number} ${ticket.subject}`)
  await box(page).waitFor()
}
const more = async (page: Page, entry: string) => {
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: entry }).click()
}

/** Checks accessibility once everything is loaded. */
const expectAccessible = async (page: Page, place: string) => {
  await settled(page)
  await accessible(page, place)
}

/** axe finds nothing on the customer's page in light and dark mode. */
const expectPlainAccessible = async (page: Page, place: string) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await axeFindings(page), `${place}, ${colorScheme}`).toEqual([])
  }
}

test('agent and customer exchange messages; the ticket is solved, rated and reopened by a reply', async () => {
  const [agent, customer] = await Promise.all([
    visitAs(browser, product, 'support'),
    visit(browser, product, { width: 390 }),
  ])
  const ticket = await make(agent.token, 'The heating does not work')
  await open(agent.page, ticket)
  await write(agent.page, 'Which room are you in?')
  await eventually(async () => (await ticketOf(agent.token, ticket.id)).state).toBe('open')
  await agent.page.getByText('Internal note', { exact: true }).last().click()
  await write(agent.page, 'The house had this last week too')
  await agent.page.getByText('Reply', { exact: true }).last().click()

  await more(agent.page, 'Customer’s page…')
  const shown = await agent.page
    .getByRole('dialog')
    .getByRole('textbox', { name: 'Link' })
    .inputValue()
  await expectAccessible(agent.page, 'the dialog of the customer’s page')
  await eventually(() =>
    agent.page.getByRole('dialog').getByRole('link', { name: 'Open page' }).getAttribute('href'),
  ).toBe(shown)
  await agent.page.keyboard.press('Escape')
  const { page } = customer
  // The link that staff see is read-only.
  await page.goto(shown)
  await page.getByText('This link is read-only').waitFor()
  await page.getByText('Which room are you in?').waitFor()
  expect(await page.locator('form').count()).toBe(0)
  await expectPlainAccessible(page, 'the customer’s page for staff')

  const address = await mailedLink(product, await emailOf(agent.token, ticket))
  await page.goto(address)
  await heading(page, `#${ticket.number} ${ticket.subject}`)
  await page.getByText('Which room are you in?').waitFor()
  expect(await page.content()).not.toContain('had this last week')
  await expectPlainAccessible(page, 'the customer’s page')
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(
    true,
  )

  // An empty reply is refused with a message.
  await page.locator('.send').click()
  await page.getByRole('alert').waitFor()
  await page.locator('textarea').fill('Room 12, it is cold')
  await page.locator('input[type=file]').setInputFiles({
    name: 'radiator.png',
    mimeType: 'image/png',
    buffer: Buffer.from(samplePng(40, 30, [200, 30, 30])),
  })
  await page.locator('.send').click()
  await page.getByRole('status').waitFor()
  await page.getByRole('img', { name: 'radiator.png' }).waitFor()
  await said(agent.page, 'Room 12, it is cold')
  await agent.page.getByRole('log').getByRole('img', { name: 'radiator.png' }).waitFor()

  await agent.page.getByRole('button', { name: 'Solve', exact: true }).click()
  await eventually(async () => (await ticketOf(agent.token, ticket.id)).state).toBe('solved')
  await page.goto(address)
  await expectPlainAccessible(page, 'the customer’s page of a solved ticket')
  await page.locator('button[name=points][value="4"]').click()
  await page.locator('button[aria-pressed=true][value="4"]').waitFor()
  await agent.page.getByRole('img', { name: '4 of 5' }).waitFor()
  await expectAccessible(agent.page, 'a solved and rated ticket')

  await page.locator('textarea').fill('It is cold again')
  await page.locator('.send').click()
  await said(agent.page, 'It is cold again')
  await agent.page.getByRole('button', { name: 'Solve', exact: true }).waitFor()
  expect(await ticketOf(agent.token, ticket.id)).toMatchObject({ state: 'open', satisfaction: 4 })
  expect((await page.goto(`${address}x`))!.status()).toBe(404)
  expect(await page.content()).not.toContain('heating')
  for (const v of [agent, customer]) expectQuiet(v)
})

test('a macro previews and applies its changes; properties are edited in place', async () => {
  const visitor = await visitAs(browser, product, 'support')
  const { page, token } = visitor
  const ticket = await make(token, 'Where is my refund', { priority: 'urgent' })
  await open(page, ticket)
  await page
    .getByRole('group', { name: 'Service targets' })
    .getByText(/left$|overdue$/)
    .first()
    .waitFor()
  // Not while typing: there `m` is just a character.
  await page.getByRole('heading', { level: 1 }).click()
  await page.locator('[aria-keyshortcuts=m]').waitFor()
  await drawn(page)
  await page.keyboard.press('m')
  const dialog = page.getByRole('dialog', { name: 'Apply macro' })
  await dialog.getByRole('searchbox', { name: 'Search macros' }).fill('refund way')
  await dialog.getByRole('radio', { name: /Refund is on its way/ }).check()
  await dialog.getByText('Solved', { exact: true }).waitFor()
  await dialog.getByText('+refund', { exact: true }).waitFor()
  await expectAccessible(page, 'the dialog of macros')
  await dialog
    .getByRole('textbox', { name: 'Reply to the customer' })
    .fill('The refund is on its way, I promise.')
  await dialog.getByRole('button', { name: 'Apply macro' }).click()
  await said(page, 'The refund is on its way, I promise.')
  await said(page, /Macro “Refund is on its way” was applied/)
  expect(await ticketOf(token, ticket.id)).toMatchObject({ state: 'solved', tags: ['refund'] })

  await page.getByRole('button', { name: 'Reopen', exact: true }).click()
  await page.getByRole('button', { name: 'Solve', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Add tag' }).click()
  await page.getByRole('combobox', { name: 'Add tag' }).fill('Checked')
  await page.getByRole('option', { name: /checked/ }).waitFor()
  await page.getByRole('combobox', { name: 'Add tag' }).press('Enter')
  await page.getByRole('button', { name: 'Remove tag checked' }).waitFor()
  await page.getByRole('button', { name: 'Remove tag refund' }).click()
  await eventually(async () => (await ticketOf(token, ticket.id)).tags).toEqual(['checked'])
  const booking = page.getByRole('combobox', { name: 'Booking' })
  if ((await booking.locator('option').count()) > 1) {
    await booking.selectOption({ index: 1 })
    await page.getByRole('link', { name: /^Open BK-/ }).waitFor()
  }
  await page.getByRole('combobox', { name: 'Priority' }).selectOption('low')
  await said(page, /Priority: Low/)
  await expectAccessible(page, 'a ticket with its properties')
  expectQuiet(visitor)
})

test('splitting or merging a ticket moves its messages, and both tickets say so', async () => {
  const visitor = await visitAs(browser, product, 'support')
  const { page, token } = visitor
  const [one, two] = [await make(token, 'Two matters in one'), await make(token, 'The same again')]
  await open(page, two)
  await write(page, 'Said in the second')
  await open(page, one)
  for (const text of ['About the invoice', 'About the towels', 'More towels']) {
    await write(page, text)
  }

  await more(page, 'Split…')
  const split = page.getByRole('dialog', { name: `Split #${one.number}` })
  await split.getByRole('radio', { name: /About the towels/ }).check()
  await split.getByText('2 messages move to the new ticket.').waitFor()
  await expectAccessible(page, 'the dialog that splits')
  await split.getByRole('textbox', { name: 'Subject of the new ticket' }).fill('Towels')
  await split.getByRole('button', { name: 'Split ticket' }).click()
  await page.getByRole('heading', { level: 1, name: /Towels$/ }).waitFor()
  await said(page, 'More towels')
  await said(page, new RegExp(`Split from ticket ${one.number}`))
  expect(await page.getByRole('log').getByText('About the invoice', { exact: true }).count()).toBe(
    0,
  )
  await page
    .getByRole('complementary', { name: 'Properties of the ticket' })
    .getByRole('link', { name: one.subject })
    .click()
  await heading(page, `#${one.number} ${one.subject}`)
  await said(page, 'About the invoice')
  await eventually(() =>
    page.getByRole('log').getByText('More towels', { exact: true }).count(),
  ).toBe(0)
  await page.getByRole('link', { name: /Towels$/ }).waitFor()

  await more(page, 'Merge into another…')
  const merge = page.getByRole('dialog', { name: `Merge #${one.number} into another ticket` })
  await merge.getByRole('searchbox').fill('The same again')
  await eventually(() => merge.getByRole('radio').count()).toBe(1)
  await merge.getByRole('radio', { name: new RegExp(two.number) }).check()
  expect(await merge.getByText('Reason').locator('..').textContent()).toContain('*')
  await merge.getByRole('textbox', { name: 'Reason' }).fill('The same matter')
  await expectAccessible(page, 'the dialog that merges')
  await merge.getByRole('button', { name: 'Merge ticket' }).click()
  await page.getByText('This ticket was merged into').waitFor()
  for (const name of ['Assignee', 'Priority', 'Category']) {
    expect(await page.getByRole('combobox', { name }).count(), name).toBe(0)
  }
  expect(await page.getByText('No messages yet.').count()).toBe(0)
  await said(page, new RegExp(`Merged into ticket ${two.number}`))
  await expectAccessible(page, 'a merged ticket')
  await page.getByText('This ticket was merged into').getByRole('link').click()
  await heading(page, `#${two.number} ${two.subject}`)
  await said(page, 'About the invoice')
  await said(page, 'Said in the second')
  expect(await ticketOf(token, one.id)).toMatchObject({ state: 'merged', mergedInto: two.id })
  expectQuiet(visitor)
})

test.each([1440, 390])(
  'at %i px, a macro reply from the inbox takes at most three clicks; the record is a second view',
  async (width) => {
    const visitor = await visitAs(browser, product, 'support', { width })
    const { page, token } = visitor
    const me = (await api<{ person: { id: string } }>(product, token, '/api/me')).body.person.id
    const subject = `Towels are missing, ${width}`
    const ticket = await make(token, subject, { assignee: me, priority: 'urgent' })
    await page.goto(`/tickets?queue=mine&search=${encodeURIComponent(subject)}`)
    const tab = page.getByRole('group', { name: 'States' }).getByRole('link', { name: /^Mine/ })
    await eventually(() => tab.getAttribute('aria-current')).toBe('page')
    await page.getByRole('row', { name: subject }).getByText(/left$/).waitFor()
    await expectAccessible(page, `the inbox at ${width}`)
    const clicks = await countPresses(page)
    await page.getByRole('link', { name: subject }).click()
    await heading(page, `#${ticket.number} ${subject}`)
    await page.getByRole('button', { name: 'Macro', exact: true }).click()
    await page.getByRole('button', { name: /^Apply “Refund is on its way”/ }).click()
    await said(page, /Macro “Refund is on its way” was applied/)
    expect(await clicks()).toBeLessThanOrEqual(3)
    expect((await ticketOf(token, ticket.id)).state).toBe('solved')
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth),
    ).toBe(true)
    await more(page, 'Edit record')
    await heading(page, `Edit ${subject}`)
    expectQuiet(visitor)
  },
)

test('the inbox shows the queue beside a ticket; keys continue from the position of a solved ticket', async () => {
  const visitor = await visitAs(browser, product, 'support', { width: 1440 })
  const { page, token } = visitor
  const mine: Ticket[] = []
  for (const subject of ['First to do', 'Second to do', 'Third to do']) {
    mine.push(await make(token, subject, { priority: 'urgent' }))
  }
  await page.goto('/tickets?queue=unassigned')
  await page.getByRole('link', { name: mine[1]!.subject }).click()
  const inbox = page.getByRole('navigation', { name: 'Inbox' })
  const current = inbox.locator('li a[aria-current]')
  await current.getByText(mine[1]!.subject).waitFor()
  await inbox.locator('[aria-current]', { hasText: 'Unassigned' }).waitFor()
  await box(page).waitFor()
  await expectAccessible(page, 'the inbox beside a ticket')
  const order = async () =>
    (await inbox.locator('li a').allTextContents()).map(
      (text) => mine.find((m) => text.includes(m.subject))?.subject,
    )
  const before = await order()
  for (const name of ['Open', 'Solve']) {
    await page.getByRole('button', { name, exact: true }).click()
  }
  await eventually(async () => (await order()).includes(mine[1]!.subject)).toBe(false)
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('j')
  const following = before[before.indexOf(mine[1]!.subject) + 1]!
  await current.getByText(following).waitFor()
  await inbox.getByRole('link', { name: /^Mine/ }).click()
  await inbox.locator('[aria-current]', { hasText: 'Mine' }).waitFor()
  // The open ticket stays while the queue changes.
  await page.getByRole('heading', { level: 1, name: following }).waitFor()
  expectQuiet(visitor)
})

test('the list filters SLA breaches; keys step through its tickets, also on a phone and right-to-left', async () => {
  const visitor = await visitAs(browser, product, 'support', { width: 390 })
  const { page, token } = visitor
  const broken = (
    await api<{ data: Ticket[]; page: { total: number } }>(
      product,
      token,
      '/api/tickets?filter[sla]=breached&filter[state]=open&sort=-createdAt&limit=25',
    )
  ).body
  expect(broken.data.length).toBeGreaterThan(1)
  await page.goto('/tickets?sla=breached&state=open')
  await page
    .getByText(`of ${broken.page.total} tickets`)
    .or(page.getByText(`${broken.page.total} tickets`))
    .first()
    .waitFor()
  await page.goto(`/ticket_chat/${broken.data[0]!.id}`)
  await heading(page, `#${broken.data[0]!.number} ${broken.data[0]!.subject}`)
  await page.getByText('SLA breached').waitFor()
  // The shortcuts work as soon as the tickets of the list are known.
  const key = async (letter: string) => {
    await page.locator(`[aria-keyshortcuts=${letter}]`).waitFor()
    await drawn(page)
    await page.keyboard.press(letter)
  }
  await key('j')
  await heading(page, `#${broken.data[1]!.number} ${broken.data[1]!.subject}`)
  await key('k')
  await heading(page, `#${broken.data[0]!.number} ${broken.data[0]!.subject}`)
  await box(page).waitFor()
  await drawn(page)
  await page.keyboard.press('r')
  await eventually(() => page.evaluate(() => document.activeElement?.tagName)).toBe('TEXTAREA')
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(
    true,
  )
  // The person's own language wins over that of the device.
  const speak = async (locale: string) => {
    const me = (await api<{ person: { version: number } }>(product, token, '/api/me')).body.person
    const headers = { 'If-Match': `"${me.version}"` }
    expect((await api(product, token, '/api/me', { locale }, 'PATCH', headers)).status).toBe(200)
  }
  await speak('ar')
  await page.reload()
  await page.locator('html[dir=rtl]').waitFor()
  await heading(page, `#${broken.data[0]!.number} ${broken.data[0]!.subject}`)
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(
    true,
  )
  await expectAccessible(page, 'a ticket from right to left on a phone')
  expect(await page.evaluate(() => document.documentElement.dir)).toBe('rtl')
  // Longer words: two transitions, the macros and the menu stay in one line.
  await speak('pt')
  await page.goto(`/ticket_chat/${broken.data[0]!.id}`)
  await page.locator('html[lang^=pt]').waitFor()
  const middle = async (name: string) => {
    const place = await page.getByRole('button', { name, exact: true }).boundingBox()
    return place && Math.round(place.y + place.height / 2)
  }
  await page.getByRole('button', { name: 'Solucionar', exact: true }).waitFor()
  expect(await middle('Mais ações')).toBe(await middle('Macro'))
  await speak('en')
  expectQuiet(visitor)
})

test('an assigned ticket is found by its assignee with “Me”, and is followed until unfollowed', async () => {
  const [manager, agent] = await Promise.all([
    visitAs(browser, product, 'manager'),
    visitAs(browser, product, 'support'),
  ])
  const subject = 'The key does not turn'
  const ticket = await make(manager.token, subject)
  const { page } = manager
  await page.goto(`/tickets/${ticket.id}`)
  await heading(page, subject)
  await press(page, 'Assign')
  const dialog = page.getByRole('dialog')
  const { name } = (await api<{ person: { name: string } }>(product, agent.token, '/api/me')).body
    .person
  await pick(page, 'assignee', name)
  await expectAccessible(page, 'the dialog that assigns a ticket')
  await dialog.getByRole('button', { name: 'Assign', exact: true }).click()
  await page.getByText(name).first().waitFor()

  await agent.page.goto('/tickets')
  const mine = agent.page.getByRole('button', { name: 'Assigned to me' })
  await mine.click()
  await expect.poll(() => mine.getAttribute('aria-pressed')).toBe('true')
  await agent.page.getByRole('link', { name: subject }).waitFor()
  await mine.click()
  await expect.poll(() => agent.page.url()).not.toContain('assignee')
  await agent.page.goto('/tickets?assignee=@me')
  await agent.page.getByRole('button', { name: 'Assignee: Me' }).waitFor()
  await agent.page.getByRole('link', { name: subject }).waitFor()
  await settled(agent.page)
  // The same address shows each person their own tickets.
  await page.goto('/tickets?assignee=@me')
  await page.getByRole('button', { name: 'Assignee: Me' }).waitFor()
  await settled(page)
  expect(await page.getByRole('link', { name: subject }).count()).toBe(0)

  // Whoever gets a record follows it, until they no longer want to.
  const followed = agent.page.getByRole('button', { name: 'Followed by me' })
  await agent.page.goto('/tickets')
  await followed.click()
  await expect.poll(() => agent.page.url()).toContain('followed=true')
  await agent.page.getByRole('link', { name: subject }).waitFor()
  await agent.page.goto(`/tickets/${ticket.id}`)
  await heading(agent.page, subject)
  await press(agent.page, 'Unfollow')
  await agent.page.getByRole('button', { name: 'Follow', exact: true }).waitFor()
  await agent.page.goto('/tickets?followed=true')
  await settled(agent.page)
  expect(await followed.getAttribute('aria-pressed')).toBe('true')
  expect(await agent.page.getByRole('link', { name: subject }).count()).toBe(0)
  await Promise.all([manager.context.close(), agent.context.close()])
})
