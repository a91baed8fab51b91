// @vitest-environment jsdom
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Me } from '#data/types.ts'
import { allResources } from '#engine/resource.ts'
import { Providers } from './Providers.tsx'
import { createQueryClient } from './queryClient.ts'
import type { createAppRouter } from './router.tsx'

const tokens = JSON.stringify({ token: 'valid', expiresAt: '2030-01-01T00:00:00Z' })
const every = () =>
  allResources().flatMap((r) =>
    ['list', 'read', 'create', 'update', 'import'].map((a) => `${r.entity}.${a}`),
  )
const me = (permissions: string[]): Me => ({
  person: {
    id: '1',
    version: 1,
    name: 'Ada Marques',
    email: 'ada@example.com',
    state: 'active',
    locale: null,
    tenant: null,
  },
  waiting: false,
  account: {
    id: '2',
    name: 'Ada Marques',
    email: 'ada@example.com',
    emailVerified: true,
    twoFactor: false,
  },
  roles: [{ id: '3', name: 'Manager' }],
  permissions,
  rights: permissions.join(),
  preferences: {},
  organisation: { name: 'Marketplace', currency: 'EUR', timeZone: 'Europe/Lisbon' },
})

/** Responses of the server by path; everything else is an empty list. */
let responses: Record<string, (request: RequestInit) => Response | Promise<Response>>
const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } })
const problem = (status: number, code: string) =>
  json({ type: 'about:blank', title: code, status, code, detail: `${code} happened` }, status)

beforeEach(async () => {
  localStorage.clear()
  responses = { '/api/me': () => json(me(every())), '/api/events': () => problem(503, 'busy') }
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const path = new URL(url, 'http://localhost').pathname
    return (
      responses[path]?.(init) ??
      json({
        data: [],
        included: {},
        truncated: false,
        page: { limit: 25, total: 0, totalIsExact: true, next: null, previous: null },
      })
    )
  })
  vi.stubGlobal('scrollTo', () => {})
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.resetModules()
})

/** Starts the application at a URL, like a fresh page. */
const start = async (
  address: string,
  session?: string,
  ready: () => unknown = () => expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1),
): Promise<ReturnType<typeof createAppRouter>> => {
  if (session) localStorage.setItem('authTokens', session)
  // Modules are reset for each test, including the loaded language.
  await (await import('#ui/i18n.ts')).startI18n('en')
  const { createAppRouter: create } = await import('./router.tsx')
  const queryClient = createQueryClient()
  const router = create(queryClient, createMemoryHistory({ initialEntries: [address] }))
  await act(async () => {
    render(
      <Providers queryClient={queryClient}>
        <RouterProvider router={router as never} />
      </Providers>,
    )
  })
  await waitFor(ready, { timeout: 10_000 })
  return router
}
const path = (router: ReturnType<typeof createAppRouter>) => router.state.location.pathname
const title = () => screen.getByRole('heading', { level: 1 }).textContent

test('the start page redirects to the dashboard with stored tokens, to sign-in without', async () => {
  expect(path(await start('/', tokens))).toBe('/dashboard')
  cleanup()
  vi.resetModules()
  localStorage.clear()
  expect(path(await start('/'))).toBe('/auth/login')
})

test('an account page does not request the current user, even with stored tokens', async () => {
  let asked = 0
  responses['/api/me'] = () => (asked++, problem(401, 'unauthenticated'))
  await start('/auth/forgot', tokens)
  expect(asked).toBe(0)
})

test.each(['', 'no tokens', '{"token":""}'])(
  'with an invalid token entry the start page opens the dashboard and asks to sign in there: %s',
  async (entry) => {
    responses['/api/me'] = () => json({ status: 401, code: 'unauthorized' }, 401)
    localStorage.setItem('authTokens', entry)
    const router = await start('/', undefined, () => screen.getByRole('dialog'))
    expect(path(router)).toBe('/dashboard')
  },
)

test.each([
  '/nowhere',
  '/hotelz',
  '/Hotels',
  '/banner',
  '/auth/nowhere',
  '/auth/login/x',
  '/auth',
  '/orders',
  '/hotels/1/2/3',
])('%s shows the not-found page', async (address) => {
  const router = await start(address, tokens)
  expect(path(router)).toBe(address === '/auth' ? '/auth/404' : '/not-found')
  expect(title()).toBe('Page not found')
})

test('an unknown path shows the not-found page without a session, too', async () => {
  expect(path(await start('/nowhere'))).toBe('/auth/404')
})

