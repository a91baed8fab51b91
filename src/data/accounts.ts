/** Sign-in and related calls. All throw `ApiProblem`. */
import { call } from './api.ts'
import { keepTokens } from './session.ts'

interface SignedIn {
  readonly token: string
  readonly expiresAt?: string
  readonly user?: { readonly id: string }
}
type SignInResponse = SignedIn | { readonly twoFactor: true; readonly challenge: string }

const post = async <T>(path: string, body: unknown): Promise<T> =>
  (await call<T>(`/api/auth/${path}`, { method: 'POST', body, anonymous: true })).body

// A session lives 12 hours from its last use. The server's value wins; this is only for responses
// without one.
const assumedLifeMs = 12 * 3_600_000
const keep = (response: SignedIn): void =>
  keepTokens({
    token: response.token,
    expiresAt: response.expiresAt ?? new Date(Date.now() + assumedLifeMs).toISOString(),
    ...(response.user ? { account: response.user.id } : {}),
  })

/** Signs in; returns a challenge if a second factor is needed, otherwise undefined. */
export const signIn = async (email: string, password: string): Promise<string | undefined> => {
  const response = await post<SignInResponse>('sign-in/email', { email, password })
  if ('challenge' in response) return response.challenge
  keep(response)
  return undefined
}

/** Second step of sign-in, with a code of the authenticator app or a backup code. */
export const verifySecondFactor = async (challenge: string, code: string): Promise<void> =>
  keep(
    await post<SignedIn>(
      'two-factor/verify',
      /^\d{6}$/.test(code) ? { challenge, code } : { challenge, backupCode: code },
    ),
  )

/**
 * Creates an account, which works once its address is verified and then waits for approval. The
 * response is the same if the account already exists.
 */
export const signUp = (name: string, email: string, password: string): Promise<void> =>
  post('sign-up/email', { name, email, password })

/** Mails a link to choose a new password, if the account exists. */
export const forgetPassword = (email: string): Promise<void> => post('forget-password', { email })
/** Sets a new password with the token of the mailed link. */
export const resetPassword = (token: string, password: string): Promise<void> =>
  post('reset-password', { token, password })
/** Mails a person the link to choose a password, again. */
export const invitePerson = async (person: string): Promise<void> =>
  void (await call('/api/auth/invite', { method: 'POST', body: { person } }))
/**
 * Verifies the address with the token of the mailed link. If nobody is signed in to the account,
 * its password is required too (401 `sign_in_first`). Returns whether that signed the person in.
 */
export const verifyEmail = async (token: string, password?: string): Promise<boolean> => {
  const response = await post<SignInResponse | undefined>('verify-email', { token, password })
  if (!response || !('token' in response)) return false
  keep(response)
  return true
}

/** Mails the verification link of the person's own address again. */
export const sendVerification = (): Promise<void> => post('send-verification-email', {})

/** Methods to prove an identity. */
export type ProofMethod = 'code' | 'password' | 'identity' | 'email'
/** The methods available to this account, the preferred one first. */
export const proofMethods = async (signal?: AbortSignal): Promise<readonly ProofMethod[]> =>
  (await call<{ methods: readonly ProofMethod[] }>('/api/auth/prove', signal ? { signal } : {}))
    .body.methods
/** Mails the code that proves the person's identity. */
export const mailProof = (): Promise<void> => post('prove/email', {})
/** Proves the person's identity, for calls that need it. */
export const proveIdentity = (
  by:
    | { readonly password: string }
    | { readonly code: string }
    | { readonly emailCode: string }
    | { readonly idToken: string },
): Promise<void> => post('prove', by)

/** Password requirements, and whether registration is open. */
export interface Policy {
  readonly minPasswordLength: number
  readonly registration: boolean
}
export const passwordPolicy = async (signal?: AbortSignal): Promise<Policy> =>
  (await call<Policy>('/api/auth/policy', { anonymous: true, ...(signal ? { signal } : {}) })).body
