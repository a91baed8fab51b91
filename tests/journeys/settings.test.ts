import { expect } from 'vitest'
import type { Page } from 'playwright-core'
import { expectAccessible } from '#tests/support/axe.ts'
import { tokenOf } from '#tests/support/browser.ts'
import { browser, product, test } from '#tests/support/journey.ts'
import { api, eventually, expectQuiet, heading, visitAs } from '#tests/support/pages.ts'
import { totp } from '#tests/support/totp.ts'

/** The token of the session in a page. */
const tokenIn = (page: Page): Promise<string> =>
  page.evaluate(() => (JSON.parse(localStorage.getItem('authTokens')!) as { token: string }).token)

let admin: string
test.beforeAll(async () => {
  admin = await tokenOf(product, 'admin')
})

test('the open tab is kept in the URL, and users see only the tabs they may use', async () => {
  const visitor = await visitAs(browser, product, 'admin')
  const { page } = visitor
  await page.goto('/settings?tab=appearance')
  await heading(page, 'Settings')
  await eventually(() => page.title()).toBe('Settings · Marketplace')
  await eventually(() => page.getByRole('tab').allTextContents()).toEqual([
    'Profile',
    'Security',
    'Appearance',
    'Notifications',
    'My reminders',
    'My changes',
    'Approvals',
    'Tags',
    'Organisation',
    'Audit log',
    'Security log',
    'Integrations',
    'System',
  ])
  await eventually(() => page.getByRole('tab', { selected: true }).textContent()).toBe('Appearance')
  await page.getByRole('tab', { selected: true }).focus()
  await page.keyboard.press('ArrowDown')
  await page.waitForURL('**/settings?tab=notifications')
  await page.keyboard.press('ArrowDown')
  await page.waitForURL('**/settings?tab=reminders')
  await page.keyboard.press('ArrowDown')
  await page.waitForURL('**/settings?tab=changes')
  await page.keyboard.press('ArrowDown')
  await page.waitForURL('**/settings?tab=approvals')
  await page.keyboard.press('ArrowDown')
  await page.waitForURL('**/settings?tab=tags')
  await page.keyboard.press('ArrowDown')
  await page.waitForURL('**/settings?tab=organisation')
  await page.reload()
  await page.getByRole('textbox', { name: 'Name', exact: true }).waitFor()
  await page.goto('/settings?tab=nonsense')
  await eventually(() => page.getByRole('tab', { selected: true }).textContent()).toBe('Profile')
  await page.waitForURL('**/settings')
  await page.goto('/facilities')
  await page.getByRole('button', { name: /User menu/ }).click()
  await page.getByRole('menuitem', { name: 'Settings' }).click()
  await page.waitForURL('**/settings')
  expectQuiet(visitor)
  await visitor.context.close()
  const viewer = await visitAs(browser, product, 'viewer')
  await viewer.page.goto('/settings?tab=audit')
  await heading(viewer.page, 'Settings')
  await eventually(() => viewer.page.getByRole('tab').allTextContents()).toEqual([
    'Profile',
    'Security',
    'Appearance',
    'Notifications',
    'My reminders',
    'My changes',
    'Approvals',
    'Tags',
  ])
  // A tab of others is not their own profile under another address.
  const panel = viewer.page.getByRole('tabpanel', { name: 'Audit log' })
  await panel.getByText('Permission denied').waitFor()
  expect(await viewer.page.getByRole('tab', { selected: true }).count()).toBe(0)
  await viewer.page.getByRole('tab', { name: 'Profile' }).click()
  await viewer.page.waitForURL('**/settings')
  await viewer.page.getByRole('tabpanel', { name: 'Profile' }).waitFor()
  await viewer.context.close()
})

