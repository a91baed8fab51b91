/**
 * How this browser last signed in at an identity service: that sign-in is kept alive and ended with
 * the session.
 */
const KEY = 'identity'
const LEFT = 'identity-left'

/** A provider, or `password`; undefined for a password account of ours. */
export const rememberedIdentity = (): string | undefined => {
  try {
    return localStorage.getItem(KEY) ?? undefined
  } catch {
    return undefined
  }
}
export const rememberIdentity = (how: string | undefined): void => {
  try {
    if (how) localStorage.setItem(KEY, how)
    else localStorage.removeItem(KEY)
  } catch {
    /* no storage: nothing to keep alive, nothing to end */
  }
}

/** Returns the provider this tab was redirected to, once. */
export const takeLeft = (): string | undefined => {
  try {
    const left = sessionStorage.getItem(LEFT) ?? undefined
    sessionStorage.removeItem(LEFT)
    return left
  } catch {
    return undefined
  }
}
export const noteLeaving = (how: string): void => {
  try {
    sessionStorage.setItem(LEFT, how)
  } catch {
    /* the result of the redirect is then lost */
  }
}
