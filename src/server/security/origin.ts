import { AsyncLocalStorage } from 'node:async_hooks'

/** Somebody an event is about, as far as they are known. */
export interface Who {
  readonly personId?: string | null
  readonly accountId?: string | null
  readonly name?: string | null
  /** Address tried, where there need not be an account. */
  readonly email?: string | null
}

/** Where a request comes from. */
export interface Origin {
  readonly requestId: string
  readonly address: string
  /** Browser or program, as it names itself. */
  readonly client: string | undefined
  /** Caller, once known. */
  readonly caller: () => Who | undefined
  /** Writes one line. */
  readonly log: (line: string) => void
  /** Who is being signed in as, and by what; a refusal is then a failed sign-in. */
  trying: (Who & { readonly step: SignInStep }) | undefined
  /** An event of this request was written, so that its refusal needs none. */
  noted: boolean
}

export type SignInStep = 'password' | 'second factor' | 'identity'

const current = new AsyncLocalStorage<Origin>()

/** Runs what answers a request; everything it calls and awaits knows the origin. */
export const withOrigin = <T>(origin: Origin, run: () => T): T => current.run(origin, run)

/** Of the request that is being answered; undefined in jobs and commands. */
export const requestOrigin = (): Origin | undefined => current.getStore()

/** Says that the request under way is a sign-in: if it is refused, that is written as one. */
export const signingIn = (step: SignInStep, who: Who = {}): void => {
  const origin = current.getStore()
  if (origin) origin.trying = { ...who, step }
}
