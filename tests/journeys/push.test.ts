/**
 * Push messages reach a person wherever they are: as a toast in the open application, otherwise
 * from the system.
 */
import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { expectAccessible } from '#tests/support/axe.ts'
import { eventually, expectQuiet, heading, settled } from '#tests/support/pages.ts'
import { startProduct, type Product } from '#tests/support/product.ts'
import { fcmMessage, openPushBrowser, type PushBrowser } from '#tests/support/pushBrowser.ts'

let product: Product
let me: PushBrowser | undefined
beforeAll(async () => {
  product = await startProduct()
})
afterEach(async () => {
  await me?.close()
  me = undefined
})
afterAll(() => product?.stop())

const open = async (
  options: Parameters<typeof openPushBrowser>[2] = {},
): Promise<PushBrowser & { toast(title: string): Locator }> => {
  const browser = (me = await openPushBrowser(product, 'support', options))
  await browser.page.goto('/facilities')
  await settled(browser.page)
  return {
    ...browser,
    toast: (title) => browser.page.getByRole('status').filter({ hasText: title }),
  }
}
const middle = async (of: Locator): Promise<{ x: number; y: number; width: number }> => {
  const box = (await of.boundingBox())!
  return { x: box.x + box.width / 3, y: box.y + box.height / 2, width: box.width }
}
/** Waits until it stops moving; only then is its position meaningful. */
const still = async (of: Locator): Promise<void> => {
  let last = ''
  await eventually(async () => {
    const now = JSON.stringify(await of.boundingBox())
    const same = now === last
    last = now
    return same
  }).toBe(true)
}
/**
 * Hovers over it: while the pointer is there the toast stays, however long the rest takes on a busy
 * machine.
 */
const hold = (of: Locator): Promise<void> => of.hover()
const gone = (of: Locator): Promise<void> => of.waitFor({ state: 'detached' })

