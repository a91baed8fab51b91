/** Asks the person to prove their identity because a call needs it. */

let ask: (() => Promise<boolean>) | undefined
let pending: Promise<boolean> | undefined

/**
 * Registers the prompt: resolves to true once a proof was given, false when the person declines.
 * Returns an unregister function.
 */
export const provideProof = (asking: () => Promise<boolean>): (() => void) => {
  ask = asking
  return () => {
    if (ask === asking) ask = undefined
  }
}

/** Asks for a proof; false if no prompt is registered. Simultaneous calls wait for the same one. */
export const proof = (): Promise<boolean> =>
  (pending ??= (ask?.() ?? Promise.resolve(false)).finally(() => (pending = undefined)))
