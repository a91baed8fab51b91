import { useSyncExternalStore } from 'react'
import { notifyManager, useQueryClient } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { useTranslation } from '#ui/i18n.ts'
import css from './shell.module.css'

/** Whether anything is fetched: how much changes with each request, and would render again. */
const useFetching = (): boolean => {
  const client = useQueryClient()
  return useSyncExternalStore(
    // Later: queries are also added while another component renders.
    (changed) => client.getQueryCache().subscribe(notifyManager.batchCalls(changed)),
    () => client.isFetching() > 0,
  )
}

/** A thin line while a page or its data load; only shown after a fifth of a second. */
export const TopProgress = () => {
  const { t } = useTranslation()
  const moving = useRouterState({ select: (s) => s.isLoading })
  const fetching = useFetching()
  return moving || fetching ? (
    <div className={css.progress} role="progressbar" aria-label={t('common.progress')} />
  ) : null
}
