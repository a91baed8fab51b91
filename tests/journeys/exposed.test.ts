/** Starting the product where others can reach it. */
import fs from 'node:fs'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { scratch } from '#tests/support/postgres.ts'
import { startProduct, type Product } from '#tests/support/product.ts'

const ADMIN = 'admin@example.com'
const behindProxy = {
  PUBLIC_URL: 'https://backoffice.shop.example',
  TRUST_PROXY: '1',
  RATE_LIMITS: 'on',
  DEMO: '0',
}

let dataDir: string
let product: Product | undefined
beforeEach(() => {
  dataDir = scratch('exposed-journey')
})
afterEach(async () => {
  await product?.stop({ keep: true })
  product = undefined
  fs.rmSync(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
})

const start = async (env: Record<string, string>): Promise<Product> =>
  (product = await startProduct({ dataDir, env }))
const post = (route: string, body: unknown): Promise<Response> =>
  fetch(`${product!.url}/api/auth/${route}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })

test('a publicly reachable server refuses to start, and names the account that has the demo password', async () => {
  await start({ DEMO: '0', ADMIN_EMAIL: ADMIN, ADMIN_PASSWORD: 'demo-password' })
  expect((await post('sign-in/email', { email: ADMIN, password: 'demo-password' })).status).toBe(
    200,
  )
  await product!.stop({ keep: true })
  const refused = await start(behindProxy).then(
    () => '',
    (error: unknown) => String(error),
  )
  expect(refused).toContain('ended with 1')
  expect(refused).toContain(`- ${ADMIN}`)
  expect(refused).toContain(`npm run accounts -- reset ${ADMIN}`)
  expect(refused).toContain('PUBLIC_URL is https://backoffice.shop.example, TRUST_PROXY is set')
})

test('a publicly reachable server rejects the demo password at sign-up and as ADMIN_PASSWORD', async () => {
  const refused = start({
    ...behindProxy,
    ADMIN_EMAIL: ADMIN,
    ADMIN_PASSWORD: 'demo-password',
  })
  await expect(refused).rejects.toThrow(/ended with 1[^]*ADMIN_PASSWORD: Everybody knows/)
  await start({ ...behindProxy, ADMIN_EMAIL: ADMIN, ADMIN_PASSWORD: 'four grey herons' })
  const stranger = { name: 'Eve', email: 'eve@example.org', password: 'demo-password' }
  expect((await post('sign-up/email', stranger)).status).toBe(422)
  await product!.stop({ keep: true })
  await start(behindProxy)
})

test('behind a proxy, responses have HSTS, cookies are Secure, and demo accounts and test payments are absent', async () => {
  const password = 'four grey herons'
  await start({ ...behindProxy, ADMIN_EMAIL: ADMIN, ADMIN_PASSWORD: password })
  const { url, output } = product!
  expect(output()).toContain('Others can reach this server (PUBLIC_URL is https')
  const script = /src="(\/assets\/[^"]+\.js)"/.exec(await (await fetch(`${url}/`)).text())![1]!
  for (const address of ['/', '/auth/login', '/api/health', '/api/hotels', '/api/nowhere']) {
    const { headers } = await fetch(url + address)
    expect(headers.get('strict-transport-security'), address).toMatch(/^max-age=31536000;/)
  }
  expect((await fetch(url + script)).headers.get('x-content-type-options')).toBe('nosniff')
  const signedIn = await fetch(`${url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'X-Forwarded-For': '198.51.100.9, 203.0.113.7',
    },
    body: JSON.stringify({ email: ADMIN, password }),
  })
  expect(signedIn.status).toBe(200)
  expect(signedIn.headers.getSetCookie()).toEqual([
    expect.stringMatching(/^known-device=.*; Path=\/api\/auth; HttpOnly; Secure; SameSite=Strict$/),
  ])
  const { token } = (await signedIn.json()) as { token: string }
  const mine = await fetch(`${url}/api/auth/sessions`, {
    headers: { Authorization: `Bearer ${token}` },
  })
  expect(mine.headers.get('cache-control')).toBe('no-store')
  // The proxy's own entry counts, not what the caller wrote before it.
  expect(await mine.text()).toMatch(/203\.0\.113\.7/)
  expect((await fetch(`${url}/pay/test/x`)).status).toBe(404)
  const demo = { email: 'viewer@example.com', password: 'demo-password' }
  expect((await post('sign-in/email', demo)).status).toBe(401)
})

test('a local server sets neither HSTS nor Secure cookies', async () => {
  await start({ DEMO: '0', ADMIN_EMAIL: ADMIN, ADMIN_PASSWORD: 'four grey herons' })
  const signedIn = await post('sign-in/email', { email: ADMIN, password: 'four grey herons' })
  expect(signedIn.headers.get('strict-transport-security')).toBeNull()
  expect(signedIn.headers.getSetCookie().join()).toMatch(/^known-device=/)
  expect(signedIn.headers.getSetCookie().join()).not.toContain('Secure')
})
