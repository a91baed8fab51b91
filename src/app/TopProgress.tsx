import { useIsFetching } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { useTranslation } from '#ui/i18n.ts'
import css from './shell.module.css'

/** A thin line while a page or its data load; only shown after a fifth of a second. */
export const TopProgress = () => {
  const { t } = useTranslation()
  const moving = useRouterState({ select: (s) => s.isLoading })
  const fetching = useIsFetching()
  return moving || fetching > 0 ? (
    <div className={css.progress} role="progressbar" aria-label={t('common.progress')} />
  ) : null
}
