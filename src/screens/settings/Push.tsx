import { useState } from 'react'
import { Button } from '@mantine/core'
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMe } from '#data/me.ts'
import { isProblem } from '#data/problem.ts'
import { listDevices, removeDevice, testDevice } from '#data/push/api.ts'
import {
  ownDevice,
  PushError,
  standing,
  turnOff,
  turnOn,
  type PushStanding,
} from '#data/push/device.ts'
import { useTimeZone } from '#engine/person.ts'
import { Badge } from '#ui/Badge.tsx'
import { useTranslation } from '#ui/i18n.ts'
import { ErrorState, SkeletonRows } from '#ui/states.tsx'
import { toast } from '#ui/toast.ts'
import { useFormat } from '#ui/useFormat.ts'
import { deviceName, isMobile } from './deviceName.ts'
import { Card, Failure } from './Card.tsx'
import css from './settings.module.css'

const KEY = ['devices'] as const
const sentences = {
  unsupported: 'settings.pushUnsupported',
  denied: 'settings.pushDenied',
  off: 'settings.pushOff',
  on: 'settings.pushOn',
} as const satisfies Record<PushStanding, string>

/** The person's devices, and whether there is a push service. */
export const useDevices = () =>
  useQuery({ queryKey: KEY, queryFn: ({ signal }) => listDevices(signal) })

/**
 * Turns push on and off for this device, and lists the others. The browser asks for permission only
 * when the button is pressed.
 */
export const Push = () => {
  const { t } = useTranslation()
  const account = useMe().account.id
  const format = useFormat(useTimeZone())
  const client = useQueryClient()
  const { data, error, refetch } = useDevices()
  const [busy, setBusy] = useState('')
  const [failure, setFailure] = useState<string>()
  const own = ownDevice(account)
  // Removed elsewhere or expired at the service: push is off, whatever this browser stored.
  const here = standing(account)
  const state = here === 'on' && !data?.data.some((device) => device.id === own) ? 'off' : here

  const run = async (what: string, task: () => Promise<void>) => {
    setBusy(what)
    setFailure(undefined)
    try {
      await task()
    } catch (failed) {
      const failureText = () => {
        if (failed instanceof PushError) return t(`settings.pushFailures.${failed.failure}`)
        if (isProblem(failed)) return failed.detail
        return t('common.somethingWrong')
      }
      setFailure(failureText())
    }
    await client.invalidateQueries({ queryKey: KEY })
    setBusy('')
  }
  const on = () =>
    run('on', async () => {
      const now = await turnOn(account)
      if (now === 'on') toast.success(t('settings.pushTurnedOn'))
      else setFailure(t(now === 'off' ? 'settings.pushDismissed' : sentences[now]))
    })
  const off = () =>
    run('off', async () => {
      await turnOff()
      toast.success(t('settings.pushTurnedOff'))
    })
  const test = (id: string) =>
    run(`test ${id}`, async () => {
      toast.info(t((await testDevice(id)) === 'sent' ? 'settings.pushTested' : 'settings.pushGone'))
    })
  const remove = (id: string) =>
    run(`remove ${id}`, async () => {
      await removeDevice(id)
      toast.success(t('settings.pushRemoved'))
    })

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
  const buttonOf = () => {
    if (state === 'on') {
      return (
        <Button variant="default" loading={busy === 'off'} onClick={() => void off()}>
          {t('settings.pushTurnOff')}
        </Button>
      )
    }
    if (state === 'off') {
      return (
        <Button loading={busy === 'on'} onClick={() => void on()}>
          {t('settings.pushTurnOn')}
        </Button>
      )
    }
    return null
  }
  const button = buttonOf()
  return (
    <Card title={t('settings.pushTitle')} text={t('settings.pushText')} foot={button}>
      <Failure>{failure}</Failure>
      {failure && (state === 'denied' || state === 'unsupported') ? null : (
        <p className={css.text}>{t(sentences[state])}</p>
      )}
      {data.data.length ? (
        <ul className={css.rows} aria-label={t('settings.pushDevices')}>
          {data.data.map((device) => {
            const Icon = isMobile(device.userAgent) ? IconDeviceMobile : IconDeviceDesktop
            return (
              <li key={device.id} className={`${css.row} ${css.wraps}`}>
                <Icon size={20} stroke={1.5} aria-hidden />
                <span className={css.rowText}>
                  <span>
                    {deviceName(device.userAgent) || t('settings.unknownDevice')}{' '}
                    {device.id === own ? (
                      <Badge tone="success">{t('settings.pushThis')}</Badge>
                    ) : null}
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
                    size="xs"
                    loading={busy === `test ${device.id}`}
                    onClick={() => void test(device.id)}
                  >
                    {t('settings.pushTest')}
                  </Button>
                  {device.id === own ? null : (
                    <Button
                      variant="default"
                      size="xs"
                      loading={busy === `remove ${device.id}`}
                      onClick={() => void remove(device.id)}
                    >
                      {t('settings.pushRemove')}
                    </Button>
                  )}
                </span>
              </li>
            )
          })}
        </ul>
      ) : null}
    </Card>
  )
}