test('a page opened without a session redirects to sign-in, then returns with its filters', async () => {
  responses['/api/auth/sign-in/email'] = () =>
    json({ token: 'fresh', expiresAt: '2030-01-01T00:00:00Z', user: {} })
  const router = await start('/hotels?state=published&sort=-createdAt')
  expect(path(router)).toBe('/auth/login')
  expect(router.state.location.search).toEqual({ next: '/hotels?state=published&sort=-createdAt' })
  const user = userEvent.setup()
  await user.type(screen.getByLabelText('Email'), 'ada@example.com')
  await user.type(screen.getByLabelText('Password'), 'secret-words')
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
  await waitFor(() => expect(title()).toBe('Hotels'))
  expect(router.state.location.search).toMatchObject({ state: 'published', sort: '-createdAt' })
  expect(JSON.parse(localStorage.getItem('authTokens') ?? '')).toEqual({
    token: 'fresh',
    expiresAt: '2030-01-01T00:00:00Z',
  })
})

test.each([
  'https://evil.example/x',
  '//evil.example',
  '/\\evil.example',
  '/.//evil.example',
  '/a/..//evil.example',
  '/auth/login',
])('sign-in drops an unsafe redirect target: %s', async (next) => {
  const router = await start(`/auth/login?next=${encodeURIComponent(next)}`)
  expect((router.state.matches.at(-1)!.search as { next?: string }).next).toBeUndefined()
})

test('the sign-in page stays open for a signed-in person', async () => {
  expect(path(await start('/auth/login', tokens))).toBe('/auth/login')
  expect(title()).toBe('Sign in')
})

test('wrong credentials show an alert', async () => {
  responses['/api/auth/sign-in/email'] = () => problem(401, 'invalid_credentials')
  await start('/auth/login')
  const user = userEvent.setup()
  await user.type(screen.getByLabelText('Email'), 'ada@example.com')
  await user.type(screen.getByLabelText('Password'), 'wrong')
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
  expect((await screen.findByRole('alert')).textContent).toBe('E-mail or password is wrong.')
})

test('an expired session opens a sign-in dialog in place, and the page continues afterwards', async () => {
  responses['/api/me'] = (request) =>
    (request.headers as Record<string, string>).Authorization === 'Bearer fresh'
      ? json(me(every()))
      : problem(401, 'unauthenticated')
  responses['/api/auth/sign-in/email'] = () =>
    json({ token: 'fresh', expiresAt: '2030-01-01T00:00:00Z', user: {} })
  localStorage.setItem(
    'authTokens',
    JSON.stringify({ token: 'old', expiresAt: '2020-01-01T00:00:00Z' }),
  )
  // Modules are reset for each test, including the loaded language.
  await (await import('#ui/i18n.ts')).startI18n('en')
  const { createAppRouter: create } = await import('./router.tsx')
  const queryClient = createQueryClient()
  const router = create(queryClient, createMemoryHistory({ initialEntries: ['/'] }))
  render(
    <Providers queryClient={queryClient}>
      <RouterProvider router={router as never} />
    </Providers>,
  )
  const dialog = await screen.findByRole('dialog', { name: 'Sign in again' }, { timeout: 10_000 })
  expect(path(router as never)).toBe('/dashboard')
  const user = userEvent.setup()
  await user.type(await within(dialog).findByLabelText('Email'), 'ada@example.com')
  await user.type(within(dialog).getByLabelText('Password'), 'secret-words')
  await user.click(within(dialog).getByRole('button', { name: 'Sign in' }))
  await waitFor(() => expect(title()).toBe('Dashboard'))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a page without permission shows “Permission denied”, and the navigation leaves it out', async () => {
  responses['/api/me'] = () => json(me(['hotel.list', 'hotel.read']))
  await start('/vendor', tokens)
  expect(title()).toBe('Permission denied')
  const main = screen.getByRole('navigation', { name: 'Main' })
  const links = await within(main).findAllByRole('link')
  expect(links.map((a) => a.textContent)).toEqual(['Dashboard', 'Hotels', 'Settings'])
  cleanup()
  vi.resetModules()
  await start('/addhotel', tokens)
  expect(title()).toBe('Permission denied')
})

test('a person with an unconfirmed e-mail address can resend the link and sees the rate limit', async () => {
  responses['/api/me'] = () => json({ ...me([]), waiting: true, waitingFor: 'email' })
  let sent = 0
  responses['/api/auth/send-verification-email'] = () =>
    ++sent > 1
      ? json(
          {
            type: 'about:blank',
            title: 'Too many',
            status: 429,
            code: 'too_many_requests',
            detail: 'Too many attempts. Try again in 40 seconds.',
          },
          429,
        )
      : json({ status: 'accepted' }, 202)
  await start('/dashboard', tokens)
  const again = screen.getByRole('button', { name: 'Send the e-mail again' })
  await userEvent.click(again)
  expect((await screen.findByText(/The e-mail is on its way/)).getAttribute('role')).toBe('status')
  await userEvent.click(again)
  expect((await screen.findByRole('alert')).textContent).toMatch(/Too many attempts/)
  expect(screen.queryByText(/The e-mail is on its way/)).toBeNull()
  expect(sent).toBe(2)
})

