import { useState } from 'react'
import { Button } from '#ui/Button.tsx'
import { sendVerification } from '#data/accounts.ts'
import { FormError } from '#screens/auth/AuthCard.tsx'
import { sentence } from '#screens/auth/sentences.ts'
import css from '#screens/shared/plain.module.css'
import { useTranslation } from '#ui/i18n.ts'

/** Mails the verification link of the person's own address again, and confirms it. */
export const ResendLink = () => {
  const { t } = useTranslation()
  const [busy, setBusy] = useState(false)
  const [sent, setSent] = useState(false)
  const [error, setError] = useState<string>()
  const send = async () => {
    setBusy(true)
    setError(undefined)
    setSent(false)
    try {
      await sendVerification()
      setSent(true)
    } catch (failed) {
      setError(sentence(failed, t))
    }
    setBusy(false)
  }
  return (
    <div className={css.form}>
      <Button loading={busy} onClick={() => void send()}>
        {t('screens.waitingResend')}
      </Button>
      {sent ? (
        <p className={css.done} role="status">
          {t('screens.waitingResent')}
        </p>
      ) : null}
      <FormError>{error}</FormError>
    </div>
  )
}
