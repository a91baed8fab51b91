import { onSessionChange } from '#data/session.ts'

// The key of `#data/push/mark.ts`, whose code must not be part of the first load.
const lookAfter = (why: 'start' | 'session'): void => {
  if (localStorage.getItem('pushDevice')) {
    void import('#data/push/device.ts').then(
      (m) => m.lookAfter(why),
      () => undefined,
    )
  }
}

/**
 * Registers the push worker at the site root. Does nothing without configuration; a failure is only
 * logged. Messages from the worker are shown; `open` navigates to a page.
 */
export const registerPushWorker = async (open: (path: string) => void): Promise<void> => {
  try {
    onSessionChange(() => lookAfter('session'))
    lookAfter('start')
    if (!('serviceWorker' in navigator)) throw new Error('This browser has no service workers.')
    navigator.serviceWorker.addEventListener(
      'message',
      (event) =>
        void import('./pushMessages.ts').then(
          (m) => m.onPushMessage(event, open),
          () => undefined,
        ),
    )
    await navigator.serviceWorker.register('/firebase-messaging-sw.js', { scope: '/' })
  } catch (error) {
    console.error('The push worker could not be registered.', error)
  }
}
