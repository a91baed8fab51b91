import { Suspense, useState, type ReactNode } from 'react'
import { Button } from '@mantine/core'
import { IconHourglass } from '@tabler/icons-react'
import { sendVerification, signOut } from '#data/accounts.ts'
import type { Me } from '#data/types.ts'
import { useTranslation } from '#ui/i18n.ts'
import { usePageTitle } from '#ui/PageHeader.tsx'
import { FormError } from '../auth/AuthCard.tsx'
import { sentence } from '../auth/sentences.ts'
import css from '../shared/plain.module.css'

const texts = {
  approval: ['screens.waitingTitle', 'screens.waitingText'],
  email: ['screens.waitingEmailTitle', 'screens.waitingEmailText'],
  'two-factor': ['screens.waitingFactorTitle', 'screens.waitingFactorText'],
} as const

/** Mails the link again, and says so. */
const Resend = () => {
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

/** Signed in, but something has to happen first (an approval, a proof of the address, a second factor): the only page such a person sees. */
export const WaitingForApproval = ({
  me,
  twoFactor,
  onCheck,
}: {
  readonly me: Me
  /** Where two-factor sign-in is set up. */
  readonly twoFactor: ReactNode
  readonly onCheck: () => void
}) => {
  const { t } = useTranslation()
  const [title, text] = texts[me.waitingFor ?? 'approval']
  usePageTitle(t(title))
  return (
    <main className={css.content} style={{ minBlockSize: '100dvh' }}>
      <div className={`${css.card} ${css.centre}`}>
        <span className={css.icon} aria-hidden>
          <IconHourglass size={28} stroke={1.5} />
        </span>
        <h1 className={css.title}>{t(title)}</h1>
        <p className={css.lead}>{t(text, { email: me.account.email ?? me.account.name })}</p>
        {me.waitingFor === 'email' ? <Resend /> : null}
        {me.waitingFor === 'two-factor' ? <Suspense fallback={null}>{twoFactor}</Suspense> : null}
        <div className={css.actions}>
          <Button variant="default" onClick={onCheck}>
            {t('screens.waitingCheck')}
          </Button>
          <Button variant="subtle" onClick={() => void signOut()}>
            {t('common.signOut')}
          </Button>
        </div>
      </div>
    </main>
  )
}
