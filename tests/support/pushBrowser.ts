/**
 * A person's browser into which push messages are delivered like by the browser's own push service:
 * through the DevTools protocol, to the real worker.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { chromium, type BrowserContext, type Page } from 'playwright-core'
import { chromiumPath } from '#cli/lib/needs.mjs'
import { tokenOf, type Visitor } from './browser.ts'
import { keepSession } from './pages.ts'
import type { Product } from './product.ts'

/** A notification shown by the system. */
export interface Shown {
  readonly title: string
  readonly body: string
  readonly tag: string
  readonly data: { readonly link?: string }
}

export interface PushBrowser extends Visitor {
  readonly token: string
  /**
   * Delivers a message to the worker; a text as it is. Resolves when the worker has processed it.
   */
  deliver(message: unknown): Promise<void>
  /** Notifications the system shows now. */
  shown(): Promise<Shown[]>
  /** Clicks the system's notification with this title. */
  click(title: string): Promise<void>
  /** Runs in the worker. */
  inWorker<T>(fn: (arg: string) => T | Promise<T>, arg?: string): Promise<T>
  close(): Promise<void>
}

/** Runs in the worker: number of messages it has processed since the first call. */
const countPushes = (): number => {
  const scope = globalThis as unknown as {
    pushes?: number
    PushEvent: { prototype: { waitUntil(work: Promise<unknown>): void } }
  }
  if (scope.pushes === undefined) {
    scope.pushes = 0
    const { waitUntil } = scope.PushEvent.prototype
    scope.PushEvent.prototype.waitUntil = function (work) {
      const count = () => {
        scope.pushes!++
      }
      work.then(count, count)
      waitUntil.call(this, work)
    }
  }
  return scope.pushes
}

/**
 * Debian's Chromium with a profile on disk, since private windows do not support push. `init` runs
 * in each page before its own scripts.
 */
export const openPushBrowser = async (
  product: Product,
  person: string,
  options: {
    readonly width?: number
    readonly height?: number
    readonly dark?: boolean
    readonly touch?: boolean
    readonly permission?: boolean
    readonly init?: (context: BrowserContext) => Promise<unknown>
  } = {},
): Promise<PushBrowser> => {
  const profile = await mkdtemp(path.join(tmpdir(), 'push-'))
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: chromiumPath(),
    headless: true,
    baseURL: product.url,
    viewport: { width: options.width ?? 1440, height: options.height ?? 900 },
    locale: 'en-GB',
    timezoneId: 'Europe/Lisbon',
    reducedMotion: 'reduce',
    hasTouch: options.touch ?? false,
    ...(options.permission === false ? {} : { permissions: ['notifications'] }),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
  const errors: string[] = []
  const violations: string[] = []
  if (options.dark) await context.addInitScript(() => localStorage.setItem('mode', '1'))
  await options.init?.(context)
  await context.exposeFunction('reportViolation', (text: string) => void violations.push(text))
  await context.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', (e) => {
      ;(window as unknown as { reportViolation: (t: string) => void }).reportViolation(
        `${e.violatedDirective} ${e.blockedURI}`,
      )
    }),
  )
  const page: Page = context.pages()[0] ?? (await context.newPage())
  page.on('pageerror', (error) => errors.push(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error' && !/Failed to load resource/.test(message.text())) {
      errors.push(message.text())
    }
  })
  const token = await tokenOf(product, person)
  await page.goto('/auth/404')
  await keepSession(page, token, new Date(Date.now() + 12 * 3_600_000).toISOString())
  // A separate tab holds the protocol session, so that pages can open and close.
  const tool = await context.newPage()
  const protocol = await context.newCDPSession(tool)
  let registration = ''
  // The browser drops messages for a worker that is still installing: no push service knows it yet.
  let active = ''
  protocol.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    for (const r of registrations) {
      if (r.scopeURL === `${product.url}/` && !r.isDeleted) registration = r.registrationId
    }
  })
  protocol.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
    for (const v of versions) if (v.status === 'activated') active = v.registrationId
  })
  await protocol.send('ServiceWorker.enable')
  await page.bringToFront()
  const worker = async () =>
    context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'))
  const inWorker = async <T>(fn: (arg: string) => T | Promise<T>, arg = ''): Promise<T> =>
    (await worker()).evaluate(fn as never, arg) as Promise<T>
  return {
    context,
    page,
    errors,
    violations,
    token,
    inWorker,
    async deliver(message) {
      while (!registration || active !== registration) {
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
      const before = await inWorker(countPushes)
      await protocol.send('ServiceWorker.deliverPushMessage', {
        origin: product.url,
        registrationId: registration,
        data: typeof message === 'string' ? message : JSON.stringify(message),
      })
      // Querying Chromium's notifications while one is about to be shown makes it lose that one.
      while ((await inWorker(countPushes)) === before) {
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
    },
    shown: () =>
      inWorker(async () =>
        (
          await (
            globalThis as unknown as { registration: ServiceWorkerRegistration }
          ).registration.getNotifications()
        ).map(({ title, body, tag, data }) => ({
          title,
          body,
          tag,
          data: data as { link?: string },
        })),
      ),
    click: (title) =>
      inWorker(async (wanted) => {
        const scope = globalThis as unknown as EventTarget & {
          registration: ServiceWorkerRegistration
          NotificationEvent: new (type: string, init: { notification: Notification }) => Event
        }
        const notification = (await scope.registration.getNotifications()).find(
          (n) => n.title === wanted,
        )
        if (!notification) throw new Error(`No notification "${wanted}" is shown.`)
        scope.dispatchEvent(new scope.NotificationEvent('notificationclick', { notification }))
      }, title),
    async close() {
      await context.close()
      await rm(profile, { recursive: true, force: true })
    },
  }
}

/** A message as Firebase Cloud Messaging delivers it to a worker. */
export const fcmMessage = (
  title: string,
  body: string,
  more: { readonly link?: string; readonly key?: string } = {},
) => ({
  notification: { title, body },
  data: { ...more },
  from: '123456789012',
  fcmMessageId: `id-${title}`,
  priority: 'normal',
})
