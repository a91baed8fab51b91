import { Button } from '#ui/Button.tsx'
import { channels, noticeDefaults, noticeTypes, readNoticeChoices } from '#model/notices.ts'
import { useTranslation } from '#ui/i18n.ts'
import { usePreference } from '#engine/preference.ts'
import { Card } from './Card.tsx'
import { Push } from './Push.tsx'
import { useDevices } from './usePush.ts'
import { QuietHours } from './QuietHours.tsx'
import css from './settings.module.css'

/** Notification preferences by kind and channel. */
export const Notifications = () => {
  const { t } = useTranslation()
  const [choices, change] = usePreference('notifications', readNoticeChoices)
  const { data } = useDevices()
  const isDefault = JSON.stringify(choices) === JSON.stringify(noticeDefaults)
  return (
    <>
      <Card
        title={t('settings.notifications')}
        text={t('settings.notifyText')}
        foot={
          <Button
            variant="default"
            disabled={isDefault}
            onClick={() => change(() => noticeDefaults)}
          >
            {t('settings.notifyDefaults')}
          </Button>
        }
      >
        <div className={css.matrixBox}>
          <table className={css.matrix} aria-label={t('settings.notifications')}>
            <thead>
              <tr>
                <th scope="col">{t('settings.notifyWhat')}</th>
                {channels.map((channel) => (
                  <th key={channel} scope="col">
                    {t(`settings.notifyChannels.${channel}`)}
                    {channel === 'push' && data?.available === false ? (
                      <span className={css.aside}>{t('settings.notifyNotSetUp')}</span>
                    ) : null}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {noticeTypes.map((type) => (
                <tr key={type}>
                  <th scope="row">
                    {t(`settings.notifyTypes.${type}`)}
                    <span>{t(`settings.notifyHints.${type}`)}</span>
                  </th>
                  {channels.map((channel) => (
                    <td key={channel}>
                      <label className={css.matrixCell}>
                        <input
                          type="checkbox"
                          checked={choices[type][channel]}
                          aria-label={t('settings.notifyCell', {
                            type: t(`settings.notifyTypes.${type}`),
                            channel: t(`settings.notifyChannels.${channel}`),
                          })}
                          onChange={(e) => {
                            const on = e.currentTarget.checked
                            change((old) => ({ ...old, [type]: { ...old[type], [channel]: on } }))
                          }}
                        />
                      </label>
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </Card>
      <QuietHours />
      <Push />
    </>
  )
}