describe('in the open application', () => {
  test('a message appears as a toast at the top right, light in both themes, with title, body and countdown bar', async () => {
    for (const [width, dark] of [
      [1440, false],
      [390, true],
    ] as const) {
      const { page, deliver, shown, toast, close, ...visitor } = await open({ width, dark })
      await deliver(fcmMessage('New order', 'Number 12 came in.', { link: '/hotels' }))
      const one = toast('New order')
      await hold(one)
      await one.getByText('Number 12 came in.').waitFor()
      await still(one)
      const box = (await one.boundingBox())!
      expect(box.x + box.width).toBeGreaterThan(width - 40)
      expect(box.x).toBeGreaterThanOrEqual(0)
      expect(box.y).toBeLessThan(width === 1440 ? 200 : 300)
      expect(await one.evaluate((e) => getComputedStyle(e).backgroundColor)).toBe(
        'rgb(255, 255, 255)',
      )
      expect(
        await one.evaluate((e) =>
          [...e.querySelectorAll('[aria-hidden]')].some(
            (line) =>
              getComputedStyle(line).getPropertyValue('--notifications-progress-duration') ===
              '5000ms',
          ),
        ),
      ).toBe(true)
      await page.mouse.move(box.x + 20, box.y + 20)
      await expectAccessible(page, `a push message ${dark ? 'in the dark' : ''}`)
      expect(await shown()).toEqual([])
      expectQuiet({ page, ...visitor })
      await close()
    }
  })

  test('a toast closes by itself, but not while hovered or focused', async () => {
    const { page, deliver, toast } = await open()
    // Installed before the page's own timers, so that all of them use this fake time.
    await page.clock.install()
    await page.reload()
    await settled(page)
    // From here on time advances only on command. A moment that has passed by the time it is
    // requested is requested again.
    await eventually(async () =>
      page.clock.pauseAt((await page.evaluate(() => Date.now())) + 500).then(
        () => true,
        () => false,
      ),
    ).toBe(true)
    const arrives = async (title: string, link?: string) => {
      // The worker uses real time, and a message expires.
      await page.clock.setSystemTime(Date.now())
      await deliver(fcmMessage(title, 'B', link ? { link } : {}))
    }
    const appears = (title: string) =>
      eventually(async () => {
        await page.clock.runFor(50)
        return toast(title).isVisible()
      }).toBe(true)
    const leaves = (title: string) =>
      eventually(async () => {
        await page.clock.runFor(10)
        return toast(title).count()
      }).toBe(0)
    await arrives('By itself')
    await appears('By itself')
    await page.clock.runFor(4000)
    expect(await toast('By itself').count()).toBe(1)
    await page.clock.runFor(1500)
    await leaves('By itself')
    await arrives('Pointer')
    await appears('Pointer')
    await toast('Pointer').hover()
    await page.clock.runFor(20_000)
    expect(await toast('Pointer').count()).toBe(1)
    await page.mouse.move(10, 500)
    await page.clock.runFor(5500)
    await leaves('Pointer')
    await arrives('Focus', '/hotels')
    await appears('Focus')
    await toast('Focus').getByRole('button', { name: 'Open' }).focus()
    await page.clock.runFor(20_000)
    expect(await toast('Focus').count()).toBe(1)
    await page.evaluate(() => {
      ;(document.activeElement as HTMLElement).blur()
    })
    await page.clock.runFor(5500)
    await leaves('Focus')
  })

  test('a toast closes on click, close button and Escape; “Open” opens the linked page', async () => {
    const { page, deliver, toast } = await open()
    await deliver(fcmMessage('Click', 'B', { link: '/hotels' }))
    await hold(toast('Click'))
    await still(toast('Click'))
    await toast('Click').getByText('B', { exact: true }).click()
    await gone(toast('Click'))
    expect(new URL(page.url()).pathname).toBe('/facilities')
    await deliver(fcmMessage('Button', 'B'))
    await toast('Button').getByRole('button', { name: 'Close' }).press('Enter')
    await gone(toast('Button'))
    await deliver(fcmMessage('Escape', 'B'))
    await toast('Escape').getByRole('button', { name: 'Close' }).press('Escape')
    await gone(toast('Escape'))
    await deliver(fcmMessage('Open', 'B', { link: '/hotels' }))
    await toast('Open').getByRole('button', { name: 'Open' }).press('Enter')
    await heading(page, 'Hotels')
    await gone(toast('Open'))
  })

  test('a toast can be dragged away with the mouse; released too early, it springs back', async () => {
    const { page, deliver, toast } = await open()
    await deliver(fcmMessage('Drag', 'B'))
    const one = toast('Drag')
    await hold(one)
    await still(one)
    const { x, y, width } = await middle(one)
    const drag = async (by: number) => {
      await page.mouse.move(x, y)
      await page.mouse.down()
      for (let i = 1; i <= 10; i++) {
        await page.mouse.move(x + (by * i) / 10, y)
        await page.evaluate(() => new Promise((done) => requestAnimationFrame(done)))
      }
      // Held still, so that distance counts and not speed.
      await page.evaluate(() => new Promise((done) => setTimeout(done, 200)))
      await page.mouse.move(x + by, y + 1)
      await page.mouse.up()
    }
    await drag(width * 0.15)
    await still(one)
    expect((await middle(one)).x).toBeCloseTo(x, 0)
    await drag(width * 0.6)
    await gone(one)
  })

  test('a toast can be swiped away by touch', async () => {
    const { page, context, deliver, toast } = await open({ width: 390, touch: true })
    await deliver(fcmMessage('Swipe', 'B'))
    await hold(toast('Swipe'))
    await still(toast('Swipe'))
    const { x, y } = await middle(toast('Swipe'))
    const finger = await context.newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: number) =>
      finger.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: at === undefined ? [] : [{ x: at, y }],
      })
    await touch('touchStart', x)
    for (let i = 1; i <= 10; i++) await touch('touchMove', x + i * 22)
    await touch('touchEnd')
    await gone(toast('Swipe'))
  })

  test('malformed messages are ignored, and links to other sites and HTML in messages have no effect', async () => {
    const { page, deliver, shown, toast, ...visitor } = await open()
    for (const wrong of [
      'not json',
      '',
      { hello: 1 },
      { data: { title: 'Data', body: 'only' } },
      { notification: { title: 'No body' } },
      { notification: { body: 'No title' } },
      { notification: { title: { a: 1 }, body: 'B' } },
    ]) {
      await deliver(wrong)
    }
    await deliver({
      notification: { title: 'Elsewhere', body: '<img src=x onerror=alert(1)>' },
      data: { link: 'https://evil.example/' },
    })
    await hold(toast('Elsewhere'))
    await toast('Elsewhere').getByText('<img src=x onerror=alert(1)>').waitFor()
    expect(await toast('Elsewhere').getByRole('button', { name: 'Open' }).count()).toBe(0)
    expect(await page.locator('.mantine-Notification-root').count()).toBe(1)
    expect(await shown()).toEqual([])
    expectQuiet({ page, ...visitor })
  })

  test('a message that is delivered repeatedly is shown once', async () => {
    const { page, deliver, toast } = await open()
    await deliver(fcmMessage('Once', 'B'))
    await hold(toast('Once'))
    for (let i = 0; i < 2; i++) await deliver(fcmMessage('Once', 'B'))
    await deliver(fcmMessage('Other', 'B'))
    await toast('Other').waitFor()
    expect(await page.locator('.mantine-Notification-root').count()).toBe(2)
  })

  test('messages are not shown after their recipient has signed out', async () => {
    const { page, deliver, shown } = await open()
    await page.evaluate(() => localStorage.removeItem('authTokens'))
    await page.goto('/auth/login')
    await heading(page, 'Sign in')
    await deliver(fcmMessage('Late', 'B'))
    await deliver(fcmMessage('Later', 'B'))
    await eventually(() => page.locator('.mantine-Notification-root').count()).toBe(0)
    expect(await shown()).toEqual([])
  })
})

