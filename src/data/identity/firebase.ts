/** Firebase Authentication as an identity service. */
import type { Auth, AuthProvider, User, UserCredential } from 'firebase/auth'
import { firebaseApp } from '../firebase/app.ts'
import type { FirebaseProject, Provider } from '../firebase/project.ts'
import { IdentityError, type IdentityPort, type IdentityToken } from './port.ts'
import { endsWithin, EXPIRED_AHEAD_MS } from './tokens.ts'

const codeOf = (error: unknown): string => {
  const code = (error as { code?: unknown } | null)?.code
  if (typeof code !== 'string') return 'internal-error'
  const plain = code.replace(/^auth\//, '')
  // The service has its own error code for an unknown key.
  if (plain.startsWith('api-key-not-valid') || plain === 'api-key-expired') return 'invalid-api-key'
  if (plain === 'wrong-password') return 'invalid-credential'
  return plain === 'custom-token-mismatch' ? 'invalid-custom-token' : plain
}

/** Runs an SDK call and converts any error to an `IdentityError`. */
const telling = async <T>(run: () => Promise<T>): Promise<T> => {
  try {
    return await run()
  } catch (error) {
    if (error instanceof IdentityError) throw error
    throw new IdentityError(codeOf(error), error instanceof Error ? error.message : String(error))
  }
}

/**
 * Runs an SDK call that uses the project's iframe. If its script does not load, the SDK reports
 * `internal-error`; the cause is the network, or something in it that blocks Google.
 */
const framed = async <T>(run: () => Promise<T>): Promise<T> => {
  try {
    return await run()
  } catch (error) {
    if (codeOf(error) === 'internal-error' && !('gapi' in window)) {
      throw new IdentityError(
        'network-request-failed',
        'Google’s script for sign-in windows cannot be reached.',
      )
    }
    throw error
  }
}

/** The SDK listens through an unnamed, invisible iframe; hide it from assistive technology too. */
const hideFrame = (): void => {
  new MutationObserver((changes) => {
    for (const node of changes.flatMap((change) => [...change.addedNodes])) {
      if (!(node instanceof HTMLIFrameElement) || node.title) continue
      node.setAttribute('aria-hidden', 'true')
      node.tabIndex = -1
    }
  }).observe(document.body, { childList: true })
}

const load = async (project: FirebaseProject) => {
  // Listed explicitly, so that the build can drop the rest.
  const {
    initializeAuth,
    connectAuthEmulator,
    indexedDBLocalPersistence,
    browserLocalPersistence,
    browserPopupRedirectResolver,
    createUserWithEmailAndPassword,
    deleteUser,
    EmailAuthProvider,
    FacebookAuthProvider,
    getRedirectResult,
    GithubAuthProvider,
    GoogleAuthProvider,
    onIdTokenChanged,
    reauthenticateWithCredential,
    reauthenticateWithPopup,
    signInWithCustomToken,
    signInWithEmailAndPassword,
    signInWithPopup,
    signInWithRedirect,
    signOut,
    TwitterAuthProvider,
    updateProfile,
  } = await import('firebase/auth')
  const auth: Auth = initializeAuth(await firebaseApp(project), {
    persistence: [indexedDBLocalPersistence, browserLocalPersistence],
    popupRedirectResolver: browserPopupRedirectResolver,
  })
  if (project.emulators.auth) {
    connectAuthEmulator(auth, project.emulators.auth, { disableWarnings: true })
  }
  await auth.authStateReady()
  hideFrame()
  const made: Readonly<Record<Provider, () => AuthProvider>> = {
    google: () => new GoogleAuthProvider(),
    facebook: () => new FacebookAuthProvider(),
    github: () => new GithubAuthProvider(),
    twitter: () => new TwitterAuthProvider(),
  }
  return {
    auth,
    made,
    createUserWithEmailAndPassword,
    deleteUser,
    EmailAuthProvider,
    getRedirectResult,
    onIdTokenChanged,
    reauthenticateWithCredential,
    reauthenticateWithPopup,
    signInWithCustomToken,
    signInWithEmailAndPassword,
    signInWithPopup,
    signInWithRedirect,
    signOut,
    updateProfile,
  }
}

const tokenOf = async (user: User, afresh = false): Promise<IdentityToken> => {
  const { token, issuedAtTime, expirationTime } = await user.getIdTokenResult(afresh)
  return { token, issuedAt: Date.parse(issuedAtTime), expiresAt: Date.parse(expirationTime) }
}

/** Creates the port for a project; loads the SDK. */
export const firebaseIdentity = async (project: FirebaseProject): Promise<IdentityPort> => {
  const sdk = await telling(() => load(project))
  const { auth } = sdk
  const tokenAfter = async (run: () => Promise<UserCredential>): Promise<IdentityToken> =>
    telling(async () => tokenOf((await run()).user))
  const someone = (): User => {
    if (auth.currentUser) return auth.currentUser
    throw new IdentityError('user-token-expired')
  }
  return {
    signInWith: (provider, { stay = false } = {}) =>
      tokenAfter(async () => {
        const service = sdk.made[provider]()
        try {
          return await framed(() => sdk.signInWithPopup(auth, service))
        } catch (error) {
          if (stay || codeOf(error) !== 'popup-blocked') throw error
          return sdk.signInWithRedirect(auth, service)
        }
      }),
    redirected: () =>
      telling(async () => {
        const result = await framed(() => sdk.getRedirectResult(auth))
        return result ? tokenOf(result.user) : undefined
      }),
    signInWithPassword: (email, password) =>
      tokenAfter(() => sdk.signInWithEmailAndPassword(auth, email, password)),
    signInWithCustomToken: (token) => tokenAfter(() => sdk.signInWithCustomToken(auth, token)),
    signUp: (name, email, password) =>
      telling(async () => {
        const { user } = await sdk.createUserWithEmailAndPassword(auth, email, password)
        await sdk.updateProfile(user, { displayName: name })
        return tokenOf(user, true)
      }),
    confirm: (how) =>
      telling(async () => {
        const user = someone()
        const result =
          typeof how === 'string'
            ? await framed(() => sdk.reauthenticateWithPopup(user, sdk.made[how]()))
            : await sdk.reauthenticateWithCredential(
                user,
                sdk.EmailAuthProvider.credential(user.email ?? '', how.password),
              )
        return tokenOf(result.user, true)
      }),
    account: () =>
      telling(async () => {
        await auth.currentUser?.reload()
        const user = auth.currentUser
        const at = (text: string | undefined) => (text ? new Date(text).toISOString() : undefined)
        return user
          ? {
              id: user.uid,
              email: user.email ?? undefined,
              emailVerified: user.emailVerified,
              name: user.displayName ?? undefined,
              providers: user.providerData.map((p) => p.providerId),
              createdAt: at(user.metadata.creationTime),
              lastSignInAt: at(user.metadata.lastSignInTime),
            }
          : undefined
      }),
    token: (withinMs = EXPIRED_AHEAD_MS) =>
      telling(async () => {
        const user = auth.currentUser
        if (!user) return undefined
        const present = await tokenOf(user)
        return endsWithin(present, withinMs, Date.now()) ? tokenOf(user, true) : present
      }),
    onToken: async (fn, failed) =>
      sdk.onIdTokenChanged(auth, (user) => {
        void (user ? telling(() => tokenOf(user)) : Promise.resolve(undefined)).then(fn, failed)
      }),
    deleteAccount: () => telling(() => sdk.deleteUser(someone())),
    signOut: () => telling(() => sdk.signOut(auth)),
  }
}
