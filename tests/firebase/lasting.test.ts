/**
 * After sign-in with Firebase Authentication: a second factor, token renewal, sessions ended by the
 * service, and closing the account.
 */
import { expect, test } from 'vitest'
import { expectAccessible } from '../support/axe.ts'
import { tokenOf, type Visitor } from '../support/browser.ts'
import { api, eventually, expectQuiet, heading } from '../support/pages.ts'
import { totp } from '../support/totp.ts'
import { identityDesk } from './support/identity.ts'
import { asSomebody, byPopup, stored, windowOf } from './support/person.ts'

const desk = identityDesk()
const { emulator } = desk

/** Tokens sent to the cookie's path, in order; `undefined` for none. The path never responds. */
const open = async (
  frozen = false,
): Promise<Visitor & { readonly sent: (string | undefined)[] }> => {
  const visitor = await desk.visitor()
  const sent: (string | undefined)[] = []
  await visitor.context.route('**/session-cookie', (route) => {
    sent.push(
      route
        .request()
        .headers()
        .authorization?.replace(/^Bearer /, ''),
    )
  })
  if (frozen) await visitor.context.clock.install()
  // When the page requests a new token from the service, by the page's time.
  await visitor.context.addInitScript(() => {
    const real = window.fetch.bind(window)
    const renewals: number[] = ((window as { renewals?: number[] }).renewals = [])
    window.fetch = (input, init) => {
      if (String(input instanceof Request ? input.url : input).includes('securetoken')) {
        renewals.push(Date.now())
      }
      return real(input, init)
    }
  })
  await visitor.page.goto('/auth/login')
  return { ...visitor, sent }
}
const renewals = ({ page }: Visitor): Promise<number[]> =>
  page.evaluate(() => (window as { renewals?: number[] }).renewals ?? [])
const claimsOf = (token: string): { exp: number; iat: number } =>
  JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as {
    exp: number
    iat: number
  }
const idOf = async (email: string): Promise<string> => (await emulator.find(email))!.localId
const minute = 60_000

test('our second factor is required after the provider’s popup; there is no session before it', async () => {
  const finance = await tokenOf(desk.product, 'finance')
  const {
    body: { totpUri },
  } = await api<{ totpUri: string }>(desk.product, finance, '/api/auth/two-factor/enable', {
    password: 'demo-password',
  })
  const secret = new URL(totpUri).searchParams.get('secret')!
  expect(
    (await api(desk.product, finance, '/api/auth/two-factor/confirm', { code: totp(secret) }))
      .status,
  ).toBe(200)
  const visitor = await open()
  const { page } = visitor
  await asSomebody(await byPopup(page, 'GitHub'), 'finance@example.com')
  await heading(page, 'Two-factor sign-in')
  expect(await stored(page)).toBeNull()
  await expectAccessible(page, 'the second factor after a window')
  await page.getByRole('textbox', { name: /code/i }).fill('000000')
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await page.getByRole('alert').waitFor()
  expect(await stored(page)).toBeNull()
  // The code of this half minute is spent.
  await page.getByRole('textbox', { name: /code/i }).fill(totp(secret, 1))
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await heading(page, 'Dashboard')
  expect(
    (
      await api<{ account: { email: string } }>(
        desk.product,
        (await stored(page))!.token,
        '/api/me',
      )
    ).body.account.email,
  ).toBe('finance@example.com')
  await visitor.context.close()
})

test('the token is renewed five minutes before it expires, even if the cookie endpoint never responds', async () => {
  const visitor = await open(true)
  const { page, sent } = visitor
  await asSomebody(await byPopup(page, 'Google'), 'support@example.com')
  await heading(page, 'Dashboard')
  await eventually(() => sent.length).toBe(1)
  const end = claimsOf(sent[0]!).exp * 1000
  await page.clock.fastForward(end - 6 * minute - (await page.evaluate(() => Date.now())))
  expect(await renewals(visitor)).toEqual([])
  await page.clock.fastForward(minute + 1000)
  await eventually(() => renewals(visitor).then((all) => all.length)).toBeGreaterThan(0)
  const ahead = end - (await renewals(visitor))[0]!
  expect(ahead).toBeLessThanOrEqual(5 * minute)
  expect(ahead).toBeGreaterThan(30_000)
  // Nobody has to do anything for it, and none of it is visible.
  await page.getByRole('link', { name: 'Tickets', exact: true }).first().click()
  await heading(page, 'Tickets')
  expectQuiet(visitor)
  await visitor.context.close()
})

