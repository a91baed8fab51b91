import { useState, type FormEvent, type ReactNode } from 'react'
import { TextInput } from '#ui/TextInput.tsx'
import { Button } from '#ui/Button.tsx'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { own } from '#schemas/define/own.ts'
import { mailProof, proveIdentity, proofMethods } from '#data/accounts.ts'
import type { Provider } from '#data/firebase/project.ts'
import { isProblem } from '#data/problem.ts'
import { keys } from '#data/queries.ts'
import type { Me } from '#data/types.ts'
import { FormError } from '#screens/auth/AuthCard.tsx'
import { offeredProviders, Providers } from '#screens/auth/Providers.tsx'
import { sentence } from '#screens/auth/sentences.ts'
import { useSubmit } from '#screens/auth/useSubmit.ts'
import css from '#screens/shared/plain.module.css'
import { Dialog } from '#ui/Dialog.tsx'
import { useTranslation } from '#ui/i18n.ts'
import { ErrorState, Loading } from '#ui/states.tsx'
import dialog from '#ui/dialog.module.css'

interface Proof {
  readonly onDone: (proven: boolean) => void
}

/** One value as proof: the password, or a six-digit code. */
const ValueForm = ({
  field,
  label,
  children,
  onDone,
}: Proof & {
  readonly field: 'code' | 'password' | 'emailCode'
  readonly label: string
  readonly children?: ReactNode
}) => {
  const { t } = useTranslation()
  const [value, setValue] = useState('')
  const isPassword = field === 'password'
  const form = useSubmit(
    () => ({ [field]: value.trim() ? undefined : t('screens.proveFill') }),
    async () => {
      const given = isPassword ? value : value.replace(/\s/g, '')
      await proveIdentity({ [field]: given } as Parameters<typeof proveIdentity>[0])
      onDone(true)
    },
  )
  return (
    <form
      className={css.form}
      noValidate
      onSubmit={(e: FormEvent<HTMLFormElement>) => {
        // The dialog may be open over a form whose save requested it.
        e.stopPropagation()
        form.onSubmit(e)
      }}
    >
      <FormError>{form.error}</FormError>
      <TextInput
        data-autofocus
        autoFocus
        name={field}
        type={isPassword ? 'password' : 'text'}
        label={label}
        autoComplete={isPassword ? 'current-password' : 'one-time-code'}
        {...(isPassword ? {} : { inputMode: 'numeric' as const })}
        maxLength={128}
        value={value}
        onChange={(e) => setValue(e.currentTarget.value)}
        error={own(form.fields, field)}
      />
      {children}
      <div className={dialog.foot}>
        <Button variant="default" onClick={() => onDone(false)}>
          {t('common.cancel')}
        </Button>
        <Button type="submit" loading={form.busy}>
          {t('screens.continue')}
        </Button>
      </div>
    </form>
  )
}

/** A code by e-mail: sent first, then entered. */
const ByMail = ({ email, onDone }: Proof & { readonly email: string }) => {
  const { t } = useTranslation()
  const [sent, setSent] = useState(0)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const mail = async () => {
    setBusy(true)
    setError(undefined)
    try {
      await mailProof()
      setSent((n) => n + 1)
    } catch (failed) {
      setError(sentence(failed, t))
    }
    setBusy(false)
  }
  if (!sent) {
    return (
      <div className={css.form}>
        <p>{t('screens.proveMailText', { email })}</p>
        <FormError>{error}</FormError>
        <div className={dialog.foot}>
          <Button variant="default" onClick={() => onDone(false)}>
            {t('common.cancel')}
          </Button>
          <Button data-autofocus loading={busy} onClick={() => void mail()}>
            {t('screens.proveMail')}
          </Button>
        </div>
      </div>
    )
  }
  return (
    <>
      <p className={css.done} role="status">
        {t('screens.proveMailSent', { email })}
      </p>
      <ValueForm key={sent} field="emailCode" label={t('screens.proveMailCode')} onDone={onDone}>
        <FormError>{error}</FormError>
        <Button variant="subtle" loading={busy} onClick={() => void mail()}>
          {t('screens.proveMailAgain')}
        </Button>
      </ValueForm>
    </>
  )
}

const load = () => import('#screens/shared/identityFlow.ts')

/** Re-authentication at the identity service. */
const ByIdentity = ({ onDone }: Proof) => {
  const { t } = useTranslation()
  const [busy, setBusy] = useState<Provider>()
  const [error, setError] = useState<string>()
  const press = async (provider: Provider) => {
    setBusy(provider)
    setError(undefined)
    try {
      await proveIdentity({ idToken: await (await load()).confirmed(provider) })
      onDone(true)
    } catch (failed) {
      // A second attempt has replaced this one and is still open.
      if (isProblem(failed) && failed.code === 'identity/cancelled-popup-request') return
      setError(sentence(failed, t))
    }
    setBusy(undefined)
  }
  return (
    <section className={css.federated} aria-label={t('screens.otherWays')}>
      <FormError>{error}</FormError>
      <Providers
        busy={busy}
        onNear={() => void load().catch(() => undefined)}
        onPress={(provider) => void press(provider)}
      />
    </section>
  )
}

/**
 * Asks for a proof of identity by a method of the account; then the call that needed it continues.
 */
export const Prove = ({ onDone }: Proof) => {
  const { t } = useTranslation()
  const email = useQueryClient().getQueryData<Me>(keys.me)?.account.email ?? ''
  const { data, error, refetch } = useQuery({
    queryKey: ['proofMethods'],
    queryFn: ({ signal }) => proofMethods(signal),
    gcTime: 0,
  })
  const methods =
    data?.filter((method) => method !== 'identity' || offeredProviders().length > 0) ?? []
  const value = methods.find((method) => method === 'code' || method === 'password')
  return (
    <Dialog title={t('screens.proveTitle')} onClose={() => onDone(false)}>
      <p>{t('screens.proveText')}</p>
      {!data && error ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      {!data && !error ? <Loading /> : null}
      {methods.includes('identity') ? <ByIdentity onDone={onDone} /> : null}
      {methods.includes('identity') && methods.length > 1 ? (
        <p className={css.or}>
          <span>{t('screens.or')}</span>
        </p>
      ) : null}
      {value ? (
        <ValueForm
          field={value}
          label={t(value === 'code' ? 'screens.proveCode' : 'screens.password')}
          onDone={onDone}
        />
      ) : null}
      {!value && methods.includes('email') ? <ByMail email={email} onDone={onDone} /> : null}
      {data && !methods.length ? <FormError>{t('screens.proveNone')}</FormError> : null}
    </Dialog>
  )
}
