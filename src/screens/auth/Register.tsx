import { useState } from 'react'
import { TextInput } from '#ui/TextInput.tsx'
import { Button } from '#ui/Button.tsx'
import { Link, useNavigate } from '@tanstack/react-router'
import { signUp } from '#data/accounts.ts'
import { appConfig } from '#data/config.ts'
import { firebaseFor } from '#data/firebase/project.ts'
import { useTranslation } from '#ui/i18n.ts'
import { AuthCard, FormError } from './AuthCard.tsx'
import { PasswordField } from './PasswordField.tsx'
import { useIdentityPolicy, useMinPasswordLength } from './usePolicy.ts'
import { useSubmit } from './useSubmit.ts'
import css from '../shared/plain.module.css'

const Form = ({ onDone }: { readonly onDone: (email: string) => void }) => {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const withService = firebaseFor('identity')?.identity.providers.includes('password') ?? false
  const policy = useIdentityPolicy(withService)
  const ours = useMinPasswordLength()
  const length = withService ? 1 : ours
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const form = useSubmit(
    () => ({
      name: name.trim() ? undefined : t('screens.fillName'),
      email: email.trim() ? undefined : t('screens.fillEmail'),
      password:
        policy.lacking(password) ??
        (password.length >= length ? undefined : t('screens.passwordLength', { count: ours })),
    }),
    async () => {
      const there = withService
        ? await (
            await import('../shared/identityFlow.ts')
          ).signUpThere(name.trim(), email.trim(), password)
        : undefined
      if (there) return navigate({ to: '/dashboard', replace: true })
      await signUp(name.trim(), email.trim(), password)
      onDone(email.trim())
    },
  )
  return (
    <form className={css.form} noValidate onSubmit={form.onSubmit}>
      <FormError>{form.error}</FormError>
      <TextInput
        label={t('screens.name')}
        name="name"
        autoComplete="name"
        autoFocus
        required
        withAsterisk={false}
        maxLength={160}
        value={name}
        onChange={(e) => setName(e.currentTarget.value)}
        error={form.fields.name}
      />
      <TextInput
        label={t('screens.email')}
        name="email"
        type="email"
        autoComplete="username"
        required
        withAsterisk={false}
        maxLength={254}
        spellCheck={false}
        value={email}
        onChange={(e) => setEmail(e.currentTarget.value)}
        error={form.fields.email}
      />
      <PasswordField
        label={t('screens.password')}
        description={policy.text ?? t('screens.passwordLength', { count: ours })}
        autoComplete="new-password"
        value={password}
        onFocus={policy.ask}
        onChange={setPassword}
        error={form.fields.password}
      />
      <Button type="submit" fullWidth loading={form.busy}>
        {t('screens.createAccount')}
      </Button>
    </form>
  )
}

/** `/auth/register`: creates an account, which an administrator then approves. */
export const Register = () => {
  const { t } = useTranslation()
  const { registration: open, mail } = appConfig()
  const [mailed, setMailed] = useState<string>()
  const content = () => {
    if (mailed !== undefined) {
      return (
        <p role="status" className={css.done}>
          {t(mail ? 'screens.registerDone' : 'screens.registerUnmailed', { email: mailed })}
        </p>
      )
    }
    if (open) return <Form onDone={setMailed} />
    return null
  }
  return (
    <AuthCard
      title={t('screens.createAccount')}
      lead={
        mailed === undefined
          ? t(open ? 'screens.createAccountText' : 'screens.registrationClosed')
          : undefined
      }
      foot={
        <>
          {t('screens.haveAccount')} <Link to="/auth/login">{t('screens.signIn')}</Link>
        </>
      }
    >
      {content()}
    </AuthCard>
  )
}
