import { Suspense, type ReactNode } from 'react'
import { Button } from '#ui/Button.tsx'
import { IconHourglass, IconShieldLock } from '@tabler/icons-react'
import { signOut } from '#data/signOut.ts'
import { appConfig } from '#data/config.ts'
import type { Me } from '#data/types.ts'
import { useTranslation } from '#ui/i18n.ts'
import { usePageTitle } from '#ui/PageHeader.tsx'
import css from '../shared/plain.module.css'

const texts = {
  approval: ['screens.waitingTitle', 'screens.waitingText'],
  email: ['screens.waitingEmailTitle', 'screens.waitingEmailText'],
  unmailed: ['screens.waitingEmailTitle', 'screens.registerUnmailed'],
  'two-factor': ['screens.waitingFactorTitle', 'screens.waitingFactorText'],
} as const

/**
 * The only page for people who are signed in but blocked: awaiting approval, e-mail verification or
 * a second factor.
 */
export const WaitingForApproval = ({
  me,
  help,
  onCheck,
}: {
  readonly me: Me
  /** What the person can do about it. */
  readonly help: ReactNode
  readonly onCheck: () => void
}) => {
  const { t } = useTranslation()
  const waitingFor = me.waitingFor ?? 'approval'
  const [title, text] = texts[waitingFor === 'email' && !appConfig().mail ? 'unmailed' : waitingFor]
  usePageTitle(t(title))
  const isFactor = waitingFor === 'two-factor'
  const Icon = isFactor ? IconShieldLock : IconHourglass
  return (
    <main className={css.content} style={{ minBlockSize: '100dvh' }}>
      <div className={`${css.card} ${css.centre}`}>
        <span className={css.icon} aria-hidden>
          <Icon size={28} stroke={1.5} />
        </span>
        <h1 className={css.title}>{t(title)}</h1>
        <p className={css.lead}>{t(text, { email: me.account.email ?? me.account.name })}</p>
        <div className={isFactor ? css.steps : undefined}>
          <Suspense fallback={null}>{help}</Suspense>
        </div>
        <div className={css.actions}>
          {isFactor ? null : (
            <Button variant="default" onClick={onCheck}>
              {t('screens.waitingCheck')}
            </Button>
          )}
          <Button variant="subtle" onClick={() => void signOut()}>
            {t('common.signOut')}
          </Button>
        </div>
      </div>
    </main>
  )
}
