import { useEffect } from 'react'
import { DirectionContext } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Outlet, useRouter } from '@tanstack/react-router'
import { hasLeft, onSessionChange } from '#data/session.ts'
import { OverlayHost } from '#engine/OverlayHost.tsx'
import { showOver } from '#engine/overlay.ts'
import { openQuestion } from '#ui/confirm.ts'
import { Hosts } from '#ui/hosts.tsx'
import { useTranslation } from '#ui/i18n.ts'
import { clearToasts } from '#ui/toast.ts'

/**
 * The language alone decides the direction; Mantine's own provider also watches the document, which
 * adds bytes to the first load.
 */
const stays = () => {}

/** Wraps every page: confirmations, toasts, and handling of the session's end in any tab. */
export const Root = () => {
  const router = useRouter()
  const client = useQueryClient()
  const { i18n } = useTranslation()
  useEffect(
    () =>
      onSessionChange((change) => {
        if (change !== 'signed-out') return
        client.clear()
        showOver(null)
        openQuestion()?.settle(false)
        clearToasts()
        const { pathname, href } = router.state.location
        if (!pathname.startsWith('/auth/')) {
          // What was typed is in the person's drafts: asking would leave an empty page.
          void router.navigate({
            to: '/auth/login',
            search: hasLeft() ? {} : { next: href },
            ignoreBlocker: true,
          })
        }
      }),
    [client, router],
  )
  // Another language remounts every page, so that no memoised text or direction is stale.
  return (
    <DirectionContext
      key={i18n.language}
      value={{
        dir: document.documentElement.dir === 'rtl' ? 'rtl' : 'ltr',
        setDirection: stays,
        toggleDirection: stays,
      }}
    >
      <Outlet />
      <Hosts />
      <OverlayHost />
    </DirectionContext>
  )
}
