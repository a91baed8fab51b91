import { useCallback, useEffect, useState } from 'react'
import { useRouter } from '@tanstack/react-router'

const KEY = 'navigation'

/**
 * State of the navigation: collapsed to icons (stored on this device), or open as a drawer on a
 * phone.
 */
export interface NavigationState {
  readonly folded: boolean
  readonly drawer: boolean
  readonly open: () => void
  readonly close: () => void
  readonly toggleFold: () => void
}

export const useNavigation = (): NavigationState => {
  const [folded, setFolded] = useState(() => localStorage.getItem(KEY) === 'folded')
  const [drawer, setDrawer] = useState(false)
  const router = useRouter()
  useEffect(
    () =>
      router.subscribe('onBeforeLoad', ({ pathChanged }) => {
        if (pathChanged) setDrawer(false)
      }),
    [router],
  )
  useEffect(() => localStorage.setItem(KEY, folded ? 'folded' : 'open'), [folded])
  const open = useCallback(() => setDrawer(true), [])
  const close = useCallback(() => setDrawer(false), [])
  const toggleFold = useCallback(() => setFolded((was) => !was), [])
  return { folded, drawer, open, close, toggleFold }
}
