/**
 * The push worker, served as `/firebase-messaging-sw.js`. It shows a notification while no window of ours has the focus;
 * a focused window shows its own toast instead. It is always registered, asks for nothing and keeps nothing: without a
 * push subscription no message ever arrives, and it does nothing.
 */
import { readPush } from './message.ts'
import type { PushEvent, WorkerScope } from './workerTypes.ts'

const scope = globalThis as unknown as WorkerScope

const windows = () => scope.clients.matchAll({ type: 'window', includeUncontrolled: true })

const show = async (event: PushEvent): Promise<void> => {
  const message = readPush(event.data?.text())
  if (!message) return
  const open = await windows()
  if (open.some((client) => client.focused)) {
    for (const client of open) client.postMessage({ type: 'push', ...message })
    return
  }
  await scope.registration.showNotification(message.title, { body: message.body, icon: '/favicon.svg', data: { link: message.link } })
}

const openLink = async (link: unknown): Promise<void> => {
  const [client] = await windows()
  const path = typeof link === 'string' ? link : '/'
  if (!client) return void (await scope.clients.openWindow(path))
  await client.focus()
  client.postMessage({ type: 'push-opened', link: path })
}

scope.addEventListener('install', () => void scope.skipWaiting())
scope.addEventListener('activate', (event) => event.waitUntil(scope.clients.claim()))
scope.addEventListener('push', (event) => event.waitUntil(show(event)))
scope.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const data: unknown = event.notification.data
  event.waitUntil(openLink(data && typeof data === 'object' && 'link' in data ? data.link : undefined))
})
