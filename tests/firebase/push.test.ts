/**
 * Push with a Firebase project: enabled by a click, registered with Google's own SDK, sent by our
 * server, ended by signing out.
 */
import type { BrowserContext } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { expectAccessible } from '../support/axe.ts'
import { tokenOf } from '../support/browser.ts'
import { googleStandIn, type GoogleStandIn } from '../support/googleStandIn.ts'
import { api, eventually, expectQuiet, heading, settled } from '../support/pages.ts'
import { openPushBrowser, type PushBrowser } from '../support/pushBrowser.ts'
import type { Product } from '../support/product.ts'
import { offline, type Reply } from './support/google.ts'
import { startWithFirebase } from './support/product.ts'

const PROJECT = 'demo-push'
let google: GoogleStandIn
let product: Product
let me: PushBrowser | undefined

beforeAll(async () => {
  google = await googleStandIn(PROJECT)
  const { clientEmail, privateKey, tokenUri } = google.account
  product = await startWithFirebase(PROJECT, {
    services: ['push'],
    serviceAccount: {
      type: 'service_account',
      project_id: PROJECT,
      client_email: clientEmail,
      private_key: privateKey,
      token_uri: tokenUri,
    },
    endpoints: { fcm: google.base },
  })
})
afterEach(async () => {
  await me?.close()
  me = undefined
  google.seen.verdict = () => 'sent'
  google.seen.exchangeHangs = false
})
afterAll(async () => {
  await product?.stop()
  await google?.close()
})

/**
 * The browser's own push service belongs to Google and is unreachable: subscribing returns a dummy
 * endpoint, and remembers it like a browser.
 */
const subscribing = (context: BrowserContext) =>
  context.addInitScript(() => {
    const KEY = 'test-subscription'
    const made = () => ({
      endpoint: localStorage.getItem(KEY)!,
      getKey: () => new Uint8Array([1, 2, 3, 4]).buffer,
      options: {},
      toJSON: () => ({}),
      unsubscribe: async () => {
        localStorage.removeItem(KEY)
        return true
      },
    })
    PushManager.prototype.getSubscription = async () =>
      localStorage.getItem(KEY) ? (made() as never) : null
    PushManager.prototype.subscribe = async () => {
      localStorage.setItem(KEY, `https://push.invalid/${Math.random()}`)
      return made() as never
    }
  })
let given = 0
const working: Record<string, Reply | (() => Reply)> = {
  'firebaseinstallations.googleapis.com/v*/projects/demo-push/installations': {
    body: {
      name: 'projects/1/installations/a',
      fid: 'cAbcdefghijklmnopqrstu',
      refreshToken: 'r',
      authToken: { token: 'a.b.c', expiresIn: '604800s' },
    },
  },
  'fcmregistrations.googleapis.com/v*/projects/demo-push/registrations': () => ({
    body: { token: `fcm-address-of-a-browser-${++given}` },
  }),
}

const open = async (
  replies: Record<string, Reply | (() => Reply)> = working,
  options: Parameters<typeof openPushBrowser>[2] = {},
) => {
  let asked: Awaited<ReturnType<typeof offline>>['asked'] = []
  const browser = (me = await openPushBrowser(product, 'support', {
    ...options,
    init: async (context) => {
      await subscribing(context)
      asked = (await offline(context, { replies })).asked
    },
  }))
  await browser.page.goto('/settings?tab=notifications')
  const card = browser.page.getByRole('region', { name: 'Push notifications' })
  await card.getByText('while the application is closed').first().waitFor()
  return {
    ...browser,
    asked,
    card,
    turnOn: card.getByRole('button', { name: 'Turn on for this device' }),
    turnOff: card.getByRole('button', { name: 'Turn off for this device' }),
  }
}
const devices = async (token: string) =>
  (
    await api<{ available: boolean; data: { id: string; userAgent: string }[] }>(
      product,
      token,
      '/api/me/devices',
    )
  ).body.data
const toast = (browser: PushBrowser, text: string) =>
  browser.page.getByRole('status').filter({ hasText: text })

