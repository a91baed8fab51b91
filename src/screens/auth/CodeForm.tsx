import { useState } from 'react'
import { TextInput } from '#ui/TextInput.tsx'
import { Button } from '#ui/Button.tsx'
import { verifySecondFactor } from '#data/accounts.ts'
import { useTranslation } from '#ui/i18n.ts'
import { FormError } from './AuthCard.tsx'
import { useSubmit } from './useSubmit.ts'
import css from '../shared/plain.module.css'

/** Second step of signing in: a code of the authenticator app, or a backup code. */
export const CodeForm = ({
  challenge,
  onDone,
}: {
  readonly challenge: string
  readonly onDone: () => void
}) => {
  const { t } = useTranslation()
  const [code, setCode] = useState('')
  const form = useSubmit(
    () => ({ code: code.trim() ? undefined : t('screens.fillCode') }),
    async () => {
      await verifySecondFactor(challenge, code.trim().replace(/^(\d{3})\s(\d{3})$/, '$1$2'))
      onDone()
    },
  )
  return (
    <form className={css.form} noValidate onSubmit={form.onSubmit}>
      <FormError>{form.error}</FormError>
      <TextInput
        label={t('screens.code')}
        name="code"
        autoComplete="one-time-code"
        autoFocus
        required
        withAsterisk={false}
        maxLength={40}
        value={code}
        onChange={(e) => setCode(e.currentTarget.value)}
        error={form.fields.code}
      />
      <Button type="submit" fullWidth loading={form.busy}>
        {t('screens.continue')}
      </Button>
    </form>
  )
}
