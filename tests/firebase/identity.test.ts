/**
 * Sign-in with Firebase Authentication: the real SDK in a real browser, against the Auth emulator.
 */
import type { BrowserContext, Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { expectAccessible } from '../support/axe.ts'
import type { Visitor } from '../support/browser.ts'
import { api, eventually, expectQuiet } from '../support/pages.ts'
import type { Received } from './support/google.ts'
import { identityDesk } from './support/identity.ts'
import { asSomebody, byPopup, stored } from './support/person.ts'

const desk = identityDesk()
const { emulator } = desk

/** A browser cut off from Google, with its requests to the cookie's path. */
const open = async (
  path = '/auth/login',
  prepare?: (context: BrowserContext) => Promise<unknown>,
): Promise<Visitor & { cookies: Received[] }> => {
  const visitor = await desk.visitor()
  const cookies: Received[] = []
  await visitor.context.route('**/session-cookie', (route) => {
    const request = route.request()
    cookies.push({
      method: request.method(),
      url: new URL(request.url()),
      body: '',
      headers: request.headers(),
    })
    return route.fulfill({ status: 204 })
  })
  await prepare?.(visitor.context)
  await visitor.page.goto(path)
  return { ...visitor, cookies }
}

const people = async (email: string) =>
  (
    await api<{ data: { id: string; state: string; roles: string[]; version: number }[] }>(
      desk.product,
      desk.admin,
      `/api/employees?filter[email]=${encodeURIComponent(email)}`,
    )
  ).body.data

for (const name of ['Google', 'Facebook', 'GitHub', 'Twitter']) {
  test(`${name} signs in a new person through a popup; they wait for approval and hold no role`, async () => {
    const email = `new-${name.toLowerCase()}@example.com`
    const visitor = await open()
    const { page } = visitor
    const popup = await byPopup(page, name)
    expect(
      await popup.evaluate(
        () => [window.outerWidth, window.outerHeight].every((n) => n > 0) && window.opener !== null,
      ),
    ).toBe(true)
    await asSomebody(popup, email)
    await page.getByRole('heading', { level: 1, name: 'Waiting for approval' }).waitFor()
    expect((await stored(page))?.token).toMatch(/^\w{64}$/)
    expect(await people(email)).toMatchObject([{ state: 'requested', roles: [] }])
    const { token } = (await stored(page)) ?? { token: '' }
    expect(
      (await api<{ permissions: string[]; waiting: boolean }>(desk.product, token, '/api/me')).body,
    ).toMatchObject({ waiting: true, permissions: [] })
    expectQuiet(visitor)
    await visitor.context.close()
  })
}

test('the sign-in popup opens at 500 × 600', async () => {
  const visitor = await open('/auth/login', (context) =>
    context.addInitScript(() => {
      const real = window.open.bind(window)
      window.open = (url, target, features) => {
        ;(window as { asked?: string }).asked = features
        return real(url, target, features)
      }
    }),
  )
  const popup = await byPopup(visitor.page, 'Google')
  expect(await visitor.page.evaluate(() => (window as { asked?: string }).asked)).toMatch(
    /width=500.*height=600|height=600.*width=500/,
  )
  await popup.close()
  await visitor.context.close()
})

test('a confirmed address signs in the matching employee; signing out also ends the session at Firebase', async () => {
  const visitor = await open()
  const { page } = visitor
  await asSomebody(await byPopup(page, 'Google'), 'support@example.com')
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
  const { token } = (await stored(page)) ?? { token: '' }
  expect(
    (
      await api<{ roles: { name: string }[]; account: { email: string } }>(
        desk.product,
        token,
        '/api/me',
      )
    ).body.account.email,
  ).toBe('support@example.com')
  // The fresh token sets the site's cookie, once.
  await eventually(() => visitor.cookies.map((one) => one.method)).toEqual(['POST'])
  expect(visitor.cookies[0]?.headers.authorization).toMatch(/^Bearer ey/)
  await page.getByRole('button', { name: /User menu/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
  await eventually(() => visitor.cookies.map((one) => one.method)).toEqual(['POST', 'DELETE'])
  expect((await api(desk.product, token, '/api/me')).status).toBe(401)
  expect(await page.evaluate(() => localStorage.getItem('identity'))).toBeNull()
  expectQuiet(visitor)
  await visitor.context.close()
})

test('falls back to a redirect when the browser blocks popups, and returns signed in', async () => {
  const visitor = await open('/auth/login?next=%2Fhotels', (context) =>
    context.addInitScript(() => {
      window.open = () => null
    }),
  )
  const { page } = visitor
  await page.getByRole('button', { name: 'Continue with GitHub' }).click()
  await page.waitForURL(/emulator\/auth\/handler/)
  await asSomebody(page, 'manager@example.com')
  await page.waitForURL('**/hotels')
  await page.getByRole('heading', { level: 1, name: 'Hotels' }).waitFor()
  await visitor.context.close()
})

test('closing the popup shows a message, and a second attempt works', async () => {
  const visitor = await open()
  const { page } = visitor
  await (await byPopup(page, 'Google')).close()
  await eventually(() => page.getByRole('alert').allTextContents()).toEqual([
    'The sign-in window was closed before it was finished. Try again.',
  ])
  await expectAccessible(page, 'sign-in after a closed window')
  await asSomebody(await byPopup(page, 'Google'), 'finance@example.com')
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
  await visitor.context.close()
})

test('opening a second popup replaces the first without an error', async () => {
  const visitor = await open()
  const { page } = visitor
  const first = await byPopup(page, 'Google')
  const second = await byPopup(page, 'GitHub')
  await first.close().catch(() => undefined)
  await asSomebody(second, 'viewer@example.com')
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
  await visitor.context.close()
})

test('the sign-in form accepts Firebase passwords and ours, and rejects a wrong one', async () => {
  await emulator.create({
    email: 'there@example.com',
    password: 'pass-there-1',
    emailVerified: true,
    displayName: 'There',
  })
  const signIn = async (page: Page, email: string, password: string) => {
    await page.getByLabel('Email').fill(email)
    await page.getByRole('textbox', { name: 'Password' }).fill(password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  }
  const visitor = await open()
  await signIn(visitor.page, 'there@example.com', 'wrong-password')
  await eventually(() => visitor.page.getByRole('alert').allTextContents()).toEqual([
    'E-mail or password is wrong.',
  ])
  await signIn(visitor.page, 'nobody@example.com', 'wrong-password')
  await eventually(() => visitor.page.getByRole('alert').allTextContents()).toEqual([
    'E-mail or password is wrong.',
  ])
  await signIn(visitor.page, 'there@example.com', 'pass-there-1')
  await visitor.page.getByRole('heading', { level: 1, name: 'Waiting for approval' }).waitFor()
  await visitor.context.close()
  const own = await open()
  await signIn(own.page, 'manager@example.com', 'demo-password')
  await own.page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
  expect(await own.page.evaluate(() => localStorage.getItem('identity'))).toBeNull()
  await own.context.close()
})

test('an unreachable Firebase shows a message; our own passwords still work', async () => {
  const visitor = await open('/auth/login', (context) =>
    context.route(`${inject('authEmulator')}/**`, (route) => route.abort('internetdisconnected')),
  )
  const { page } = visitor
  await page.getByLabel('Email').fill('support@example.com')
  await page.getByRole('textbox', { name: 'Password' }).fill('not-ours-at-all')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await eventually(() => page.getByRole('alert').allTextContents()).toEqual([
    'E-mail or password is wrong, and the identity service that might know them cannot be reached.',
  ])
  await page.getByRole('textbox', { name: 'Password' }).fill('demo-password')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
  await visitor.context.close()
})

test('registration shows Firebase’s password policy and creates an account there and a pending one here', async () => {
  // The emulator has no policies, so this response follows Google's format.
  const customStrengthOptions = {
    minPasswordLength: 6,
    maxPasswordLength: 4096,
    containsUppercaseCharacter: true,
    containsNumericCharacter: true,
  }
  const visitor = await open('/auth/register', (context) =>
    context.route('**/v2/passwordPolicy*', (route) =>
      route.fulfill({
        headers: { 'access-control-allow-origin': '*' },
        json: { customStrengthOptions, enforcementState: 'ENFORCE', schemaVersion: 1 },
      }),
    ),
  )
  const { page } = visitor
  await page.getByLabel('Name').fill('Rita Register')
  await page.getByLabel('Email').fill('rita@example.com')
  await page.getByRole('textbox', { name: 'Password' }).focus()
  await page.getByText('At least 6 characters · An uppercase letter · A digit').waitFor()
  await page.getByRole('textbox', { name: 'Password' }).fill('abcdef1')
  await page.getByRole('button', { name: 'Create account' }).click()
  await eventually(() =>
    page.getByRole('textbox', { name: 'Password' }).getAttribute('aria-invalid'),
  ).toBe('true')
  await page.getByText('An uppercase letter', { exact: true }).waitFor()
  await page.getByRole('textbox', { name: 'Password' }).fill('A-long-enough-1')
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByRole('heading', { level: 1, name: 'Waiting for approval' }).waitFor()
  expect(await emulator.find('rita@example.com')).toMatchObject({ email: 'rita@example.com' })
  expect(await people('rita@example.com')).toMatchObject([{ state: 'requested', roles: [] }])
  expectQuiet(visitor)
  await visitor.context.close()
})

test('a registration that our server refuses leaves no account at Firebase', async () => {
  const visitor = await open('/auth/register')
  const { page } = visitor
  await page.getByLabel('Name').fill('Not the admin')
  await page.getByLabel('Email').fill('admin@example.com')
  await page.getByRole('textbox', { name: 'Password' }).fill('a-long-enough-one')
  await page.getByRole('button', { name: 'Create account' }).click()
  await eventually(() => page.getByRole('alert').allTextContents()).toEqual([
    'There is already an account with this e-mail, and the provider has not confirmed that the address is yours. Sign in with the password.',
  ])
  await eventually(() => emulator.find('admin@example.com')).toBeUndefined()
  expect(await stored(page)).toBeNull()
  await visitor.context.close()
})

test('a custom token from another site signs in after confirmation, and is removed from the address', async () => {
  const uid = await emulator.create({
    email: 'vendor@example.com',
    password: 'irrelevant-1',
    emailVerified: true,
  })
  const b64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const now = Math.floor(Date.now() / 1000)
  const handed = `${b64({ alg: 'none', typ: 'JWT' })}.${b64({ iss: 'tests', sub: 'tests', aud: 'https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit', iat: now, exp: now + 3600, uid, claims: { role: 'admin' } })}.`
  const visitor = await open(`/auth/login#identityToken=${handed}`)
  const { page } = visitor
  await page.getByText('Another site sent you here to sign in.').waitFor()
  expect(page.url()).not.toContain('identityToken')
  expect(await stored(page)).toBeNull()
  await page.getByRole('button', { name: 'Continue to sign in' }).click()
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
  await visitor.context.close()
  const wrong = await open('/auth/login#identityToken=garbage')
  await wrong.page.getByRole('button', { name: 'Continue to sign in' }).click()
  await eventually(() => wrong.page.getByRole('alert').allTextContents()).toEqual([
    'The token that was handed over is not valid here.',
  ])
  await wrong.context.close()
})

test('a disabled or deleted Firebase account cannot sign in', async () => {
  const uid = await emulator.create({
    email: 'gone@example.com',
    password: 'pass-gone-1',
    emailVerified: true,
  })
  const { idToken } = await emulator.signIn('gone@example.com', 'pass-gone-1')
  await emulator.update(uid, { disableUser: true })
  const exchange = (token: string) =>
    api<{ code: string }>(desk.product, '', '/api/auth/identity', { idToken: token })
  expect((await exchange(idToken)).body.code).toBe('account_disabled')
  await emulator.update(uid, { disableUser: false })
  await emulator.remove(uid)
  expect((await exchange(idToken)).body.code).toBe('identity_revoked')
})