test('push is turned on and off by a click, and messages arrive in the open application and in the background', async () => {
  const browser = await open()
  const { page, token, asked, card, turnOn, turnOff, deliver, shown } = browser
  // Nothing of it before the click.
  expect(asked).toEqual([])
  await expectAccessible(page, 'push that is off')
  await turnOn.click()
  await turnOff.waitFor()
  await card.getByRole('listitem').getByText('This device').waitFor()
  await expectAccessible(page, 'push that is on')
  expect(new Set(asked.map((one) => one.url.hostname))).toEqual(
    new Set(['firebaseinstallations.googleapis.com', 'fcmregistrations.googleapis.com']),
  )
  const address = `fcm-address-of-a-browser-${given}`
  expect(await devices(token)).toHaveLength(1)

  await card.getByRole('button', { name: 'Send a test' }).click()
  await eventually(() => google.seen.messages.filter((m) => m.token === address).length).toBe(1)
  const sent = google.seen.messages.find((m) => m.token === address)!
  expect(sent).toMatchObject({
    notification: { title: 'Notifications work on this device' },
    data: { link: '/settings?tab=notifications' },
  })
  const arrives = {
    notification: sent.notification,
    data: sent.data,
    from: '123456789012',
    fcmMessageId: 'm-1',
  }
  await page.goto('/facilities')
  await settled(page)
  await deliver(arrives)
  await toast(browser, 'Notifications work on this device')
    .getByRole('button', { name: 'Open' })
    .click()
  await heading(page, 'Settings')
  await page.goto('about:blank')
  await deliver(arrives)
  await eventually(async () => (await shown()).map((n) => n.data.link)).toEqual([
    '/settings?tab=notifications',
  ])

  await page.goto('/settings?tab=notifications')
  await turnOff.click()
  await turnOn.waitFor()
  await eventually(() => devices(token)).toEqual([])
  expect(
    await page.evaluate(() => [
      localStorage.getItem('pushDevice'),
      localStorage.getItem('test-subscription'),
    ]),
  ).toEqual([null, null])
  expectQuiet(browser)
})

