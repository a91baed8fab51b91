import { lazy, Suspense, useState, type FormEvent } from 'react'
import { Button, TextInput } from '@mantine/core'
import { IconCopy, IconDownload } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { proofMethods } from '#data/accounts.ts'
import { useMe } from '#data/me.ts'
import { keys } from '#data/queries.ts'
import { Badge } from '#ui/Badge.tsx'
import { useTranslation } from '#ui/i18n.ts'
import { toast } from '#ui/toast.ts'
import { confirmTwoFactor, disableTwoFactor, enableTwoFactor, type Enrolment } from './api.ts'
import { Card, Failure, Password, useSubmission } from './Card.tsx'
import css from './settings.module.css'

const Qr = lazy(() => import('./Qr.tsx').then((m) => ({ default: m.Qr })))

const secretOf = (uri: string): string =>
  (new URL(uri).searchParams.get('secret') ?? '').replace(/(.{4})/g, '$1 ').trim()

/** Backup codes; shown once. */
const BackupCodes = ({
  codes,
  onDone,
}: {
  readonly codes: readonly string[]
  readonly onDone: () => void
}) => {
  const { t } = useTranslation()
  const text = codes.join('\n')
  const download = () => {
    const url = URL.createObjectURL(new Blob([`${text}\n`], { type: 'text/plain' }))
    const link = Object.assign(document.createElement('a'), {
      href: url,
      download: 'backup-codes.txt',
    })
    link.click()
    URL.revokeObjectURL(url)
  }
  return (
    <>
      <p className={css.text}>
        <strong>{t('settings.backupCodes')}</strong> {t('settings.backupCodesText')}
      </p>
      <ul className={css.codes} aria-label={t('settings.backupCodes')}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className={css.buttons}>
        <Button
          variant="default"
          leftSection={<IconCopy size={16} aria-hidden />}
          onClick={() =>
            void navigator.clipboard.writeText(text).then(() => toast.success(t('settings.copied')))
          }
        >
          {t('settings.copy')}
        </Button>
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={download}
        >
          {t('settings.download')}
        </Button>
        <Button onClick={onDone}>{t('settings.codesKept')}</Button>
      </div>
    </>
  )
}

/** Second factor by an authenticator app: enrol, save backup codes, disable. */
export const TwoFactor = () => {
  const { t } = useTranslation()
  const on = useMe().account.twoFactor
  const client = useQueryClient()
  const { data: methods } = useQuery({
    queryKey: ['proofMethods'],
    queryFn: ({ signal }) => proofMethods(signal),
  })
  const hasPassword = methods?.includes('password') ?? true
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
  const title = (
    <>
      {t('settings.twoFactorText')}{' '}
      <Badge tone={on ? 'success' : 'neutral'}>{t(on ? 'settings.on' : 'settings.off')}</Badge>
    </>
  )
  if (codes) {
    return (
      <Card title={t('settings.twoFactor')} text={title}>
        <BackupCodes codes={codes} onDone={() => setCodes(undefined)} />
      </Card>
    )
  }
  if (enrolment) {
    return (
      <Card
        title={t('settings.twoFactor')}
        text={t('settings.scan')}
        onSubmit={confirm}
        foot={
          <>
            <Button variant="default" onClick={() => setEnrolment(undefined)}>
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
  return (
    <Card
      title={t('settings.twoFactor')}
      text={title}
      onSubmit={on ? disable : begin}
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
