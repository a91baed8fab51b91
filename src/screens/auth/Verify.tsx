import { useState } from 'react'
import { Button } from '#ui/Button.tsx'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { verifyEmail } from '#data/accounts.ts'
import { isProblem } from '#data/problem.ts'
import { useTranslation } from '#ui/i18n.ts'
import { AuthCard, FormError } from './AuthCard.tsx'
import { PasswordField } from './PasswordField.tsx'
import { sentence } from './sentences.ts'
import { useSubmit } from './useSubmit.ts'
import css from '../shared/plain.module.css'

/**
 * Asks for the account's password, since the reader of the e-mail may not be the person who
 * registered the address.
 */
const PasswordForm = ({
  token,
  onDone,
}: {
  readonly token: string
  readonly onDone: () => void
}) => {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [password, setPassword] = useState('')
  const form = useSubmit(
    () => ({ password: password ? undefined : t('screens.fillPassword') }),
    async () => {
      if (await verifyEmail(token, password)) await navigate({ to: '/dashboard', replace: true })
      else onDone()
    },
  )
  return (
    <form className={css.form} noValidate onSubmit={form.onSubmit}>
      <FormError>{form.error}</FormError>
      <PasswordField
        label={t('screens.password')}
        autoComplete="current-password"
        autoFocus
        value={password}
        onChange={setPassword}
        error={form.fields.password}
      />
      <Button type="submit" fullWidth loading={form.busy}>
        {t('screens.verifyButton')}
      </Button>
    </form>
  )
}

/** `/auth/verify?token=…`: verifies an e-mail address by the e-mailed link. */
export const Verify = () => {
  const { t } = useTranslation()
  const { token } = useSearch({ from: '/auth/verify' })
  const [done, setDone] = useState(false)
  // A link works only once, so it is tried once however often the page renders.
  const { status, error } = useQuery({
    queryKey: ['verify', token],
    queryFn: async () => {
      await verifyEmail(token ?? '')
      return true
    },
    enabled: token !== undefined,
    staleTime: Infinity,
    retry: false,
    refetchOnWindowFocus: false,
  })
  const asks = !done && isProblem(error) && error.code === 'sign_in_first'
  const confirmed = done || status === 'success'
  const content = () => {
    if (!token) return <FormError>{t('screens.linkBroken')}</FormError>
    if (asks) return <PasswordForm token={token} onDone={() => setDone(true)} />
    if (status === 'error' && !done) return <FormError>{sentence(error, t)}</FormError>
    return (
      <p role="status" className={confirmed ? css.done : css.lead}>
        {t(confirmed ? 'screens.verifyDone' : 'screens.verifyBusy')}
      </p>
    )
  }
  return (
    <AuthCard
      title={t('screens.verifyTitle')}
      lead={asks ? t('screens.verifyText') : undefined}
      foot={<Link to="/auth/login">{t('screens.backToSignIn')}</Link>}
    >
      {content()}
    </AuthCard>
  )
}
