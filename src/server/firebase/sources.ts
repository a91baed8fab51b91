import type { FirebaseConfig } from './config.ts'

/** Extra sources for the content security policy of pages. */
export interface ExtraSources {
  readonly script: readonly string[]
  readonly connect: readonly string[]
  readonly frame: readonly string[]
  readonly img: readonly string[]
  /** Pages communicate with pop-ups they opened. */
  readonly popups: boolean
}

const signIn = ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com']
const storage = 'https://firebasestorage.googleapis.com'

/**
 * Returns exactly the hosts that the configured services need. An emulator's address replaces
 * Google's. Files and documents also need the sign-in addresses, since the page has to authenticate
 * to their rules.
 */
export const firebaseSources = ({
  services,
  authDomain,
  emulators,
}: Pick<FirebaseConfig, 'services' | 'authDomain' | 'emulators'>): ExtraSources => {
  const has = (service: FirebaseConfig['services'][number]): boolean => services.includes(service)
  const popups = has('identity')
  const auth = emulators.auth ? [emulators.auth] : signIn
  const files = emulators.storage ?? storage
  return {
    popups,
    // The SDK communicates with the provider's pop-up through a frame of the project, using this
    // Google script.
    script: popups ? ['https://apis.google.com'] : [],
    frame: popups ? [emulators.auth ?? `https://${authDomain}`] : [],
    connect: [
      ...(popups || has('files') || has('documents') ? auth : []),
      ...(has('files') ? [files] : []),
      ...(has('push')
        ? [
            'https://fcmregistrations.googleapis.com',
            'https://firebaseinstallations.googleapis.com',
          ]
        : []),
      ...(has('documents') ? [emulators.firestore ?? 'https://firestore.googleapis.com'] : []),
    ],
    img: has('files') ? [files] : [],
  }
}
