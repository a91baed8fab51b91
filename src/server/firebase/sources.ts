import type { FirebaseConfig } from './config.ts'

/** Further sources of the content security policy of pages. */
export interface ExtraSources {
  readonly script: readonly string[]
  readonly connect: readonly string[]
  readonly frame: readonly string[]
  readonly img: readonly string[]
  /** Pages talk to windows they opened. */
  readonly popups: boolean
}

const signIn = ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com']
const storage = 'https://firebasestorage.googleapis.com'

/**
 * The hosts that the configured services need, and no other. Where an emulator stands in for Google, its address stands in
 * here too. Files and documents need the addresses of signing in as well: the page proves to their rules who it is.
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
    // The SDK listens to the window of the provider through a frame of the project, which this script of Google's talks to.
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
