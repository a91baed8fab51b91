import { Button } from '@mantine/core'
import { IconHourglass } from '@tabler/icons-react'
import { signOut } from '#data/accounts.ts'
import type { Me } from '#data/types.ts'
import { useTranslation } from '#ui/i18n.ts'
import { usePageTitle } from '#ui/PageHeader.tsx'
import css from '../shared/plain.module.css'

/** Signed in, but nobody has approved the account yet: the only page such a person sees. */
export const WaitingForApproval = ({
  me,
  onCheck,
}: {
  readonly me: Me
  readonly onCheck: () => void
}) => {
  const { t } = useTranslation()
  usePageTitle(t('screens.waitingTitle'))
  return (
    <main className={css.content} style={{ minBlockSize: '100dvh' }}>
      <div className={`${css.card} ${css.centre}`}>
        <span className={css.icon} aria-hidden>
          <IconHourglass size={28} stroke={1.5} />
        </span>
        <h1 className={css.title}>{t('screens.waitingTitle')}</h1>
        <p className={css.lead}>
          {t('screens.waitingText', { email: me.account.email ?? me.account.name })}
        </p>
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
