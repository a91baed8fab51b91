/**
 * Error messages for refusals of the identity service: the real SDK against responses in Google's
 * format.
 */
import { generateKeyPairSync } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, SignJWT } from 'jose'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser, visit } from '../support/browser.ts'
import { eventually } from '../support/pages.ts'
import type { Product } from '../support/product.ts'
import { offline, refusal, type Reply } from './support/google.ts'
import { startWithFirebase } from './support/product.ts'

const PROJECT = 'demo-refusals'
const HOST = 'identitytoolkit.googleapis.com/v*'
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
let keys: Server
let product: Product
let browser: Browser

beforeAll(async () => {
  const jwk = { ...(await exportJWK(publicKey)), kid: 'k1', alg: 'RS256', use: 'sig' }
  // Google's keys, and its response for the only account.
  keys = createServer((request, response) => {
    response
      .setHeader('content-type', 'application/json')
      .end(
        JSON.stringify(request.url === '/keys' ? { keys: [jwk] } : { users: [{ localId: 'u1' }] }),
      )
  })
  await new Promise<void>((resolve) => {
    keys.listen(0, '127.0.0.1', resolve)
  })
  const base = `http://127.0.0.1:${(keys.address() as AddressInfo).port}`
  ;[product, browser] = await Promise.all([
    startWithFirebase(PROJECT, {
      services: ['identity'],
      endpoints: { keys: `${base}/keys`, identity: base },
    }),
    launchBrowser(),
  ])
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
  keys?.close()
})

const idToken = (claims: object = {}) =>
  new SignJWT({
    email: 'manager@example.com',
    email_verified: true,
    auth_time: Math.floor(Date.now() / 1000) - 1,
    user_id: 'u1',
    firebase: { sign_in_provider: 'password' },
    ...claims,
  })
    .setProtectedHeader({ alg: 'RS256', kid: 'k1' })
    .setIssuer(`https://securetoken.google.com/${PROJECT}`)
    .setAudience(PROJECT)
    .setSubject('u1')
    .setIssuedAt()
    .setExpirationTime('1h')
    .sign(privateKey)

const attempt = async (page: Page): Promise<void> => {
  await page.getByLabel('Email').fill('manager@example.com')
  await page.getByRole('textbox', { name: 'Password' }).fill('only-there-1')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}
const said = (page: Page) => eventually(() => page.getByRole('alert').allTextContents())

test('each password error of Firebase has its own message, and unknown errors have one too', async () => {
  const visitor = await visit(browser, product)
  const { page } = visitor
  const { replies } = await offline(visitor.context)
  await page.goto('/auth/login')
  for (const [result, text] of [
    [refusal('TOO_MANY_ATTEMPTS_TRY_LATER'), 'Too many attempts. Wait a moment, then try again.'],
    [
      refusal('USER_DISABLED'),
      'This account is disabled at the identity service. Ask an administrator.',
    ],
    [refusal('INVALID_LOGIN_CREDENTIALS'), 'E-mail or password is wrong.'],
    [refusal('EMAIL_NOT_FOUND'), 'E-mail or password is wrong.'],
    [refusal('INVALID_PASSWORD'), 'E-mail or password is wrong.'],
    [
      refusal('API key not valid. Please pass a valid API key.'),
      'The identity service does not know the API key of this installation. An administrator has to correct it.',
    ],
    [refusal('SOMETHING_NEW'), 'The identity service refused the sign-in (something-new).'],
    // The SDK treats an error without an explanation as a connection failure.
    [
      { status: 500, body: {} },
      'E-mail or password is wrong, and the identity service that might know them cannot be reached.',
    ],
    [
      undefined,
      'E-mail or password is wrong, and the identity service that might know them cannot be reached.',
    ],
  ] as const) {
    replies[`${HOST}/accounts:signInWithPassword`] = result as Reply
    await attempt(page)
    await said(page).toEqual([text])
  }
  expect(visitor.violations).toEqual([])
  await visitor.context.close()
})

test('a token signed by Google signs in; one signed by anyone else does not', async () => {
  const visitor = await visit(browser, product)
  const { page } = visitor
  const signed = async (token: string) => ({
    body: { localId: 'u1', idToken: token, refreshToken: 'r', expiresIn: '3600' },
  })
  const other = await idToken({ aud: 'x' })
  const { replies } = await offline(visitor.context, {
    replies: {
      [`${HOST}/accounts:lookup`]: {
        body: { users: [{ localId: 'u1', email: 'manager@example.com', providerUserInfo: [] }] },
      },
    },
  })
  await page.goto('/auth/login')
  replies[`${HOST}/accounts:signInWithPassword`] = await signed(`${other.slice(0, -8)}AAAAAAAA`)
  await attempt(page)
  await said(page).toEqual([
    'The sign-in of the identity service is not valid here. Sign in again.',
  ])
  replies[`${HOST}/accounts:signInWithPassword`] = await signed(await idToken())
  await attempt(page)
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
  await visitor.context.close()
})