test('without a mail server the waiting page says to ask an administrator', async () => {
  vi.stubGlobal('__APP_CONFIG__', { mail: false })
  responses['/api/me'] = () => json({ ...me([]), waiting: true, waitingFor: 'email' })
  await start('/dashboard', tokens)
  expect(screen.getByText(/sends no e-mail\. Ask an administrator to confirm/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Send the e-mail again' })).toBeNull()
})

test('a person whose role requires two-factor sign-in is sent to its setup', async () => {
  responses['/api/me'] = () => json({ ...me([]), waiting: true, waitingFor: 'two-factor' })
  responses['/api/auth/methods'] = () => json({ password: true })
  await start('/dashboard', tokens)
  expect(await screen.findByText('Two-factor sign-in')).toBeTruthy()
  expect(screen.queryByRole('navigation')).toBeNull()
})

test('backup codes stay visible until confirmed, even when the session data is refetched', async () => {
  responses['/api/me'] = () => json({ ...me([]), waiting: true, waitingFor: 'two-factor' })
  responses['/api/auth/prove'] = () => json({ methods: ['password'] })
  responses['/api/auth/two-factor/enable'] = () =>
    json({ totpUri: 'otpauth://totp/x?secret=ABCDEFGH', backupCodes: ['one-1', 'two-2'] })
  responses['/api/auth/two-factor/confirm'] = () => {
    responses['/api/me'] = () => json(me([]))
    return json({ token: 'b', expiresAt: '2099-01-01T00:00:00Z' })
  }
  await start('/hotels', tokens)
  const user = userEvent.setup()
  await user.type(await screen.findByLabelText('Your password'), 'a-good-password')
  await user.click(screen.getByRole('button', { name: 'Set up' }))
  await user.type(await screen.findByLabelText('Code from the app'), '123456')
  await user.click(screen.getByRole('button', { name: 'Turn on' }))
  expect(await screen.findByText('one-1')).toBeTruthy()
  window.dispatchEvent(new Event('visibilitychange'))
  await waitFor(() => expect(screen.queryByText('two-2')).toBeTruthy())
  await user.click(screen.getByRole('button', { name: 'I have saved them' }))
  expect(await screen.findByRole('navigation', { name: 'Main' })).toBeTruthy()
})

test.each([
  [true, /We have sent an e-mail to new@example\.com/],
  [false, /sends no e-mail\. Ask an administrator to confirm your address new@example\.com/],
])('registration explains the next step, with a mail server: %s', async (mail, next) => {
  vi.stubGlobal('__APP_CONFIG__', { mail })
  responses['/api/auth/policy'] = () => json({ minPasswordLength: 10, registration: true })
  responses['/api/auth/sign-up/email'] = () => json({ status: 'accepted' }, 202)
  await start('/auth/register')
  const user = userEvent.setup()
  await user.type(screen.getByLabelText('Name'), 'Ada')
  await user.type(screen.getByLabelText('Email'), 'new@example.com')
  await user.type(screen.getByLabelText('Password'), 'a-good-password')
  await user.click(screen.getByRole('button', { name: 'Create account' }))
  expect((await screen.findByRole('status')).textContent).toMatch(next)
})

test('a person not yet approved sees only the waiting page', async () => {
  responses['/api/me'] = () => json({ ...me([]), person: null, waiting: true })
  await start('/hotels', tokens)
  expect(title()).toBe('Waiting for approval')
  expect(screen.queryByRole('navigation', { name: 'Main' })).toBeNull()
})

test('drops invalid search parameters from the address and keeps the valid ones', async () => {
  const router = await start(
    '/hotels?state=live&stars=3..5&sort=password&page=0&limit=50&where=%7Bbroken',
    tokens,
  )
  expect(title()).toBe('Hotels')
  const search = router.state.matches.at(-1)?.search as Record<string, unknown>
  expect(Object.fromEntries(Object.entries(search).filter(([, v]) => v !== undefined))).toEqual({
    stars: '3..5',
    limit: 50,
  })
})

test('signing out removes the tokens and opens sign-in', async () => {
  const router = await start('/dashboard', tokens)
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: /^User menu/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Sign out' }))
  await waitFor(() => expect(path(router)).toBe('/auth/login'))
  expect(localStorage.getItem('authTokens')).toBeNull()
})

test('toasts of a session end with it', async () => {
  await start('/dashboard', tokens)
  const { toast } = await import('#ui/toast.ts')
  const { dropTokens } = await import('#data/session.ts')
  toast.success({ message: 'Room saved', closesMs: 1_000_000 })
  await screen.findByText('Room saved')
  act(() => dropTokens())
  await waitFor(() => expect(screen.queryByText('Room saved')).toBeNull())
})

test('a page that throws shows the application error screen', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  responses['/api/me'] = () => json({ ...me(every()), permissions: null })
  await start('/dashboard', tokens)
  expect(title()).toBe('Unexpected Application Error!')
})
