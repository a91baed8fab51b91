/** Renders confirmations and toasts; mounted once, each loads its code after the page's content, or when first needed. */
import { Suspense, useEffect, useSyncExternalStore } from 'react'
import { onQuestion, openQuestion } from './confirm.ts'
import { lazyPart } from './lazyPart.tsx'
import { retryImport } from './retryImport.ts'
import { onToastHost, preloadToasts, toastHostWanted } from './toast.ts'

const ConfirmDialog = lazyPart(
  async () => (await retryImport(() => import('./ConfirmDialog.tsx'))).ConfirmDialog,
)
const Toasts = lazyPart(async () => (await retryImport(() => import('./Toasts.tsx'))).Toasts)
/** After the page's content. Both have to be there when the connection is lost. */
const preloadAfterMs = 5000
const preload = () => {
  ConfirmDialog.preload()
  Toasts.preload()
  preloadToasts()
}

/** Mount one near the root; tests of pages that confirm or toast mount it too. */
export const Hosts = () => {
  const question = useSyncExternalStore(onQuestion, openQuestion)
  const toasts = useSyncExternalStore(onToastHost, toastHostWanted)
  useEffect(() => {
    const ahead = setTimeout(preload, preloadAfterMs)
    return () => clearTimeout(ahead)
  }, [])
  return (
    <Suspense fallback={null}>
      {question ? (
        <ConfirmDialog key={question.id} {...question.options} onDone={question.settle} />
      ) : null}
      {toasts ? <Toasts /> : null}
    </Suspense>
  )
}
