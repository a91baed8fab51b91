/**
 * The push worker, served as `/firebase-messaging-sw.js`. A message goes to a window of ours that is in sight, which shows
 * it as a toast; without one, or when none responds, the system shows it. The worker is always registered, asks for nothing
 * and keeps nothing: without a push subscription no message ever arrives, and it does nothing.
 */
import { ownPath, readPush } from './message.ts'
import type { PushEvent, WindowClient, WorkerScope } from './workerTypes.ts'

const scope = globalThis as unknown as WorkerScope
/** A window that has not answered by then is busy with something else, or still loading. */
const PATIENCE_MS = 3000

const windows = () => scope.clients.matchAll({ type: 'window', includeUncontrolled: true })

/** Hands something to a window; returns whether it took it. What it takes later than `until` it must leave alone. */
const handed = (client: WindowClient, message: object): Promise<boolean> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    const late = setTimeout(() => resolve(false), PATIENCE_MS)
    port1.onmessage = () => {
      clearTimeout(late)
      resolve(true)
    }
    client.postMessage({ ...message, until: Date.now() + PATIENCE_MS }, [port2])
  })

const show = async (event: PushEvent): Promise<void> => {
  const message = readPush(event.data?.text(), scope.location.origin)
  if (!message) return
  const seen = (await windows()).filter((client) => client.visibilityState === 'visible')
  const client = seen.find((c) => c.focused) ?? seen[0]
  if (client && (await handed(client, { type: 'push', ...message }))) return
  const { title, body, link, key } = message
  await scope.registration.showNotification(title, {
    body,
    icon: '/favicon.svg',
    data: { link },
    ...(key ? { tag: key } : {}),
  })
}

/** Goes to a page in a window that is open, or in a new one. */
const openLink = async (link: unknown): Promise<void> => {
  const path = ownPath(scope.location.origin, link)
  const open = await windows()
  const client =
    open.find((c) => c.focused) ?? open.find((c) => c.visibilityState === 'visible') ?? open[0]
  if (!client) return void (await scope.clients.openWindow(path))
  // A browser may refuse the focus; the page is changed regardless.
  await client.focus().catch(() => undefined)
  if (!(await handed(client, { type: 'push-opened', link: path }))) {
    await client.navigate(path).catch(() => scope.clients.openWindow(path))
  }
}

scope.addEventListener('install', () => void scope.skipWaiting())
scope.addEventListener('activate', (event) => event.waitUntil(scope.clients.claim()))
scope.addEventListener('push', (event) => event.waitUntil(show(event)))
scope.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const data: unknown = event.notification.data
  event.waitUntil(
    openLink(data && typeof data === 'object' && 'link' in data ? data.link : undefined),
  )
})
// The browser gave the device another address; an open page registers it, the next one to open does else.
scope.addEventListener('pushsubscriptionchange', (event) =>
  event.waitUntil(
    windows().then((open) => {
      for (const client of open.slice(0, 1)) client.postMessage({ type: 'push-renew' })
    }),
  ),
)
