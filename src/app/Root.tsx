import { useEffect } from 'react'
import { DirectionContext } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Outlet, useRouter } from '@tanstack/react-router'
import { onSessionChange } from '#data/session.ts'
import { ActionHost } from '#engine/actions/ActionHost.tsx'
import { Hosts } from '#ui/hosts.tsx'
import { useTranslation } from '#ui/i18n.ts'

/**
 * The language alone decides the direction; Mantine's own provider also watches the document, which
 * is bytes of the first load.
 */
const stays = () => {}

/** Around every page: questions, toasts, and what follows from the session's end in any tab. */
export const Root = () => {
  const router = useRouter()
  const client = useQueryClient()
  const { i18n } = useTranslation()
  useEffect(
    () =>
      onSessionChange((change) => {
        if (change !== 'signed-out') return
        client.clear()
        if (!router.state.location.pathname.startsWith('/auth/')) {
          void router.navigate({ to: '/auth/login' })
        }
      }),
    [client, router],
  )
  // Another language draws every page anew, so that nothing remembered speaks the old one or opens
  // to its side.
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
      <ActionHost />
    </DirectionContext>
  )
}
