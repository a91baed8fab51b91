import { useState } from 'react'
import { TextInput } from '#ui/TextInput.tsx'
import { Button } from '#ui/Button.tsx'
import { Link } from '@tanstack/react-router'
import { signIn } from '#data/accounts.ts'
import { firebaseFor } from '#data/firebase/project.ts'
import { rememberIdentity } from '#data/identity/remembered.ts'
import { isProblem } from '#data/problem.ts'
import { useTranslation } from '#ui/i18n.ts'
import { CodeForm } from './CodeForm.tsx'
import { FormError } from './AuthCard.tsx'
import { PasswordField } from './PasswordField.tsx'
import { useSubmit } from './useSubmit.ts'
import css from '../shared/plain.module.css'

interface Props {
  /** Initial e-mail address; changing it while mounted has no effect (use `key`). */
  readonly email?: string
  readonly password?: string
  /** Called after sign-in with the e-mail address used. */
  readonly onDone: (email: string) => void
  /** Called when a second factor is required; without it, the form asks for the code itself. */
  readonly onChallenge?: (challenge: string, email: string) => void
  readonly forgotLink?: boolean
}

/** Remembers that this browser signs in with a password of ours. */
const withOwnPassword = (challenge: string | undefined): string | undefined => {
  rememberIdentity(undefined)
  return challenge
}

/** Tries a password that is not one of ours at the identity service. */
const atIdentityService = async (
  refused: unknown,
  email: string,
  password: string,
): Promise<string | undefined> => {
  if (
    !isProblem(refused) ||
    refused.code !== 'invalid_credentials' ||
    !firebaseFor('identity')?.identity.providers.includes('password')
  ) {
    throw refused
  }
  const entered = await (
    await import('../shared/identityFlow.ts')
  ).withPassword(email, password, refused)
  return 'challenge' in entered ? entered.challenge : undefined
}

/** Form with e-mail and password. */
export const SignInForm = ({
  email: given = '',
  password: givenPassword = '',
  onDone,
  onChallenge,
  forgotLink = false,
}: Props) => {
  const { t } = useTranslation()
  const [email, setEmail] = useState(given)
  const [password, setPassword] = useState(givenPassword)
  const [challenge, setChallenge] = useState<string>()
  const form = useSubmit(
    () => ({
      email: email.trim() ? undefined : t('screens.fillEmail'),
      password: password ? undefined : t('screens.fillPassword'),
    }),
    async () => {
      const needed = await signIn(email.trim(), password).then(withOwnPassword, (error: unknown) =>
        atIdentityService(error, email.trim(), password),
      )
      if (needed === undefined) onDone(email.trim())
      else if (onChallenge) onChallenge(needed, email.trim())
      else setChallenge(needed)
    },
  )
  if (challenge) {
    return (
      <>
        <p className={css.lead}>{t('screens.twoFactorText')}</p>
        <CodeForm challenge={challenge} onDone={() => onDone(email.trim())} />
      </>
    )
  }
  return (
    <form className={css.form} noValidate onSubmit={form.onSubmit}>
      <FormError>{form.error}</FormError>
      <TextInput
        label={t('screens.email')}
        name="email"
        type="email"
        inputMode="email"
        autoComplete="username"
        autoFocus={!given}
        {...(given ? {} : { 'data-autofocus': true })}
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
        autoComplete="current-password"
        autoFocus={Boolean(given) && !givenPassword}
        value={password}
        onChange={setPassword}
        error={form.fields.password}
      />
      {forgotLink ? (
        <div className={css.line}>
          <Link to="/auth/forgot">{t('screens.forgot')}</Link>
        </div>
      ) : null}
      <Button type="submit" fullWidth loading={form.busy}>
        {t('screens.signIn')}
      </Button>
    </form>
  )
}
