/** Renders confirmations and toasts; mounted once, each loads its code after the page's content, or when first needed. */
import { Suspense, useSyncExternalStore } from 'react'
import { onQuestion, openQuestion } from './confirm.ts'
import { lazyPart } from './lazyPart.tsx'
import { retryImport } from './retryImport.ts'
import { usePreload } from './usePreload.ts'
import { onToastHost, preloadToasts, toastHostWanted } from './toast.ts'

const ConfirmDialog = lazyPart(
  async () => (await retryImport(() => import('./ConfirmDialog.tsx'))).ConfirmDialog,
)
const Toasts = lazyPart(async () => (await retryImport(() => import('./Toasts.tsx'))).Toasts)
const preload = () => {
  ConfirmDialog.preload()
  Toasts.preload()
  preloadToasts()
}

/** Mount one near the root; tests of pages that confirm or toast mount it too. */
export const Hosts = () => {
  const question = useSyncExternalStore(onQuestion, openQuestion)
  const toasts = useSyncExternalStore(onToastHost, toastHostWanted)
  usePreload(preload)
  return (
    <Suspense fallback={null}>
      {question ? (
        <ConfirmDialog key={question.id} {...question.options} onDone={question.settle} />
      ) : null}
      {toasts ? <Toasts /> : null}
    </Suspense>
  )
}
