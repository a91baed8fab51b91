import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core'
import { browserPath } from '#cli/lib/needs.mjs'
import type { Product } from './product.ts'

/**
 * Debian's Chromium without connections of its own. JavaScript runs without optimising compilers,
 * unless `asUsual`: benches measure what people have.
 */
export const startBrowser = ({ asUsual = false } = {}): Promise<Browser> =>
  chromium.launch({
    executablePath: browserPath(),
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      // One process less to draw through: a twelfth of the browser's time.
      '--in-process-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // Pages live only briefly here, so the optimising compilers cost more than they gain (an
      // eighth of the browser's time, measured on lists, forms and the dashboard).
      ...(asUsual ? [] : ['--js-flags=--no-opt --no-maglev']),
    ],
  })

let running: Promise<Browser> | undefined

/**
 * The browser of this process, which its files use one after the other. `close` closes the profiles
 * of the file; the browser ends with the process.
 */
export const launchBrowser = async (): Promise<Browser> => {
  const browser = await (running ??= startBrowser())
  browser.close = async () =>
    void (await Promise.all(browser.contexts().map((context) => context.close())))
  return browser
}

/**
 * A person's browser: a page, all console output, and every report of the content security policy.
 */
export interface Visitor {
  readonly context: BrowserContext
  readonly page: Page
  readonly errors: string[]
  readonly violations: string[]
}

/** Opens a fresh browser profile on the product. */
export const visit = async (
  browser: Browser,
  product: Product,
  options: { width?: number; height?: number; dark?: boolean } = {},
): Promise<Visitor> => {
  const context = await browser.newContext({
    baseURL: product.url,
    viewport: { width: options.width ?? 1440, height: options.height ?? 900 },
    locale: 'en-GB',
    timezoneId: 'Europe/Lisbon',
    reducedMotion: 'reduce',
  })
  if (options.dark) await context.addInitScript(() => localStorage.setItem('mode', '1'))
  const errors: string[] = []
  const violations: string[] = []
  await context.exposeFunction('reportViolation', (text: string) => void violations.push(text))
  await context.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', (e) => {
      ;(window as unknown as { reportViolation: (t: string) => void }).reportViolation(
        `${e.violatedDirective} ${e.blockedURI} ${e.sourceFile}`,
      )
    }),
  )
  const page = await context.newPage()
  page.on('pageerror', (error) => errors.push(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error' && !/Failed to load resource/.test(message.text())) {
      errors.push(message.text())
    }
  })
  return { context, page, errors, violations }
}

/** Signs in through the page, as a person would. */
export const signIn = async (page: Page, person: string): Promise<void> => {
  await page.goto('/auth/login')
  await page.getByLabel('Email').fill(`${person}@example.com`)
  await page.getByRole('textbox', { name: 'Password' }).fill('demo-password')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL('**/dashboard')
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
}

/** A bearer token for calls outside the browser. */
export const tokenOf = async (
  product: Product,
  person: string,
  password = 'demo-password',
): Promise<string> => {
  const response = await fetch(`${product.url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: `${person}@example.com`, password }),
  })
  if (!response.ok) {
    throw new Error(`Sign-in of ${person} returned ${response.status}: ${await response.text()}`)
  }
  return ((await response.json()) as { token: string }).token
}
