import { Button } from '#ui/Button.tsx'
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react'
import { useMe } from '#data/me.ts'
import { ownDevice, standing, type PushStanding } from '#data/push/device.ts'
import { useTimeZone } from '#engine/person.ts'
import { Badge } from '#ui/Badge.tsx'
import { useTranslation } from '#ui/i18n.ts'
import { ErrorState, SkeletonRows } from '#ui/states.tsx'
import { useFormat } from '#ui/useFormat.ts'
import { deviceName, isMobile } from './deviceName.ts'
import { Card, Failure } from './Card.tsx'
import { standingTexts, useDevices, usePush } from './usePush.ts'
import css from './settings.module.css'

type Controls = ReturnType<typeof usePush>
type Device = NonNullable<ReturnType<typeof useDevices>['data']>['data'][number]

/** Turns push on or off for this device, where the browser lets it. */
const PushButton = ({ state, push }: { readonly state: PushStanding; readonly push: Controls }) => {
  const { t } = useTranslation()
  if (state === 'on') {
    return (
      <Button variant="default" loading={push.busy === 'off'} onClick={() => void push.off()}>
        {t('settings.pushTurnOff')}
      </Button>
    )
  }
  if (state === 'off') {
    return (
      <Button loading={push.busy === 'on'} onClick={() => void push.on()}>
        {t('settings.pushTurnOn')}
      </Button>
    )
  }
  return null
}

const DeviceRow = ({
  device,
  here,
  push: { busy, test, remove },
}: {
  readonly device: Device
  /** True for the device of this browser. */
  readonly here: boolean
  readonly push: Controls
}) => {
  const { t } = useTranslation()
  const format = useFormat(useTimeZone())
  const Icon = isMobile(device.userAgent) ? IconDeviceMobile : IconDeviceDesktop
  return (
    <li className={`${css.row} ${css.wraps}`}>
      <Icon size={20} stroke={1.5} aria-hidden />
      <span className={css.rowText}>
        <span>
          {deviceName(device.userAgent) || t('settings.unknownDevice')}{' '}
          {here ? <Badge tone="success">{t('settings.pushThis')}</Badge> : null}
        </span>
        <span className={css.quiet}>
          {t('settings.pushSeen', {
            since: format.ago(device.createdAt),
            when: format.ago(device.lastSeenAt),
          })}
        </span>
      </span>
      <span className={css.rowButtons}>
        <Button
          variant="default"
          size="small"
          loading={busy === `test ${device.id}`}
          onClick={() => void test(device.id)}
        >
          {t('settings.pushTest')}
        </Button>
        {here ? null : (
          <Button
            variant="default"
            size="small"
            loading={busy === `remove ${device.id}`}
            onClick={() => void remove(device.id)}
          >
            {t('settings.pushRemove')}
          </Button>
        )}
      </span>
    </li>
  )
}

/**
 * Turns push on and off for this device, and lists the others. The browser asks for permission only
 * when the button is pressed.
 */
export const Push = () => {
  const { t } = useTranslation()
  const account = useMe().account.id
  const { data, error, refetch } = useDevices()
  const push = usePush(account)
  const { failure } = push
  const own = ownDevice(account)
  // Removed elsewhere or expired at the service: push is off, whatever this browser stored.
  const here = standing(account)
  const state = here === 'on' && !data?.data.some((device) => device.id === own) ? 'off' : here

  if (error && !data) {
    return (
      <Card title={t('settings.pushTitle')}>
        <ErrorState error={error} onRetry={() => void refetch()} />
      </Card>
    )
  }
  if (!data) {
    return (
      <Card title={t('settings.pushTitle')} text={t('settings.pushText')}>
        <SkeletonRows rows={2} columns={2} />
      </Card>
    )
  }
  if (!data.available) {
    return <Card title={t('settings.pushTitle')} text={t('settings.notifyPush')} />
  }
  return (
    <Card
      title={t('settings.pushTitle')}
      text={t('settings.pushText')}
      foot={<PushButton state={state} push={push} />}
    >
      <Failure>{failure}</Failure>
      {failure && (state === 'denied' || state === 'unsupported') ? null : (
        <p className={css.text}>{t(standingTexts[state])}</p>
      )}
      {data.data.length ? (
        <ul className={css.rows} aria-label={t('settings.pushDevices')}>
          {data.data.map((device) => (
            <DeviceRow key={device.id} device={device} here={device.id === own} push={push} />
          ))}
        </ul>
      ) : null}
    </Card>
  )
}
