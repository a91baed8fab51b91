import { useEffect, useState } from 'react'
import { Link, useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { appConfig } from '#data/config.ts'
import { STORAGE_KEY } from '#data/session.ts'
import { useTranslation } from '#ui/i18n.ts'
import { AuthCard } from './AuthCard.tsx'
import { keepChallenge } from './challenge.ts'
import { Federated } from './Federated.tsx'
import { DEMO_PASSWORD, DemoAccounts } from './DemoAccounts.tsx'
import { SignInForm } from './SignInForm.tsx'

/** `/auth/login`: signs in with e-mail and password, then continues to the requested page. */
export const Login = () => {
  const { t } = useTranslation()
  const { next } = useSearch({ from: '/auth/login' })
  const navigate = useNavigate()
  const { history } = useRouter()
  const { registration, demo } = appConfig()
  const [email, setEmail] = useState('')
  const done = () => {
    if (next) history.replace(next)
    else void navigate({ to: '/dashboard', replace: true })
  }
  useEffect(() => {
    // A sign-in in another tab continues here too.
    const onStorage = ({ key, oldValue, newValue }: StorageEvent) => {
      if (key === STORAGE_KEY && oldValue === null && newValue !== null) done()
    }
    window.addEventListener('storage', onStorage)
    return () => window.removeEventListener('storage', onStorage)
  })
  const second = (challenge: string, used: string) => {
    keepChallenge(challenge, used)
    void navigate({ to: '/auth/two-factor', search: { next } })
  }
  return (
    <AuthCard
      title={t('screens.signIn')}
      lead={t('screens.signInText')}
      foot={
        registration ? (
          <>
            {t('screens.noAccount')} <Link to="/auth/register">{t('screens.createAccount')}</Link>
          </>
        ) : undefined
      }
    >
      <SignInForm
        key={email}
        email={email}
        password={email ? DEMO_PASSWORD : ''}
        onDone={done}
        onChallenge={second}
        forgotLink
      />
      <Federated onDone={done} onChallenge={(challenge) => second(challenge, '')} />
      {demo ? <DemoAccounts onChoose={setEmail} /> : null}
    </AuthCard>
  )
}
