/**
 * What the push worker uses of the browser's worker scope. TypeScript's own `webworker` library cannot be used beside
 * `DOM` in one program, and a program of its own is not worth forty lines.
 */
interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void
}

interface PushEvent extends ExtendableEvent {
  readonly data: { text(): string } | null
}

interface NotificationEvent extends ExtendableEvent {
  readonly notification: Notification
}

interface WindowClient {
  readonly focused: boolean
  readonly visibilityState: DocumentVisibilityState
  focus(): Promise<WindowClient>
  navigate(path: string): Promise<WindowClient | null>
  postMessage(message: unknown, transfer?: readonly Transferable[]): void
}

interface WorkerEvents {
  install: ExtendableEvent
  activate: ExtendableEvent
  push: PushEvent
  notificationclick: NotificationEvent
  pushsubscriptionchange: ExtendableEvent
}

/** The global scope of a service worker, as far as push messages need it. */
export interface WorkerScope {
  readonly location: { readonly origin: string }
  readonly registration: {
    showNotification(title: string, options: NotificationOptions): Promise<void>
  }
  readonly clients: {
    claim(): Promise<void>
    matchAll(options: {
      type: 'window'
      includeUncontrolled: boolean
    }): Promise<readonly WindowClient[]>
    openWindow(path: string): Promise<WindowClient | null>
  }
  skipWaiting(): Promise<void>
  addEventListener<Name extends keyof WorkerEvents>(
    name: Name,
    listener: (event: WorkerEvents[Name]) => void,
  ): void
}

export type { PushEvent, WindowClient }