test('an unauthorised domain, an unreachable frame and disabled storage show different messages', async () => {
  const frame = (result: string) => ({
    html: `<!doctype html><script>window.gapi_onload = () => gapi.load('gapi.iframes', { callback() { gapi.iframes.getContext().getParentIframe().register('webStorageSupport', () => (${result})) } })</script><script src="https://apis.google.com/js/api.js"></script>`,
  })
  for (const [replies, text] of [
    [
      {
        [`${HOST}/projects`]: { body: { authorizedDomains: ['elsewhere.example'] } },
        [`${PROJECT}.firebaseapp.com/__/auth/iframe`]: frame('{ webStorageSupport: true }'),
      },
      /does not sign people in on 127\.0\.0\.1/,
    ],
    [
      {
        [`${HOST}/projects`]: { body: { authorizedDomains: ['127.0.0.1'] } },
        [`${PROJECT}.firebaseapp.com/__/auth/iframe`]: frame('{ webStorageSupport: false }'),
      },
      /does not store data for websites/,
    ],
  ] as const) {
    const visitor = await visit(browser, product)
    await offline(visitor.context, { replies: replies as Record<string, Reply> })
    await visitor.page.goto('/auth/login')
    await visitor.page.getByRole('button', { name: 'Continue with Google' }).click()
    await eventually(() =>
      visitor.page
        .getByRole('alert')
        .allTextContents()
        .then((all) => all.join()),
    ).toMatch(text)
    expect(visitor.violations).toEqual([])
    await visitor.context.close()
  }
})

test('an unreachable Google script shows a network error; passwords and a second attempt work', async () => {
  const visitor = await visit(browser, product)
  const { page } = visitor
  const windows: string[] = []
  page.on('popup', (popup) => windows.push(popup.url()))
  await offline(visitor.context, { withoutScript: true })
  await page.goto('/auth/login')
  for (let tries = 0; tries < 2; tries++) {
    const missed = page.waitForEvent(
      'requestfailed',
      (request) => new URL(request.url()).hostname === 'apis.google.com',
    )
    await page.getByRole('button', { name: 'Continue with Google' }).click()
    await missed
    await said(page).toEqual([
      'The identity service cannot be reached. Check the connection, or sign in with your password.',
    ])
    await eventually(() =>
      page.getByRole('button', { name: 'Continue with Google' }).getAttribute('aria-busy'),
    ).toBeNull()
  }
  expect(windows).toEqual([])
  expect(visitor.violations).toEqual([])
  await page.getByLabel('Email').fill('manager@example.com')
  await page.getByRole('textbox', { name: 'Password' }).fill('demo-password')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
  await visitor.context.close()
})

test('an administrator sees which Firebase services are on, and has the key and the domain checked', async () => {
  const visitor = await visit(browser, product)
  const { page } = visitor
  const { replies } = await offline(visitor.context)
  await page.goto('/auth/login')
  await page.getByLabel('Email').fill('admin@example.com')
  await page.getByRole('textbox', { name: 'Password' }).fill('demo-password')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
  await page.goto('/settings?tab=integrations')
  const services = page.getByRole('list', { name: 'Firebase' })
  await services.waitFor()
  expect(await services.getByRole('listitem').allTextContents()).toEqual([
    expect.stringMatching(
      /^IdentityGoogle, Facebook, GitHub, Twitter, password · (configured, not used yet|last )/,
    ),
    expect.stringMatching(/^File storage.*This server$/),
    expect.stringMatching(/^Push messages.*Off$/),
    expect.stringMatching(/^Document data.*This server$/),
  ])
  const check = page.getByRole('button', { name: 'Check key and domain' })
  replies[`${HOST}/projects`] = refusal('API key not valid. Please pass a valid API key.')
  await check.click()
  await said(page).toContain(
    'The identity service does not know the API key of this installation. An administrator has to correct it.',
  )
  replies[`${HOST}/projects`] = {
    body: { projectId: '1', authorizedDomains: ['localhost', '127.0.0.1'] },
  }
  await check.click()
  await page.getByText('The key is known, and this address may sign people in').waitFor()
  await visitor.context.close()
})
