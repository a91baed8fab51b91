import { useState } from 'react'
import { TextInput } from '#ui/TextInput.tsx'
import { Button } from '#ui/Button.tsx'
import { Link } from '@tanstack/react-router'
import { forgetPassword } from '#data/accounts.ts'
import { useTranslation } from '#ui/i18n.ts'
import { AuthCard, FormError } from './AuthCard.tsx'
import { useSubmit } from './useSubmit.ts'
import css from '../shared/plain.module.css'

/**
 * `/auth/forgot`: requests a link to set a new password. The response never reveals whether the
 * account exists.
 */
export const Forgot = () => {
  const { t } = useTranslation()
  const [email, setEmail] = useState('')
  const [sent, setSent] = useState(false)
  const form = useSubmit(
    () => ({ email: email.trim() ? undefined : t('screens.fillEmail') }),
    async () => {
      await forgetPassword(email.trim())
      setSent(true)
    },
  )
  return (
    <AuthCard
      title={t('screens.forgotTitle')}
      lead={sent ? undefined : t('screens.forgotText')}
      foot={<Link to="/auth/login">{t('screens.backToSignIn')}</Link>}
    >
      {sent ? (
        <p role="status" className={css.done}>
          {t('screens.forgotDone', { email: email.trim() })}
        </p>
      ) : (
        <form className={css.form} noValidate onSubmit={form.onSubmit}>
          <FormError>{form.error}</FormError>
          <TextInput
            label={t('screens.email')}
            name="email"
            type="email"
            autoComplete="username"
            autoFocus
            required
            withAsterisk={false}
            maxLength={254}
            spellCheck={false}
            value={email}
            onChange={(e) => setEmail(e.currentTarget.value)}
            error={form.fields.email}
          />
          <Button type="submit" fullWidth loading={form.busy}>
            {t('screens.forgotButton')}
          </Button>
        </form>
      )}
    </AuthCard>
  )
}
