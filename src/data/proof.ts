/** Asks the person who they are, because a call needs it. */

let ask: (() => Promise<boolean>) | undefined
let pending: Promise<boolean> | undefined

/**
 * Says who asks: resolves true once a proof was given, false when the person gives none. The result
 * stops it.
 */
export const provideProof = (asking: () => Promise<boolean>): (() => void) => {
  ask = asking
  return () => {
    if (ask === asking) ask = undefined
  }
}

/**
 * Asks for a proof; false where nobody can be asked. Calls that ask at once wait for the same one.
 */
export const proof = (): Promise<boolean> =>
  (pending ??= (ask?.() ?? Promise.resolve(false)).finally(() => (pending = undefined)))
