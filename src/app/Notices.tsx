import { lazy, Suspense, useSyncExternalStore } from 'react'
import { useDiskFull } from '#data/disk.ts'
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

const DiskFull = lazy(() => import('./DiskFull.tsx').then((m) => ({ default: m.DiskFull })))

/** Notices for everyone on the page: the connection is lost, or the server's disk is full. */
export const Notices = () => {
  const { t } = useTranslation()
  const full = useDiskFull()
  const online = useSyncExternalStore(watchNetwork, () => navigator.onLine)
  return (
    <div role="status">
      {online ? null : <p className={css.notice}>{t('common.offline')}</p>}
      {full ? (
        <Suspense fallback={null}>
          <DiskFull />
        </Suspense>
      ) : null}
    </div>
  )
}
