import type { Provider } from '../firebase/project.ts'

/**
 * A failure of an identity service. `code` is one of `identityCodes`, or an unknown code of a newer
 * service.
 */
export class IdentityError extends Error {
  readonly code: string
  constructor(code: string, message = code) {
    super(message)
    this.name = 'IdentityError'
    this.code = code
  }
}

/** Codes with their own message (`identity.errors`). */
export const identityCodes = [
  'web-storage-unsupported',
  'cancelled-popup-request',
  'popup-closed-by-user',
  'popup-blocked',
  'unauthorized-domain',
  'network-request-failed',
  'internal-error',
  'invalid-auth-event',
  'invalid-api-key',
  'auth-domain-config-required',
  'invalid-credential',
  'email-already-in-use',
  'user-not-found',
  'too-many-requests',
  'user-token-expired',
  'user-disabled',
  'operation-not-allowed',
  'account-exists-with-different-credential',
  'password-does-not-meet-requirements',
  'weak-password',
  'invalid-email',
  'invalid-custom-token',
  'requires-recent-login',
  'user-cancelled',
  'user-mismatch',
  'timeout',
] as const
export type IdentityCode = (typeof identityCodes)[number]

/** A person signed in at the identity service. Instants are ISO 8601. */
export interface IdentityAccount {
  readonly id: string
  readonly email: string | undefined
  readonly emailVerified: boolean
  readonly name: string | undefined
  readonly providers: readonly string[]
  readonly createdAt: string | undefined
  readonly lastSignInAt: string | undefined
}

/** A token our server accepts, and its lifetime. */
export interface IdentityToken {
  readonly token: string
  readonly issuedAt: number
  /** Milliseconds since 1970. */
  readonly expiresAt: number
}

/** Operations of an identity service. Everything throws `IdentityError`. */
export interface IdentityPort {
  /**
   * Opens the provider's popup. If the browser blocks it, redirects the page to the provider and
   * never resolves, unless `stay` is set: then it throws `popup-blocked`.
   */
  signInWith(provider: Provider, options?: { readonly stay?: boolean }): Promise<IdentityToken>
  /** Result of a redirect to a provider; undefined if there was none. */
  redirected(): Promise<IdentityToken | undefined>
  signInWithPassword(email: string, password: string): Promise<IdentityToken>
  signInWithCustomToken(token: string): Promise<IdentityToken>
  signUp(name: string, email: string, password: string): Promise<IdentityToken>
  /** Re-authenticates the person, for actions that cannot be undone. */
  confirm(how: Provider | { readonly password: string }): Promise<IdentityToken>
  /** The current account at the service; undefined when nobody is signed in there. */
  account(): Promise<IdentityAccount | undefined>
  /** The current token; a new one if it expires within `withinMs` (default: 30 seconds). */
  token(withinMs?: number): Promise<IdentityToken | undefined>
  /**
   * Notifies about every new token, a missing one, and a failed renewal; returns an unsubscribe
   * function.
   */
  onToken(
    fn: (token: IdentityToken | undefined) => void,
    failed: (error: unknown) => void,
  ): Promise<() => void>
  /** Deletes the account at the service. */
  deleteAccount(): Promise<void>
  signOut(): Promise<void>
}
