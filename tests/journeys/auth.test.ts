import { expect } from 'vitest'
import type { Page } from 'playwright-core'
import { signIn, tokenOf, visit, type Visitor } from '#tests/support/browser.ts'
import { browser, product, test } from '#tests/support/journey.ts'
import {
  api,
  eventually,
  expectQuiet,
  heading,
  keepSession,
  mailedLink,
  visitAs,
} from '#tests/support/pages.ts'

const stored = (page: Page): Promise<string | null> =>
  page.evaluate(() => localStorage.getItem('authTokens'))
const fillSignIn = async (page: Page, email: string, password: string) => {
  await page.getByLabel('Email').fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}
const fresh = async (run: (visitor: Visitor) => Promise<void>) => {
  const visitor = await visit(browser, product)
  try {
    await run(visitor)
    expectQuiet(visitor)
  } finally {
    await visitor.context.close()
  }
}

test('each demo account signs in and out; signing out ends the session on the server too', () =>
  fresh(async ({ page }) => {
    for (const person of ['admin', 'manager', 'support', 'finance', 'vendor', 'viewer']) {
      await signIn(page, person)
      const tokens = JSON.parse((await stored(page)) ?? '') as Record<string, string>
      expect(Object.keys(tokens).sort()).toEqual(['account', 'expiresAt', 'token'])
      expect(Date.parse(tokens.expiresAt ?? '')).toBeGreaterThan(Date.now())
      expect(tokens.expiresAt).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
      expect(
        (await api<{ account: { email: string } }>(product, tokens.token ?? '', '/api/me')).body
          .account.email,
      ).toBe(`${person}@example.com`)
      await page.getByRole('button', { name: /^User menu/ }).click()
      await page.getByRole('menuitem', { name: 'Sign out' }).click()
      await page.waitForURL('**/auth/login')
      await heading(page, 'Sign in')
      expect(await stored(page)).toBeNull()
      expect((await api(product, tokens.token ?? '', '/api/me')).status).toBe(401)
    }
  }))

test('a wrong password and an unknown e-mail address produce the same error message', () =>
  fresh(async ({ page }) => {
    const said: (string | null)[] = []
    for (const email of ['admin@example.com', 'nobody@example.com']) {
      await page.goto('/auth/login')
      await fillSignIn(page, email, 'not-the-password')
      await page.getByRole('alert').waitFor()
      said.push(await page.getByRole('alert').textContent())
      expect(await stored(page)).toBeNull()
    }
    expect(said).toEqual(['E-mail or password is wrong.', 'E-mail or password is wrong.'])
  }))