test('an account disabled at Firebase is signed out, in page and server, at the next token renewal', async () => {
  const visitor = await open(true)
  const { page } = visitor
  await asSomebody(await byPopup(page, 'Google'), 'viewer@example.com')
  await heading(page, 'Dashboard')
  await eventually(() => page.evaluate(() => localStorage.getItem('identity'))).toBe('google')
  const { token } = (await stored(page))!
  await eventually(() => visitor.sent.length).toBe(1)
  await emulator.update(await idOf('viewer@example.com'), { disableUser: true })
  await page.clock.fastForward(56 * minute)
  await heading(page, 'Sign in')
  expect(await stored(page)).toBeNull()
  await eventually(() =>
    api(desk.product, token, '/api/me').then((response) => response.status),
  ).toBe(401)
  await visitor.context.close()
})

test('an account disabled at Firebase while no page is open is signed out when one opens after expiry', async () => {
  const visitor = await open(true)
  const { page } = visitor
  await asSomebody(await byPopup(page, 'Facebook'), 'vendor@example.com')
  await heading(page, 'Dashboard')
  const { token } = (await stored(page))!
  await page.goto('/robots.txt')
  await emulator.update(await idOf('vendor@example.com'), { disableUser: true })
  await page.clock.fastForward(120 * minute)
  await page.goto('/dashboard')
  await heading(page, 'Sign in')
  await eventually(() =>
    api(desk.product, token, '/api/me').then((response) => response.status),
  ).toBe(401)
  await visitor.context.close()
})

test('a provider account is deleted at both sides after confirming the same identity in a popup', async () => {
  const email = 'leaving@example.com'
  const visitor = await open()
  const { page } = visitor
  await asSomebody(await byPopup(page, 'Google'), email, 'Lea Leaving')
  await heading(page, 'Waiting for approval')
  const {
    body: {
      data: [person],
    },
  } = await api<{ data: { id: string }[] }>(
    desk.product,
    desk.admin,
    `/api/employees?filter[email]=${encodeURIComponent(email)}`,
  )
  const employee = `/api/employees/${person!.id}`
  const {
    body: {
      data: [viewer],
    },
  } = await api<{ data: { id: string }[] }>(
    desk.product,
    desk.admin,
    '/api/user-roles?search=viewer',
  )
  const given = await api(desk.product, desk.admin, employee, { roles: [viewer!.id] }, 'PATCH', {
    'If-Match': (await api(desk.product, desk.admin, employee)).etag,
  })
  expect(
    (
      await api(desk.product, desk.admin, `${employee}/actions/active`, {}, 'POST', {
        'If-Match': given.etag,
      })
    ).status,
  ).toBe(200)
  const { token } = (await stored(page))!
  // An approval takes effect within a second.
  await eventually(() =>
    api<{ waiting: boolean }>(desk.product, token, '/api/me').then((me) => me.body.waiting),
  ).toBe(false)

  await page.goto('/settings?tab=security')
  const account = page.getByRole('list', { name: 'Account at the identity service' })
  await account.waitFor()
  expect(await account.getByRole('listitem').textContent()).toMatch(
    /^leaving@example\.com Address confirmedGoogle · there since .* · signed in /,
  )
  await expectAccessible(page, 'the account at the identity service')
  await page.getByRole('button', { name: 'Delete my account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
  await dialog.getByText('A window of your sign-in service opens').waitFor()
  expect(await dialog.getByRole('textbox').count()).toBe(0)
  const prove = () =>
    windowOf(page, () => dialog.getByRole('button', { name: 'Delete account' }).click())
  await asSomebody(await prove(), 'somebody-else@example.com')
  await eventually(() => dialog.getByRole('alert').allTextContents()).toEqual([
    'This is another account than the one you are signed in with.',
  ])
  expect((await api(desk.product, token, '/api/me')).status).toBe(200)
  await (await prove()).locator('.js-reuse-account').filter({ hasText: email }).click()
  await heading(page, 'Sign in')
  await eventually(() => emulator.find(email)).toBeUndefined()
  expect((await api(desk.product, token, '/api/me')).status).toBe(401)
  expect(
    (await api<{ data: { state: string } }>(desk.product, desk.admin, employee)).body.data.state,
  ).toBe('left')
  expect(await page.evaluate(() => localStorage.getItem('identity'))).toBeNull()
  expectQuiet(visitor)
  await visitor.context.close()
})
