import { useState } from 'react'
import { Button } from '#ui/Button.tsx'
import { Link, useSearch } from '@tanstack/react-router'
import { resetPassword } from '#data/accounts.ts'
import { useTranslation } from '#ui/i18n.ts'
import { AuthCard, FormError } from './AuthCard.tsx'
import { PasswordField } from './PasswordField.tsx'
import { useMinPasswordLength } from './usePolicy.ts'
import { useSubmit } from './useSubmit.ts'
import css from '../shared/plain.module.css'

const Form = ({ token, onDone }: { readonly token: string; readonly onDone: () => void }) => {
  const { t } = useTranslation()
  const length = useMinPasswordLength()
  const [password, setPassword] = useState('')
  const form = useSubmit(
    () => ({
      password:
        password.length >= length ? undefined : t('screens.passwordLength', { count: length }),
    }),
    async () => {
      await resetPassword(token, password)
      onDone()
    },
  )
  return (
    <form className={css.form} noValidate onSubmit={form.onSubmit}>
      <FormError>{form.error}</FormError>
      <PasswordField
        label={t('screens.newPassword')}
        description={t('screens.passwordLength', { count: length })}
        autoComplete="new-password"
        autoFocus
        value={password}
        onChange={setPassword}
        error={form.fields.password}
      />
      <Button type="submit" fullWidth loading={form.busy}>
        {t('screens.resetButton')}
      </Button>
    </form>
  )
}

/**
 * `/auth/reset?token=…`: sets a new password by the e-mailed link; invited people choose their
 * first one here too.
 */
export const Reset = () => {
  const { t } = useTranslation()
  const { token } = useSearch({ from: '/auth/reset' })
  const [done, setDone] = useState(false)
  const content = () => {
    if (done) {
      return (
        <p role="status" className={css.done}>
          {t('screens.resetDone')}
        </p>
      )
    }
    if (token) return <Form token={token} onDone={() => setDone(true)} />
    return <FormError>{t('screens.linkBroken')}</FormError>
  }
  return (
    <AuthCard
      title={t('screens.resetTitle')}
      lead={token && !done ? t('screens.resetText') : undefined}
      foot={<Link to="/auth/login">{t('screens.backToSignIn')}</Link>}
    >
      {content()}
    </AuthCard>
  )
}
