import { Button } from '#ui/Button.tsx'
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { signOut } from '#data/signOut.ts'
import { useTimeZone } from '#engine/person.ts'
import { Badge } from '#ui/Badge.tsx'
import { confirm } from '#ui/confirm.ts'
import { useTranslation } from '#ui/i18n.ts'
import { ErrorState, SkeletonRows } from '#ui/states.tsx'
import { toast } from '#ui/toast.ts'
import { useFormat } from '#ui/useFormat.ts'
import { endOtherSessions, endSession, sessions, type SessionInfo } from './api.ts'
import { deviceName, isMobile } from './deviceName.ts'
import { Card } from './Card.tsx'
import css from './settings.module.css'

const KEY = ['sessions'] as const
/** The person's sessions, each with a button to end it. */
export const Sessions = () => {
  const { t } = useTranslation()
  const format = useFormat(useTimeZone())
  const client = useQueryClient()
  const { data, error, refetch } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => sessions(signal),
  })
  const end = async (session: SessionInfo) => {
    try {
      await endSession(session.id)
      toast.success(t('settings.sessionEnded'))
    } catch (failed) {
      toast.error(failed instanceof Error ? failed.message : t('common.somethingWrong'))
    }
    await client.invalidateQueries({ queryKey: KEY })
  }
  const everywhere = () =>
    confirm({
      title: t('settings.everywhereTitle'),
      text: t('settings.everywhereText'),
      action: t('settings.signOutEverywhere'),
      danger: true,
      run: async () => {
        await endOtherSessions()
        await signOut()
      },
    })
  const content = () => {
    if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
    if (!data) return <SkeletonRows rows={2} columns={2} />
    return (
      <ul className={css.rows} aria-label={t('settings.sessions')}>
        {data.map((session) => {
          const Icon = isMobile(session.userAgent) ? IconDeviceMobile : IconDeviceDesktop
          return (
            <li key={session.id} className={css.row}>
              <Icon size={20} stroke={1.5} aria-hidden />
              <span className={css.rowText}>
                <span>
                  {deviceName(session.userAgent) || t('settings.unknownDevice')}{' '}
                  {session.current ? (
                    <Badge tone="success">{t('settings.thisSession')}</Badge>
                  ) : null}
                </span>
                <span className={css.quiet}>
                  {[
                    session.ipAddress,
                    t('settings.lastUsed', { when: format.ago(session.lastUsedAt) }),
                    t('settings.signedIn', { when: format.instant(session.createdAt) }),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </span>
              {session.current ? null : (
                <Button variant="default" size="small" onClick={() => void end(session)}>
                  {t('settings.endSession')}
                </Button>
              )}
            </li>
          )
        })}
      </ul>
    )
  }
  return (
    <Card
      title={t('settings.sessions')}
      text={t('settings.sessionsText')}
      foot={
        <Button variant="default" onClick={() => void everywhere()}>
          {t('settings.signOutEverywhere')}
        </Button>
      }
    >
      {content()}
    </Card>
  )
}
