import { AsyncLocalStorage } from 'node:async_hooks'

/** The person of an event, as far as known. */
export interface Who {
  readonly personId?: string | null
  readonly accountId?: string | null
  readonly name?: string | null
  /** Attempted address, which may have no account. */
  readonly email?: string | null
}

/** Origin of a request. */
export interface Origin {
  readonly requestId: string
  readonly address: string
  /** User agent of the browser or program. */
  readonly client: string | undefined
  /** Caller, once known. */
  readonly caller: () => Who | undefined
  /** Writes one line to the server's log. */
  readonly log: (line: string) => void
  /** The attempted sign-in: account and step; a refusal is then recorded as a failed sign-in. */
  trying: (Who & { readonly step: SignInStep }) | undefined
  /** True if an event of this request was written, so that its refusal needs none. */
  noted: boolean
}

export type SignInStep = 'password' | 'second factor' | 'identity'

const current = new AsyncLocalStorage<Origin>()

/** Runs a request handler; everything it calls and awaits can read the origin. */
export const withOrigin = <T>(origin: Origin, run: () => T): T => current.run(origin, run)

/** Returns the origin of the current request; undefined in jobs and commands. */
export const requestOrigin = (): Origin | undefined => current.getStore()

/** Marks the current request as a sign-in: if it is refused, it is recorded as a failed one. */
export const signingIn = (step: SignInStep, who: Who = {}): void => {
  const origin = current.getStore()
  if (origin) origin.trying = { ...who, step }
}
