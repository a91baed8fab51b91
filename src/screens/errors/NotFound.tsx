import { Button, buttonClass } from '#ui/Button.tsx'
import { IconMapOff } from '@tabler/icons-react'
import { Link, useRouter } from '@tanstack/react-router'
import { useSession } from '#data/session.ts'
import { useTranslation } from '#ui/i18n.ts'
import { usePageTitle } from '#ui/PageHeader.tsx'
import css from '../shared/plain.module.css'

/** `/auth/404`: shown for every unknown address, with links back. */
export const NotFound = () => {
  const { t } = useTranslation()
  const session = useSession()
  const { history } = useRouter()
  usePageTitle(t('screens.notFound'))
  return (
    <div className={session ? `${css.centre} ${css.within}` : css.centre}>
      <span className={css.icon} aria-hidden>
        <IconMapOff size={28} stroke={1.5} />
      </span>
      <h1 className={css.title}>{t('screens.notFound')}</h1>
      <p className={css.lead}>{t('screens.notFoundText')}</p>
      <div className={css.actions}>
        {history.canGoBack() ? (
          <Button variant="default" onClick={() => history.back()}>
            {t('common.back')}
          </Button>
        ) : null}
        {session ? (
          <Link to="/dashboard" className={buttonClass()}>
            {t('common.toDashboard')}
          </Link>
        ) : (
          <Link to="/auth/login" className={buttonClass()}>
            {t('screens.signIn')}
          </Link>
        )}
      </div>
    </div>
  )
}
