/** Opens the dialog that sets a reminder; its code loads with the first one. */
import { createElement } from 'react'
import type { RecordData } from '#data/types.ts'
import type { ResourceModel } from '#model/types.ts'
import { lazy } from '#ui/lazyPart.tsx'
import { retryImport } from '#ui/retryImport.ts'
import { showOver } from '../overlay.ts'

const RemindDialog = lazy(async () => ({
  default: (await retryImport(() => import('./RemindDialog.tsx'))).RemindDialog,
}))

/** Asks when to remind the person of a record. */
export const remindMe = (resource: ResourceModel, record: RecordData): void =>
  showOver(createElement(RemindDialog, { resource, record, onClose: () => showOver(null) }))
