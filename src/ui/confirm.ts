/**
 * Confirmations before an action, available anywhere; the dialog's code loads with the first one.
 */
import type { ReactNode } from 'react'

export interface ConfirmOptions {
  /** Names the record: `Delete hotel “Miramar”?`. */
  readonly title: string
  readonly text?: string
  /**
   * Below the text, such as what the action affects. It says whether something prevents the action,
   * which is not offered then.
   */
  readonly details?: (prevent: (prevented: boolean) => void) => ReactNode
  /** The button names the action: `Delete hotel`. */
  readonly action: string
  /** Default `Cancel`. */
  readonly cancel?: string
  readonly danger?: boolean
  /** Ask for a reason. */
  readonly reason?: 'optional' | 'required'
  /** Runs on confirmation; the dialog waits for it and shows its error. */
  readonly run?: (reason: string | undefined) => Promise<unknown>
}

/** A question waiting for its answer. */
export interface Question {
  readonly id: number
  readonly options: ConfirmOptions
  readonly settle: (done: boolean) => void
}

let question: Question | undefined
let count = 0
const listeners = new Set<() => void>()
const set = (next: Question | undefined) => {
  question = next
  for (const fn of listeners) fn()
}

/**
 * Asks for confirmation; resolves to true once the action is done, false when the person cancels.
 */
export const confirm = (options: ConfirmOptions): Promise<boolean> =>
  new Promise((resolve) => {
    question?.settle(false)
    set({
      id: ++count,
      options,
      settle: (done) => {
        set(undefined)
        resolve(done)
      },
    })
  })

/** For the host: the open question, and a subscription to changes. */
export const openQuestion = (): Question | undefined => question
export const onQuestion = (fn: () => void): (() => void) => {
  listeners.add(fn)
  return () => void listeners.delete(fn)
}