test('a saved profile is shown immediately and can be undone; an invalid phone shows an error at its field', async () => {
  const visitor = await visitAs(browser, product, 'support')
  const { page, token } = visitor
  await page.goto('/settings')
  const form = page.getByRole('form', { name: 'Profile' })
  await form.getByLabel('Phone').fill('call me')
  await form.getByRole('button', { name: 'Save' }).click()
  await eventually(() => form.getByLabel('Phone').getAttribute('aria-invalid')).toBe('true')
  await form.getByLabel('Phone').fill('+351 912 000 111')
  await form.getByLabel('Name').fill('Sofia of Support')
  await form.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Your profile is saved').waitFor()
  await page.getByRole('banner').getByText('Sofia of Support').first().waitFor()
  expect((await api<{ person: object }>(product, token, '/api/me')).body.person).toMatchObject({
    name: 'Sofia of Support',
    phone: '+351 912 000 111',
  })
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await eventually(() => form.getByLabel('Name').inputValue()).not.toBe('Sofia of Support')
  expect((await api<{ person: object }>(product, token, '/api/me')).body.person).not.toMatchObject({
    name: 'Sofia of Support',
  })
  expectQuiet(visitor)
  await visitor.context.close()
})

test('theme and density are saved', async () => {
  const visitor = await visitAs(browser, product, 'finance')
  const { page } = visitor
  await page.goto('/settings?tab=appearance')
  await page.getByText('Dark', { exact: true }).click()
  await eventually(() =>
    page.evaluate(() => [
      document.documentElement.getAttribute('data-mantine-color-scheme'),
      localStorage.getItem('mode'),
    ]),
  ).toEqual(['dark', '1'])
  await page.getByRole('radio', { name: 'Compact' }).click()
  await eventually(
    async () =>
      (await api<{ preferences: { density?: string } }>(product, visitor.token, '/api/me')).body
        .preferences.density,
  ).toBe('compact')
  await page.goto('/hotels')
  await page.locator('[data-density=compact]').waitFor()
  expectQuiet(visitor)
  await visitor.context.close()
})

test('changing the password ends the other sessions; a single session can be ended', async () => {
  const visitor = await visitAs(browser, product, 'vendor')
  const { page } = visitor
  const other = await tokenOf(product, 'vendor')
  await page.goto('/settings?tab=security')
  const rows = page.getByRole('list', { name: 'Sessions' }).getByRole('listitem')
  await rows.nth(1).waitFor()
  const before = await rows.count()
  await rows
    .filter({ hasNotText: 'This session' })
    .first()
    .getByRole('button', { name: 'End' })
    .click()
  await eventually(() => rows.count()).toBe(before - 1)
  const form = page.getByRole('form', { name: 'Password' })
  await form.getByLabel('Current password').fill('not it')
  await form.getByLabel('New password').fill('another-kite-9')
  await form.getByRole('button', { name: 'Change password' }).click()
  await eventually(() => form.getByLabel('Current password').getAttribute('aria-invalid')).toBe(
    'true',
  )
  await form.getByLabel('Current password').fill('demo-password')
  await form.getByRole('button', { name: 'Change password' }).click()
  await page.getByText('Your password was changed').waitFor()
  expect((await api(product, other, '/api/me')).status).toBe(401)
  await page.reload()
  await heading(page, 'Settings')
  expectQuiet(visitor)
  await visitor.context.close()
})

