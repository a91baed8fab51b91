/** Renders confirmations and toasts; mounted once, each loads its code when first needed. */
import { Suspense, useSyncExternalStore } from 'react'
import { onQuestion, openQuestion } from './confirm.ts'
import { lazy } from './lazyPart.tsx'
import { retryImport } from './retryImport.ts'
import { onToastHost, toastHostWanted } from './toast.ts'

const ConfirmDialog = lazy(async () => ({
  default: (await retryImport(() => import('./ConfirmDialog.tsx'))).ConfirmDialog,
}))
const Toasts = lazy(async () => ({
  default: (await retryImport(() => import('./Toasts.tsx'))).Toasts,
}))

/** Mount one near the root; tests of pages that confirm or toast mount it too. */
export const Hosts = () => {
  const question = useSyncExternalStore(onQuestion, openQuestion)
  const toasts = useSyncExternalStore(onToastHost, toastHostWanted)
  return (
    <Suspense fallback={null}>
      {question ? (
        <ConfirmDialog key={question.id} {...question.options} onDone={question.settle} />
      ) : null}
      {toasts ? <Toasts /> : null}
    </Suspense>
  )
}