describe('in the background', () => {
  /** The window exists but is hidden. */
  const hide = (page: Page) => page.goto('about:blank')

  test('a message appears once as a system notification, and a click opens its page in a new window', async () => {
    const { page, deliver, shown, click, inWorker } = await open()
    await hide(page)
    await deliver(fcmMessage('Background', 'Number 13.', { link: '/hotels', key: 'k1' }))
    await eventually(shown).toEqual([
      { title: 'Background', body: 'Number 13.', tag: 'k1', data: { link: '/hotels' } },
    ])
    await deliver(fcmMessage('Background', 'Number 13, again.', { link: '/hotels', key: 'k1' }))
    await eventually(async () => (await shown()).map((n) => n.body)).toEqual(['Number 13, again.'])
    // Opening a window needs a real user click, which no protocol can produce.
    await inWorker(() => {
      const scope = globalThis as unknown as {
        opened: string[]
        clients: { openWindow: (path: string) => Promise<null> }
      }
      scope.opened = []
      scope.clients.openWindow = async (path) => {
        scope.opened.push(path)
        return null
      }
    })
    await click('Background')
    await eventually(() =>
      inWorker(() => (globalThis as unknown as { opened: string[] }).opened),
    ).toEqual(['/hotels'])
    await eventually(shown).toEqual([])
  })

  test('a click on a system notification opens its page in the open window without a reload', async () => {
    const { page, context, shown, click, inWorker } = await open()
    const other = await context.newPage()
    await other.bringToFront()
    await page.evaluate(() => {
      ;(window as unknown as { mark: number }).mark = 1
    })
    // As the worker shows it while every window is hidden.
    await inWorker(() =>
      (
        globalThis as unknown as { registration: ServiceWorkerRegistration }
      ).registration.showNotification('Elsewhere', { body: 'B', data: { link: '/hotels?q=a' } }),
    )
    await eventually(async () => (await shown()).map((n) => n.title)).toEqual(['Elsewhere'])
    await click('Elsewhere')
    await heading(page, 'Hotels')
    expect(new URL(page.url()).search).toContain('q=a')
    expect(await page.evaluate(() => (window as unknown as { mark?: number }).mark)).toBe(1)
  })

  test('a message falls back to a system notification when the window does not respond', async () => {
    const { page, deliver, shown } = await open()
    const busy = page.evaluate(() => {
      const until = Date.now() + 6000
      while (Date.now() < until);
    })
    await deliver(fcmMessage('Busy', 'B'))
    await eventually(async () => (await shown()).map((n) => n.title)).toEqual(['Busy'])
    await busy
    await settled(page)
    expect(await page.getByRole('status').filter({ hasText: 'Busy' }).count()).toBe(0)
  })
})

test('without a push service, the settings say so and offer no controls', async () => {
  const { page, ...visitor } = await open()
  await page.goto('/settings?tab=notifications')
  const card = page.getByRole('region', { name: 'Push notifications' })
  await card.getByText('Device notifications need a push service').waitFor()
  await page.getByRole('columnheader', { name: 'Push not set up' }).waitFor()
  expect(await card.getByRole('button').count()).toBe(0)
  expect(await page.evaluate(() => Notification.permission)).toBe('granted')
  await expectAccessible(page, 'push that is not set up')
  expectQuiet({ page, ...visitor })
})
