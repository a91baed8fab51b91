/** From a sign-in at the identity service to a session of ours. */
import { call } from '../api.ts'
import type { Provider } from '../firebase/project.ts'
import { keepTokens } from '../session.ts'
import { identity } from './index.ts'
import type { IdentityToken } from './port.ts'
import { noteLeaving, rememberIdentity, takeLeft } from './remembered.ts'

/** A session of the account, or the challenge of its second factor. */
export type Entered = { readonly account: string } | { readonly challenge: string }
type Answer =
  | { readonly token: string; readonly expiresAt: string; readonly user: { readonly id: string } }
  | { readonly challenge: string }

const enter = async ({ token }: IdentityToken, how: string): Promise<Entered> => {
  const { body } = await call<Answer>('/api/auth/identity', {
    method: 'POST',
    body: { idToken: token },
    anonymous: true,
  })
  rememberIdentity(how)
  if ('challenge' in body) return { challenge: body.challenge }
  keepTokens({ token: body.token, expiresAt: body.expiresAt })
  return { account: body.user.id }
}

/** Whoever our server does not take is not left signed in at the service. */
const orLeave = async (token: IdentityToken, how: string): Promise<Entered> => {
  try {
    return await enter(token, how)
  } catch (error) {
    await (await identity()).signOut().catch(() => undefined)
    throw error
  }
}

/** Signs in with a provider. Throws `IdentityError`, or `ApiProblem` where our server refuses. */
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

/** Finishes a sign-in for which this tab left the page; undefined where it did not. */
export const enterAfterLeaving = async (how: string): Promise<Entered | undefined> => {
  const token = await (await identity()).redirected()
  return token ? orLeave(token, how) : undefined
}

export const enterWithPassword = async (email: string, password: string): Promise<Entered> =>
  orLeave(await (await identity()).signInWithPassword(email, password), 'password')
export const enterWithCustomToken = async (token: string): Promise<Entered> =>
  orLeave(await (await identity()).signInWithCustomToken(token), 'custom')

/**
 * Makes an account at the service, and with it one of ours, which waits for approval. What our
 * server refuses is taken back there.
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

/** Signs in at the service once more, and returns the token that says so. */
export const confirmWith = async (provider: Provider): Promise<string> =>
  (await (await identity()).confirm(provider)).token

/** Ends the own account here and at the service, after proving who is there. */
export const leaveWith = async (how: Provider | { readonly password: string }): Promise<void> => {
  const service = await identity()
  const { token } = await service.confirm(how)
  await call('/api/auth/leave', { method: 'POST', body: { idToken: token } })
  // Here it has ended; what cannot be removed there signs nobody in any more.
  await service.deleteAccount().catch(() => service.signOut().catch(() => undefined))
  rememberIdentity(undefined)
}
