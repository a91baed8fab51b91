/** Push by Firebase Cloud Messaging. Google's code loads when an address is requested. */
import type { PushPort } from './port.ts'

/** The part of a project that push needs. */
export interface FirebasePushProject {
  readonly apiKey: string
  readonly projectId: string
  readonly messagingSenderId: string
  readonly appId: string
  readonly vapidKey: string
}

/** A separate app: push is independent of the project's other services. */
const NAME = 'push'

export const firebasePush = ({ vapidKey, ...project }: FirebasePushProject): PushPort => ({
  async address(worker) {
    const [app, messaging] = await Promise.all([
      import('firebase/app'),
      import('firebase/messaging'),
    ])
    const own = app.getApps().find((a) => a.name === NAME) ?? app.initializeApp(project, NAME)
    return messaging.getToken(messaging.getMessaging(own), {
      vapidKey,
      serviceWorkerRegistration: worker,
    })
  },
})