test('signing out removes the device in the browser and on the server', async () => {
  const browser = await open()
  const { page, turnOn, turnOff } = browser
  await turnOn.click()
  await turnOff.waitFor()
  const other = await tokenOf(product, 'support')
  expect(await devices(other)).toHaveLength(1)
  await page.getByRole('button', { name: /^User menu/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click()
  await heading(page, 'Sign in')
  await eventually(() => devices(other)).toEqual([])
  await eventually(() =>
    page.evaluate(() => [
      localStorage.getItem('pushDevice'),
      localStorage.getItem('test-subscription'),
    ]),
  ).toEqual([null, null])
})

test('a registered device follows the person to a new session and push address without another prompt', async () => {
  const { page, token, asked, turnOn, turnOff } = await open()
  await turnOn.click()
  await turnOff.waitFor()
  const first = await devices(token)
  const before = asked.length
  await page.reload()
  await turnOff.waitFor()
  expect(asked).toHaveLength(before)
  // Another endpoint, as the browser may assign at any time.
  await page.evaluate(() =>
    localStorage.setItem('test-subscription', 'https://push.invalid/another'),
  )
  await page.reload()
  await turnOff.waitFor()
  await eventually(async () => (await devices(token)).some((d) => d.id !== first[0]!.id)).toBe(true)
  expect(asked.length).toBeGreaterThan(before)
  const next = await tokenOf(product, 'support')
  // A page that notices the end of its session gives its address up, so it changes session first.
  const followed = page.waitForResponse(
    (response) =>
      response.url().endsWith('/api/me/devices') && response.request().method() === 'PUT',
  )
  await page.evaluate((t) => {
    localStorage.setItem(
      'authTokens',
      JSON.stringify({ token: t, expiresAt: new Date(Date.now() + 3_600_000).toISOString() }),
    )
    window.dispatchEvent(new StorageEvent('storage', { key: 'authTokens' }))
  }, next)
  expect((await followed).ok()).toBe(true)
  await api(product, token, '/api/auth/sign-out', undefined, 'POST')
  expect(await devices(next)).toHaveLength(1)
})

test('a denied permission, an unreachable push service and a refused registration each show a message', async () => {
  const away = await open({})
  const before = await devices(away.token)
  await away.turnOn.click()
  await away.card.getByRole('alert').getByText('The push service cannot be reached.').waitFor()
  await expectAccessible(away.page, 'push that could not be turned on')
  expect(await devices(away.token)).toEqual(before)
  await away.close()
  const refused = await open({
    ...working,
    'fcmregistrations.googleapis.com/v*/projects/demo-push/registrations': {
      status: 401,
      body: {
        error: {
          code: 401,
          message: 'Request is missing required authentication credential.',
          status: 'UNAUTHENTICATED',
        },
      },
    },
  })
  await refused.turnOn.click()
  await refused.card.getByRole('alert').getByText('The push service refused this site.').waitFor()
  await refused.close()
  const forbidden = await open(working, { permission: false })
  await forbidden.page.evaluate(() => {
    Notification.requestPermission = async () => {
      Object.defineProperty(Notification, 'permission', { value: 'denied', configurable: true })
      return 'denied'
    }
  })
  await forbidden.turnOn.click()
  await forbidden.card.getByRole('alert').getByText('This browser blocks notifications').waitFor()
  expect(forbidden.asked).toEqual([])
})

test('a push announcement shows the delivery result of each recipient', async () => {
  const { turnOn, turnOff, token } = await open()
  await turnOn.click()
  await turnOff.waitFor()
  const address = `fcm-address-of-a-browser-${given}`
  const manager = await tokenOf(product, 'manager')
  const person = (await api<{ person: { id: string } }>(product, token, '/api/me')).body.person.id
  const other = (await api<{ person: { id: string } }>(product, manager, '/api/me')).body.person.id
  const recipients = [person, other]
  expect(
    (
      await api(
        product,
        manager,
        '/api/announcements/audience',
        { channel: 'push', audience: 'employee', recipients },
        'POST',
      )
    ).body,
  ).toEqual({
    data: { people: 2, reached: 1, muted: 0, noDevice: 1, noAddress: 0, pushAvailable: true },
  })
  google.seen.verdict = (_address, tries) => (tries === 1 ? 'error' : 'sent')
  const { data: made } = (
    await api<{ data: { id: string } }>(
      product,
      manager,
      '/api/notifications',
      {
        title: 'Everybody',
        body: 'Please read.',
        channel: 'push',
        audience: 'employee',
        recipients: recipients.map((id) => ({ recipient: { type: 'employees', id } })),
      },
      'POST',
    )
  ).body
  const { etag } = await api(product, manager, `/api/notifications/${made.id}`)
  expect(
    (
      await api(product, manager, `/api/notifications/${made.id}/actions/sending`, {}, 'POST', {
        'If-Match': etag,
      })
    ).status,
  ).toBe(200)
  // The second attempt follows after fifteen seconds.
  await expect
    .poll(
      async () =>
        (await api<{ data: object }>(product, manager, `/api/notifications/${made.id}`)).body.data,
      { timeout: 60_000 },
    )
    .toMatchObject({ state: 'sent', delivered: 1, unreachable: 1 })
  expect(
    google.seen.messages.filter((m) => m.token === address && m.notification.title === 'Everybody'),
  ).toHaveLength(2)
})

test('a hanging push service delays neither startup nor e-mail', async () => {
  google.seen.exchangeHangs = true
  google.seen.verdict = () => 'hangs'
  const { clientEmail, privateKey, tokenUri } = google.account
  const started = await startWithFirebase(PROJECT, {
    services: ['push'],
    serviceAccount: {
      type: 'service_account',
      project_id: PROJECT,
      client_email: clientEmail,
      private_key: privateKey,
      token_uri: tokenUri,
    },
    endpoints: { fcm: google.base },
  })
  try {
    const token = await tokenOf(started, 'support')
    expect(
      (
        await api(
          started,
          token,
          '/api/me/devices',
          { token: 'an-address-that-hangs-for-ever' },
          'PUT',
        )
      ).status,
    ).toBe(200)
    const id = (await api<{ data: { id: string }[] }>(started, token, '/api/me/devices')).body
      .data[0]!.id
    const test = api<{ code: string; detail: string }>(
      started,
      token,
      `/api/me/devices/${id}/test`,
      undefined,
      'POST',
    )
    expect((await api(started, token, '/api/hotels?limit=1')).status).toBe(200)
    expect(await test).toMatchObject({
      status: 409,
      body: { code: 'not_sent', detail: expect.stringContaining('took too long') as string },
    })
  } finally {
    await started.stop()
  }
})
