import { useState } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { isProblem } from '#data/problem.ts'
import { listDevices, removeDevice, testDevice } from '#data/push/api.ts'
import { PushError, turnOff, turnOn, type PushStanding } from '#data/push/device.ts'
import { useTranslation } from '#ui/i18n.ts'
import { toast } from '#ui/toast.ts'

const KEY = ['devices'] as const

/** What is said about push on this device. */
export const standingTexts = {
  unsupported: 'settings.pushUnsupported',
  denied: 'settings.pushDenied',
  off: 'settings.pushOff',
  on: 'settings.pushOn',
} as const satisfies Record<PushStanding, string>

/** The person's devices, and whether there is a push service. */
export const useDevices = () =>
  useQuery({ queryKey: KEY, queryFn: ({ signal }) => listDevices(signal) })

/** Runs one task at a time: `busy` names it, `failure` is the text of the last one that failed. */
const useTask = () => {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [busy, setBusy] = useState('')
  const [failure, setFailure] = useState<string>()
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
  return { busy, failure, setFailure, run }
}

/** What can be done with push for an account, and which of it is under way. */
export const usePush = (account: string) => {
  const { t } = useTranslation()
  const { busy, failure, setFailure, run } = useTask()
  const on = () =>
    run('on', async () => {
      const now = await turnOn(account)
      if (now === 'on') toast.success(t('settings.pushTurnedOn'))
      else setFailure(t(now === 'off' ? 'settings.pushDismissed' : standingTexts[now]))
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
  return { busy, failure, on, off, test, remove }
}
