import { Suspense, type ReactNode } from 'react'
import { Button } from '@mantine/core'
import { IconHourglass } from '@tabler/icons-react'
import { signOut } from '#data/accounts.ts'
import type { Me } from '#data/types.ts'
import { useTranslation } from '#ui/i18n.ts'
import { usePageTitle } from '#ui/PageHeader.tsx'
import css from '../shared/plain.module.css'

const texts = {
  approval: ['screens.waitingTitle', 'screens.waitingText'],
  email: ['screens.waitingEmailTitle', 'screens.waitingEmailText'],
  'two-factor': ['screens.waitingFactorTitle', 'screens.waitingFactorText'],
} as const

/**
 * Signed in, but something has to happen first (an approval, a proof of the address, a second
 * factor): the only page such a person sees.
 */
export const WaitingForApproval = ({
  me,
  help,
  onCheck,
}: {
  readonly me: Me
  /** With what the person can do about it themselves. */
  readonly help: ReactNode
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
        <Suspense fallback={null}>{help}</Suspense>
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
