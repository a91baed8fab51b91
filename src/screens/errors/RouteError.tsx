import { useEffect } from 'react'
import { useTranslation } from '#ui/i18n.ts'
import { usePageTitle } from '#ui/PageHeader.tsx'
import { Button } from '#ui/Button.tsx'
import css from './errors.module.css'

/** Error page of a route: the title, the reason, and links to continue. */
export const RouteError = ({ error }: { readonly error: unknown }) => {
  const { t } = useTranslation()
  usePageTitle(t('screens.routeError'))
  useEffect(() => {
    console.error(error)
  }, [error])
  return (
    <div className={css.page} role="alert">
      <h1 className={css.title}>{t('screens.routeError')}</h1>
      <p>{t('screens.routeErrorText')}</p>
      <pre className={css.message}>{error instanceof Error ? error.message : String(error)}</pre>
      <Button variant="default" onClick={() => window.location.reload()}>
        {t('common.reload')}
      </Button>
    </div>
  )
}
