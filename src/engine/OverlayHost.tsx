import { Suspense, useSyncExternalStore } from 'react'
import { pending } from '#ui/pending.tsx'
import { onShownOver, shownOver } from './overlay.ts'

/** Renders the dialogs of actions and composers; mounted once. */
export const OverlayHost = () => (
  <Suspense fallback={pending}>{useSyncExternalStore(onShownOver, shownOver)}</Suspense>
)
