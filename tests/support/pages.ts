import { expect } from 'vitest'
import type { Browser, Page } from 'playwright-core'
import { compileModel } from '#model/compile.ts'
import type { ResourceModel } from '#model/types.ts'
import { resources } from '#schemas/index.ts'
import { tokenOf, visit, type Visitor } from './browser.ts'
import type { Product } from './product.ts'
import { appliedAlone } from './alone.ts'

/** Every entity that has pages, in navigation order. */
export const entities: readonly ResourceModel[] = compileModel(resources).resources.filter(
  (r) => r.path,
)

/** `User role` inside a sentence: `user role`. */
export const inSentence = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)

/** Retries until the expectation holds; the deadline is for a busy machine, not a speed target. */
export const eventually = <T>(fn: () => T) => expect.poll(fn, { timeout: 20_000 })

/** Waits until the page's only `h1` is exactly this; an error says what the page showed instead. */
export const heading = async (page: Page, name: string): Promise<void> => {
  try {
    await page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
  } catch (cause) {
    const shown = page.locator('h1, [role=alert], [aria-invalid=true], :focus')
    const parts = await shown.evaluateAll((all) =>
      all.map((e) => `${e.tagName} ${e.id} ${(e as HTMLElement).innerText.slice(0, 200)}`),
    )
    throw new Error(`no heading "${name}" at ${page.url()}, but:\n${parts.join('\n')}`, { cause })
  }
}

/**
 * Goes to a path within the running application, as a link does: without a reload, which takes most
 * of the time of a page. Waits for the title of the next page.
 */
export const follow = async (page: Page, path: string): Promise<void> => {
  if (new URL(page.url()).pathname === path) return
  const before = await page.title()
  await page.evaluate((to) => history.pushState(null, '', to), path)
  await page.waitForFunction((title) => document.title !== title, before)
}

/**
 * Waits until the last render has attached its listeners, since a page handles keys only after the
 * paint.
 */
export const drawn = (page: Page): Promise<unknown> =>
  page.evaluate(
    () =>
      new Promise((resolve) =>
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve))),
      ),
  )

/** Waits until the page has its `h1`, nothing is loading, and its listeners are attached. */
export const settled = async (page: Page): Promise<void> => {
  await page.locator('h1').first().waitFor()
  await eventually(() =>
    page.evaluate(
      () =>
        document.querySelector('[aria-busy=true]') !== null ||
        [...document.querySelectorAll('[role=status]')].some((e) => e.textContent === 'Loading...'),
    ),
  ).toBe(false)
}

/** Waits until nothing has been rendered for a fifth of a second. */
export const still = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const end = () => {
          changes.disconnect()
          resolve()
        }
        let rest = setTimeout(end, 200)
        const changes = new MutationObserver(() => {
          clearTimeout(rest)
          rest = setTimeout(end, 200)
        })
        changes.observe(document.body, {
          subtree: true,
          childList: true,
          characterData: true,
          attributes: true,
        })
      }),
  )

/** Stores a session in the browser, like signing in does. */
export const keepSession = (page: Page, token: string, expiresAt: string): Promise<void> =>
  page.evaluate((tokens) => localStorage.setItem('authTokens', JSON.stringify(tokens)), {
    token,
    expiresAt,
  })

/** A file of the product's origin that runs no code of it. */
const PLAIN = '/robots.txt'

/** A fresh browser profile, already signed in to a demo account; the page shows a plain file. */
export const visitAs = async (
  browser: Browser,
  product: Product,
  person: string,
  { password, ...options }: Parameters<typeof visit>[2] & { readonly password?: string } = {},
): Promise<Visitor & { readonly token: string }> => {
  const [visitor, token] = await Promise.all([
    visit(browser, product, options),
    tokenOf(product, person, password),
  ])
  await visitor.page.goto(PLAIN)
  await keepSession(visitor.page, token, new Date(Date.now() + 12 * 3_600_000).toISOString())
  return { ...visitor, token }
}

interface Sent<T> {
  readonly status: number
  readonly body: T
  readonly etag: string
}
type Given = [body?: object, method?: string, headers?: Record<string, string>]
const send = async <T = unknown>(
  product: Product,
  token: string,
  path: string,
  [body, method = body ? 'POST' : 'GET', headers = {}]: Given,
): Promise<Sent<T>> => {
  const response = await fetch(product.url + path, {
    method,
    headers: {
      Authorization: `Bearer ${token}`,
      ...(body ? { 'Content-Type': 'application/json' } : {}),
      ...headers,
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const text = await response.text()
  return {
    status: response.status,
    body: (text && response.headers.get('content-type')?.includes('json')
      ? JSON.parse(text)
      : text) as T,
    etag: response.headers.get('etag') ?? '',
  }
}

/** A call outside the browser; returns status and JSON. */
export const api = async <T = unknown>(
  product: Product,
  token: string,
  path: string,
  ...given: Given
): Promise<Sent<T>> => {
  const result = await send<T>(product, token, path, given)
  const again = (method: string, at: string, { body }: { body?: unknown }): Promise<Sent<T>> =>
    send<T>(product, token, at, [body as object | undefined, method])
  const method = given[1] ?? (given[0] ? 'POST' : 'GET')
  return appliedAlone(again, method, path, result, undefined)
}

/** Waits for an e-mail to the address and returns path and query of its newest link. */
export const mailedLink = async (product: Product, to: string): Promise<string> => {
  const links = () => [
    ...product.output().matchAll(new RegExp(`Mail to ${to}: [^]*?(https?://\\S+)`, 'g')),
  ]
  await eventually(() => links().length).toBeGreaterThan(0)
  const { pathname, search } = new URL(links().at(-1)?.[1] ?? '')
  return pathname + search
}

/** Expects no exceptions, logged errors, or blocks by the content security policy. */
export const expectQuiet = (visitor: Visitor): void => {
  expect(visitor.errors, visitor.errors.join('\n')).toEqual([])
  expect(visitor.violations, visitor.violations.join('\n')).toEqual([])
}
