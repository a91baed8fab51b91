import { useEffect } from 'react'
import { get } from '#data/api.ts'
import { useTranslation } from '#ui/i18n.ts'
import css from './shell.module.css'

const ASK_MS = 15_000

/** Says that nothing can be saved, and polls, so that it disappears once there is room again. */
export const DiskFull = () => {
  const { t } = useTranslation()
  useEffect(() => {
    const timer = setInterval(
      () => void get('/api/health', { anonymous: true }).catch(() => undefined),
      ASK_MS,
    )
    return () => clearInterval(timer)
  }, [])
  return <p className={css.notice}>{t('pages.diskFull')}</p>
}
