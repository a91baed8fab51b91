/**
 * Opens the dialogs of named record actions from anywhere; the dialog's code loads with the first
 * one.
 */
import type { RecordData } from '#data/types.ts'
import type { ActionModel, ResourceModel } from '#model/types.ts'

/** A requested action on a record. */
export interface Asked {
  readonly id: number
  readonly resource: ResourceModel
  readonly record: RecordData
  readonly action: ActionModel
  readonly answer: (done: boolean) => void
}

let asked: Asked | undefined
let count = 0
const listeners = new Set<() => void>()
const set = (next: Asked | undefined) => {
  asked = next
  for (const fn of listeners) fn()
}

/**
 * Opens the dialog of an action; resolves to true once it is done, false when the person cancels.
 */
export const askAction = (
  resource: ResourceModel,
  record: RecordData,
  action: ActionModel,
): Promise<boolean> =>
  new Promise((resolve) => {
    asked?.answer(false)
    set({
      id: ++count,
      resource,
      record,
      action,
      answer: (done) => {
        set(undefined)
        resolve(done)
      },
    })
  })

/** For the host: the requested action, and a subscription to changes. */
export const pendingAction = (): Asked | undefined => asked
export const onPendingAction = (fn: () => void): (() => void) => {
  listeners.add(fn)
  return () => void listeners.delete(fn)
}
