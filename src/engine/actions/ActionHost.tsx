import { lazy, Suspense, useSyncExternalStore } from 'react'
import { retryImport } from '#ui/retryImport.ts'
import { pending } from '#ui/pending.tsx'
import { pendingAction, onPendingAction } from './ask.ts'

const ActionDialog = lazy(async () => ({
  default: (await retryImport(() => import('./ActionDialog.tsx'))).ActionDialog,
}))

/** Renders the dialogs of actions; mounted once. */
export const ActionHost = () => {
  const asked = useSyncExternalStore(onPendingAction, pendingAction)
  return asked ? (
    <Suspense fallback={pending}>
      <ActionDialog key={asked.id} {...asked} />
    </Suspense>
  ) : null
}
