import { Suspense, useSyncExternalStore } from 'react'
import { useDiskFull } from '#data/disk.ts'
import { useMe } from '#data/me.ts'
import { WAITING } from '#data/waitingName.ts'
import { useTranslation } from '#ui/i18n.ts'
import { lazy } from '#ui/lazyPart.tsx'
import { retryImport } from '#ui/retryImport.ts'
import css from './shell.module.css'

const CHANGES = ['online', 'offline', 'storage', WAITING]
const watch = (fn: () => void) => {
  for (const name of CHANGES) window.addEventListener(name, fn)
  return () => {
    for (const name of CHANGES) window.removeEventListener(name, fn)
  }
}

const DiskFull = lazy(() => import('./DiskFull.tsx').then((m) => ({ default: m.DiskFull })))
const WaitingSaves = lazy(() =>
  retryImport(() => import('./WaitingSaves.tsx')).then((m) => ({ default: m.WaitingSaves })),
)

/** Notices on every page: the connection is lost, saves wait for it, the server's disk is full. */
export const Notices = () => {
  const { t } = useTranslation()
  const full = useDiskFull()
  const online = useSyncExternalStore(watch, () => navigator.onLine)
  const account = useMe().account.id
  const waits = useSyncExternalStore(watch, () =>
    Object.keys(localStorage).some((key) => key.startsWith(`${WAITING}${account}`)),
  )
  return (
    <div role="status">
      {online ? null : <p className={css.notice}>{t('common.offline')}</p>}
      {waits ? (
        <Suspense fallback={null}>
          <WaitingSaves account={account} />
        </Suspense>
      ) : null}
      {full ? (
        <Suspense fallback={null}>
          <DiskFull />
        </Suspense>
      ) : null}
    </div>
  )
}
