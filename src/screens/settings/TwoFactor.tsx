import { Suspense, useState, type FormEvent } from 'react'
import { TextInput } from '#ui/TextInput.tsx'
import { Button } from '#ui/Button.tsx'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { proofMethods } from '#data/accounts.ts'
import { useMe } from '#data/me.ts'
import { keys } from '#data/queries.ts'
import { Badge } from '#ui/Badge.tsx'
import { useTranslation } from '#ui/i18n.ts'
import { lazy } from '#ui/lazyPart.tsx'
import { toast } from '#ui/toast.ts'
import { confirmTwoFactor, disableTwoFactor, enableTwoFactor, type Enrolment } from './api.ts'
import { BackupCodes } from './BackupCodes.tsx'
import { Card, Failure, Password, useSubmission } from './Card.tsx'
import css from './settings.module.css'

const Qr = lazy(() => import('./Qr.tsx').then((m) => ({ default: m.Qr })))

const secretOf = (uri: string): string =>
  (new URL(uri).searchParams.get('secret') ?? '').replace(/(.{4})/g, '$1 ').trim()

/** False for an account that signs in without a password. */
const useHasPassword = (): boolean => {
  const { data: methods } = useQuery({
    queryKey: ['proofMethods'],
    queryFn: ({ signal }) => proofMethods(signal),
  })
  return methods?.includes('password') ?? true
}

/** The steps of the second factor: enrol, keep the backup codes, disable. */
const useTwoFactor = (onCodes: (areShown: boolean) => void) => {
  const { t } = useTranslation()
  const client = useQueryClient()
  const submission = useSubmission()
  const [password, setPassword] = useState('')
  const [enrolment, setEnrolment] = useState<Enrolment>()
  const [code, setCode] = useState('')
  const [codes, setCodes] = useState<readonly string[]>()
  const begin = (e: FormEvent) => {
    e.preventDefault()
    void submission.run(async () => {
      setEnrolment(await enableTwoFactor(password))
      setPassword('')
    })
  }
  const confirm = (e: FormEvent) => {
    e.preventDefault()
    void submission.run(async () => {
      await confirmTwoFactor(code.replace(/\s/g, ''))
      setCodes(enrolment?.backupCodes ?? [])
      onCodes(true)
      setEnrolment(undefined)
      setCode('')
      await client.invalidateQueries({ queryKey: keys.me })
    })
  }
  const disable = (e: FormEvent) => {
    e.preventDefault()
    void submission.run(async () => {
      await disableTwoFactor(password, code.replace(/\s/g, ''))
      setPassword('')
      setCode('')
      await client.invalidateQueries({ queryKey: keys.me })
      toast.success(t('settings.twoFactorIsOff'))
    })
  }
  return {
    submission,
    password,
    setPassword,
    code,
    setCode,
    enrolment,
    cancel: () => setEnrolment(undefined),
    codes,
    codesKept: () => {
      setCodes(undefined)
      onCodes(false)
    },
    begin,
    confirm,
    disable,
  }
}
type Steps = ReturnType<typeof useTwoFactor>

/** Scans the secret into the app, and confirms it by a code. */
const Enrol = ({
  enrolment,
  steps: { submission, code, setCode, confirm, cancel },
}: {
  readonly enrolment: Enrolment
  readonly steps: Steps
}) => {
  const { t } = useTranslation()
  return (
    <Card
      title={t('settings.twoFactor')}
      text={t('settings.scan')}
      onSubmit={confirm}
      foot={
        <>
          <Button variant="default" onClick={cancel}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" loading={submission.busy}>
            {t('settings.turnOn')}
          </Button>
        </>
      }
    >
      <Failure>{submission.error}</Failure>
      <div className={css.enrol}>
        <Suspense fallback={<span className={css.qr} />}>
          <span className={css.qr}>
            <Qr text={enrolment.totpUri} label={t('settings.qr')} />
          </span>
        </Suspense>
        <div className={css.stack}>
          <p className={css.text}>
            {t('settings.bySecret')}
            <br />
            <code className={css.secret}>{secretOf(enrolment.totpUri)}</code>
          </p>
          <TextInput
            label={t('settings.code')}
            value={code}
            error={submission.fields.code}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={10}
            onChange={(e) => setCode(e.currentTarget.value)}
          />
        </div>
      </div>
    </Card>
  )
}

/**
 * Second factor by an authenticator app: enrol, save backup codes, disable. `onCodes` learns that
 * the codes, which are shown only once, are on the screen, and that the person has kept them.
 */
export const TwoFactor = ({
  onCodes = () => {},
}: {
  readonly onCodes?: (areShown: boolean) => void
}) => {
  const { t } = useTranslation()
  const on = useMe().account.twoFactor
  const hasPassword = useHasPassword()
  const steps = useTwoFactor(onCodes)
  const { submission, password, setPassword, code, setCode, enrolment, codes } = steps
  const title = (
    <>
      {t('settings.twoFactorText')}{' '}
      <Badge tone={on ? 'success' : 'neutral'}>{t(on ? 'settings.on' : 'settings.off')}</Badge>
    </>
  )
  if (codes) {
    return (
      <Card title={t('settings.twoFactor')} text={title}>
        <BackupCodes codes={codes} onDone={steps.codesKept} />
      </Card>
    )
  }
  if (enrolment) return <Enrol enrolment={enrolment} steps={steps} />
  return (
    <Card
      title={t('settings.twoFactor')}
      text={title}
      onSubmit={on ? steps.disable : steps.begin}
      foot={
        <Button type="submit" variant={on ? 'default' : 'filled'} loading={submission.busy}>
          {t(on ? 'settings.turnOff' : 'settings.setUp')}
        </Button>
      }
    >
      <Failure>{submission.error}</Failure>
      <div className={css.grid}>
        {hasPassword ? (
          <Password
            label={t('settings.yourPassword')}
            value={password}
            onChange={setPassword}
            error={submission.fields.password ?? submission.fields.currentPassword}
            description={t('settings.proof')}
          />
        ) : null}
        {on ? (
          <TextInput
            label={t('settings.codeOrBackup')}
            value={code}
            error={submission.fields.code ?? submission.fields.backupCode}
            autoComplete="one-time-code"
            maxLength={40}
            onChange={(e) => setCode(e.currentTarget.value)}
          />
        ) : null}
      </div>
    </Card>
  )
}
