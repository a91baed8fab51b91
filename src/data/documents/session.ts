/**
 * The page's connection to the Firebase project that keeps documents: a separate app, signed in
 * with the permissions granted by our server.
 */
import type { FirebaseApp } from 'firebase/app'
import type { Auth } from 'firebase/auth'
import { call } from '../api.ts'
import { appConfig } from '../config.ts'
import { onSessionChange } from '../session.ts'

/** Response of `POST /api/documents/token`. */
interface Grant {
  readonly token: string
  /** Instant until which the rules accept it. */
  readonly expiresAt: string
  readonly person: string
}

/** A signed-in app, and the person whose records it writes. */
export interface Session {
  readonly app: FirebaseApp
  readonly person: string
}

/** Permissions are renewed this long before they expire. */
const aheadMs = 60_000

let signedIn: Promise<{ readonly session: Session; readonly until: number }> | undefined
let app: Promise<{ readonly app: FirebaseApp; readonly auth: Auth }> | undefined

const open = async () => {
  const [{ initializeApp }, { connectAuthEmulator, inMemoryPersistence, initializeAuth }] =
    await Promise.all([import('firebase/app'), import('firebase/auth')])
  const { apiKey, projectId, emulators } = appConfig().firebase!
  // A separate name: sign-in with the identity service uses another app.
  const opened = initializeApp({ apiKey, projectId }, 'documents')
  const auth = initializeAuth(opened, { persistence: inMemoryPersistence })
  if (emulators?.auth) connectAuthEmulator(auth, emulators.auth, { disableWarnings: true })
  return { app: opened, auth }
}

const signIn = async () => {
  const [{ app: opened, auth }, { body }, { signInWithCustomToken }] = await Promise.all([
    (app ??= open()),
    call<Grant>('/api/documents/token', { method: 'POST' }),
    import('firebase/auth'),
  ])
  await signInWithCustomToken(auth, body.token)
  return {
    session: { app: opened, person: body.person },
    until: Date.parse(body.expiresAt) - aheadMs,
  }
}

// Another person or other permissions: discard everything from before.
onSessionChange(() => {
  signedIn = undefined
})

/** The session of this page, valid long enough for the next request. */
export const documentSession = async (): Promise<Session> => {
  const mine = (signedIn ??= signIn())
  try {
    const { session, until } = await mine
    if (until > Date.now()) return session
  } catch (error) {
    if (signedIn === mine) signedIn = undefined
    throw error
  }
  if (signedIn === mine) signedIn = undefined
  return documentSession()
}
