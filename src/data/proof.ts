/** Whether the person is asked to prove who they are, because a call needs it. */
import { useSyncExternalStore } from 'react'

let asked:
  | { readonly proven: Promise<boolean>; readonly end: (proven: boolean) => void }
  | undefined
const listeners = new Set<() => void>()
const tell = (): void => {
  for (const fn of listeners) fn()
}

/** Asks for a proof; resolves true once it was given, false when the person gives none. Calls that ask at once wait for the same one. */
export const proof = (): Promise<boolean> => {
  if (!asked) {
    let end = (_proven: boolean): void => {}
    const proven = new Promise<boolean>((resolve) => {
      end = resolve
    })
    asked = { proven, end }
    tell()
  }
  return asked.proven
}

/** The person gave the proof, or turned away; whoever waits for it goes on. */
export const endProof = (proven: boolean): void => {
  const was = asked
  asked = undefined
  was?.end(proven)
  tell()
}

const subscribe = (fn: () => void): (() => void) => {
  listeners.add(fn)
  return () => void listeners.delete(fn)
}

/** True while a proof is asked for. */
export const useProofAsked = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => asked !== undefined,
    () => false,
  )
