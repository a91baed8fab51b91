/**
 * Opens the dialogs of named record actions from anywhere; the dialog's code loads with the first
 * one.
 */
import { createElement } from 'react'
import type { RecordData } from '#data/types.ts'
import type { ActionModel, ResourceModel } from '#model/types.ts'
import { lazy } from '#ui/lazyPart.tsx'
import { retryImport } from '#ui/retryImport.ts'
import { withInputs } from './inputs.ts'
import { showOver } from '../overlay.ts'

/** A requested action on a record. */
export interface RequestedAction {
  readonly resource: ResourceModel
  readonly record: RecordData
  readonly action: ActionModel
  /** True if the person did not ask for it: it is offered after another change. */
  readonly follows?: boolean
  readonly settle: (done: boolean) => void
}

const ActionDialog = lazy(async () => ({
  default: (await retryImport(() => import('./ActionDialog.tsx'))).ActionDialog,
}))

let last: ((done: boolean) => void) | undefined
let count = 0

/**
 * Opens the dialog of an action; resolves to true once it is done, false when the person cancels.
 */
export const askAction = (
  resource: ResourceModel,
  record: RecordData,
  action: ActionModel,
  follows = false,
): Promise<boolean> =>
  new Promise((resolve) => {
    last?.(false)
    const settle = (done: boolean) => {
      last = undefined
      showOver(null)
      resolve(done)
    }
    last = settle
    showOver(
      createElement(ActionDialog, {
        key: ++count,
        resource,
        record,
        action: withInputs(resource, action),
        follows,
        settle,
      }),
    )
  })
