/** Exchanges a sign-in at the identity service for a session of ours. */
import { call } from '../api.ts'
import type { Provider } from '../firebase/project.ts'
import { keepTokens } from '../session.ts'
import { identity } from './index.ts'
import type { IdentityToken } from './port.ts'
import { noteLeaving, rememberIdentity, takeLeft } from './remembered.ts'

/** A session of the account, or the challenge of its second factor. */
export type Entered = { readonly account: string } | { readonly challenge: string }
type Body =
  | { readonly token: string; readonly expiresAt: string; readonly user: { readonly id: string } }
  | { readonly challenge: string }

const enter = async ({ token }: IdentityToken, how: string): Promise<Entered> => {
  const { body } = await call<Body>('/api/auth/identity', {
    method: 'POST',
    body: { idToken: token },
    anonymous: true,
  })
  rememberIdentity(how)
  if ('challenge' in body) return { challenge: body.challenge }
  keepTokens({ token: body.token, expiresAt: body.expiresAt, account: body.user.id })
  return { account: body.user.id }
}

/** If our server rejects the person, also signs them out at the service. */
const orLeave = async (token: IdentityToken, how: string): Promise<Entered> => {
  try {
    return await enter(token, how)
  } catch (error) {
    await (await identity()).signOut().catch(() => undefined)
    throw error
  }
}

/** Signs in with a provider. Throws `IdentityError`, or `ApiProblem` if our server rejects it. */
export const enterWith = async (
  provider: Provider,
  options: { readonly stay?: boolean } = {},
): Promise<Entered> => {
  const service = await identity()
  if (!options.stay) noteLeaving(provider)
  try {
    return await orLeave(await service.signInWith(provider, options), provider)
  } finally {
    takeLeft()
  }
}

/** Completes a sign-in by redirect; undefined if there was none. */
export const enterAfterLeaving = async (how: string): Promise<Entered | undefined> => {
  const token = await (await identity()).redirected()
  return token ? orLeave(token, how) : undefined
}

export const enterWithPassword = async (email: string, password: string): Promise<Entered> =>
  orLeave(await (await identity()).signInWithPassword(email, password), 'password')
export const enterWithCustomToken = async (token: string): Promise<Entered> =>
  orLeave(await (await identity()).signInWithCustomToken(token), 'custom')

/**
 * Creates an account at the service and one of ours, which waits for approval. If our server
 * rejects it, the account at the service is removed again.
 */
export const register = async (name: string, email: string, password: string): Promise<Entered> => {
  const service = await identity()
  const token = await service.signUp(name, email, password)
  try {
    return await enter(token, 'password')
  } catch (error) {
    await service.deleteAccount().catch(() => service.signOut().catch(() => undefined))
    throw error
  }
}

/** Re-authenticates at the service and returns a fresh token. */
export const confirmWith = async (provider: Provider): Promise<string> =>
  (await (await identity()).confirm(provider)).token

/** Deletes the person's account here and at the service, after re-authentication. */
export const leaveWith = async (how: Provider | { readonly password: string }): Promise<void> => {
  const service = await identity()
  const { token } = await service.confirm(how)
  await call('/api/auth/leave', { method: 'POST', body: { idToken: token } })
  // The account here is gone; one that cannot be removed there no longer signs anyone in.
  await service.deleteAccount().catch(() => service.signOut().catch(() => undefined))
  rememberIdentity(undefined)
}
