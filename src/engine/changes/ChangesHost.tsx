import { Suspense } from 'react'
import { lazy } from '#ui/lazyPart.tsx'
import { retryImport } from '#ui/retryImport.ts'
import { pending } from '#ui/pending.tsx'
import { useFollowed } from './followed.ts'

const Changes = lazy(async () => ({
  default: (await retryImport(() => import('./Changes.tsx'))).Changes,
}))

/** Progress of bulk changes in the header, and the dialogs about them; mounted once. */
export const ChangesHost = () => {
  const { ids, opened, approval } = useFollowed()
  return ids.length || opened || approval ? (
    <Suspense fallback={pending}>
      <Changes />
    </Suspense>
  ) : null
}