test('submitting an empty sign-in form sends no request and focuses the first empty field', () =>
  fresh(async ({ page }) => {
    let asked = 0
    page.on('request', (r) => {
      if (r.url().includes('/sign-in/')) asked++
    })
    await page.goto('/auth/login')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByText('Enter your e-mail address').waitFor()
    await eventually(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe(
      'email',
    )
    expect(asked).toBe(0)
  }))

test('sign-in returns to the requested page with its query string', () =>
  fresh(async ({ page }) => {
    await page.goto('/hotels?search=casa')
    await page.waitForURL((url) => url.pathname === '/auth/login')
    expect(new URL(page.url()).searchParams.get('next')).toBe('/hotels?search=casa')
    await fillSignIn(page, 'admin@example.com', 'demo-password')
    await page.waitForURL('**/hotels?search=casa')
    await heading(page, 'Hotels')
    await eventually(() =>
      page.getByRole('searchbox', { name: 'Search hotels' }).inputValue(),
    ).toBe('casa')
  }))

test('a tab that signs out because of another returns to its address, also after a reload', () =>
  fresh(async ({ context, page: other }) => {
    await signIn(other, 'admin')
    const page = await context.newPage()
    await page.goto('/hotels?search=casa')
    await heading(page, 'Hotels')
    await other.getByRole('button', { name: /^User menu/ }).click()
    await other.getByRole('menuitem', { name: 'Sign out' }).click()
    // The tab in which the person signed out keeps no address.
    await other.waitForURL((url) => url.pathname === '/auth/login' && url.search === '')
    await page.waitForURL((url) => url.searchParams.get('next') === '/hotels?search=casa')
    await page.reload()
    await fillSignIn(page, 'admin@example.com', 'demo-password')
    await page.waitForURL('**/hotels?search=casa')
    await heading(page, 'Hotels')
    await other.waitForURL('**/dashboard')
  }))

test('sign-in ignores a next parameter that leads to another site, a script or an account page', () =>
  fresh(async ({ page }) => {
    for (const next of [
      'https://evil.example/',
      '//evil.example/',
      '/\\evil.example',
      'javascript:alert(1)',
      '/auth/success',
    ]) {
      await page.goto(`/auth/login?next=${encodeURIComponent(next)}`)
      await fillSignIn(page, 'viewer@example.com', 'demo-password')
      await page.waitForURL('**/dashboard')
      expect(new URL(page.url()).origin).toBe(product.url)
      await page.evaluate(() => localStorage.removeItem('authTokens'))
    }
  }))

test('with an expired token, the first 401 opens a sign-in dialog over the dashboard, which then continues', () =>
  fresh(async ({ page }) => {
    await page.goto('/auth/404')
    await keepSession(page, 'long-gone', '2020-01-01T00:00:00.000Z')
    await page.goto('/')
    await page.waitForURL('**/dashboard')
    const dialog = page.getByRole('dialog', { name: 'Sign in again' })
    await dialog.waitFor()
    await page.evaluate(() => {
      ;(window as unknown as { same: boolean }).same = true
    })
    await dialog.getByLabel('Email').fill('manager@example.com')
    await dialog.getByRole('textbox', { name: 'Password' }).fill('demo-password')
    await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
    await heading(page, 'Dashboard')
    await dialog.waitFor({ state: 'detached' })
    expect(await page.evaluate(() => (window as unknown as { same?: boolean }).same)).toBe(true)
    expect(new URL(page.url()).pathname).toBe('/dashboard')
  }))

test('when the session ends during editing, nothing is lost and the save completes after signing in again', async () => {
  const visitor = await visitAs(browser, product, 'manager')
  const { page, token } = visitor
  const admin = await tokenOf(product, 'admin')
  const hotel = (
    await api<{ data: [{ id: string; name: string }] }>(product, admin, '/api/hotels?limit=25')
  ).body.data[0]
  // Without the live stream the save itself finds the session ended.
  await page.route('**/api/events*', (route) => route.abort())
  await page.goto(`/hotels/${hotel.id}/edit`)
  await heading(page, `Edit ${hotel.name}`)
  await page.getByRole('textbox', { name: 'Phone' }).fill('+351 22 000 4711')
  expect((await api(product, token, '/api/auth/sign-out', {})).status).toBeLessThan(300)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Sign in again' })
  await dialog.waitFor()
  await dialog.getByLabel('Email').fill('manager@example.com')
  await dialog.getByRole('textbox', { name: 'Password' }).fill('demo-password')
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  await heading(page, hotel.name)
  expect(
    (await api<{ data: { phone: string } }>(product, admin, `/api/hotels/${hotel.id}`)).body.data
      .phone,
  ).toBe('+351 22 000 4711')
  expectQuiet(visitor)
  await visitor.context.close()
})

test('what one person typed is neither saved for nor shown to another who signs in, and waits for them', () =>
  fresh(async (visitor) => {
    const { page } = visitor
    const admin = await tokenOf(product, 'admin')
    const { id, phone } = (
      await api<{ data: [{ id: string; phone: string }] }>(product, admin, '/api/hotels?limit=25')
    ).body.data[0]
    const saved = async () =>
      (await api<{ data: { phone: string } }>(product, admin, `/api/hotels/${id}`)).body.data.phone
    const enter = async (person: string) => {
      await page.getByLabel('Email', { exact: true }).fill(`${person}@example.com`)
      await page.getByRole('textbox', { name: 'Password' }).fill('demo-password')
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    }
    const field = page.getByRole('textbox', { name: 'Phone' })
    await signIn(page, 'manager')
    await page.goto(`/hotels/${id}/edit`)
    await field.fill('+351 22 000 4712')
    const token = JSON.parse(await page.evaluate(() => localStorage.authTokens)).token as string
    await page.route('**/api/events*', (route) => route.abort())
    expect((await api(product, token, '/api/auth/sign-out', {})).status).toBeLessThan(300)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('dialog', { name: 'Sign in again' }).waitFor()
    // The page reloads without a question about what the other person typed.
    const questions: string[] = []
    page.on('dialog', (dialog) => {
      questions.push(dialog.type())
      void dialog.accept()
    })
    await Promise.all([page.waitForEvent('load'), enter('admin')])
    expect(questions).toEqual([])
    await field.waitFor()
    expect(await field.inputValue()).toBe(phone)
    expect(await saved()).toBe(phone)
    // Signing out does not ask about the form, and does not stay on an empty page.
    await field.fill('+351 22 000 4713')
    await page.getByRole('button', { name: /^User menu/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await heading(page, 'Sign in')
    await enter('manager')
    await heading(page, 'Dashboard')
    await page.goto(`/hotels/${id}/edit`)
    await page.getByRole('button', { name: 'Continue with them' }).click()
    expect(await field.inputValue()).toBe('+351 22 000 4712')
  }))

test('account pages do not redirect signed-in users', async () => {
  const visitor = await visitAs(browser, product, 'admin')
  const pages: [string, string][] = [
    ['/auth/login', 'Sign in'],
    ['/auth/register', 'Create account'],
    ['/auth/forgot', 'Forgotten password'],
    ['/auth/reset', 'Choose a new password'],
    ['/auth/verify', 'Confirm e-mail address'],
    ['/auth/two-factor', 'Two-factor sign-in'],
    ['/auth/success', 'Payment successful'],
    ['/auth/cancel', 'Payment cancelled'],
    ['/auth/404', 'Page not found'],
  ]
  for (const [path, name] of pages) {
    await visitor.page.goto(path)
    await heading(visitor.page, name)
    expect(new URL(visitor.page.url()).pathname).toBe(path)
  }
  expect(await stored(visitor.page)).not.toBeNull()
  expectQuiet(visitor)
  await visitor.context.close()
})

test('a new account needs a verified address and an administrator’s approval before it has access', () =>
  fresh(async ({ page }) => {
    await page.goto('/auth/register')
    await page.getByLabel('Name').fill('Nuno Novo')
    await page.getByLabel('Email').fill('nuno@novo.example')
    await page.getByRole('textbox', { name: 'Password' }).fill('short')
    await page.getByRole('button', { name: 'Create account' }).click()
    await eventually(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe(
      'password',
    )
    await page.getByRole('textbox', { name: 'Password' }).fill('a-long-enough-password')
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByRole('status').getByText('nuno@novo.example').waitFor()
    const admin = await tokenOf(product, 'admin')
    const person = (
      await api<{ data: [{ id: string; state: string }] }>(
        product,
        admin,
        '/api/employees?search=nuno',
      )
    ).body.data[0]
    expect(person.state).toBe('requested')
    const found = await api(product, admin, `/api/employees/${person.id}`)
    const roles = (
      await api<{ data: { id: string }[] }>(product, admin, '/api/user-roles?search=viewer')
    ).body.data
    const given = await api(
      product,
      admin,
      `/api/employees/${person.id}`,
      { roles: [roles[0]?.id] },
      'PATCH',
      { 'If-Match': found.etag },
    )
    expect(given.status).toBe(200)
    const approve = async () => {
      const { etag } = await api(product, admin, `/api/employees/${person.id}`)
      return api<{ code?: string }>(
        product,
        admin,
        `/api/employees/${person.id}/actions/active`,
        {},
        'POST',
        { 'If-Match': etag },
      )
    }
    // Nobody gets access under an address that may belong to somebody else.
    expect((await approve()).body.code).toBe('email_not_verified')
    await page.goto(await mailedLink(product, 'nuno@novo.example'))
    await page.getByRole('textbox', { name: 'Password' }).fill('not-the-password')
    await page.getByRole('button', { name: 'Confirm address' }).click()
    await page.getByRole('alert').waitFor()
    await page.getByRole('textbox', { name: 'Password' }).fill('a-long-enough-password')
    await page.getByRole('button', { name: 'Confirm address' }).click()
    await heading(page, 'Waiting for approval')
    expect(await page.getByRole('navigation', { name: 'Main' }).count()).toBe(0)
    const approved = await approve()
    expect(approved.status, JSON.stringify(approved.body)).toBe(200)
    // An approval takes effect within a second; earlier checks are repeated.
    const again = page.getByRole('button', { name: 'Check again' })
    await eventually(async () => {
      if (await again.isVisible()) await again.click({ timeout: 1000 }).catch(() => undefined)
      return page.getByRole('heading', { level: 1, name: 'Dashboard' }).isVisible()
    }).toBe(true)
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: 'Hotels', exact: true })
      .waitFor()
  }))

test('a password reset link works once; an unknown address gets the same response but no e-mail', () =>
  fresh(async ({ page }) => {
    const ask = async (email: string) => {
      await page.goto('/auth/forgot')
      await page.getByLabel('Email').fill(email)
      await page.getByRole('button', { name: 'Send link' }).click()
      await page.getByRole('status').getByText('If there is an account for').waitFor()
      return ((await page.getByRole('status').textContent()) ?? '').replace(email, '')
    }
    expect(await ask('nobody@example.com')).toBe(await ask('support@example.com'))
    const links = () => [
      ...product.output().matchAll(/https?:\/\/\S+\/auth\/reset\?token=([\w.~%-]+)/g),
    ]
    await eventually(() => links().length).toBe(1)
    expect(product.output()).not.toContain('Mail to nobody@example.com')
    const token = links()[0]?.[1] ?? ''
    await page.goto(`/auth/reset?token=${token}`)
    await page.getByRole('textbox', { name: 'New password' }).fill('a-brand-new-password')
    await page.getByRole('button', { name: 'Save password' }).click()
    await page.getByText('Your password was changed.').waitFor()
    await page.getByRole('link', { name: 'Back to sign in' }).click()
    await fillSignIn(page, 'support@example.com', 'demo-password')
    await page.getByRole('alert').getByText('E-mail or password is wrong.').waitFor()
    await fillSignIn(page, 'support@example.com', 'a-brand-new-password')
    await heading(page, 'Dashboard')
    await page.goto(`/auth/reset?token=${token}`)
    await page.getByRole('textbox', { name: 'New password' }).fill('yet-another-password')
    await page.getByRole('button', { name: 'Save password' }).click()
    await page.getByRole('alert').waitFor()
  }))
