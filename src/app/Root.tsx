import { Fragment, useEffect } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { Outlet, useRouter } from '@tanstack/react-router'
import { onSessionChange } from '#data/session.ts'
import { ActionHost } from '#engine/actions/ActionHost.tsx'
import { Hosts } from '#ui/hosts.tsx'
import { useTranslation } from '#ui/i18n.ts'

/** Around every page: questions, toasts, and what follows from the session's end in any tab. */
export const Root = () => {
  const router = useRouter()
  const client = useQueryClient()
  const { i18n } = useTranslation()
  useEffect(() => onSessionChange((change) => {
    if (change !== 'signed-out') return
    client.clear()
    if (!router.state.location.pathname.startsWith('/auth/')) void router.navigate({ to: '/auth/login' })
  }), [client, router])
  // Another language draws every page anew, so that nothing remembered speaks the old one.
  return <Fragment key={i18n.language}><Outlet /><Hosts /><ActionHost /></Fragment>
}
