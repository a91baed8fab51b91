/** Registers the push worker at the site root. It does nothing without configuration; a failure is logged and nothing else happens. */
export const registerPushWorker = async (): Promise<void> => {
  try {
    if (!('serviceWorker' in navigator)) throw new Error('This browser has no service workers.')
    await navigator.serviceWorker.register('/firebase-messaging-sw.js', { scope: '/' })
  } catch (error) {
    console.error('The push worker could not be registered.', error)
  }
}
