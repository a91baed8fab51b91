/**
 * How this browser last signed in, where that was by an identity service: what is to be kept up and
 * ended with the session.
 */
const KEY = 'identity'
const LEFT = 'identity-left'

/** A provider, or `password`; undefined for an ordinary password of ours. */
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
    /* no storage: nothing is kept up, and nothing to end */
  }
}

/** This tab left the page for a provider; returns with whom, once. */
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
    /* the result is then found by nobody */
  }
}
