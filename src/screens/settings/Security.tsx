import { useState, type FormEvent } from 'react'
import { Button } from '#ui/Button.tsx'
import { useQuery } from '@tanstack/react-query'
import { passwordPolicy } from '#data/accounts.ts'
import { firebaseFor, providers } from '#data/firebase/project.ts'
import { rememberedIdentity } from '#data/identity/remembered.ts'
import { endSession } from '#data/session.ts'
import { Dialog } from '#ui/Dialog.tsx'
import { useTranslation } from '#ui/i18n.ts'
import { toast } from '#ui/toast.ts'
import dialog from '#ui/dialog.module.css'
import { changePassword, leave } from './api.ts'
import { Identity } from './Identity.tsx'
import { Card, Failure, Password, useSubmission } from './Card.tsx'
import { Sessions } from './Sessions.tsx'
import { TwoFactor } from './TwoFactor.tsx'
import css from './settings.module.css'

const ChangePassword = () => {
  const { t } = useTranslation()
  const submission = useSubmission()
  const [current, setCurrent] = useState('')
  const [next, setNext] = useState('')
  const { data: policy } = useQuery({
    queryKey: ['policy'],
    queryFn: ({ signal }) => passwordPolicy(signal),
    staleTime: Infinity,
  })
  const save = async (e: FormEvent) => {
    e.preventDefault()
    if (!(await submission.run(() => changePassword(current, next)))) return
    setCurrent('')
    setNext('')
    toast.success(t('settings.passwordChanged'))
  }
  return (
    <Card
      title={t('settings.password')}
      text={t('settings.passwordText')}
      onSubmit={(e) => void save(e)}
      foot={
        <Button type="submit" loading={submission.busy}>
          {t('settings.changePassword')}
        </Button>
      }
    >
      <Failure>{submission.error}</Failure>
      <div className={css.grid}>
        <Password
          label={t('settings.currentPassword')}
          value={current}
          onChange={setCurrent}
          error={submission.fields.currentPassword}
        />
        <Password
          label={t('settings.newPassword')}
          value={next}
          onChange={setNext}
          error={submission.fields.newPassword ?? submission.fields.password}
          fresh
          {...(policy
            ? { description: t('screens.passwordLength', { count: policy.minPasswordLength }) }
            : {})}
        />
      </div>
    </Card>
  )
}

const Leave = () => {
  const { t } = useTranslation()
  const submission = useSubmission()
  const [open, setOpen] = useState(false)
  const [password, setPassword] = useState('')
  // People who signed in with the identity service have no password here: the service verifies
  // them.
  const how = firebaseFor('identity') ? rememberedIdentity() : undefined
  const provider = providers.find((one) => one === how)
  const end = async () =>
    how
      ? (await import('../shared/identityFlow.ts')).leave(provider ?? { password })
      : leave(password)
  const go = async (e: FormEvent) => {
    e.preventDefault()
    if (await submission.run(end)) endSession()
  }
  return (
    <Card
      title={t('settings.leave')}
      text={t('settings.leaveText')}
      danger
      foot={
        <Button variant="default" onClick={() => setOpen(true)}>
          {t('settings.leaveAsk')}
        </Button>
      }
    >
      {open ? (
        <Dialog title={t('settings.leaveTitle')} onClose={() => setOpen(false)}>
          <form noValidate onSubmit={(e) => void go(e)}>
            <p className={css.text}>
              {t('settings.leaveSure')}{' '}
              {provider ? t('settings.leaveProve') : t('settings.leavePassword')}
            </p>
            <Failure>{submission.error}</Failure>
            {provider ? null : (
              <Password
                label={t('settings.yourPassword')}
                value={password}
                onChange={setPassword}
                error={submission.fields.password ?? submission.fields.currentPassword}
              />
            )}
            <div className={dialog.foot}>
              <Button variant="default" onClick={() => setOpen(false)}>
                {t('common.cancel')}
              </Button>
              <Button type="submit" tone="danger" loading={submission.busy}>
                {t('settings.leaveDo')}
              </Button>
            </div>
          </form>
        </Dialog>
      ) : null}
    </Card>
  )
}

/** Account at the identity service, password, second factor, sessions, and closing the account. */
export const Security = () => (
  <>
    <Identity />
    <ChangePassword />
    <TwoFactor />
    <Sessions />
    <Leave />
  </>
)