test('two-factor sign-in is set up with a QR code, required at sign-in, and turned off', async () => {
  const visitor = await visitAs(browser, product, 'manager')
  const { page } = visitor
  await page.goto('/settings?tab=security')
  const form = page.getByRole('form', { name: 'Two-factor sign-in' })
  await form.getByLabel('Your password').fill('demo-password')
  await form.getByRole('button', { name: 'Set up' }).click()
  await form.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor()
  const secret = (await form.locator('code').first().textContent()) ?? ''
  await form.getByLabel('Code from the app').fill(totp(secret))
  await form.getByRole('button', { name: 'Turn on' }).click()
  await eventually(() =>
    page.getByRole('list', { name: 'Backup codes.' }).getByRole('listitem').count(),
  ).toBeGreaterThanOrEqual(8)
  const backup = page.getByRole('list', { name: 'Backup codes.' }).getByRole('listitem').first()
  const spare = ((await backup.textContent()) ?? '').trim()
  await page.getByRole('button', { name: 'I have saved them' }).click()
  const response = (await (
    await fetch(`${product.url}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ email: 'manager@example.com', password: 'demo-password' }),
    })
  ).json()) as { twoFactor?: boolean }
  expect(response.twoFactor).toBe(true)
  await form.getByLabel('Your password').fill('demo-password')
  await form.getByLabel('Code from the app, or a backup code').fill(spare)
  await form.getByRole('button', { name: 'Turn off' }).click()
  await page.getByText('Two-factor sign-in is off').waitFor()
  await tokenOf(product, 'manager')
  expectQuiet(visitor)
  await visitor.context.close()
})

test('a user whose role requires a second factor must set it up before using the application', async () => {
  const found = await api<{ data: { id: string; version: number }[] }>(
    product,
    admin,
    '/api/user-roles?filter[name]=viewer',
  )
  const { id, version } = found.body.data[0]!
  const require = (required: boolean, v: number) =>
    api<{ data: { version: number } }>(
      product,
      admin,
      `/api/user-roles/${id}`,
      { requireTwoFactor: required },
      'PATCH',
      { 'If-Match': `"${v}"` },
    )
  const required = await require(true, version)
  expect(required.status).toBe(200)
  const visitor = await visitAs(browser, product, 'viewer')
  const { page } = visitor
  await page.goto('/hotels')
  await heading(page, 'Set up a second factor')
  expect(await page.getByRole('navigation').count()).toBe(0)
  await expectAccessible(page, 'second factor: password')
  await page.getByLabel('Your password').fill('demo-password')
  await page.getByRole('button', { name: 'Set up' }).click()
  await page.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor()
  await expectAccessible(page, 'second factor: code')
  const secret = (await page.locator('code').first().textContent()) ?? ''
  await page.getByLabel('Code from the app').fill(totp(secret))
  await page.getByRole('button', { name: 'Turn on' }).click()
  // The codes are shown once: they stay although nothing is missing any more.
  const codes = page.getByRole('list', { name: 'Backup codes.' }).getByRole('listitem')
  await eventually(() => codes.count()).toBeGreaterThanOrEqual(8)
  await eventually(
    async () =>
      (await api<{ waiting: boolean }>(product, await tokenIn(page), '/api/me')).body.waiting,
  ).toBe(false)
  expect(await codes.count()).toBeGreaterThanOrEqual(8)
  await expectAccessible(page, 'second factor: backup codes')
  await page.getByRole('button', { name: 'I have saved them' }).click()
  await heading(page, 'Hotels')
  await require(false, required.body.data.version)
  expectQuiet(visitor)
  await visitor.context.close()
})

test('organisation settings are validated, saved and undone; a concurrent edit is not overwritten', async () => {
  const visitor = await visitAs(browser, product, 'admin')
  const { page } = visitor
  await page.goto('/settings?tab=organisation')
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Casa do Mar')
  await page.getByLabel('First reply, Urgent').fill('2')
  const opens = page.getByRole('textbox', { name: 'Opens on Monday' })
  await opens.fill('soon')
  await opens.blur()
  await page.getByText(/^Use a time such as /).waitFor()
  await opens.fill('830')
  await opens.press('ArrowUp')
  const days = page.getByRole('textbox', { name: 'Send reminders after days' })
  await days.fill('3, soon')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText(/^Write up to 6 whole numbers of days/).waitFor()
  await days.fill('21, 3,10')
  await page.getByRole('textbox', { name: 'Charge the saved card after days' }).fill('5 0')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('The organisation is saved').waitFor()
  const stored = await api<{ data: { name: string; version: number; sla: object } }>(
    product,
    admin,
    '/api/organisation',
  )
  expect(stored.body.data).toMatchObject({
    name: 'Casa do Mar',
    reminderDays: [3, 10, 21],
    attemptDays: [0, 5],
    businessHours: { week: { mon: { from: '08:45' } } },
    sla: { urgent: { reply: 2, resolve: 8 } },
  })
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await eventually(() =>
    page.getByRole('textbox', { name: 'Name', exact: true }).inputValue(),
  ).not.toBe('Casa do Mar')
  const back = await api<{ data: { name: string; sla: object } }>(
    product,
    admin,
    '/api/organisation',
  )
  expect(back.body.data).not.toMatchObject({ name: 'Casa do Mar' })
  expect(back.body.data.sla).not.toMatchObject({ urgent: { reply: 2 } })
  expect(
    (
      await api(product, admin, '/api/organisation', { name: 'Casa' }, 'PATCH', {
        'If-Match': back.etag,
      })
    ).status,
  ).toBe(200)
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Mine')
  await page.getByRole('button', { name: 'Save' }).click()
  await eventually(() =>
    page.getByRole('textbox', { name: 'Name', exact: true }).inputValue(),
  ).toBe('Casa')
  expectQuiet(visitor)
  await visitor.context.close()
})

test('the audit log shows changed values and links to records, and can be filtered', async () => {
  const made = (
    await api<{ data: { id: string } }>(product, admin, '/api/facilities', {
      name: 'Rooftop sauna',
      code: 'ROOF-SAUNA',
      group: 'property',
    })
  ).body.data
  const visitor = await visitAs(browser, product, 'admin')
  const { page } = visitor
  await page.goto('/settings?tab=audit')
  const log = page.getByRole('list', { name: 'Audit log' })
  await log.getByRole('link', { name: 'Rooftop sauna' }).waitFor()
  await page
    .getByRole('combobox', { name: 'About' })
    .or(page.getByRole('textbox', { name: 'About' }))
    .click()
  const narrowed = page.waitForResponse(
    (r) => r.url().includes('/api/audit') && r.url().includes('facilit'),
  )
  await page.getByRole('option', { name: 'Facilities' }).click()
  await (await narrowed).finished()
  await eventually(() => log.getByRole('listitem').count()).toBeGreaterThan(0)
  const entry = log.getByRole('listitem').filter({ hasText: 'Rooftop sauna' }).first()
  await entry.getByRole('button', { name: /field/ }).click()
  await entry.getByText('ROOF-SAUNA').waitFor()
  await page.getByLabel('To', { exact: true }).fill('2001-01-01')
  await page.getByText('No entries').waitFor()
  await page.getByLabel('To', { exact: true }).fill('')
  await entry.getByRole('link', { name: 'Rooftop sauna' }).click()
  await page.waitForURL(`**/facilities/${made.id}`)
  expectQuiet(visitor)
  await visitor.context.close()
})

test('the system tab shows the server’s status and creates a backup on request', async () => {
  const visitor = await visitAs(browser, product, 'admin')
  const { page } = visitor
  await page.goto('/settings?tab=system')
  await page.getByText('Healthy').waitFor()
  await page.getByText('keeps what was saved through crashes and a loss of power').waitFor()
  const kept = page.getByRole('list', { name: 'Backups' }).getByRole('listitem')
  // The server makes its first one after a minute.
  await page.getByText('There is no backup yet.').or(kept).first().waitFor()
  const before = await kept.count()
  await page.getByRole('button', { name: 'Back up now' }).click()
  await page.getByText('Backup created').waitFor()
  await eventually(() => kept.count()).toBeGreaterThan(before)
  expectQuiet(visitor)
  await visitor.context.close()
})

test('deleting the account requires the password and prevents sign-in', async () => {
  const visitor = await visitAs(browser, product, 'finance')
  const { page } = visitor
  await page.goto('/settings?tab=security')
  await page.getByRole('button', { name: 'Delete my account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
  await dialog.getByLabel('Your password').fill('wrong')
  await dialog.getByRole('button', { name: 'Delete account' }).click()
  await dialog.getByText('This is not your current password.').waitFor()
  await dialog.getByLabel('Your password').fill('demo-password')
  await dialog.getByRole('button', { name: 'Delete account' }).click()
  await page.waitForURL('**/auth/login**')
  await expect(tokenOf(product, 'finance')).rejects.toThrow()
  await visitor.context.close()
})

test('the settings tabs are accessible in both themes, on desktop and phone', async () => {
  for (const width of [1440, 390]) {
    const visitor = await visitAs(browser, product, 'admin', { width })
    for (const tab of ['profile', 'security', 'appearance', 'organisation', 'audit', 'system']) {
      await visitor.page.goto(`/settings?tab=${tab}`)
      await visitor.page.getByRole('tabpanel').getByRole('heading', { level: 2 }).first().waitFor()
      await expectAccessible(visitor.page, `${tab} at ${width}`)
    }
    await visitor.context.close()
  }
})
