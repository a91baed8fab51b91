/** Signing in and out, and what belongs to it. All throw `ApiProblem`. */
import { call } from './api.ts'
import { dropTokens, keepTokens } from './session.ts'

interface SignedIn {
  readonly token: string
  readonly expiresAt?: string
}
type SignInAnswer = SignedIn | { readonly twoFactor: true; readonly challenge: string }

const post = async <T>(path: string, body: unknown): Promise<T> =>
  (await call<T>(`/api/auth/${path}`, { method: 'POST', body, anonymous: true })).body

// A session lives 12 hours from its last use; the server's word counts, this is only for answers
// without one.
const assumedLifeMs = 12 * 3_600_000
const keep = (answer: SignedIn): void =>
  keepTokens({
    token: answer.token,
    expiresAt: answer.expiresAt ?? new Date(Date.now() + assumedLifeMs).toISOString(),
  })

/** Signs in; returns a challenge when a second factor is needed, else undefined. */
export const signIn = async (email: string, password: string): Promise<string | undefined> => {
  const answer = await post<SignInAnswer>('sign-in/email', { email, password })
  if ('challenge' in answer) return answer.challenge
  keep(answer)
  return undefined
}

/** Second step of signing in, with a code of the app or one of the backup codes. */
export const verifySecondFactor = async (challenge: string, code: string): Promise<void> =>
  keep(
    await post<SignedIn>(
      'two-factor/verify',
      /^\d{6}$/.test(code) ? { challenge, code } : { challenge, backupCode: code },
    ),
  )

/**
 * Creates an account, which works once its address is proven and then waits for approval. The
 * answer is the same where there is one already.
 */
export const signUp = (name: string, email: string, password: string): Promise<void> =>
  post('sign-up/email', { name, email, password })

/** Ends the session here and, where it can be reached, on the server. */
export const signOut = async (): Promise<void> => {
  await call('/api/auth/sign-out', { method: 'POST', anonymous: true, timeoutMs: 5000 }).catch(
    () => undefined,
  )
  dropTokens()
}

/** Sends a link to choose a new password, if there is such an account. */
export const forgetPassword = (email: string): Promise<void> => post('forget-password', { email })
/** Sets a new password with the token of the mailed link. */
export const resetPassword = (token: string, password: string): Promise<void> =>
  post('reset-password', { token, password })
/** Mails a person the link where they choose a password, again. */
export const invitePerson = async (person: string): Promise<void> =>
  void (await call('/api/auth/invite', { method: 'POST', body: { person } }))
/**
 * Proves the address with the token of the mailed link. Where nobody is signed in with the account, its password must
 * come along (401 `sign_in_first`). Returns whether that signed in.
 */
export const verifyEmail = async (token: string, password?: string): Promise<boolean> => {
  const answer = await post<SignInAnswer | undefined>('verify-email', { token, password })
  if (!answer || !('token' in answer)) return false
  keep(answer)
  return true
}

/** Mails the link that proves the own address, again. */
export const sendVerification = (): Promise<void> => post('send-verification-email', {})

/** By what one can prove who one is. */
export type ProofMethod = 'code' | 'password' | 'identity' | 'email'
/** The ways this account has, the preferred one first. */
export const proofMethods = async (signal?: AbortSignal): Promise<readonly ProofMethod[]> =>
  (await call<{ methods: readonly ProofMethod[] }>('/api/auth/prove', signal ? { signal } : {}))
    .body.methods
/** Mails the code that proves who one is. */
export const mailProof = (): Promise<void> => post('prove/email', {})
/** Proves who one is, for calls that need it. */
export const proveIdentity = (
  by:
    | { readonly password: string }
    | { readonly code: string }
    | { readonly emailCode: string }
    | { readonly idToken: string },
): Promise<void> => post('prove', by)

/** What a password needs, and whether accounts may be created. */
export interface Policy {
  readonly minPasswordLength: number
  readonly registration: boolean
}
export const passwordPolicy = async (signal?: AbortSignal): Promise<Policy> =>
  (await call<Policy>('/api/auth/policy', { anonymous: true, ...(signal ? { signal } : {}) })).body
