import type { Provider } from '../firebase/project.ts'

/**
 * Why something failed at an identity service. `code` is one of `identityCodes`, or what a newer
 * service said.
 */
export class IdentityError extends Error {
  readonly code: string
  constructor(code: string, message = code) {
    super(message)
    this.name = 'IdentityError'
    this.code = code
  }
}

/** Codes that have a sentence of their own (`identity.errors`). */
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

/** Somebody who is signed in at the identity service. Instants are ISO 8601. */
export interface IdentityAccount {
  readonly id: string
  readonly email: string | undefined
  readonly emailVerified: boolean
  readonly name: string | undefined
  readonly providers: readonly string[]
  readonly createdAt: string | undefined
  readonly lastSignInAt: string | undefined
}

/** A token that our server takes, and how long. */
export interface IdentityToken {
  readonly token: string
  readonly issuedAt: number
  /** Milliseconds since 1970. */
  readonly expiresAt: number
}

/** What an identity service does for the page. Everything throws `IdentityError`. */
export interface IdentityPort {
  /**
   * Opens the provider's window. Where the browser blocks it, leaves the page for the provider instead and never answers,
   * unless `stay`: then `popup-blocked` is thrown.
   */
  signInWith(provider: Provider, options?: { readonly stay?: boolean }): Promise<IdentityToken>
  /** What came of leaving the page for a provider; undefined where nobody did. */
  redirected(): Promise<IdentityToken | undefined>
  signInWithPassword(email: string, password: string): Promise<IdentityToken>
  signInWithCustomToken(token: string): Promise<IdentityToken>
  signUp(name: string, email: string, password: string): Promise<IdentityToken>
  /** Proves once more who is there, for actions that cannot be undone. */
  confirm(how: Provider | { readonly password: string }): Promise<IdentityToken>
  /** The account as the service now knows it; undefined when nobody is signed in there. */
  account(): Promise<IdentityAccount | undefined>
  /** The present token; a new one where it ends within `withinMs` (default: 30 seconds). */
  token(withinMs?: number): Promise<IdentityToken | undefined>
  /**
   * Tells of every new token, of none, and of one that could not be had; returns the function that
   * stops.
   */
  onToken(
    fn: (token: IdentityToken | undefined) => void,
    failed: (error: unknown) => void,
  ): Promise<() => void>
  /** Removes the account there. */
  deleteAccount(): Promise<void>
  signOut(): Promise<void>
}
