import { Link, useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useTranslation } from '#ui/i18n.ts'
import { AuthCard, FormError } from './AuthCard.tsx'
import { dropChallenge, openChallenge } from './challenge.ts'
import { CodeForm } from './CodeForm.tsx'

/** `/auth/two-factor`: the second step of signing in. */
export const TwoFactor = () => {
  const { t } = useTranslation()
  const { next } = useSearch({ from: '/auth/two-factor' })
  const navigate = useNavigate()
  const { history } = useRouter()
  const open = openChallenge()
  const done = () => {
    dropChallenge()
    if (next) history.replace(next)
    else void navigate({ to: '/dashboard', replace: true })
  }
  return (
    <AuthCard
      title={t('screens.twoFactorTitle')}
      lead={open ? t('screens.twoFactorText') : undefined}
      foot={
        <Link to="/auth/login" search={{ next }}>
          {t('screens.backToSignIn')}
        </Link>
      }
    >
      {open ? (
        <CodeForm challenge={open.challenge} onDone={done} />
      ) : (
        <FormError>{t('screens.twoFactorLost')}</FormError>
      )}
    </AuthCard>
  )
}
