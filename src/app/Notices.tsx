import { useSyncExternalStore } from 'react'
import { useTranslation } from '#ui/i18n.ts'
import css from './shell.module.css'

const watchNetwork = (fn: () => void) => {
  window.addEventListener('online', fn)
  window.addEventListener('offline', fn)
  return () => {
    window.removeEventListener('online', fn)
    window.removeEventListener('offline', fn)
  }
}

/** What everybody on the page should know: that the connection is gone. */
export const Notices = () => {
  const { t } = useTranslation()
  const online = useSyncExternalStore(watchNetwork, () => navigator.onLine)
  return (
    <div role="status">{online ? null : <p className={css.notice}>{t('common.offline')}</p>}</div>
  )
}
