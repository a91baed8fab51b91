/**
 * Questions before an action, asked from anywhere; the dialog's code arrives with the first one.
 */

export interface ConfirmOptions {
  /** Names the record: `Delete hotel “Miramar”?`. */
  readonly title: string
  readonly text?: string
  /** The button names the action: `Delete hotel`. */
  readonly action: string
  /** Default `Cancel`. */
  readonly cancel?: string
  readonly danger?: boolean
  /** Ask for a reason. */
  readonly reason?: 'optional' | 'required'
  /** What happens on yes; the dialog waits for it and shows its error. */
  readonly run?: (reason: string | undefined) => Promise<unknown>
}

/** A question that waits for its answer. */
export interface Question {
  readonly id: number
  readonly options: ConfirmOptions
  readonly answer: (done: boolean) => void
}

let question: Question | undefined
let count = 0
const listeners = new Set<() => void>()
const set = (next: Question | undefined) => {
  question = next
  for (const fn of listeners) fn()
}

/** Asks; resolves true once the action is done, false when the person thought better of it. */
export const confirm = (options: ConfirmOptions): Promise<boolean> =>
  new Promise((resolve) => {
    question?.answer(false)
    set({
      id: ++count,
      options,
      answer: (done) => {
        set(undefined)
        resolve(done)
      },
    })
  })

/** For the host: the open question, and when it changes. */
export const openQuestion = (): Question | undefined => question
export const onQuestion = (fn: () => void): (() => void) => {
  listeners.add(fn)
  return () => void listeners.delete(fn)
}
